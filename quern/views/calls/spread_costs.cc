// SPDX-License-Identifier: MIT
//
// How the costs of single calls are distributed. Quantiles need all costs of a function side by
// side, so calls are counted first, and then each walk fills one array for one column: eight bytes
// for each call, or sixteen if any cost needs them. Quantiles are found by selection, which is
// linear, not by sorting.
#include "quern/views/calls/spread_costs.h"

#include <algorithm>
#include <limits>

#include "quern/analysis/costs/context_walk.h"

namespace quern {

template <class Cost>
Quantiles quantiles_of(std::span<Cost> costs) {
  if (costs.empty()) {
    return {};
  }
  // The nearest rank of a share: the smallest number of calls that is at least this share of them.
  const auto rank_of = [&](size_t percent) {
    const size_t count = costs.size();
    return (count / 100 * percent) + ((count % 100 * percent + 99) / 100) - 1;
  };
  const auto at = [&](size_t rank) { return costs.begin() + static_cast<std::ptrdiff_t>(rank); };
  const size_t median = rank_of(50);
  const size_t p95 = rank_of(95);
  std::nth_element(costs.begin(), at(median), costs.end());
  if (p95 > median) {
    std::nth_element(at(median + 1), at(p95), costs.end());
  }
  return {.min = *std::min_element(costs.begin(), at(median + 1)),
          .median = costs[median],
          .p95 = costs[p95],
          .max = *std::max_element(at(p95), costs.end())};
}

template Quantiles quantiles_of<int64_t>(std::span<int64_t> costs);
template Quantiles quantiles_of<int128>(std::span<int128> costs);

namespace {

/// Counts the calls of each slot.
struct Counter {
  const Contexts& contexts;
  std::span<const uint32_t> slot_of;
  std::vector<uint64_t>& counts;
  void enter(ContextId context) {
    const uint32_t slot = slot_of[contexts.frame(context).function.index()];
    if (slot != kNoSlot) {
      ++counts[slot];
    }
  }
  void leave(ContextId, std::span<const int128>, std::span<const int128>) {}
};

/// Lists the costs of one column by slot.
template <class Cost>
struct Lister {
  const Contexts& contexts;
  std::span<const uint32_t> slot_of;
  std::vector<uint64_t> next;  ///< by slot, into costs
  std::vector<Cost>& costs;
  bool is_self;
  bool fits = true;
  void enter(ContextId) {}
  void leave(ContextId context, std::span<const int128> self, std::span<const int128> inclusive) {
    const uint32_t slot = slot_of[contexts.frame(context).function.index()];
    if (slot == kNoSlot) {
      return;
    }
    const int128 cost = is_self ? self[0] : inclusive[0];
    if constexpr (sizeof(Cost) < sizeof(int128)) {
      fits = fits && cost >= int128{std::numeric_limits<Cost>::min()} &&
             cost <= int128{std::numeric_limits<Cost>::max()};
    }
    costs[next[slot]++] = static_cast<Cost>(cost);
  }
};

class Spreader {
 public:
  Spreader(const Profile& profile, const PartSet& parts, std::span<const uint32_t> slot_of,
           std::vector<Spread>& spreads)
      : profile_(profile), parts_(parts), slot_of_(slot_of), spreads_(spreads) {
    std::vector<uint64_t> counts(spreads.size());
    walk_contexts(profile, parts, ColumnCosts(profile, {}),
                  Counter{profile.contexts(), slot_of, counts});
    uint64_t first = 0;
    for (size_t slot = 0; slot < spreads.size(); ++slot) {
      spreads[slot].calls = counts[slot];
      first_.push_back(first);
      first += counts[slot];
    }
    calls_ = first;
  }

  void spread(const EventSum& column) {
    const ColumnCosts costs(profile_, {&column, 1});
    for (const bool is_self : {true, false}) {
      // Costs of one call fit 64 bits nearly always; if one does not, the walk is done again.
      if (!try_spread<int64_t>(costs, is_self)) {
        (void)try_spread<int128>(costs, is_self);
      }
    }
  }

 private:
  template <class Cost>
  bool try_spread(const ColumnCosts& column, bool is_self) {
    std::vector<Cost> costs(calls_);
    Lister<Cost> lister{profile_.contexts(), slot_of_, first_, costs, is_self};
    walk_contexts(profile_, parts_, column, lister);
    if (!lister.fits) {
      return false;
    }
    for (size_t slot = 0; slot < spreads_.size(); ++slot) {
      Spread& spread = spreads_[slot];
      (is_self ? spread.self : spread.inclusive)
          .push_back(quantiles_of(std::span(costs).subspan(first_[slot], spread.calls)));
    }
    return true;
  }

  const Profile& profile_;
  const PartSet& parts_;
  std::span<const uint32_t> slot_of_;
  std::vector<Spread>& spreads_;
  std::vector<uint64_t> first_;  ///< by slot
  uint64_t calls_ = 0;
};

}  // namespace

std::vector<Spread> spread_costs(const Profile& profile, const PartSet& parts,
                                 std::span<const EventSum> columns,
                                 std::span<const uint32_t> slot_of, size_t slots) {
  std::vector<Spread> spreads(slots);
  Spreader spreader(profile, parts, slot_of, spreads);
  for (const EventSum& column : columns) {
    spreader.spread(column);
  }
  return spreads;
}

}  // namespace quern
