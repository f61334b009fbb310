// SPDX-License-Identifier: MIT
//
// Lists of functions need sums by function, and no single edge: so calls are summed where they are
// packed, and no graph is built. Where can_be_summed() says no, the caller has to build one.
#include "quern/analysis/costs/call_sums.h"

#include <utility>

#include "quern/analysis/costs/caller_runs.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/analysis/costs/recorded_sums.h"

namespace quern {

bool can_be_summed(const Profile& profile) {
  return !profile.has_estimates() && profile.counts().calls <= CallerRuns::kMostCalls;
}

CallSums call_sums(const Profile& profile, const PartSet& parts, std::span<const EventSum> columns,
                   const NodeMap& groups, BetweenNodes wanted, unsigned threads) {
  CostRows self = self_costs(profile, parts, columns, groups, EdgesFrom::kRecords);
  RecordColumns costs(profile, columns);
  std::optional<CostRows> between;
  if (wanted == BetweenNodes::kWanted) {
    between = CostRows::zeros(groups.nodes, columns.size() + 1);
  }
  const auto cross = [&](uint32_t caller, uint32_t callee, const RecordedCall& call) {
    if (between && caller != callee) {
      between->add(caller, 0, int128{call.count});
      between->add(callee, 0, int128{call.count});
      costs.each(call.part, call.costs,
                 [&](size_t column, int128 cost) { between->add(callee, column + 1, cost); });
    }
  };
  const RecordedCalls calls(profile, parts, groups);
  RecordedSums sums = recorded_sums(calls, costs, self, kNoneOutside, threads, cross);
  return {std::move(self), std::move(sums.counts), std::move(sums.cycles),
          std::move(sums.inclusive), std::move(between)};
}

}  // namespace quern
