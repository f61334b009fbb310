// SPDX-License-Identifier: MIT
#include "quern/cli/options/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"
#include "quern/query/event_choice.h"

namespace quern::cli {
namespace {

/// Stores what a file sets; an error tells where.
Result<void> store_setting(Arguments& arguments, const Setting& setting) {
  std::vector<std::string> values = setting.values;
  if (setting.option->value.empty()) {
    values = {setting.is_on ? "true" : "false"};
  }
  for (const std::string& value : values) {
    if (Result<void> stored = store_value(arguments, *setting.option, value); !stored) {
      Diagnostic error = stored.error();
      error.input = setting.file;
      error.place = setting.place;
      error.excerpt = setting.row;
      return failure(std::move(error));
    }
  }
  return {};
}

/// Whether a file sets it only for a command of earlier versions that is not asked for.
bool is_for_other_command(const Arguments& arguments, const Setting& setting) {
  const OldCommand* const old = setting.old_command;
  return old != nullptr && old != arguments.old_command &&
         (old->option.empty() || !is_typed(arguments, old->option));
}

/// Whether the answer has rows that such a query or order is about. A file is for many answers:
/// what one of them has no place for is left to the others.
bool answer_has(const Arguments& arguments, const Setting& setting) {
  const Command& command = *arguments.command;
  const bool compares = takes(command, *find_option("view"));
  const std::string_view view = compares ? std::string_view(arguments.diff.view) : "";
  const bool is_of_lines =
      view == "annotate" || (!compares && takes(command, *find_option("whole")));
  const bool has_sums = !(arguments.all && arguments.callers != arguments.callees) &&
                        !arguments.each && arguments.format != "igprof";
  if (setting.option->name == "where") {
    return has_sums && view != "peek" && view != "annotate";
  }
  if (setting.option->name == "min") {
    return has_sums && view != "top" && view != "calls" && view != "peek" && view != "matches";
  }
  const std::string_view order =
      setting.values.empty() ? std::string_view() : std::string_view(setting.values.back());
  const bool is_of_branches =
      view == "tree" || view == "flame" || (!compares && takes(command, *find_option("depth")));
  const bool is_of_calls = order == "calls";
  const bool is_inclusive = split_sort(order, SortBy::kSelf).by == SortBy::kInclusive;
  return !(is_of_calls && (is_of_lines || is_of_branches)) && !(is_inclusive && is_of_lines);
}

/// Whether a file names the old side, though the command line names both: `gate OLD NEW`.
bool is_overruled_side(const Arguments& arguments, const Option& option) {
  return names_old_side(option) && arguments.command->abilities.compares &&
         arguments.words.size() == 2;
}

/// Filters that several sets, or the command line and a set, give one of.
bool is_one_value(const Option& option) {
  return option.name == "baseline" || option.name.starts_with("frame-");
}

Diagnostic unknown_filter(const Arguments& arguments, const std::string& name) {
  const std::vector<std::string> names = filter_names(arguments.settings);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::optional<std::string_view> close = nearest(name, views);
  const std::string hint =
      names.empty()
          ? fmt::format("define it under [filters.{}] in .quern.toml", printable(name))
          : fmt::format("{}sets are {}", close ? fmt::format("did you mean '{}'? ", *close) : "",
                        printable(fmt::format("{}", fmt::join(names, ", "))));
  Diagnostic error =
      usage_error("unknown-filter",
                  fmt::format("there is no set of filters called '{}'", printable(name)), hint);
  const Setting* const asked =
      setting_for(arguments.settings, *find_option("filter"), *arguments.command);
  if (asked != nullptr && !asked->file.empty()) {
    error.input = asked->file;
    error.place = asked->place;
    error.excerpt = asked->row;
  }
  return error;
}

/// Adds what the sets of --filter hold to what is chosen already: lists grow, queries hold
/// together, and of single values the command line's counts before the last set's.
Result<void> apply_filter_sets(Arguments& arguments) {
  for (const std::string& name : arguments.filter_sets) {
    if (filter_set(arguments.settings, name).empty()) {
      return failure(unknown_filter(arguments, name));
    }
  }
  for (const ChosenFilter& chosen : chosen_filters(arguments)) {
    const Setting& setting = *chosen.setting;
    const bool is_typed_too =
        is_one_value(*setting.option) && is_typed(arguments, setting.option->name);
    if (!chosen.is_taken || is_typed_too) {
      continue;
    }
    const std::optional<std::string> where = std::exchange(arguments.where, std::nullopt);
    if (Result<void> stored = store_setting(arguments, setting); !stored) {
      return stored;
    }
    if (where) {
      arguments.where =
          arguments.where ? fmt::format("({}) and ({})", *where, *arguments.where) : *where;
    }
  }
  return {};
}

}  // namespace

const Setting* setting_for(std::span<const Setting> settings, const Option& option,
                           const Command& command) {
  const auto found = std::ranges::find_if(settings, [&](const Setting& setting) {
    return setting.option == &option && setting.filter.empty() &&
           (setting.command == nullptr || setting.command == &command);
  });
  return found != settings.end() ? &*found : nullptr;
}

std::vector<std::string> filter_names(std::span<const Setting> settings) {
  std::vector<std::string> names;
  for (const Setting& setting : settings) {
    if (!setting.filter.empty()) {
      names.push_back(setting.filter);
    }
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::unique(names);
  names.erase(twice.begin(), twice.end());
  return names;
}

std::vector<const Setting*> filter_set(std::span<const Setting> settings, std::string_view name) {
  std::vector<const Setting*> set;
  for (const Setting& setting : settings) {
    if (setting.filter == name && (set.empty() || setting.file == set.front()->file)) {
      set.push_back(&setting);
    }
  }
  return set;
}

Result<void> apply_settings(Arguments& arguments, std::vector<Setting> from_files) {
  std::erase_if(from_files, [&arguments](const Setting& setting) {
    return is_for_other_command(arguments, setting);
  });
  std::ranges::move(from_files, std::back_inserter(arguments.settings));
  // Which rows there are, and what they cost, depends on what else is set.
  for (const bool is_of_rows : {false, true}) {
    for (const Option* option : options_of(*arguments.command)) {
      const Setting* const setting = setting_for(arguments.settings, *option, *arguments.command);
      if (setting == nullptr || setting->file.empty() || is_overruled_side(arguments, *option) ||
          is_of_rows !=
              (option->name == "sort" || option->name == "where" || option->name == "min") ||
          (is_of_rows && !answer_has(arguments, *setting))) {
        continue;
      }
      if (Result<void> stored = store_setting(arguments, *setting); !stored) {
        return stored;
      }
    }
  }
  return apply_filter_sets(arguments);
}

std::vector<ChosenFilter> chosen_filters(const Arguments& arguments) {
  std::vector<ChosenFilter> chosen;
  for (const std::string& name : arguments.filter_sets) {
    for (const Setting* setting : filter_set(arguments.settings, name)) {
      const Option& option = *setting->option;
      const bool is_taken = takes(*arguments.command, option) &&
                            (option.name != "where" || answer_has(arguments, *setting));
      chosen.push_back({setting, is_taken});
    }
  }
  return chosen;
}

bool names_old_side(const Option& option) {
  static constexpr std::array<std::string_view, 4> kNames = {"base", "base-part", "base-thread",
                                                             "against"};
  return std::ranges::find(kNames, option.name) != kNames.end();
}

bool is_typed(const Arguments& arguments, std::string_view name) {
  return std::ranges::any_of(arguments.settings, [name](const Setting& setting) {
    return setting.file.empty() && setting.option->name == name;
  });
}

}  // namespace quern::cli
