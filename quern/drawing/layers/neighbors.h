// SPDX-License-Identifier: MIT
//
// The neighbors of each place in the rank above, or in the rank below: the other ends of its
// segments, and their positions.
#pragma once

#include <algorithm>
#include <span>

#include "quern/drawing/layers/sketch.h"

namespace quern {

class Neighbors {
 public:
  Neighbors(const RankPlaces& places, bool are_below) : first_(places.places.size() + 1) {
    for (const Segment& segment : places.segments) {
      ++first_[size_t{are_below ? segment.upper : segment.lower} + 1];
    }
    for (size_t place = 1; place < first_.size(); ++place) {
      first_[place] += first_[place - 1];
    }
    neighbors_.resize(places.segments.size());
    positions_.resize(places.segments.size());
    std::vector<size_t> next(first_.begin(), first_.end() - 1);
    for (const Segment& segment : places.segments) {
      const uint32_t place = are_below ? segment.upper : segment.lower;
      neighbors_[next[place]++] = are_below ? segment.lower : segment.upper;
    }
  }

  [[nodiscard]] std::span<const uint32_t> of(uint32_t place) const {
    return std::span(neighbors_).subspan(first_[place], first_[place + 1] - first_[place]);
  }

  /// The positions of a place's neighbors in their rank, ascending. `at` has those of all places.
  /// Valid until the next call for the same place.
  std::span<const uint32_t> positions(uint32_t place, const std::vector<uint32_t>& at) {
    const auto own = std::span(positions_).subspan(first_[place], of(place).size());
    std::ranges::transform(of(place), own.begin(), [&](uint32_t other) { return at[other]; });
    if (own.size() > 1) {
      std::ranges::sort(own);
    }
    return own;
  }
  /// What positions() returned last.
  [[nodiscard]] std::span<const uint32_t> last_positions(uint32_t place) const {
    return std::span(positions_).subspan(first_[place], of(place).size());
  }

 private:
  std::vector<size_t> first_;  ///< by place, and one more
  std::vector<uint32_t> neighbors_;
  std::vector<uint32_t> positions_;
};

}  // namespace quern
