// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/function_sums.h"

#include <algorithm>

#include "quern/analysis/costs/finer_bounds.h"
#include "quern/analysis/graph/cycles.h"

namespace quern {

FunctionSums::FunctionSums(const Profile& profile, std::span<const EventId> events,
                           const NodeMap& nodes)
    : profile_(&profile),
      nodes_(nodes),
      parts_(PartSet::all(profile)),
      columns_(event_sums(events)),
      self_(self_costs(profile, parts_, columns_, nodes)),
      graph_(profile_graph(profile, parts_, columns_, nodes)),
      inclusive_(inclusive_costs(graph_, find_cycles(graph_))),
      has_calls_(counts_calls(profile, parts_)) {
  for (const EventId event : events) {
    is_max_.push_back(profile.events()[event.index()].combine == Combine::kMax);
  }
  if (has_contexts(profile, parts_)) {
    stacks_ = context_sums(profile, parts_, columns_, nodes);
  }
  raise_lower_bounds(profile, parts_, columns_, nodes, inclusive_);
}

int128 FunctionSums::inclusive(size_t node, size_t event) const {
  const int128 cost = inclusive_.lower(node, event);
  if (!stacks_) {
    return cost;
  }
  const int128 more = stacks_->inclusive.at(node, event);
  return is_max_[event] ? std::max(cost, more) : cost + more;
}

std::optional<int128> FunctionSums::calls(size_t node) const {
  if (!has_calls_) {
    return std::nullopt;
  }
  return graph_.calls(node) + (stacks_ ? int128{stacks_->calls[node]} : int128{0});
}

}  // namespace quern
