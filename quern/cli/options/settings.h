// SPDX-License-Identifier: MIT
//
// What is set for which option, and where: on the command line, in the project's configuration
// file, in the user's. Text as an option takes it, not yet judged by the option.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"

namespace quern::cli {

struct Command;
struct OldCommand;
struct Option;

struct SettingPlace {
  Place place;
  std::shared_ptr<const std::string> row;  ///< the text of its line, which values share
};

struct Setting {
  const Option* option = nullptr;
  const Command* command = nullptr;  ///< whose alone it is; null: of every command that takes it
  const OldCommand* old_command = nullptr;  ///< whose section it was read from, if such a one
  std::string filter = {};                  ///< the set of filters it is one of; empty: a setting
  std::vector<std::string> values;          ///< in order; of a switch none
  std::vector<SettingPlace> value_places = {};  ///< in a file, of each of `values`
  bool is_on = true;                            ///< of a switch
  std::string file;                             ///< empty: the command line
  Place place;                                  ///< of the value
  std::string row;                              ///< the text at `place`
};

/// Whether it is for this command, or for this command of earlier versions (null: for none), and
/// its values are such that the command could have.
[[nodiscard]] bool is_for(const Setting& setting, const Command& command,
                          const OldCommand* old_command);

/// The error, with its place, of a value that a command which it is for does not take.
[[nodiscard]] Result<void> check_setting(const Setting& setting);

/// Of settings with the strongest first: the one that counts for this option of this command; null
/// where it is as built in.
[[nodiscard]] const Setting* setting_for(std::span<const Setting> settings, const Option& option,
                                         const Command& command);

/// The names of all sets of filters, each once, in alphabetical order.
[[nodiscard]] std::vector<std::string> filter_names(std::span<const Setting> settings);
/// The set of that name in the strongest file that has one; empty where none has.
[[nodiscard]] std::vector<const Setting*> filter_set(std::span<const Setting> settings,
                                                     std::string_view name);

}  // namespace quern::cli
