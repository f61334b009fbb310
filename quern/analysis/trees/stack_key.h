// SPDX-License-Identifier: MIT
//
// Where distinct stacks are found again: by the stack one shorter and the function (or group) on
// top. What a stack holds is its owner's affair.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quern {

/// Finds stacks by parent and node. It holds their numbers alone, so that a search touches little
/// memory: there may be as many as there are contexts.
class StackIndex {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// The slot of this pair: it holds kNone where there is none yet. `is_at` tells whether a stack
  /// is the pair's.
  template <class IsAt>
  uint32_t& slot(uint32_t parent, uint32_t node, const IsAt& is_at) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash(parent, node) & mask;
    while (slots_[at] != kNone && !is_at(slots_[at])) {
      at = (at + 1) & mask;
    }
    return slots_[at];
  }

  /// Makes room for one more; `pair_of(stack)` gives the parent and node of those that are there.
  template <class PairOf>
  void grow(size_t stacks, const PairOf& pair_of) {
    if (stacks * 2 < slots_.size()) {
      return;
    }
    slots_.assign(slots_.size() * 4, kNone);
    for (uint32_t stack = 0; stack < stacks; ++stack) {
      const auto [parent, node] = pair_of(stack);
      slot(parent, node, [](uint32_t) { return false; }) = stack;
    }
  }

 private:
  static size_t hash(uint32_t parent, uint32_t node) {
    const uint64_t mixed = (uint64_t{parent} << 32 | node) * 0x9e3779b97f4a7c15U;
    return std::rotl(mixed, 32) ^ mixed >> 47;
  }

  std::vector<uint32_t> slots_ = std::vector<uint32_t>(1024, kNone);
};

}  // namespace quern
