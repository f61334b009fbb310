// SPDX-License-Identifier: MIT
#include "quern/views/tree_source.h"

#include <algorithm>
#include <string>

#include "quern/analysis/context_walk.h"
#include "quern/views/codes.h"
#include "quern/views/columns.h"

namespace quern {

bool has_mixed_stacks(const Profile& profile, const Selection& selection) {
  return has_contexts(profile, selection.parts) && lacks_contexts(profile, selection.parts);
}

Diagnostic mixed_stacks() {
  return usage_error(kMixedStacks.name,
                     "some of these parts have exact stacks and others a call graph: "
                     "there is no one tree of both",
                     "choose parts of one kind with --part, or ask for each input alone");
}

Diagnostic several_events(std::string_view what) {
  return usage_error(kOneEvent.name, std::string(what) + " of one event, and several are named",
                     "name one with --event");
}

ProfileTree::ProfileTree(const Profile& profile, const Selection& selection, const NodeMap& nodes,
                         bool bottom_up, Recursion recursion)
    : columns_(profile, column_sums(selection)) {
  const std::vector<EventSum> sums = column_sums(selection);
  if (has_contexts(profile, selection.parts)) {
    stacks_ = std::make_unique<StackTree>(profile, selection.parts, sums, nodes, recursion);
    tree_ = bottom_up ? quern::bottom_up(*stacks_, columns_) : top_down(*stacks_);
    return;
  }
  graph_ = std::make_unique<Graph>(profile_graph(profile, selection.parts, sums, nodes));
  tree_ = bottom_up ? quern::bottom_up(graph_->costs) : top_down(graph_->costs);
}

Amount sum_of(const Amount& left, const Amount& right, bool is_max) {
  const auto join = [is_max](int128 a, int128 b) { return is_max ? std::max(a, b) : a + b; };
  const int128 lower = join(lower_of(left), lower_of(right));
  const Certainty certainty = std::max(certainty_of(left), certainty_of(right));
  if (certainty == Certainty::kExact) {
    return Exact{lower};
  }
  if (certainty == Certainty::kBounded) {
    return Bounded{lower, join(upper_of(left), upper_of(right))};
  }
  return Estimated{lower};
}

}  // namespace quern
