// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/input.h"
#include "quern/views/input/settings.h"

namespace quern::cli {
namespace {

/// What is set for `option`, or as it is built in.
SettingRow row_of(const Option& option, const Setting* set) {
  SettingRow row;
  row.option = option.name;
  const bool is_switch = option.value.empty();
  if (set == nullptr) {
    if (is_switch || !option.fallback.empty()) {
      row.values.emplace_back(is_switch ? "false" : option.fallback);
    }
    return row;
  }
  row.filter = set->filter;
  row.command = set->command != nullptr ? set->command->name : "";
  row.values = is_switch ? std::vector<std::string>{set->is_on ? "true" : "false"} : set->values;
  row.source = set->file.empty() ? SettingSource::kCommandLine : SettingSource::kFile;
  row.file = set->file;
  row.place = set->place;
  return row;
}

/// What counts for one command.
void add_rows_of(const Command& command, const Arguments& arguments, Settings& answer) {
  for (const Option* option : options_of(command)) {
    if (option->is_for_files) {
      answer.rows.push_back(row_of(*option, setting_for(arguments.settings, *option, command)));
    }
  }
}

/// What counts for all commands, and behind it what differs for single ones.
void add_all_rows(const Arguments& arguments, Settings& answer) {
  for (const Option& option : options()) {
    if (!option.is_for_files) {
      continue;
    }
    // The nameless command has no settings of its own.
    answer.rows.push_back(
        row_of(option, setting_for(arguments.settings, option, *find_command(""))));
    for (const Command& command : commands()) {
      const Setting* const set = setting_for(arguments.settings, option, command);
      if (set != nullptr && set->command != nullptr) {
        answer.rows.push_back(row_of(option, set));
      }
    }
  }
}

/// The sets of filters that --filter knows, as far as the command takes their options.
void add_filter_sets(const Command* command, const Arguments& arguments, Settings& answer) {
  for (const std::string& name : filter_names(arguments.settings)) {
    for (const Setting* setting : filter_set(arguments.settings, name)) {
      if (command == nullptr || takes(*command, *setting->option)) {
        answer.rows.push_back(row_of(*setting->option, setting));
      }
    }
  }
}

/// Every value of every file, as if its command were run: a mistake is reported here at the latest.
Result<void> check_values(const Arguments& arguments) {
  for (const Command& command : commands()) {
    Arguments scratch;
    scratch.command = &command;
    if (Result<void> fits = apply_settings(scratch, arguments.settings); !fits) {
      return fits;
    }
    scratch.filter_sets = filter_names(arguments.settings);
    if (Result<void> fits = apply_settings(scratch, {}); !fits) {
      return fits;
    }
  }
  return {};
}

}  // namespace

Result<ExitCode> run_config(Session& session) {
  const Arguments& arguments = session.arguments();
  Settings answer;
  answer.files = arguments.config_files;
  if (Result<void> sound = check_values(arguments); !sound) {
    return failure(sound.error());
  }
  if (arguments.words.empty()) {
    add_all_rows(arguments, answer);
    add_filter_sets(nullptr, arguments, answer);
  } else {
    const Result<const Command*> command = named_command(arguments.words[0]);
    if (!command) {
      return failure(command.error());
    }
    answer.command = (*command)->name;
    add_rows_of(**command, arguments, answer);
    add_filter_sets(*command, arguments, answer);
  }
  return session.show(answer, session.style({}));
}

}  // namespace quern::cli
