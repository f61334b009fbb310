// SPDX-License-Identifier: MIT
#include "quern/analysis/events/event_sum.h"

namespace quern {

EventSum event_sum(EventId event) {
  return {{{event, 1}}};
}

std::vector<EventSum> event_sums(std::span<const EventId> events) {
  std::vector<EventSum> sums;
  sums.reserve(events.size());
  for (const EventId event : events) {
    sums.push_back(event_sum(event));
  }
  return sums;
}

std::optional<int128> evaluate(const EventSum& sum, std::span<const int128> costs) {
  int128 total = 0;
  for (const EventTerm& term : sum.terms) {
    if (term.event.index() >= costs.size()) {
      continue;
    }
    int128 amount = 0;
    if (__builtin_mul_overflow(costs[term.event.index()], term.coefficient, &amount) ||
        __builtin_add_overflow(total, amount, &total)) {
      return std::nullopt;
    }
  }
  return total;
}

std::optional<Ratio> evaluate(const EventRatio& ratio, std::span<const int128> costs) {
  const std::optional<int128> numerator = evaluate(ratio.numerator, costs);
  const std::optional<int128> denominator = evaluate(ratio.denominator, costs);
  if (!numerator || !denominator) {
    return std::nullopt;
  }
  return Ratio{*numerator, *denominator};
}

}  // namespace quern
