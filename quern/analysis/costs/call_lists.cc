// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/call_lists.h"

#include <numeric>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/graph/component_search.h"
#include "quern/analysis/graph/cycle_search.h"

namespace quern {

namespace {

/// Calls use(caller, callee) for each call, but once for the same one several times in a row.
template <class Use>
void each_pair(const RecordedCalls& calls, Use use) {
  uint64_t last = UINT64_MAX;
  calls.each([&](uint32_t caller, uint32_t callee, const RecordedCall&) {
    if (last != (uint64_t{caller} << 32 | callee)) {
      last = uint64_t{caller} << 32 | callee;
      use(caller, callee);
    }
  });
}

}  // namespace

CallLists::CallLists(const RecordedCalls& calls, size_t nodes) : first_(nodes + 2) {
  each_pair(calls, [this](uint32_t caller, uint32_t) { ++first_[caller + 2]; });
  // One further on than in the end: each call that is put in its place moves its caller's up.
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  callees_.resize(first_.back());
  each_pair(calls,
            [this](uint32_t caller, uint32_t callee) { callees_[first_[caller + 1]++] = callee; });
  first_.pop_back();
}

CallLists::CallLists(const Profile& profile, const PartSet& parts)
    : CallLists(RecordedCalls(profile, parts, {{}, profile.symbols().functions.size()}),
                profile.symbols().functions.size()) {}

Cycles find_cycles(const CallLists& calls) {
  return cycles_in(calls);
}

std::vector<uint32_t> call_components(const Profile& profile, const PartSet& parts,
                                      std::span<const FunctionId> starts) {
  std::vector<uint32_t> components(profile.symbols().functions.size());
  if (has_contexts(profile, parts) || profile.counts().calls > CallLists::kMostCalls) {
    const Cycles cycles = find_cycles(profile_graph(profile, parts, {}, EdgesFrom::kAll));
    for (size_t function = 0; function < components.size(); ++function) {
      components[function] = cycles.component(function);
    }
    return components;
  }
  const CallLists calls(profile, parts);
  ComponentSearch search(calls);
  for (const FunctionId start : starts) {
    search.search_from(start.value);
  }
  for (size_t function = 0; function < components.size(); ++function) {
    components[function] = search.component(function);
  }
  return components;
}

}  // namespace quern
