// SPDX-License-Identifier: MIT
#include <array>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

constexpr uint64_t kMegabyte = uint64_t{1} << 20;
constexpr uint64_t kLargestBuffer = kMegabyte << 10;
constexpr uint64_t kLargestCache = kMegabyte << 24;

constexpr std::array<std::string_view, 2> kBaseRules = {"self", "cost"};
constexpr std::array<std::string_view, 3> kDemanglings = {"auto", "always", "never"};

// One row an option, in the order of help pages.
constexpr auto kReadingOptions = std::to_array<Option>({
    {.name = "symbols",
     .value = "FILE",
     .help = "Names of the addresses that IgProf could not resolve: from a file that 'quern "
             "symbols' wrote, or auto: from the object files of this machine (see 'quern help "
             "symbols').",
     .group = OptionGroup::kNames,
     .takes_file = true,
     .store = store_more<&Arguments::symbols>},
    {.name = "unfold",
     .help = "Keep apart what Callgrind told apart: f'g is f called by g, f'2 the second level of "
             "its recursion. Default: they are f. And show the addresses in front of the names of "
             "Parrot's subroutines.",
     .group = OptionGroup::kNames,
     .store = store_switch<&Arguments::unfold>},
    {.name = "unfold-only",
     .value = "RE",
     .help = "The same of those functions alone whose name, file or object fits; may be given "
             "several times.",
     .group = OptionGroup::kNames,
     .store = store_more<&Arguments::unfold_only>},
    {.name = "demangle",
     .value = "WHEN",
     .help = "Make mangled C++, Rust and D names readable: auto does so in text and md, and always "
             "also makes one function of those that are called alike then.",
     .allowed = kDemanglings,
     .group = OptionGroup::kNames,
     .fallback = "auto",
     .store = store_text<&Arguments::demangle>},
    {.name = "siblings",
     .help = "Read the other files of the same run too: its threads and dumps, never another "
             "process's.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::reading, &OpenOptions::siblings>},
    {.name = "base-rule",
     .value = "RULE",
     .help = "What relative positions are relative to, instead of what the file's creator "
             "implies (see 'quern help callgrind').",
     .allowed = kBaseRules,
     .group = OptionGroup::kReading,
     .store = store_text<&Arguments::reading, &OpenOptions::base_rule>},
    {.name = "recover",
     .help = "Keep what stands before the damaged or cut end of an IgProf dump, with a warning.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::reading, &OpenOptions::recover>},
    {.name = "opcodes",
     .help = "Raw Parrot profiles: show each opcode as a function op:NAME that its subroutine "
             "calls.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::reading, &OpenOptions::opcodes>},
    {.name = "labels",
     .help = "pprof files: show labels of samples as the outermost functions of their stacks, "
             "KEY=VALUE.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::reading, &OpenOptions::labels>},
    {.name = "dialect",
     .value = "NAME",
     .help = "Read as this format or dialect instead of recognising it (see 'quern help "
             "formats').",
     .group = OptionGroup::kReading,
     .store = store_text<&Arguments::reading, &OpenOptions::dialect>},
    {.name = "cache",
     .help = "Keep a snapshot of each input of more than 16 MB of text, and read that as long as "
             "the input stays the same (see 'quern help cache').",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::cache>},
    {.name = "cache-size",
     .value = "BYTES",
     .help = "What the cache may hold in all, such as 500M or 4G; snapshots that were not used "
             "for longest go first.",
     .group = OptionGroup::kReading,
     .also = OptionGroup::kCache,
     .fallback = "4G",
     .least = 1,
     .most = kLargestCache,
     .store = store_bytes<&Arguments::cache_bytes>},
    {.name = "clear",
     .help = "Remove all that the cache holds.",
     .group = OptionGroup::kCache,
     .is_for_files = false,
     .store = store_switch<&Arguments::clear_cache>},
    {.name = "threads",
     .value = "N",
     .help = "Read with N threads; the answer is the same for any N. Default: as many as help.",
     .group = OptionGroup::kReading,
     .most = 1024,
     .store = store_count<&Arguments::reading, &OpenOptions::threads>},
    {.name = "buffer-size",
     .value = "BYTES",
     .help = "Size of the buffer that inputs are read through, such as 4K, 64K or 1M.",
     .group = OptionGroup::kReading,
     .least = 1,
     .most = kLargestBuffer,
     .store = store_bytes<&Arguments::reading, &OpenOptions::buffer_bytes>},
    {.name = "max-row",
     .value = "SIZE",
     .help = "Longest row to accept, such as 64M or 1G. Longer rows are an error, so that a small "
             "compressed file cannot take much memory. JSON, pprof and snapshot files have no "
             "such limit.",
     .group = OptionGroup::kReading,
     .fallback = "64M",
     .least = kMegabyte,
     .most = kMostMaxRow,
     .store = store_bytes<&Arguments::reading, &OpenOptions::max_row>},
    {.name = "timings",
     .help = "Say on standard error how long each phase took.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::timings>},
});

}  // namespace

std::span<const Option> reading_options() {
  return kReadingOptions;
}

}  // namespace quern::cli
