// SPDX-License-Identifier: MIT
//
// What tells distinct stacks apart: the stack one shorter, and the function or group on top. Stacks
// are numbered by a DenseIndex of these keys; its owner keeps what belongs to each stack.
#pragma once

#include <bit>
#include <cstdint>

#include "quern/base/dense_index.h"

namespace quern {

struct StackKey {
  static constexpr uint32_t kNone = ~uint32_t{0};

  uint32_t parent = kNone;  ///< the number of that stack; kNone of roots
  uint32_t node = 0;
  bool operator==(const StackKey&) const = default;
  /// Multiplying mixes bits upwards only; the rotation moves the mixed ones to where they count.
  [[nodiscard]] uint64_t hash() const {
    const uint64_t bits = (uint64_t{parent} << 32 | node) * 0x9e3779b97f4a7c15U;
    return std::rotl(bits, 32) ^ bits >> 47;
  }
};

}  // namespace quern
