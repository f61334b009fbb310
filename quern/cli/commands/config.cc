// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/input.h"
#include "quern/views/input/settings.h"

namespace quern::cli {
namespace {

/// The table of a file that it is in, which may have the name of a command of earlier versions.
std::string_view section_of(const Setting& setting) {
  return setting.old_command != nullptr ? setting.old_command->word
         : setting.command != nullptr   ? setting.command->name
                                        : "";
}

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
  row.command = section_of(*set);
  row.values = is_switch ? std::vector<std::string>{set->is_on ? "true" : "false"} : set->values;
  row.source = set->file.empty() ? SettingSource::kCommandLine : SettingSource::kFile;
  row.file = set->file;
  row.place = set->place;
  return row;
}

/// What is typed, which counts first, and what files set.
std::vector<Setting> all_settings(const Arguments& arguments) {
  std::vector<Setting> all;
  std::ranges::copy_if(arguments.settings, std::back_inserter(all),
                       [](const Setting& setting) { return setting.file.empty(); });
  all.insert(all.end(), arguments.file_settings.begin(), arguments.file_settings.end());
  return all;
}

/// What the command's tables set, of each of its names the strongest file's.
void add_tables(const Option& option, const Command& command, std::span<const Setting> settings,
                Settings& answer) {
  std::set<std::string_view> names;
  for (const Setting& setting : settings) {
    if (setting.option == &option && setting.command == &command &&
        names.insert(section_of(setting)).second) {
      answer.rows.push_back(row_of(option, &setting));
    }
  }
}

/// What counts for one command, and behind it what differs for its names of earlier versions.
void add_rows_of(const Command& command, const OldCommand* old_command, const Arguments& arguments,
                 Settings& answer) {
  std::vector<Setting> counting;
  std::vector<Setting> others;
  for (Setting& setting : all_settings(arguments)) {
    (is_for(setting, command, old_command) ? counting : others).push_back(std::move(setting));
  }
  for (const Option* option : options_of(command)) {
    if (!option->is_for_files) {
      continue;
    }
    answer.rows.push_back(row_of(*option, setting_for(counting, *option, command)));
    if (old_command == nullptr) {
      add_tables(*option, command, others, answer);
    }
  }
}

/// What counts for all commands, and behind it what differs for single ones.
void add_all_rows(const Arguments& arguments, Settings& answer) {
  const std::vector<Setting> settings = all_settings(arguments);
  for (const Option& option : options()) {
    if (!option.is_for_files) {
      continue;
    }
    // The nameless command has no settings of its own.
    answer.rows.push_back(row_of(option, setting_for(settings, option, *find_command(""))));
    for (const Command& command : commands()) {
      add_tables(option, command, settings, answer);
    }
  }
}

/// The sets of filters that --filter knows, as far as the command takes their options.
void add_filter_sets(const Command* command, const Arguments& arguments, Settings& answer) {
  for (const std::string& name : filter_names(arguments.file_settings)) {
    for (const Setting* setting : filter_set(arguments.file_settings, name)) {
      if (command == nullptr || takes(*command, *setting->option)) {
        answer.rows.push_back(row_of(*setting->option, setting));
      }
    }
  }
}

/// Every value of every file: a mistake is reported here at the latest.
Result<void> check_values(const Arguments& arguments) {
  for (const Setting& setting : arguments.file_settings) {
    if (Result<void> sound = check_setting(setting); !sound) {
      return sound;
    }
  }
  for (const Command& command : commands()) {  // for names of sets that there are not
    Arguments scratch;
    scratch.command = &command;
    if (Result<void> sound = apply_settings(scratch, arguments.file_settings); !sound) {
      return sound;
    }
  }
  return {};
}

}  // namespace

Result<ExitCode> run_config(Session& session) {
  const Arguments& arguments = session.arguments;
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
    add_rows_of(**command, find_old_command(arguments.words[0]), arguments, answer);
    add_filter_sets(*command, arguments, answer);
  }
  return session.answerer.show(answer, session.answerer.style({}));
}

}  // namespace quern::cli
