// SPDX-License-Identifier: MIT
//
// Configuration files: where they are and what they set. docs/topics/configuration.md tells users.
// A project's file may come with a stranger's repository, so nothing in a file can run a program or
// write a file: options that do are not for files (Option::is_for_files).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/options/settings.h"

namespace quern::cli {

struct Arguments;

/// Where to look, as the environment says.
struct ConfigPlaces {
  std::string home;      ///< HOME; empty: not known
  std::string xdg_home;  ///< XDG_CONFIG_HOME; empty or relative: HOME/.config
  std::string folder;    ///< the working directory, absolute
};

/// Asks the environment.
[[nodiscard]] ConfigPlaces config_places();

/// The files that there are, the strongest first: the nearest .quern.toml in the folder or above
/// it, up to the home folder or the root, and the user's.
[[nodiscard]] std::vector<std::string> find_config_files(const ConfigPlaces& places);

/// What a file sets, a command's own settings first. Errors (Fault::kUsage, with file and place):
/// `bad-config`, `unknown-key`, and those of opening it.
[[nodiscard]] Result<std::vector<Setting>> read_config(const std::string& file);

/// A file's text, which is at most one byte larger than kLargestConfig. Errors (Fault::kUsage):
/// those of opening it.
[[nodiscard]] Result<std::string> read_config_text(const std::string& file);

/// The same for a text in memory.
[[nodiscard]] Result<std::vector<Setting>> parse_config(std::string_view text,
                                                        const std::string& file);

/// Reads the files that the command line means (--config, --no-config) or that there are, and
/// stores what they set for the command and the command line does not.
[[nodiscard]] Result<void> configure(Arguments& arguments);

}  // namespace quern::cli
