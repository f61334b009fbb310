// SPDX-License-Identifier: MIT
//
// What holds from one address up to the next: stretches that do not overlap, made of ranges that
// may lie within each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

namespace quern {

/// A range of addresses; of two that overlap, the later one in a list lies on top.
template <class Value>
struct LayeredRange {
  uint64_t start = 0;
  uint64_t end = 0;  ///< behind its last address
  Value value = {};
};

template <class Value>
class AddressMap {
 public:
  /// Where a search ended, to begin the next one there: addresses are asked for one after the
  /// other.
  struct Hint {
    size_t at = 0;
  };

  /// Holds up to the next one.
  struct Stretch {
    uint64_t start = 0;
    Value value = {};
  };

  AddressMap() = default;
  /// `stretches` ascend.
  explicit AddressMap(std::vector<Stretch> stretches) : stretches_(std::move(stretches)) {}
  /// What no range covers has the value `none`. Takes n log n steps, however ranges overlap.
  AddressMap(std::vector<LayeredRange<Value>> ranges, const Value& none);

  /// Null: before the first range.
  [[nodiscard]] const Value* find(uint64_t address, Hint& hint) const {
    // The same stretch as before, or the next one, as one instruction follows another.
    for (size_t at = hint.at; at < std::min(hint.at + 2, stretches_.size()); ++at) {
      if (holds(at, address)) {
        hint.at = at;
        return &stretches_[at].value;
      }
    }
    const auto behind = std::ranges::upper_bound(stretches_, address, {}, &Stretch::start);
    if (behind == stretches_.begin()) {
      return nullptr;
    }
    hint.at = static_cast<size_t>(behind - stretches_.begin()) - 1;
    return &stretches_[hint.at].value;
  }

  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }

 private:
  [[nodiscard]] bool holds(size_t at, uint64_t address) const {
    return stretches_[at].start <= address &&
           (at + 1 == stretches_.size() || address < stretches_[at + 1].start);
  }
  void add(uint64_t start, const Value& value) {
    if (!stretches_.empty() && stretches_.back().start == start) {
      stretches_.back().value = value;
    } else if (stretches_.empty() || stretches_.back().value != value) {
      stretches_.push_back({start, value});
    }
  }

  std::vector<Stretch> stretches_;  ///< ascending
};

template <class Value>
AddressMap<Value>::AddressMap(std::vector<LayeredRange<Value>> ranges, const Value& none) {
  std::vector<uint32_t> order;  // by start
  for (uint32_t at = 0; at < ranges.size(); ++at) {
    if (ranges[at].start < ranges[at].end) {
      order.push_back(at);
    }
  }
  std::ranges::sort(order, {}, [&](uint32_t at) { return std::pair(ranges[at].start, at); });
  std::priority_queue<uint32_t> open;  // the topmost first; what has ended is dropped once on top
  const auto end_before = [&](uint64_t limit) {
    while (!open.empty()) {
      const uint64_t end = ranges[open.top()].end;
      if (end > limit) {
        return;
      }
      while (!open.empty() && ranges[open.top()].end <= end) {
        open.pop();
      }
      add(end, open.empty() ? none : ranges[open.top()].value);
    }
  };
  for (const uint32_t at : order) {
    end_before(ranges[at].start);
    open.push(at);
    add(ranges[at].start, ranges[open.top()].value);
  }
  end_before(UINT64_MAX);
}

}  // namespace quern
