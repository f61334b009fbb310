// SPDX-License-Identifier: MIT
#include "quern/cli/options/repeated_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "quern/base/quoting/shell_words.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

constexpr auto kOfSpeed = std::to_array<std::string_view>({"cache", "cache-size", "timings"});
/// Which configuration files there are.
constexpr auto kOfConfiguration = std::to_array<std::string_view>({"config", "no-config"});

bool is_one_of(const Option& option, std::span<const std::string_view> names) {
  return std::ranges::find(names, option.name) != names.end();
}

bool changes_numbers(const Option& option) {
  const bool is_in_group =
      option.group == OptionGroup::kNames || option.group == OptionGroup::kInlines ||
      option.group == OptionGroup::kFilters || option.group == OptionGroup::kReading;
  const bool is_of_speed =
      is_one_of(option, kOfSpeed) || reading_effect(option.name) == ReadingEffect::kSpeed;
  return (is_in_group && !is_of_speed) || is_one_of(option, kOfConfiguration);
}

bool is_of_sources(const Option& option) {
  return option.name == "source-path";
}

/// Whether other commands would not find it where it is set.
bool is_unknown_elsewhere(const Setting& setting) {
  return setting.file.empty() || setting.command != nullptr;
}

std::vector<std::string> words_of(const Arguments& arguments, bool (*is_wanted)(const Option&)) {
  std::vector<std::string> words;
  for (const Setting& setting : arguments.settings) {
    if (is_wanted(*setting.option) && is_unknown_elsewhere(setting)) {
      add_words(setting, words);
    }
  }
  return words;
}

}  // namespace

void add_words(const Setting& setting, std::vector<std::string>& words) {
  const std::string typed = fmt::format("--{}", setting.option->name);
  if (setting.option->value.empty()) {
    words.push_back(setting.is_on ? typed : typed + "=false");
    return;
  }
  for (const std::string& value : setting.values) {
    if (value.starts_with('-')) {  // else it would be taken for an option
      words.push_back(shell_quoted(fmt::format("{}={}", typed, value)));
    } else {
      words.push_back(typed);
      words.push_back(shell_quoted(value));
    }
  }
}

std::vector<std::string> repeated_options(const Arguments& arguments) {
  return words_of(arguments, changes_numbers);
}

std::vector<std::string> repeated_source_options(const Arguments& arguments) {
  return words_of(arguments, is_of_sources);
}

}  // namespace quern::cli
