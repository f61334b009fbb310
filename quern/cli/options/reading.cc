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

/// Stores into the row of each_reading_option() that has the option's name.
Result<void> store_reading(Arguments& arguments, const Option& option, std::string_view value) {
  Result<void> stored;
  each_reading_option(arguments.reading, [&](std::string_view name, ReadingEffect, auto& member) {
    using Member = std::remove_reference_t<decltype(member)>;
    if (name != option.name) {
      return;
    }
    if constexpr (std::is_same_v<Member, bool>) {
      member = true;
    } else if constexpr (std::is_same_v<Member, std::optional<std::string>>) {
      member = std::string(value);
    } else {
      const bool is_bytes = std::is_same_v<Member, size_t>;
      const Result<uint64_t> number =
          is_bytes ? parse_bytes(option, value) : parse_count(option, value);
      stored = number ? Result<void>() : failure(number.error());
      member = static_cast<Member>(number.value_or(0));
    }
  });
  return stored;
}

// One row an option, in the order of help pages.
constexpr auto kReadingOptions = std::to_array<Option>({
    {.name = "symbols",
     .value = "FILE",
     .brief = "Resolve IgProf addresses with FILE, or auto for this machine",
     .help = "auto reads the object files of this machine. 'quern symbols' writes FILE (see "
             "'quern help symbols'). Repeat the option for several files.",
     .is_repeatable = true,
     .group = OptionGroup::kNames,
     .takes_file = true,
     .store = store_more<&Arguments::symbols>},
    {.name = "unfold",
     .brief = "Show functions separately by caller and recursion level",
     .help = "Callgrind can record f'g for f called by g, and f'2 for the second level of "
             "recursion. By default both are shown as f. The option also shows addresses before "
             "the names of Parrot's subroutines.",
     .group = OptionGroup::kNames,
     .store = store_switch<&Arguments::unfold>},
    {.name = "unfold-only",
     .value = "RE",
     .brief = "Separate functions matching RE by caller and level",
     .help = "Callgrind can record f'g for f called by g, and f'2 for the second level of "
             "recursion. RE matches a function's name, file or object. Repeat the option for "
             "several expressions.",
     .is_repeatable = true,
     .group = OptionGroup::kNames,
     .names = Names::kExpression,
     .store = store_more<&Arguments::unfold_only>},
    {.name = "demangle",
     .value = "WHEN",
     .brief = "Demangle C++, Rust and D names (default: auto)",
     .help = "auto demangles in text, Markdown, pages, pictures, folded stacks and verdicts on "
             "rules, but not in files written in another profile format. always also merges "
             "functions whose demangled names are equal.",
     .allowed = kDemanglings,
     .group = OptionGroup::kNames,
     .fallback = "auto",
     .store = store_text<&Arguments::demangle>},
    {.name = "siblings",
     .brief = "Also read the other threads and dumps of the same run",
     .help = "Files of other processes are never read.",
     .group = OptionGroup::kReading,
     .store = store_reading},
    {.name = "base-rule",
     .value = "RULE",
     .brief = "What relative positions are relative to: self or cost",
     .help = "By default, the program that created the file decides (see 'quern help callgrind').",
     .allowed = kBaseRules,
     .group = OptionGroup::kReading,
     .store = store_reading},
    {.name = "recover",
     .brief = "IgProf: read a dump up to its damaged or missing end",
     .help = "A warning reports the damage.",
     .group = OptionGroup::kReading,
     .store = store_reading},
    {.name = "opcodes",
     .brief = "Raw Parrot: show each opcode as a function op:NAME",
     .help = "Its subroutine calls it.",
     .group = OptionGroup::kReading,
     .store = store_reading},
    {.name = "labels",
     .brief = "pprof: show labels of samples as outermost functions",
     .help = "They are named KEY=VALUE.",
     .group = OptionGroup::kReading,
     .store = store_reading},
    {.name = "dialect",
     .value = "NAME",
     .brief = "Read as this format, e.g. callgrind (default: detected)",
     .help = "The name is that of a format or of a dialect (see 'quern help formats').",
     .group = OptionGroup::kReading,
     .store = store_reading},
    {.name = "cache",
     .brief = "Keep snapshots of large files, which load much faster",
     .help = "Files with more than 16 MB of text are kept, and what was read of debug information "
             "for inlined code. An entry is used as long as its file stays the same (see 'quern "
             "help cache').",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::cache>},
    {.name = "cache-size",
     .value = "BYTES",
     .brief = "Size limit of the cache, e.g. 500M (default: 4G)",
     .help = "Entries that were not used for longest are removed first.",
     .group = OptionGroup::kReading,
     .also = OptionGroup::kCache,
     .fallback = "4G",
     .least = 1,
     .most = kLargestCache,
     .store = store_bytes<&Arguments::cache_bytes>},
    {.name = "clear",
     .brief = "Remove all entries from the cache",
     .group = OptionGroup::kCache,
     .is_for_files = false,
     .store = store_switch<&Arguments::clear_cache>},
    {.name = "threads",
     .value = "N",
     .brief = "Number of threads (default: automatic)",
     .help = "The answer is the same for any number.",
     .group = OptionGroup::kReading,
     .most = 1024,
     .store = store_reading},
    {.name = "buffer-size",
     .value = "BYTES",
     .brief = "Size of the read buffer, e.g. 4K, 64K or 1M",
     .group = OptionGroup::kReading,
     .least = 1,
     .most = kLargestBuffer,
     .store = store_reading},
    {.name = "max-row",
     .value = "SIZE",
     .brief = "Longest line to accept, e.g. 1G (default: 64M)",
     .help = "A longer line is an error, so that a small compressed file cannot use much memory. "
             "JSON, pprof and snapshot files have no such limit.",
     .group = OptionGroup::kReading,
     .fallback = "64M",
     .least = kMegabyte,
     .most = kMostMaxRow,
     .store = store_reading},
    {.name = "timings",
     .brief = "Print the time of each phase to stderr",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::timings>},
});

}  // namespace

std::span<const Option> reading_options() {
  return kReadingOptions;
}

}  // namespace quern::cli
