// SPDX-License-Identifier: MIT
#include "quern/analysis/trees/path_counts.h"

#include <utility>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/trees/stack_index.h"

namespace quern {

namespace {

constexpr uint32_t kNoPath = StackIndex::kNone;

}  // namespace

PathCounts::PathCounts(const Profile& profile, const PartSet& parts, const NodeMap& nodes)
    : profile_(&profile), of_node_(nodes.nodes) {
  const Contexts& contexts = profile.contexts();
  const std::vector<uint32_t> node_of = nodes_of_frames(profile, nodes);
  StackIndex known;
  path_of_.assign(contexts.size(), kNoPath);
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    for (uint64_t index = part.first_context; parts.contains(at) && index < part.end_context;
         ++index) {
      const ContextId id(static_cast<uint32_t>(index));
      const ContextId above = contexts.parent(id);
      const Path path{above == kNoContext ? kNoPath : path_of_[above.index()],
                      node_of[contexts.frame_id(id).index()]};
      known.grow(paths_.size(), [this](uint32_t which) {
        return std::pair(paths_[which].parent, paths_[which].node);
      });
      uint32_t& found = known.slot(path.parent, path.node, [this, &path](uint32_t which) {
        return paths_[which].parent == path.parent && paths_[which].node == path.node;
      });
      if (found == kNoPath) {
        found = static_cast<uint32_t>(paths_.size());
        paths_.push_back(path);
        ++of_node_[path.node];
      }
      path_of_[index] = found;
    }
  }
}

std::vector<uint64_t> PathCounts::with_cost(const EventSum& column) const {
  const ColumnCosts columns(*profile_, std::span(&column, 1));
  std::vector<int128> own(paths_.size());
  ContextCosts walk(profile_->contexts());
  while (walk.next()) {
    if (const uint32_t path = path_of_[walk.context().index()]; path != kNoPath) {
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
  for (const Path& path : paths_) {
    const uint32_t caller = path.parent == kNoPath ? root : paths_[path.parent].node;
    ++counts[call(caller, path.node)];
  }
  return counts;
}

}  // namespace quern
