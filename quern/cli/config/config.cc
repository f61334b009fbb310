// SPDX-License-Identifier: MIT
#include "quern/cli/config/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/reading/whole.h"
#include "quern/cli/config/toml.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"
#include "quern/cli/options/suggestions.h"
#include "quern/cli/terminal/environment.h"

namespace quern::cli {
namespace {

constexpr std::string_view kProjectFile = ".quern.toml";
constexpr std::string_view kFilterSets = "filters";

/// A pipe or device of that name would keep quern waiting.
bool is_file(const std::string& path) {
  std::error_code problem;
  return std::filesystem::is_regular_file(path, problem);
}

/// The path to the nearest .quern.toml, with a ../ for each folder up; empty where there is none.
std::string project_file(const ConfigPlaces& places) {
  std::filesystem::path folder = places.folder;
  std::error_code unknown;
  const std::filesystem::path home =
      places.home.empty() ? "" : std::filesystem::weakly_canonical(places.home, unknown);
  std::string name(kProjectFile);
  while (!folder.empty()) {
    if (is_file(folder / kProjectFile)) {
      return name;
    }
    if (folder == home || folder == folder.parent_path()) {
      break;
    }
    folder = folder.parent_path();
    name.insert(0, "../");
  }
  return {};
}

std::string user_file(const ConfigPlaces& places) {
  std::string folder = places.xdg_home;
  if (!folder.starts_with('/')) {
    folder = places.home.empty() ? "" : places.home + "/.config";
  }
  const std::string path = folder + "/quern/config.toml";
  return !folder.empty() && is_file(path) ? path : "";
}

/// Makes settings of the items of one file.
class ConfigReader {
 public:
  ConfigReader(std::string_view text, const std::string& file) : text_(text), file_(&file) {}

  Result<std::vector<Setting>> read() {
    const Result<std::vector<TomlItem>> items = parse_toml(text_, *file_);
    if (!items) {
      return failure(items.error());
    }
    for (const TomlItem& item : *items) {
      if (item.key == kFilterSets && item.is_table) {
        if (Result<void> taken = add_filter_sets(item); !taken) {
          return failure(taken.error());
        }
        continue;
      }
      const Command* const command = item.is_table ? find_command(item.key) : nullptr;
      const bool is_command = command != nullptr && !command->name.empty();
      old_command_ = is_command ? find_old_command(item.key) : nullptr;
      Result<void> taken = is_command ? add_table(item, *command) : add(item, nullptr);
      if (!taken) {
        return failure(taken.error());
      }
    }
    std::ranges::move(general_, std::back_inserter(settings_));
    return std::move(settings_);
  }

 private:
  Result<void> add_table(const TomlItem& table, const Command& command) {
    for (const TomlItem& item : table.items) {
      if (Result<void> added = add(item, &command); !added) {
        return added;
      }
    }
    return {};
  }

  /// [filters.NAME], each with filters of its own.
  Result<void> add_filter_sets(const TomlItem& table) {
    for (const TomlItem& set : table.items) {
      if (!set.is_table || set.items.empty()) {
        return failure(error(set.key_place,
                             fmt::format("'{}' is not a set of filters", printable(set.key)),
                             "write filters under [filters.NAME], e.g. hide = \"@php\""));
      }
      for (const TomlItem& item : set.items) {
        const Option* const option = find_option(item.key);
        if (option == nullptr || !is_for_sets(*option)) {
          return failure(unknown_filter(item));
        }
        if (Result<void> added = add(item, nullptr, set.key); !added) {
          return added;
        }
      }
    }
    return {};
  }

  /// Filters and queries; not a set in a set.
  static bool is_for_sets(const Option& option) {
    return option.is_for_files && option.name != "filter" &&
           (option.group == OptionGroup::kFilters || option.group == OptionGroup::kWhere);
  }

  [[nodiscard]] Diagnostic unknown_filter(const TomlItem& item) const {
    std::vector<std::string_view> names;
    for (const Option& option : options()) {
      if (is_for_sets(option)) {
        names.push_back(option.name);
      }
    }
    Diagnostic unknown =
        error(item.key_place, fmt::format("no filter is called '{}'", printable(item.key)),
              did_you_mean(item.key, names, fmt::format("filters are {}", fmt::join(names, ", "))));
    unknown.code = "unknown-key";
    return unknown;
  }

  Result<void> add(const TomlItem& item, const Command* command, const std::string& filter = {}) {
    const Option* const option = find_option(item.key);
    if (option == nullptr) {
      return failure(unknown_key(item, command));
    }
    if (!option->is_for_files) {
      return failure(error(item.key_place, fmt::format("'{}' cannot be set in a file", item.key),
                           fmt::format("use --{} on the command line", item.key)));
    }
    if (command != nullptr && !takes(*command, *option)) {
      Diagnostic unknown = error(
          item.key_place, fmt::format("'quern {}' takes no option '{}'", command->name, item.key),
          fmt::format("'quern {} --help' lists its options", command->name));
      unknown.code = "unknown-key";
      return failure(std::move(unknown));
    }
    Setting setting;
    setting.option = option;
    setting.command = command;
    setting.old_command = old_command_;
    setting.filter = filter;
    setting.file = *file_;
    setting.place = item.place;
    setting.row = row_of(item.place);
    if (Result<void> taken = take_values(item, setting); !taken) {
      return taken;
    }
    (command != nullptr ? settings_ : general_).push_back(std::move(setting));
    return {};
  }

  Result<void> take_values(const TomlItem& item, Setting& setting) {
    const Option& option = *setting.option;
    const bool is_switch = option.value.empty();
    if (is_switch != item.flag.has_value()) {
      return failure(
          error(item.place, is_switch ? fmt::format("'{}' is true or false", item.key)
                                      : fmt::format("'{}' is a text or number ({}), not true or "
                                                    "false",
                                                    item.key, option.value)));
    }
    if (item.is_array && !option.is_repeatable) {
      return failure(error(item.place, fmt::format("'{}' is a text or number ({}), not an array",
                                                   item.key, option.value)));
    }
    setting.is_on = item.flag.value_or(true);
    if (!item.is_table) {
      for (const std::string& text : item.texts) {
        setting.values.push_back(value(option, text));
      }
      for (const Place& text : item.text_places) {
        add_place(text, setting);
      }
      return {};
    }
    // NAME=FORMULA and its like may be written as a table.
    if (option.value.find('=') == std::string_view::npos) {
      return failure(error(
          item.place, fmt::format("'{}' is a text ({}), not a table", item.key, option.value)));
    }
    for (const TomlItem& pair : item.items) {
      if (pair.texts.size() != 1) {
        return failure(error(pair.place, fmt::format("'{}' is a text", pair.key)));
      }
      setting.values.push_back(pair.key + "=" + pair.texts.front());
      add_place(pair.place, setting);
    }
    return {};
  }

  /// Paths that begin with ./ or ../ are relative to the file's folder, not to the working one.
  [[nodiscard]] std::string value(const Option& option, const std::string& text) const {
    const size_t folder = file_->rfind('/');
    const bool is_relative = text.starts_with("./") || text.starts_with("../");
    if (!option.takes_file || !is_relative || folder == std::string::npos) {
      return text;
    }
    return file_->substr(0, folder + 1) + text;
  }

  [[nodiscard]] Diagnostic unknown_key(const TomlItem& item, const Command* command) const {
    std::vector<std::string_view> names;
    for (const Option& option : options()) {
      if (option.is_for_files && (command == nullptr || takes(*command, option))) {
        names.push_back(option.name);
      }
    }
    for (const Command& each : commands()) {
      if (item.is_table && command == nullptr && !each.name.empty()) {
        names.push_back(each.name);
      }
    }
    if (item.is_table && command == nullptr) {
      names.push_back(kFilterSets);
    }
    Diagnostic unknown =
        error(item.key_place,
              fmt::format("no {} is called '{}'",
                          item.is_table && command == nullptr ? "command or option" : "option",
                          printable(item.key)),
              did_you_mean(item.key, names, "'quern config' lists what can be set"));
    unknown.code = "unknown-key";
    return unknown;
  }

  void add_place(Place place, Setting& setting) const {
    std::vector<SettingPlace>& places = setting.value_places;
    const bool shares_row = !places.empty() && places.back().place.line == place.line;
    std::shared_ptr<const std::string> row =
        shares_row ? places.back().row : std::make_shared<const std::string>(row_of(place));
    places.push_back({place, std::move(row)});
  }

  [[nodiscard]] std::string row_of(Place place) const {
    return config_error(text_, *file_, place, {}).excerpt.value_or("");
  }

  [[nodiscard]] Diagnostic error(Place place, std::string message, std::string hint = {}) const {
    return config_error(text_, *file_, place, std::move(message), std::move(hint));
  }

  std::string_view text_;
  const OldCommand* old_command_ = nullptr;  ///< whose section is being read
  const std::string* file_;
  std::vector<Setting> settings_;  ///< those of single commands
  std::vector<Setting> general_;
};

}  // namespace

Diagnostic config_error(std::string_view text, const std::string& file, Place place,
                        std::string message, std::string hint) {
  Diagnostic error = usage_error("bad-config", std::move(message), std::move(hint));
  error.input = file;
  error.place = place;
  size_t start = 0;
  for (uint64_t line = 1; line < place.line && start < text.size(); ++line) {
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  }
  if (place.line != 0) {
    std::string_view row = text.substr(start, text.find('\n', start) - start);
    row.remove_suffix(row.ends_with('\r') ? 1 : 0);
    error.excerpt = row;
  }
  return error;
}

ConfigPlaces config_places() {
  std::error_code unknown;
  return {std::string(variable("HOME")), std::string(variable("XDG_CONFIG_HOME")),
          std::filesystem::current_path(unknown).string()};
}

std::vector<std::string> find_config_files(const ConfigPlaces& places) {
  std::vector<std::string> files;
  for (std::string file : {project_file(places), user_file(places)}) {
    if (!file.empty()) {
      files.push_back(std::move(file));
    }
  }
  return files;
}

Result<void> configure(Arguments& arguments) {
  std::vector<std::string> files;
  if (arguments.config_file) {
    files.push_back(*arguments.config_file);
  } else if (!arguments.no_config) {
    files = find_config_files(config_places());
  }
  std::vector<Setting> settings;
  for (const std::string& file : files) {
    Result<std::vector<Setting>> more = read_config(file);
    if (!more) {
      return failure(more.error());
    }
    std::ranges::move(*more, std::back_inserter(settings));
  }
  arguments.config_files = std::move(files);
  return apply_settings(arguments, std::move(settings));
}

Result<std::vector<Setting>> parse_config(std::string_view text, const std::string& file) {
  return ConfigReader(text, file).read();
}

Result<std::string> read_config_text(const std::string& file) {
  Result<Input> input = open_input(file);
  // No more than a text that is too large needs to show it.
  Result<std::string> text =
      input ? read_whole(*input, kLargestConfig + 1) : failure(input.error());
  if (!text) {
    Diagnostic error = text.error();
    error.fault = Fault::kUsage;
    error.input = file;
    return failure(std::move(error));
  }
  return text;
}

Result<std::vector<Setting>> read_config(const std::string& file) {
  const Result<std::string> text = read_config_text(file);
  return text ? parse_config(*text, file) : failure(text.error());
}

}  // namespace quern::cli
