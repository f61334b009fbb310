// SPDX-License-Identifier: MIT
//
// How a cost is distributed over many runs, in little memory: the number of runs, their sum, the
// lowest and the highest are exact; all between is counted in buckets that are as wide as 1/64 of
// their costs. A quantile is therefore within 1/128 of the exact one, and exact where costs are
// below 128. Adding is exact: the result does not depend on the order or the grouping. Costs of 0
// are not stored: who asks says how many runs there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/amount.h"

namespace quern {

class Distribution {
 public:
  /// Smaller costs have buckets of their own.
  static constexpr int128 kExactBelow = 128;
  /// Whether a quantile of this size may be off by 1/128.
  [[nodiscard]] static constexpr bool is_close(int128 quantile) {
    return quantile <= -kExactBelow || quantile >= kExactBelow;
  }

  /// Costs of one bucket have the same sign, the same highest bit, and the same six bits below it.
  struct Bucket {
    int32_t index = 0;
    uint32_t count = 0;
    bool operator==(const Bucket&) const = default;
  };
  /// The exact numbers. `run`: the number of the run with the maximum.
  struct Exactly {
    uint64_t count = 0;
    int128 sum = 0, min = 0, max = 0;
    uint32_t run = 0;
    bool operator==(const Exactly&) const = default;
  };

  Distribution() = default;
  /// Of one cost, which is not 0.
  Distribution(int128 cost, uint32_t run) : exactly_{1, cost, cost, cost, run} {}
  /// What was read from a file. Nothing: it contradicts itself. `buckets` is empty where all costs
  /// are in one.
  [[nodiscard]] static std::optional<Distribution> of(const Exactly& exactly,
                                                      std::vector<Bucket> buckets);

  /// `is_before(run, other)`: which of two runs is named if both have the maximum.
  template <class IsBefore>
  void add(const Distribution& more, const IsBefore& is_before) {
    const Exactly& from = more.exactly_;
    if (from.count != 0 && (exactly_.count == 0 || from.max > exactly_.max ||
                            (from.max == exactly_.max && is_before(from.run, exactly_.run)))) {
      exactly_.run = from.run;
    }
    add_costs(more);
  }
  /// Gives runs other numbers.
  void renumber(std::span<const uint32_t> runs) { exactly_.run = runs[exactly_.run]; }

  [[nodiscard]] const Exactly& exactly() const { return exactly_; }
  /// Ascending; empty where all costs are in one.
  [[nodiscard]] const std::vector<Bucket>& buckets() const { return buckets_; }
  /// The cost of a rank, from 1 on, in ascending order, where `zeros` further costs are 0.
  [[nodiscard]] int128 at_rank(uint64_t rank, uint64_t zeros) const;

  [[nodiscard]] static int32_t bucket_of(int128 cost);
  bool operator==(const Distribution&) const = default;

 private:
  void add_costs(const Distribution& more);

  Exactly exactly_;
  std::vector<Bucket> buckets_;
};

/// What is shown of a cost of `runs` runs. All are 0 where there is no run.
struct RunSummary {
  uint64_t runs = 0;
  int128 sum = 0;
  int128 min = 0, median = 0, p95 = 0, max = 0;
  std::optional<uint32_t> run;  ///< the one with the maximum; nothing where that is 0
  /// One of its quantiles: those of large costs that differ are within 1/128.
  [[nodiscard]] Amount quantile(int128 cost) const {
    return amount_of(cost, min != max && Distribution::is_close(cost));
  }
  [[nodiscard]] double mean() const {
    return runs == 0 ? 0 : to_double(sum) / static_cast<double>(runs);
  }
};

/// Quantiles are of the nearest rank: the median is the cost of rank ⌈runs / 2⌉.
[[nodiscard]] RunSummary summary_of(const Distribution& costs, uint64_t runs);
/// The cost of rank ⌈runs × percent / 100⌉.
[[nodiscard]] int128 percentile(const Distribution& costs, uint64_t runs, unsigned percent);

}  // namespace quern
