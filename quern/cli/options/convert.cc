// SPDX-License-Identifier: MIT
#include <array>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 11> kTargets = {
    "cachegrind", "callgrind", "csv",        "folded", "igprof", "json",
    "pprof",      "snapshot",  "speedscope", "sqlite", "tsv"};

// One row an option, in the order of help pages.
constexpr auto kConvertOptions = std::to_array<Option>({
    {.name = "to",
     .value = "FORMAT",
     .help = "Write this format; json is quern.profile/1, complete and lossless. Default: what the "
             "name of -o's file says. Of export: csv, sqlite or tsv; of --repair the input's own "
             "format.",
     .allowed = kTargets,
     .group = OptionGroup::kTarget,
     .is_for_files = false,
     .store = store_text<&Arguments::convert, &ConvertArguments::target>},
    {.name = "check",
     .help = "Write nothing but what the format cannot hold, and how totals would change; the exit "
             "code is 1 if there is anything.",
     .group = OptionGroup::kConvert,
     .is_for_files = false,
     .store = store_switch<&Arguments::convert, &ConvertArguments::check>},
    {.name = "plain-names",
     .help = "Callgrind: write each name out instead of a number for it.",
     .group = OptionGroup::kPlain,
     .also = OptionGroup::kMerge,
     .store =
         store_switch<&Arguments::convert, &ConvertArguments::write, &WriteOptions::plain_names>},
    {.name = "plain-positions",
     .help = "Callgrind: write all lines and addresses as they are, none as a distance.",
     .group = OptionGroup::kPlain,
     .also = OptionGroup::kMerge,
     .store = store_switch<&Arguments::convert, &ConvertArguments::write,
                           &WriteOptions::plain_positions>},
    {.name = "files-from",
     .letter = '@',
     .value = "LIST",
     .help = "Merge the files that LIST names too, one path a line; - is standard input.",
     .group = OptionGroup::kMerge,
     .takes_file = true,
     .is_for_files = false,
     .store = store_more<&Arguments::merge, &MergeArguments::lists>},
    {.name = "skip-bad",
     .help = "Leave out files that cannot be read, name each, and end with exit code 1 if there "
             "were any.",
     .group = OptionGroup::kMerge,
     .is_for_files = false,
     .store = store_switch<&Arguments::merge, &MergeArguments::skip_bad>},
    {.name = "keep-parts",
     .help = "Add nothing up: parts stay apart, in the order of the files.",
     .group = OptionGroup::kMerge,
     .store = store_switch<&Arguments::merge, &MergeArguments::keep_parts>},
});

}  // namespace

std::span<const Option> convert_options() {
  return kConvertOptions;
}

}  // namespace quern::cli
