// SPDX-License-Identifier: MIT
//
// Finds the number of a distinct stack. A stack is its parent (the stack one shorter) plus the
// function or group on top. The owner keeps what belongs to each stack: StackTree, PathCounts, and
// the limits of workspace/filters/node_rules.h. This index keeps only the stacks' numbers, in a
// flat table of 4 bytes a slot: a profile may have as many stacks as contexts, and a map would need
// a node for each of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quern {

/// To add a stack, call grow(), then slot(). If the slot holds kNone, the stack is new: write its
/// number into the slot. The reference is valid until the next grow().
class StackIndex {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};  ///< an empty slot; the parent of roots

  /// The slot of this pair; it holds kNone if the pair is new. `is_at(stack)` says whether that
  /// stack has this parent and node, which only the owner knows. The search ends, because grow()
  /// keeps the table at most half full.
  template <class IsAt>
  uint32_t& slot(uint32_t parent, uint32_t node, const IsAt& is_at) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash(parent, node) & mask;
    while (slots_[at] != kNone && !is_at(slots_[at])) {
      at = (at + 1) & mask;
    }
    return slots_[at];
  }

  /// Makes room for one more stack. `pair_of(stack)` returns the parent and node of each of the
  /// `stacks` so far, to hash them again.
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
  /// Multiplying mixes bits upwards only; the rotation moves the mixed ones to where slot() masks.
  static size_t hash(uint32_t parent, uint32_t node) {
    const uint64_t mixed = (uint64_t{parent} << 32 | node) * 0x9e3779b97f4a7c15U;
    return std::rotl(mixed, 32) ^ mixed >> 47;
  }

  std::vector<uint32_t> slots_ = std::vector<uint32_t>(1024, kNone);
};

}  // namespace quern
