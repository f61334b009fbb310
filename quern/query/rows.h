// SPDX-License-Identifier: MIT
//
// Pieces that several answers share. Texts point into the profile (or, of groups, into the answer's
// own Grouping): an answer does not outlive its profile.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/amount.h"

namespace quern {

/// A function or a group. Empty texts are unknown.
struct RowName {
  std::string_view name;
  std::string_view file;    ///< of a group: what all members share, else empty
  std::string_view object;  ///< of a group: what all members share, else empty
  uint64_t line = 0;        ///< where its own costs begin in `file`; 0: not known, or not asked for
  bool is_root = false;     ///< no function: what calls the outermost functions of exact stacks
  std::string_view kind = {};  ///< of a group by class: GroupKind as a word
};

/// By name, file and object, byte by byte. Of one text only its place is looked at, however long it
/// is: names of a million rows may be one.
[[nodiscard]] inline std::strong_ordering compare(const RowName& left, const RowName& right) {
  const auto text = [](std::string_view one, std::string_view other) {
    return one.data() == other.data() && one.size() == other.size() ? std::strong_ordering::equal
                                                                    : one <=> other;
  };
  if (const auto names = text(left.name, right.name); names != 0) {
    return names;
  }
  const auto files = text(left.file, right.file);
  return files != 0 ? files : text(left.object, right.object);
}

}  // namespace quern
