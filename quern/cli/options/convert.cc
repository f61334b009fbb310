// SPDX-License-Identifier: MIT
#include <array>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 9> kTargets = {
    "cachegrind", "callgrind", "csv", "folded", "igprof", "json", "pprof", "speedscope", "tsv"};

template <auto kMember>
Result<void> store_convert_switch(Arguments& arguments, std::string_view) {
  arguments.convert.*kMember = true;
  return {};
}

Result<void> store_target(Arguments& arguments, std::string_view value) {
  arguments.convert.target = std::string(value);
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kConvertOptions = std::to_array<Option>({
    {.name = "to",
     .value = "FORMAT",
     .help = "Write this format; json is quern.profile/1, complete and lossless. Default: what the "
             "name of -o's file says.",
     .allowed = kTargets,
     .group = OptionGroup::kConvert,
     .is_for_files = false,
     .store = store_target},
    {.name = "check",
     .help = "Write nothing but what the format cannot hold, and how totals would change; the exit "
             "code is 1 if there is anything.",
     .group = OptionGroup::kConvert,
     .is_for_files = false,
     .store = store_convert_switch<&ConvertArguments::check>},
    {.name = "plain-names",
     .help = "Callgrind: write each name out instead of a number for it.",
     .group = OptionGroup::kConvert,
     .store = store_convert_switch<&ConvertArguments::plain_names>},
    {.name = "plain-positions",
     .help = "Callgrind: write all lines and addresses as they are, none as a distance.",
     .group = OptionGroup::kConvert,
     .store = store_convert_switch<&ConvertArguments::plain_positions>},
});

}  // namespace

std::span<const Option> convert_options() {
  return kConvertOptions;
}

}  // namespace quern::cli
