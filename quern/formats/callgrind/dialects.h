// SPDX-License-Identifier: MIT
//
// Who wrote a file, and what that producer does differently. A row is chosen by `creator:` or,
// where there is none, by what the header looks like; it names the dialect, picks the base rule and
// switches single lints.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace quern::callgrind {

/// What moves the base of relative positions: self-cost rows only, or every cost row.
enum class BaseRule : uint8_t { kSelf, kCost };

struct Dialect {
  std::string_view name;    ///< for --dialect and `info`
  std::string_view format;  ///< the family that users know it by
  std::string_view summary;
  BaseRule base_rule = BaseRule::kCost;
  /// Call targets are always "0 0" and mean nothing; `summary:` holds wall time and peak memory,
  /// and rounding is allowed for.
  bool is_xdebug = false;
};

/// What the header tells before the first record.
struct HeaderSigns {
  std::string_view creator;
  std::string_view version;  ///< as written
  std::string_view first_event;
  bool has_creator = false;
  bool has_command = false;
  bool has_callgrind_comment = false;
  bool has_positions = false;
  bool starts_as_cachegrind = false;  ///< `desc:` or `cmd:` is the first row
};

[[nodiscard]] const Dialect& dialect_of(const HeaderSigns& signs);

/// All rows, the plain one first.
[[nodiscard]] std::span<const Dialect> dialects();

}  // namespace quern::callgrind
