// SPDX-License-Identifier: MIT
//
// A number computed from stored events: a sum with coefficients ("Ir + 10 Bm"), or a ratio of two
// such sums ("I1mr / Ir"). Every column of a graph or table is an EventSum, so that stored and
// derived events take the same path. Formulas become EventSums in derived.h.
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

/// The most that the coefficients of one sum add up to: 2^32 records, each of less than 2^64, times
/// 2^31 stay below 2^127. Graphs and tables may then add up a column without checks. A formula
/// beyond it has no sum (DerivedEvents::sum()).
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

/// The value of an EventRatio. Unlike Fraction it is not reduced, so that both sums stay readable,
/// and its denominator may be 0: the ratio then has no value.
struct Ratio {
  int128 numerator = 0;
  int128 denominator = 0;
  bool operator==(const Ratio&) const = default;
};

/// The sum for one row of costs by EventId. Events beyond the end of the row cost 0. Nothing if the
/// sum exceeds 128 bits: a row may itself be a sum of many.
[[nodiscard]] std::optional<int128> evaluate(const EventSum& sum, std::span<const int128> costs);
[[nodiscard]] std::optional<Ratio> evaluate(const EventRatio& ratio, std::span<const int128> costs);

}  // namespace quern
