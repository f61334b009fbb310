// SPDX-License-Identifier: MIT
//
// What of a comparison is listed: which kinds of rows, and from which size of change on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/analysis/events/fraction.h"
#include "quern/base/int128.h"

namespace quern {

/// What happened to a function: it is new, gone, has another name, changed, or none of it.
enum class DiffKind : uint8_t { kAdded, kRemoved, kRenamed, kChanged, kUnchanged };
inline constexpr size_t kDiffKinds = 5;
/// "added", "removed", "renamed", "changed", "unchanged", by DiffKind.
[[nodiscard]] std::span<const std::string_view> diff_kind_words();
/// Some of them, by DiffKind.
using DiffKinds = std::array<bool, kDiffKinds>;
/// Of such words with commas between them; nothing where one is none of them.
[[nodiscard]] std::optional<DiffKinds> parse_diff_kinds(std::string_view text);

/// The least change that is listed: a number, or a percentage of the old total.
struct LeastChange {
  Fraction number;  ///< not below 0
  bool is_percent = false;
  std::string text;  ///< "1%"

  /// Whether a change of this size (not below 0) is no less; exact. `old_total`: any sign.
  [[nodiscard]] bool allows(int128 size, int128 old_total) const;
};

/// "1%", "0.5 %", "1e6", "2k"; nothing where it is none of these, or below 0.
[[nodiscard]] std::optional<LeastChange> parse_least_change(std::string_view text);

/// What of a comparison is listed.
struct DiffFilter {
  bool unchanged = false;  ///< rows without any change too
  /// Of what is listed otherwise, only these kinds, by DiffKind; nothing: all.
  std::optional<DiffKinds> kinds = {};
  bool matched = false;  ///< only those whose sides were found by more than equal names
  /// Of the sort column: rows that changed by less are not shown, as those beyond the limit. Not
  /// for rows that are sorted by a ratio; no percentage where calls sort them.
  std::optional<LeastChange> least_change = {};
};

}  // namespace quern
