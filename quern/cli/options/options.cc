// SPDX-License-Identifier: MIT
#include "quern/cli/options/options.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

std::vector<Option> all_options() {
  std::vector<Option> all;
  for (const std::span<const Option> some :
       {row_options(), source_options(), compare_options(), page_options(), filter_options(),
        reading_options(), convert_options(), record_options(), answer_options()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

Result<uint64_t> parse_count(std::string_view option, std::string_view value, uint64_t most) {
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc{} || end != value.data() + value.size()) {
    return failure(usage_error("bad-value", fmt::format("--{} expects a whole number, not '{}'",
                                                        option, printable(value))));
  }
  if (number > most) {
    return failure(
        usage_error("bad-value", fmt::format("--{} is {}, but at most {}", option, value, most)));
  }
  return number;
}

std::span<const Option> options() {
  static const std::vector<Option> all = all_options();
  return all;
}

const Option* find_option(std::string_view name) {
  for (const Option& option : options()) {
    if (option.name == name) {
      return &option;
    }
  }
  return nullptr;
}

const Option* find_option(char letter) {
  for (const Option& option : options()) {
    if (option.letter != 0 && option.letter == letter) {
      return &option;
    }
  }
  return nullptr;
}

std::string_view group_title(OptionGroup group) {
  switch (group) {
    case OptionGroup::kEvents:
    case OptionGroup::kSort:
    case OptionGroup::kRows:
    case OptionGroup::kWhere:
    case OptionGroup::kParts:
    case OptionGroup::kTop:
    case OptionGroup::kPercent:
    case OptionGroup::kLimit:
    case OptionGroup::kShare:
    case OptionGroup::kBranches:
    case OptionGroup::kTree:
    case OptionGroup::kLeaks:
    case OptionGroup::kReach:
    case OptionGroup::kPaths:
      return "What to show";
    case OptionGroup::kGate:
      return "Rules and baselines";
    case OptionGroup::kSides:
    case OptionGroup::kRuns:
    case OptionGroup::kDiff:
      return "Comparing";
    case OptionGroup::kView:
      return "The page";
    case OptionGroup::kOf:
    case OptionGroup::kEach:
    case OptionGroup::kOrder:
      return "Single calls";
    case OptionGroup::kFlame:
    case OptionGroup::kColors:
      return "The picture";
    case OptionGroup::kSource:
    case OptionGroup::kEdit:
      return "Source code";
    case OptionGroup::kFilters:
      return "Filters";
    case OptionGroup::kCheck:
      return "Checking";
    case OptionGroup::kRecord:
      return "Recording";
    case OptionGroup::kCache:
      return "The cache";
    case OptionGroup::kTarget:
    case OptionGroup::kConvert:
    case OptionGroup::kPlain:
      return "Converting";
    case OptionGroup::kMerge:
      return "Merging";
    case OptionGroup::kFormat:
    case OptionGroup::kOutput:
    case OptionGroup::kLayout:
      return "The answer";
    case OptionGroup::kNames:
      return "Names";
    case OptionGroup::kReading:
      return "Reading";
    case OptionGroup::kGeneral:
      break;
  }
  return "General";
}

std::string option_synopsis(const Option& option) {
  std::string text = option.letter != 0 ? fmt::format("-{}, ", option.letter) : std::string();
  text += fmt::format("--{}", option.name);
  if (!option.value.empty()) {
    text += fmt::format(" {}", option.value);
  }
  return text;
}

}  // namespace quern::cli
