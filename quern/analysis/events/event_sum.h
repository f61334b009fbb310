// SPDX-License-Identifier: MIT
//
// A number made of events: a sum of stored ones, each with a coefficient, or a ratio of two such
// sums. What graphs and tables have as columns, stored events and derived ones alike.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/ids.h"

namespace quern {

struct EventTerm {
  EventId event;
  int128 coefficient = 1;
  bool operator==(const EventTerm&) const = default;
};

/// Coefficients of one sum stay within this in total, so that no sum over 2^32 records of any cost
/// leaves 128 bits.
inline constexpr int128 kMaxWeight = int128{1} << 31;

struct EventSum {
  std::vector<EventTerm> terms;  ///< each event once, ascending
  bool operator==(const EventSum&) const = default;
};

/// A stored event as a sum of itself.
[[nodiscard]] EventSum event_sum(EventId event);
[[nodiscard]] std::vector<EventSum> event_sums(std::span<const EventId> events);

struct EventRatio {
  EventSum numerator;
  EventSum denominator;
  bool operator==(const EventRatio&) const = default;
};

/// An exact fraction, not reduced. The denominator may be 0: the ratio then has no value.
struct Ratio {
  int128 numerator = 0;
  int128 denominator = 0;
  bool operator==(const Ratio&) const = default;
};

/// The sum for one row of costs by EventId (what the row is too short for is 0); nothing where it
/// is beyond 128 bits.
[[nodiscard]] std::optional<int128> evaluate(const EventSum& sum, std::span<const int128> costs);
[[nodiscard]] std::optional<Ratio> evaluate(const EventRatio& ratio, std::span<const int128> costs);

}  // namespace quern
