// SPDX-License-Identifier: MIT
//
// How costs by event become the columns of a question: each column is a sum of events, and its
// numbers add up or, of peaks, combine by maximum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/events/event_sum.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern {

/// By maximum only where all its events do.
[[nodiscard]] Combine combine_of(const Profile& profile, const EventSum& column);

/// Whether one of the columns has events that are peaks and others that add up: then its sum over
/// several stacks does not follow from those of its events.
[[nodiscard]] bool mixes_peaks(const Profile& profile, std::span<const EventSum> columns);

/// The columns of a question: which event counts how often in which, and how costs combine there.
class ColumnCosts {
 public:
  ColumnCosts(const Profile& profile, std::span<const EventSum> columns);

  [[nodiscard]] size_t size() const { return is_max_.size(); }
  /// True where a column holds the largest cost instead of a sum.
  [[nodiscard]] bool is_max(size_t column) const { return is_max_[column] != 0; }
  void combine(size_t column, int128& into, int128 amount) const {
    if (is_max_[column] == 0) [[likely]] {
      into += amount;
    } else if (into < amount) {
      into = amount;
    }
  }
  void combine(std::span<int128> into, std::span<const int128> amounts) const {
    for (size_t column = 0; column < into.size(); ++column) {
      combine(column, into[column], amounts[column]);
    }
  }
  /// Combines costs by event into columns.
  void add(std::span<int128> into, std::span<const EventCost> costs) const {
    for (const EventCost& each : costs) {
      const size_t event = each.event.index();
      for (size_t use = first_use_[event]; use < first_use_[event + 1]; ++use) {
        combine(uses_[use].column, into[uses_[use].column], each.cost * uses_[use].coefficient);
      }
    }
  }

 private:
  struct Use {
    size_t column;
    int128 coefficient;
  };
  std::vector<uint8_t> is_max_;    ///< by column
  std::vector<size_t> first_use_;  ///< by event, and one more, into uses_
  std::vector<Use> uses_;
};

}  // namespace quern
