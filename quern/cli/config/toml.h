// SPDX-License-Identifier: MIT
//
// A TOML file's text as plain items, before anything knows what its keys mean: config.cc gives them
// a meaning for configuration files, commands/ratchet.cc for files of limits. Files may come from
// strangers: their size and nesting are bounded before a parser sees them. Each item keeps its
// place, because errors and rewritten limits need it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"

namespace quern::cli {

/// `key = value`, or a table with items of its own.
struct TomlItem {
  std::string key;
  Place key_place;
  Place place;                     ///< of the value
  std::optional<bool> flag;        ///< of a boolean
  std::vector<std::string> texts;  ///< a text, a number as text, or an array's elements
  std::vector<Place> text_places;  ///< of each of `texts`
  bool is_array = false;
  bool is_table = false;
  std::vector<TomlItem> items;  ///< of a table, in the order of the file
};

/// Bytes. No real file comes near. The search for places takes more than linear time.
inline constexpr size_t kLargestConfig = size_t{1} << 16;

/// What reads it: "toml++ 3.3.0"; empty where quern was built without it.
[[nodiscard]] std::string toml_library();

/// The items of `text`, which errors call `file`. Errors: `bad-config`, with the place, for what is
/// no TOML, for dates, arrays within arrays, and tables deeper than two; `not-built-in`.
[[nodiscard]] Result<std::vector<TomlItem>> parse_toml(std::string_view text,
                                                       const std::string& file);

/// An error at a place of such a text, with the row. Defined in config.cc, since toml.cc is
/// replaced by toml_none.cc in builds without toml++.
[[nodiscard]] Diagnostic config_error(std::string_view text, const std::string& file, Place place,
                                      std::string message, std::string hint = {});

}  // namespace quern::cli
