// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/call_lists.h"

#include <algorithm>
#include <numeric>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/graph/component_search.h"

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

CallLists::CallLists(const CallGraph& graph) {
  const EdgeRows rows = graph.rows();
  first_.assign(rows.first.begin(), rows.first.end());
  callees_.assign(rows.callees.begin(), rows.callees.end());
}

namespace {

CallLists calls_of(const Profile& profile, const PartSet& parts) {
  return has_contexts(profile, parts) || profile.counts().calls > CallLists::kMostCalls
             ? CallLists(profile_graph(profile, parts, {}, EdgesFrom::kAll))
             : CallLists(profile, parts);
}

}  // namespace

CallsBelow::CallsBelow(const Profile& profile, const PartSet& parts,
                       std::span<const FunctionId> starts)
    : calls_(calls_of(profile, parts)), components_(profile.symbols().functions.size()) {
  const EdgeRows rows = calls_.rows();
  ComponentSearch search(rows);
  for (const FunctionId start : starts) {
    search.search_from(start.value);
  }
  for (size_t function = 0; function < components_.size(); ++function) {
    components_[function] = search.component(function);
  }
}

/// True where it is a goal. What is numbered below all goals does not lead to any.
bool CallsBelow::visit(uint32_t function, uint32_t lowest) {
  if (function >= components_.size()) {
    return false;
  }
  Seen& seen = seen_[function];
  if (seen == Seen::kGoal) {
    return true;
  }
  if (seen == Seen::kNo && components_[function] >= lowest) {
    seen = Seen::kVisited;
    touched_.push_back(function);
    open_.push_back(function);
  }
  return false;
}

bool CallsBelow::may_lead(std::span<const FunctionId> from, std::span<const FunctionId> goals) {
  seen_.resize(components_.size());
  uint32_t lowest = UINT32_MAX;
  for (const FunctionId goal : goals) {
    lowest = std::min(lowest, component(goal));
    seen_[goal.index()] = Seen::kGoal;
    touched_.push_back(goal.value);
  }
  const auto visits = [&](uint32_t function) { return visit(function, lowest); };
  bool leads =
      std::ranges::any_of(from, visits, [](FunctionId function) { return function.value; });
  while (!leads && !open_.empty()) {
    const uint32_t function = open_.back();
    open_.pop_back();
    const size_t end = calls_.first_edge(function + 1);
    followed_ += end - calls_.first_edge(function);
    leads = followed_ > kMostFollowed;
    for (size_t edge = calls_.first_edge(function); edge < end && !leads; ++edge) {
      leads = visits(calls_.callee(edge));
    }
  }
  open_.clear();
  for (const uint32_t function : touched_) {
    seen_[function] = Seen::kNo;
  }
  touched_.clear();
  return leads;
}

}  // namespace quern
