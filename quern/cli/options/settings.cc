// SPDX-License-Identifier: MIT
#include "quern/cli/options/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/conflicts.h"
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

/// Words of --sort that are no events and that only some lists have.
constexpr std::array<std::string_view, 4> kOrders = {"incl", "calls", "name", "place"};

/// Whether `command`, which takes the option, could have this value of it.
bool allows(const Command& command, const Option& option, const std::string& value) {
  const bool is_order = option.name == "sort" && std::ranges::find(kOrders, value) != kOrders.end();
  const std::span<const std::string_view> allowed =
      is_order ? command.abilities.sort_keys : allowed_values(command, option);
  return (!is_order && allowed.empty()) || std::ranges::find(allowed, value) != allowed.end();
}

/// Whether only other commands have this value. One that no command has is a mistake.
bool is_value_of_others(const Command& command, const Option& option, const std::string& value) {
  return !allows(command, option, value) &&
         std::ranges::any_of(commands(), [&](const Command& other) {
           return takes(other, option) && allows(other, option, value);
         });
}

/// The command that was asked for by its old name, or whose switch says the same.
const OldCommand* old_command_of(const Arguments& arguments, const Setting& setting) {
  const OldCommand* const old = setting.old_command;
  const bool is_switched =
      old != nullptr && !old->option.empty() && is_typed(arguments, old->option);
  return is_switched ? old : arguments.old_command;
}

/// Options whose meaning depends on what else is set: which rows there are, and what they cost.
bool is_about_rows(const Option& option) {
  return option.name == "sort" || option.name == "where" || option.name == "min";
}

/// Whether the answer has rows that such a query or order is about.
bool answer_has(const Arguments& arguments, const Setting& setting) {
  const Command& command = *arguments.command;
  const bool compares = takes(command, *find_option("view"));
  const std::string_view view = compares ? std::string_view(arguments.diff.view) : "";
  const bool is_of_lines = shows_lines(arguments);
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
  const bool is_of_sums = is_of_calls || order == "name" || order == "place";
  const bool is_inclusive = split_sort(order, SortBy::kSelf).by == SortBy::kInclusive;
  return !(is_of_sums && !has_sums) && !(is_of_calls && (is_of_lines || is_of_branches)) &&
         !(is_inclusive && is_of_lines);
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
  const std::vector<std::string> names = filter_names(arguments.file_settings);
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
    if (filter_set(arguments.file_settings, name).empty()) {
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

/// Whether nothing stronger sets the option, and this answer has what the setting is about.
bool may_count(const Arguments& arguments, const Setting& setting) {
  const bool is_set = std::ranges::any_of(arguments.settings, [&setting](const Setting& stronger) {
    return stronger.option == setting.option;
  });
  return setting.filter.empty() && !is_set &&
         is_for(setting, *arguments.command, old_command_of(arguments, setting)) &&
         !is_overruled_side(arguments, *setting.option) &&
         (!is_about_rows(*setting.option) || answer_has(arguments, setting));
}

Result<Arguments> with_settings(Arguments arguments, std::span<const Setting* const> added) {
  for (const Setting* setting : added) {
    if (Result<void> stored = store_setting(arguments, *setting); !stored) {
      return failure(stored.error());
    }
    arguments.settings.push_back(*setting);
  }
  return arguments;
}

std::string conflict_of(const Arguments& arguments) {
  const Result<void> fits = check_conflicts(arguments);
  return fits ? "" : fits.error().message;
}

/// Adds what one place sets: the tables of commands in a file, or the top level of a file. What
/// cannot be combined with stronger places does not count.
Result<void> add_layer(Arguments& arguments, std::span<const Setting> layer, bool of_rows) {
  std::vector<const Setting*> added;
  for (const Setting& setting : layer) {
    if (is_about_rows(*setting.option) == of_rows && may_count(arguments, setting) &&
        std::ranges::find(added, setting.option, &Setting::option) == added.end()) {
      added.push_back(&setting);
    }
  }
  const std::string conflict_before = conflict_of(arguments);
  while (true) {
    Result<Arguments> all = with_settings(arguments, added);
    if (!all) {
      return failure(all.error());
    }
    const std::string conflict = conflict_of(*all);
    const auto conflicts_alone = [&](const Setting* setting) {
      return conflict_of(*with_settings(arguments, std::span(&setting, 1))) == conflict;
    };
    if (conflict == conflict_before || std::erase_if(added, conflicts_alone) == 0) {
      arguments = *std::move(all);
      return {};
    }
  }
}

/// Whether the answer has one event: a flame graph, also of a comparison.
bool draws_one_event(const Arguments& arguments) {
  const Command& command = *arguments.command;
  return draws(command) && (!takes(command, *find_option("view")) ||
                            arguments.diff.view == "flame" || arguments.diff.view == "graph");
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

bool is_for(const Setting& setting, const Command& command, const OldCommand* old_command) {
  if (!takes(command, *setting.option)) {
    return false;
  }
  if (setting.command != nullptr) {
    return setting.command == &command &&
           (setting.old_command == nullptr || setting.old_command == old_command);
  }
  return std::ranges::none_of(setting.values, [&](const std::string& value) {
    return is_value_of_others(command, *setting.option, value);
  });
}

Result<void> check_setting(const Setting& setting) {
  for (const Command& command : commands()) {
    Arguments scratch;
    scratch.command = &command;
    if (!is_for(setting, command, setting.old_command)) {
      continue;
    }
    if (Result<void> stored = store_setting(scratch, setting); !stored) {
      return stored;
    }
  }
  return {};
}

Result<void> apply_settings(Arguments& arguments, std::vector<Setting> from_files) {
  for (const bool of_rows : {false, true}) {
    for (auto begin = from_files.begin(); begin != from_files.end();) {
      const auto end = std::find_if(begin, from_files.end(), [&begin](const Setting& setting) {
        return setting.file != begin->file ||
               (setting.command == nullptr) != (begin->command == nullptr);
      });
      if (Result<void> added = add_layer(arguments, {begin, end}, of_rows); !added) {
        return added;
      }
      begin = end;
    }
  }
  if (draws_one_event(arguments) && arguments.events.size() > 1 && !is_typed(arguments, "event")) {
    arguments.events.resize(1);  // a file's list is for many answers
  }
  arguments.file_settings = std::move(from_files);
  return apply_filter_sets(arguments);
}

std::vector<ChosenFilter> chosen_filters(const Arguments& arguments) {
  std::vector<ChosenFilter> chosen;
  for (const std::string& name : arguments.filter_sets) {
    for (const Setting* setting : filter_set(arguments.file_settings, name)) {
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
