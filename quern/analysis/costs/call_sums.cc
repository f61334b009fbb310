// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/call_sums.h"

#include <utility>

#include "quern/analysis/costs/call_lists.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/analysis/costs/recorded_calls.h"

namespace quern {

bool can_be_summed(const Profile& profile) {
  return !profile.has_estimates() && profile.counts().calls <= CallLists::kMostCalls;
}

CallSums call_sums(const Profile& profile, const PartSet& parts, std::span<const EventSum> columns,
                   const NodeMap& groups, BetweenNodes wanted) {
  const RecordedCalls calls(profile, parts, groups);
  Cycles cycles = find_cycles(CallLists(calls, groups.nodes));
  CostRows self = self_costs(profile, parts, columns, groups, EdgesFrom::kRecords);
  CostRows counts = CostRows::zeros(groups.nodes, 1);
  InclusiveSums sums(self, cycles);
  RecordColumns costs(profile, columns);
  std::optional<CostRows> between;
  if (wanted == BetweenNodes::kWanted) {
    between = CostRows::zeros(groups.nodes, columns.size() + 1);
  }
  const auto add = [&](uint32_t caller, uint32_t callee, const RecordedCall& call) {
    counts.add(callee, 0, int128{call.count});
    CostRows* const crossing = between && caller != callee ? &*between : nullptr;
    if (crossing != nullptr) {
      crossing->add(caller, 0, int128{call.count});
      crossing->add(callee, 0, int128{call.count});
    }
    costs.each(call.part, call.costs, [&](size_t column, int128 cost) {
      sums.add_call(caller, callee, column, cost);
      if (crossing != nullptr) {
        crossing->add(callee, column + 1, cost);
      }
    });
  };
  calls.each(add, [&](uint32_t, uint32_t callee) {
    counts.prefetch(callee);
    sums.prefetch(callee);
  });
  InclusiveCosts inclusive = sums.finish();
  return {std::move(self), std::move(counts), std::move(cycles), std::move(inclusive),
          std::move(between)};
}

}  // namespace quern
