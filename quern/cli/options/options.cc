// SPDX-License-Identifier: MIT
#include "quern/cli/options/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/suggestions.h"
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

struct Heading {
  std::string_view title;
  std::initializer_list<OptionGroup> groups;
};

using enum OptionGroup;

/// All that are not named stand below "General".
constexpr Heading kHeadings[] = {
    {"What to show",
     {kEvents, kSort, kRows, kWhere, kParts, kTop, kPercent, kLimit, kShare, kBranches, kTree,
      kLeaks, kReach, kMatches, kPaths, kStats}},
    {"Rules and baselines", {kGate}},
    {"Comparing", {kSides, kRuns, kDiff}},
    {"The page", {kView}},
    {"Single calls", {kOf, kEach, kOrder}},
    {"The picture", {kFlame, kColors, kGraph, kMap}},
    {"Source code", {kSource, kInlines, kEdit}},
    {"Filters", {kFilters}},
    {"Checking", {kCheck}},
    {"Recording", {kRecord}},
    {"The cache", {kCache}},
    {"Converting", {kTarget, kConvert, kPlain}},
    {"Merging", {kMerge}},
    {"The answer", {kFormat, kOutput, kLayout}},
    {"Names", {kNames}},
    {"Reading", {kReading}},
};

}  // namespace

Result<uint64_t> parse_count(const Option& option, std::string_view value) {
  const std::optional<uint64_t> number = whole_number(value);
  if (!number) {
    return failure(usage_error("bad-value", fmt::format("--{} expects a whole number, not '{}'",
                                                        option.name, printable(value))));
  }
  if (*number > option.most) {
    return failure(usage_error("bad-value", fmt::format("--{} is {}, but at most {} is allowed",
                                                        option.name, value, option.most)));
  }
  if (*number < option.least) {
    return failure(usage_error("bad-value",
                               fmt::format("--{} must be at least {}", option.name, option.least)));
  }
  return *number;
}

Result<uint64_t> parse_bytes(const Option& option, std::string_view value) {
  constexpr std::string_view kPowers = "KkMmGg";
  const size_t power = value.empty() ? kPowers.npos : kPowers.find(value.back());
  const size_t shift = power == kPowers.npos ? 0 : (power / 2 + 1) * 10;
  const std::optional<uint64_t> number =
      whole_number(value.substr(0, value.size() - (shift == 0 ? 0 : 1)));
  if (!number) {
    return failure(
        usage_error("bad-value", fmt::format("--{} expects bytes such as 4096, 64K or 1M, not '{}'",
                                             option.name, printable(value))));
  }
  if (*number > option.most >> shift || *number << shift < option.least) {
    return failure(usage_error(
        "bad-value", fmt::format("--{} is {}, but must be from {} to {}M", option.name, value,
                                 option.least == 1 ? "1" : "1M", option.most >> 20U)));
  }
  return *number << shift;
}

std::span<const Option> options() {
  static const std::vector<Option> all = all_options();
  return all;
}

const Option* find_option(std::string_view name) {
  const auto found = std::ranges::find_if(options(), [name](const Option& option) {
    return option.name == name || (!name.empty() && option.old_name == name);
  });
  return found != options().end() ? &*found : nullptr;
}

const Option* find_option(char letter) {
  const auto found = std::ranges::find(options(), letter, &Option::letter);
  return letter != 0 && found != options().end() ? &*found : nullptr;
}

const Option* option_awaiting_value(std::string_view word) {
  if (word.starts_with("--")) {
    const Option* option = find_option(word.substr(2));
    return option != nullptr && !option->value.empty() ? option : nullptr;
  }
  for (size_t at = 1; at < word.size(); ++at) {
    const Option* option = find_option(word[at]);
    if (option != nullptr && !option->value.empty()) {
      return at + 1 == word.size() ? option : nullptr;
    }
  }
  return nullptr;
}

namespace {

/// Values may have had another spelling, which is still accepted.
std::string_view current_spelling(const Option& option, std::string_view value) {
  return option.name == "match" && value == "normalised" ? "normalized" : value;
}

}  // namespace

std::string_view group_title(OptionGroup group) {
  for (const Heading& heading : kHeadings) {
    if (std::ranges::find(heading.groups, group) != heading.groups.end()) {
      return heading.title;
    }
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

Result<void> store_value(Arguments& arguments, const Option& option, const std::string& given) {
  const std::string value(current_spelling(option, given));
  if (option.value.empty()) {
    if (value != "true" && value != "false") {
      return failure(usage_error(
          "unexpected-value",
          fmt::format("{} takes no value except true and false", "--" + std::string(option.name))));
    }
    return value == "true" ? option.store(arguments, option, {}) : Result<void>();
  }
  if (const size_t comma = value.find(','); option.is_list && comma != std::string::npos) {
    Result<void> stored = store_value(arguments, option, value.substr(0, comma));
    return stored ? store_value(arguments, option, value.substr(comma + 1)) : stored;
  }
  const std::span<const std::string_view> allowed = allowed_values(*arguments.command, option);
  if (!allowed.empty() && std::ranges::find(allowed, value) == allowed.end()) {
    return failure(usage_error("bad-value",
                               fmt::format("{} is {}, not '{}'", "--" + std::string(option.name),
                                           fmt::join(allowed, ", "), printable(value)),
                               did_you_mean(value, allowed, {})));
  }
  return option.store(arguments, option, value);
}

}  // namespace quern::cli
