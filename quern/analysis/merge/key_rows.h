// SPDX-License-Identifier: MIT
//
// Rows by key, numbered in order of first appearance. Profiles of one program have their keys in
// much the same order, repeated ones too: what the input before had next is tried first, and only
// what differs from that is looked up by hash. Memory is that of the rows and of one input's order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "quern/base/int128.h"
#include "quern/base/segmented.h"

namespace quern::merge {

/// `Key` has operator== and words(), an array of numbers that tell keys apart.
template <class Key>
class KeyRows {
 public:
  /// The keys of another input follow.
  void begin_input() {
    std::swap(before_, now_);
    now_.clear();
    next_ = 0;
  }
  /// The row of a key, new or known.
  size_t row_of(const Key& key) {
    size_t row = 0;
    if (next_ < before_.size() && keys_[before_[next_]] == key) [[likely]] {
      row = before_[next_++];
    } else {
      row = find_or_add(key);
      go_behind(row);
    }
    places_[row] = static_cast<uint32_t>(now_.size());
    now_.push_back(static_cast<uint32_t>(row));
    return row;
  }
  /// The same without an order that others could follow.
  size_t single_row_of(const Key& key) { return find_or_add(key); }
  [[nodiscard]] const Key& operator[](size_t row) const { return keys_[row]; }
  [[nodiscard]] size_t size() const { return keys_.size(); }
  [[nodiscard]] bool empty() const { return keys_.empty(); }

 private:
  [[nodiscard]] uint64_t hash(const Key& key) const {
    uint64_t mixed = seed_;
    for (const uint64_t word : key.words()) {
      const auto product = static_cast<uint128>(mixed ^ word) * 0xd6e8feb86659fd93U;
      mixed = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
      mixed += 0x9e3779b97f4a7c15U;
    }
    return mixed ^ mixed >> 32;
  }
  /// Goes on where the input before had this row: a little further, or where it was met last.
  void go_behind(size_t row) {
    constexpr size_t kNear = 4;
    for (size_t at = next_; at < before_.size() && at < next_ + kNear; ++at) {
      if (before_[at] == row) {
        next_ = at + 1;
        return;
      }
    }
    const size_t place = places_[row];
    if (place < before_.size() && before_[place] == row) {
      next_ = place + 1;
    }
  }
  size_t find_or_add(const Key& key) {
    if ((keys_.size() + 1) * 4 > slots_.size() * 3) {
      grow();
    }
    const size_t mask = slots_.size() - 1;
    for (size_t at = hash(key) & mask;; at = (at + 1) & mask) {
      if (slots_[at] == 0) {
        keys_.push_back(key);
        places_.push_back(~uint32_t{0});
        slots_[at] = static_cast<uint32_t>(keys_.size());
        return keys_.size() - 1;
      }
      if (keys_[slots_[at] - 1] == key) {
        return slots_[at] - 1;
      }
    }
  }

  void grow() {
    std::vector<uint32_t> larger(slots_.empty() ? 64 : slots_.size() * 2);
    const size_t mask = larger.size() - 1;
    for (size_t row = 0; row < keys_.size(); ++row) {
      size_t at = hash(keys_[row]) & mask;
      while (larger[at] != 0) {
        at = (at + 1) & mask;
      }
      larger[at] = static_cast<uint32_t>(row + 1);
    }
    slots_ = std::move(larger);
  }

  /// Differs from run to run, so that no input can aim at a slot; rows never depend on it.
  uint64_t seed_ = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(this)) * 0x9e3779b97f4a7c15U;
  Segmented<Key, 12> keys_;
  std::vector<uint32_t> slots_;         ///< row + 1; 0 is free
  Segmented<uint32_t, 12> places_;      ///< by row: where in its input's order it was met last
  std::vector<uint32_t> before_, now_;  ///< rows of the input before and of this one, in order
  size_t next_ = 0;                     ///< in before_
};

}  // namespace quern::merge
