// SPDX-License-Identifier: MIT
//
// What tells distinct stacks apart: the stack one shorter, and the function or group on top. Stacks
// are numbered by a DenseIndex of these keys; its owner keeps what belongs to each stack.
#pragma once

#include <cstdint>

#include "quern/base/dense_index.h"

namespace quern {

struct StackKey {
  static constexpr uint32_t kNone = ~uint32_t{0};

  uint32_t parent = kNone;  ///< the number of that stack; kNone of roots
  uint32_t node = 0;
  bool operator==(const StackKey&) const = default;
  [[nodiscard]] uint64_t hash() const { return mixed(uint64_t{parent} << 32 | node, 0); }
};

}  // namespace quern
