// SPDX-License-Identifier: MIT
//
// Whether one function can lead to another. Components are numbered so that calls lead to lower
// numbers or stay inside: a function below the lowest goal cannot lead to it, and whole regions are
// left out of the search. The number of followed calls is bounded for the life of the object; when
// it is used up, the answer is "maybe".
#include "quern/analysis/costs/calls_below.h"

#include <algorithm>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/graph/component_search.h"

namespace quern {

/// Calls use(rows), which have who calls whom as ComponentSearch wants it.
template <class Use>
void CallsBelow::with_rows(Use use) const {
  if (graph_) {
    use(graph_->rows());
  } else {
    use(runs_);
  }
}

CallsBelow::CallsBelow(const Profile& profile, const PartSet& parts,
                       std::span<const FunctionId> starts)
    : calls_(profile, parts, {{}, profile.symbols().functions.size()}),
      runs_(calls_),
      components_(profile.symbols().functions.size()) {
  if (has_contexts(profile, parts) || profile.counts().calls > CallerRuns::kMostCalls) {
    graph_ = profile_graph(profile, parts, {}, EdgesFrom::kAll);
  } else {
    calls_.each_run(
        [&](uint32_t caller, size_t part, const CallRun& run) { runs_.add(caller, part, run); });
  }
  with_rows([&](const auto& rows) {
    ComponentSearch search(rows);
    for (const FunctionId start : starts) {
      search.search_from(start.value);
    }
    for (size_t function = 0; function < components_.size(); ++function) {
      components_[function] = search.component(function);
    }
  });
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

/// A search from `from` that stops at the first goal. Only what was touched is reset, as many
/// questions are asked one after the other.
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
  with_rows([&](const auto& rows) {
    while (!leads && !open_.empty()) {
      auto walk = rows.walk(open_.back());
      open_.pop_back();
      for (uint32_t callee = 0; !leads && rows.next(walk, callee);) {
        leads = ++followed_ > kMostFollowed || visits(callee);
      }
    }
  });
  open_.clear();
  for (const uint32_t function : touched_) {
    seen_[function] = Seen::kNo;
  }
  touched_.clear();
  return leads;
}

}  // namespace quern
