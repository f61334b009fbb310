// SPDX-License-Identifier: MIT
//
// Costs in a call graph that cannot all be true. Callgrind-like files record what a call costs
// twice: in the row below `calls=`, and as the rows of the callee. This is the only place that
// compares the two. Each kind is a finding with a code, as a reader's findings are. Only events
// that add up are compared, and functions outside cycles, where calls overlap. Xdebug rounds the
// cost of each call, so its sums may differ by 1 a call. Incomplete and filtered profiles are not
// searched, since the costs of some of their calls are missing by design.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/model/profile.h"
#include "quern/model/records/findings.h"

namespace quern {

//   fn=main
//   1 10
//   cfn=work
//   calls=1 1
//   2 100          a call of work costs 100,
//   fn=work
//   1 60           but work has 60: calls-above-callee;
//                  main costs 110 of 70 in all: inclusive-above-total
inline constexpr CodeInfo kInclusiveAboveTotal{
    "inclusive-above-total", Severity::kWarning,
    "the inclusive cost of a function exceeds the total"};
inline constexpr CodeInfo kCallsAboveCallee{
    "calls-above-callee", Severity::kWarning,
    "the calls of a function cost more than its inclusive cost"};
/// The same two codes where the difference is_negligible(), as for `_Exit` in Callgrind's files
/// with simulated caches.
inline constexpr CodeInfo kInclusiveSlightlyAboveTotal{kInclusiveAboveTotal.name, Severity::kNote,
                                                       kInclusiveAboveTotal.summary};
inline constexpr CodeInfo kCallsSlightlyAboveCallee{kCallsAboveCallee.name, Severity::kNote,
                                                    kCallsAboveCallee.summary};
/// Also where a function was entered without a recorded call: a thread starts in it, or Callgrind
/// began to collect there.
inline constexpr CodeInfo kCalleesAboveCaller{
    "callees-above-caller", Severity::kNote,
    "the callees of a function cost more than the calls to it"};

/// Those of the chosen parts; of each code the count and the largest few. Needs Keep::kSums. Time
/// and memory are linear in the calls and functions, as those of call_sums().
[[nodiscard]] Findings contradictions(const Profile& profile, const PartSet& parts,
                                      std::span<const EventId> events);
/// Those of the whole profile, in all its events.
[[nodiscard]] Findings contradictions(const Profile& profile);

/// A column of costs, with the total that no inclusive cost may exceed.
struct ColumnTotal {
  std::string_view event;
  Combine combine = Combine::kSum;
  int128 total = 0;
};
/// The name of a function or group, which outlives the search.
using NameOfNode = std::function<std::string_view(uint32_t node)>;

/// Nodes whose inclusive cost exceeds a total by more than `slack`: the first contradiction by
/// itself, for answers whose nodes are groups and whose columns are formulas. Columns of the rows
/// behind those of `totals` are not compared.
[[nodiscard]] Findings inclusive_above_total(const InclusiveCosts& inclusive, const CostRows& self,
                                             std::span<const ColumnTotal> totals,
                                             const NameOfNode& name, int128 slack = 0);

}  // namespace quern
