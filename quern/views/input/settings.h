// SPDX-License-Identifier: MIT
//
// The answer of `quern config`: what each option is set to, and where.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"

namespace quern {

enum class SettingSource : uint8_t { kBuiltIn, kFile, kCommandLine };

/// "built-in", "file", "command line".
[[nodiscard]] constexpr std::string_view to_string(SettingSource source) {
  switch (source) {
    case SettingSource::kBuiltIn:
      return "built-in";
    case SettingSource::kFile:
      return "file";
    case SettingSource::kCommandLine:
      break;
  }
  return "command line";
}

struct SettingRow {
  std::string option;               ///< its long name
  std::string command;              ///< whose alone the setting is; empty: of all
  std::vector<std::string> values;  ///< as the option takes them; none: nothing is set
  SettingSource source = SettingSource::kBuiltIn;
  std::string file = {};  ///< of kFile
  Place place = {};
  std::string filter = {};  ///< the set of filters that it is one of; empty: none
};

struct Settings {
  std::string command;             ///< whose settings these are; empty: those of all
  std::vector<std::string> files;  ///< that were read, the strongest first
  std::vector<SettingRow> rows;    ///< by option in the order of help pages; behind them
                                   ///< sets of filters
};

}  // namespace quern
