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
     .brief = "Format of the file to write, e.g. json or callgrind",
     .help = "json is quern.profile/1, which is complete and lossless. By default, the suffix of "
             "the output file decides. A repaired copy keeps the format of its file.",
     .allowed = kTargets,
     .group = OptionGroup::kTarget,
     .is_for_files = false,
     .store = store_text<&Arguments::convert, &ConvertArguments::target>},
    {.name = "check",
     .brief = "Only report what the format cannot represent",
     .help = "Nothing is written. Changed totals are reported too. The exit code is 1 if there is "
             "anything to report.",
     .group = OptionGroup::kConvert,
     .is_for_files = false,
     .store = store_switch<&Arguments::convert, &ConvertArguments::check>},
    {.name = "plain-names",
     .brief = "Callgrind: write all names in full, none as a number",
     .group = OptionGroup::kPlain,
     .also = OptionGroup::kMerge,
     .store =
         store_switch<&Arguments::convert, &ConvertArguments::write, &WriteOptions::plain_names>},
    {.name = "plain-positions",
     .brief = "Callgrind: write absolute lines and addresses",
     .group = OptionGroup::kPlain,
     .also = OptionGroup::kMerge,
     .store = store_switch<&Arguments::convert, &ConvertArguments::write,
                           &WriteOptions::plain_positions>},
    {.name = "files-from",
     .letter = '@',
     .value = "LIST",
     .brief = "Also merge the files listed in LIST, one path per line",
     .help = "- reads the list from standard input.",
     .is_repeatable = true,
     .group = OptionGroup::kMerge,
     .takes_file = true,
     .is_for_files = false,
     .store = store_more<&Arguments::merge, &MergeArguments::lists>},
    {.name = "skip-bad",
     .brief = "Skip files that cannot be read",
     .help = "Each skipped file is named. The exit code is 1 if there are any.",
     .group = OptionGroup::kMerge,
     .is_for_files = false,
     .store = store_switch<&Arguments::merge, &MergeArguments::skip_bad>},
    {.name = "no-lines",
     .brief = "Add up by function and call, without lines",
     .help = "Addresses and jumps are left out as well. Reading takes less time then, and the "
             "result is smaller.",
     .group = OptionGroup::kMerge,
     .store = store_switch<&Arguments::merge, &MergeArguments::no_lines>},
    {.name = "keep-parts",
     .brief = "Keep parts separate instead of adding them up",
     .help = "The parts are in the order of the files.",
     .group = OptionGroup::kMerge,
     .store = store_switch<&Arguments::merge, &MergeArguments::keep_parts>},
});

}  // namespace

std::span<const Option> convert_options() {
  return kConvertOptions;
}

}  // namespace quern::cli
