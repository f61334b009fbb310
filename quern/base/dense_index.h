// SPDX-License-Identifier: MIT
//
// Numbers keys from 0 in order of first appearance: what costs are collected by, millions of times.
// A flat table without an allocation a key; a key is never removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/base/segmented.h"

namespace quern {

/// Spreads what a key is made of over all bits.
[[nodiscard]] constexpr uint64_t mixed(uint64_t so_far, uint64_t more) {
  uint64_t bits = (so_far ^ more) * 0x9e3779b97f4a7c15U;
  bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93U;
  return bits ^ bits >> 32;
}

/// `Key` has `uint64_t hash() const`.
template <class Key>
class DenseIndex {
 public:
  [[nodiscard]] size_t size() const { return keys_.size(); }
  [[nodiscard]] const Key& operator[](size_t index) const { return keys_[index]; }

  /// The number of `key`, if it is known.
  [[nodiscard]] std::optional<uint32_t> find(const Key& key) const {
    const uint32_t known = slots_.empty() ? 0 : slots_[slot_of(key)];
    return known != 0 ? std::optional(known - 1) : std::nullopt;
  }

  /// The number of `key`, new or known; a new one is size() - 1.
  uint32_t of(const Key& key) {
    if (keys_.size() * 2 >= slots_.size()) {
      grow();
    }
    uint32_t& slot = slots_[slot_of(key)];
    if (slot == 0) {
      keys_.push_back(key);
      slot = static_cast<uint32_t>(keys_.size());
    }
    return slot - 1;
  }

 private:
  /// Where the key is or would be.
  [[nodiscard]] size_t slot_of(const Key& key) const {
    const size_t mask = slots_.size() - 1;
    size_t at = key.hash() & mask;
    while (slots_[at] != 0 && !(keys_[slots_[at] - 1] == key)) {
      at = (at + 1) & mask;
    }
    return at;
  }
  void grow() {
    constexpr size_t kFirst = 1024;
    slots_.assign(slots_.empty() ? kFirst : slots_.size() * 2, 0);
    const size_t mask = slots_.size() - 1;
    for (size_t index = 0; index < keys_.size(); ++index) {
      size_t at = keys_[index].hash() & mask;
      while (slots_[at] != 0) {
        at = (at + 1) & mask;
      }
      slots_[at] = static_cast<uint32_t>(index + 1);
    }
  }

  Segmented<Key, 12> keys_;
  std::vector<uint32_t> slots_;  ///< index + 1; 0: free
};

}  // namespace quern
