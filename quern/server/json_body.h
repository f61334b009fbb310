// SPDX-License-Identifier: MIT
//
// Reads the JSON that a request's body is: small, from whoever holds the token, taken as hostile.
// Strict: one value, nothing behind it, no key twice, well-formed UTF-8, bounded depth and number
// of values.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/server/request.h"

namespace quern::server {

struct JsonValue {
  enum class Kind : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  std::string text = {};  ///< of strings; of numbers and booleans as written
  std::vector<JsonValue> items = {};
  std::vector<std::pair<std::string, JsonValue>> members = {};

  /// The member of this name; null where there is none.
  [[nodiscard]] const JsonValue* find(std::string_view name) const;
};

inline constexpr size_t kDeepestJson = 8;
inline constexpr size_t kMostJsonValues = 4096;

/// Error (400) `bad-body`, with the place.
[[nodiscard]] Asked<JsonValue> read_json(std::string_view text);

}  // namespace quern::server
