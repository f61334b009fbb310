// SPDX-License-Identifier: MIT
//
// Numbers all distinct stacks. A stack is its parent's number and its own node, so each takes one
// entry of a hash table, and no stack is ever written out.
#include "quern/analysis/trees/path_counts.h"

#include <utility>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/context_walk.h"

namespace quern {

PathCounts::PathCounts(const Profile& profile, const PartSet& parts, const NodeMap& nodes)
    : profile_(&profile), of_node_(nodes.nodes) {
  const Contexts& contexts = profile.contexts();
  const std::vector<uint32_t> node_of = nodes_of_frames(profile, nodes);
  path_of_.assign(contexts.size(), StackKey::kNone);
  each_context(profile, parts, [&](ContextId id) {
    const ContextId above = contexts.parent(id);
    const size_t known = paths_.size();
    const uint32_t path =
        paths_.of({above == kNoContext ? StackKey::kNone : path_of_[above.index()],
                   node_of[contexts.frame_id(id).index()]});
    of_node_[paths_[path].node] += path == known ? 1U : 0U;
    path_of_[id.index()] = path;
  });
}

std::vector<uint64_t> PathCounts::with_cost(const EventSum& column) const {
  const ColumnCosts columns(*profile_, std::span(&column, 1));
  std::vector<int128> own(paths_.size());
  ContextCosts walk(profile_->contexts());
  while (walk.next()) {
    if (const uint32_t path = path_of_[walk.context().index()]; path != StackKey::kNone) {
      columns.add(std::span(&own[path], 1), walk.costs());
    }
  }
  std::vector<uint64_t> counts(of_node_.size());
  for (size_t path = 0; path < own.size(); ++path) {
    counts[paths_[path].node] += own[path] != 0 ? 1U : 0U;
  }
  return counts;
}

PathCounts::OfCalls PathCounts::of_calls() const {
  OfCalls counts;
  const auto root = static_cast<uint32_t>(of_node_.size());
  for (size_t at = 0; at < paths_.size(); ++at) {
    const StackKey& path = paths_[at];
    const uint32_t caller = path.parent == StackKey::kNone ? root : paths_[path.parent].node;
    ++counts[call(caller, path.node)];
  }
  return counts;
}

}  // namespace quern
