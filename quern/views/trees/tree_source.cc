// SPDX-License-Identifier: MIT
//
// Which tree a profile has: exact stacks if all chosen parts have them, else one of a call graph.
// Of graphs the finest is used that the profile knows, such as Callgrind's functions by caller,
// because its branches are exact for longer; its functions are joined again when they are shown.
#include "quern/views/trees/tree_source.h"

#include <algorithm>
#include <string>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/finer_bounds.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"

namespace quern {

bool has_mixed_stacks(const Profile& profile, const Selection& selection) {
  return has_contexts(profile, selection.parts) && lacks_contexts(profile, selection.parts);
}

Diagnostic mixed_stacks() {
  return usage_error(kMixedStacks.name,
                     "some parts have exact stacks and others only a call graph, so they cannot "
                     "form one tree",
                     "choose parts of one kind with --part, or analyze each file separately");
}

Diagnostic several_events(std::string_view what) {
  return usage_error(kOneEvent.name, std::string(what) + " one event, but several are named",
                     "name one with --event");
}

namespace {

std::unique_ptr<const CallTree> tree_of(const GraphCosts& costs, bool bottom_up) {
  return bottom_up ? quern::bottom_up(costs) : top_down(costs);
}
std::unique_ptr<const CallTree> tree_of(const StackTree& stacks, const ColumnCosts& columns,
                                        bool bottom_up) {
  return bottom_up ? quern::bottom_up(stacks, columns) : top_down(stacks, columns);
}

}  // namespace

ProfileTree::ProfileTree(const Profile& profile, const Selection& selection, const NodeMap& nodes,
                         bool bottom_up, Recursion recursion)
    : columns_(profile, column_sums(selection)) {
  const std::vector<EventSum> sums = column_sums(selection);
  if (has_contexts(profile, selection.parts)) {
    stacks_ = std::make_unique<StackTree>(profile, selection.parts, sums, nodes, recursion);
    tree_ = tree_of(*stacks_, columns_, bottom_up);
    return;
  }
  if (grow_apart(profile, selection, nodes, bottom_up, recursion) ||
      grow_groups(profile, selection, nodes, bottom_up, recursion)) {
    return;
  }
  auto graph = std::make_unique<Graph>(profile_graph(profile, selection.parts, sums, nodes));
  raise_lower_bounds(profile, selection.parts, sums, nodes, graph->inclusive);
  graph_ = std::move(graph);
  costs_ = graph_->costs();
  grow_folded(bottom_up);
}

ProfileTree::ProfileTree(const Profile& profile, const Selection& selection, const NodeMap& nodes,
                         const GraphCosts& graph, bool bottom_up, Recursion recursion)
    : columns_(profile, column_sums(selection)), costs_(graph) {
  if (!grow_apart(profile, selection, nodes, bottom_up, recursion) &&
      !grow_groups(profile, selection, nodes, bottom_up, recursion)) {
    grow_folded(bottom_up);
  }
}

bool ProfileTree::has_peaks() const {
  for (size_t column = 0; column < columns_.size(); ++column) {
    if (columns_.is_max(column)) {
      return true;
    }
  }
  return false;
}

bool ProfileTree::grow_groups(const Profile& profile, const Selection& selection,
                              const NodeMap& nodes, bool bottom_up, Recursion recursion) {
  // Each function is its own node already; or, with peaks, a graph would add them up.
  if (selection.group_by == GroupBy::kFunction || has_peaks() || profile.told_apart() != nullptr) {
    return false;
  }
  const Graph graph(profile_graph(profile, selection.parts, column_sums(selection)));
  if (!is_forest(graph.calls, graph.cycles, graph.inclusive)) {
    return false;
  }
  for (uint32_t at = 0; at < profile.symbols().functions.size(); ++at) {
    node_of_.push_back(nodes.node(FunctionId(at)));
  }
  stacks_ =
      std::make_unique<StackTree>(graph.calls, graph.inclusive, columns_, node_of_, recursion);
  tree_ = tree_of(*stacks_, columns_, bottom_up);
  return true;
}

/// Where names tell functions apart by their callers, their graph tells more. True where each of
/// its nodes is one stack, and all is exact; else it is kept where it helps. Groups of functions,
/// and recursion as one branch, contract a graph instead.
bool ProfileTree::grow_apart(const Profile& profile, const Selection& selection,
                             const NodeMap& nodes, bool bottom_up, Recursion recursion) {
  const SplitFunctions* const apart = profile.told_apart();
  if (apart == nullptr || has_peaks()) {  // a graph adds up
    return false;
  }
  auto graph = std::make_unique<const Graph>(
      told_apart_graph(profile, selection.parts, column_sums(selection)));
  for (const FunctionId function : apart->functions) {
    node_of_.push_back(nodes.node(function));
  }
  if (is_forest(graph->calls, graph->cycles, graph->inclusive)) {
    stacks_ =
        std::make_unique<StackTree>(graph->calls, graph->inclusive, columns_, node_of_, recursion);
    tree_ = tree_of(*stacks_, columns_, bottom_up);
    return true;
  }
  const bool is_of_functions =
      selection.group_by == GroupBy::kFunction || selection.group_by == GroupBy::kName;
  if (is_of_functions && recursion == Recursion::kTold) {
    apart_ = std::move(graph);
  }
  return false;
}

void ProfileTree::grow_folded(bool bottom_up) {
  if (apart_ == nullptr) {
    tree_ = tree_of(costs_, bottom_up);
    return;
  }
  apart_costs_ = apart_->costs();
  apart_tree_ = tree_of(apart_costs_, bottom_up);
  plain_tree_ = tree_of(costs_, bottom_up);
  tree_ = folded({.apart = apart_tree_.get(), .graph = &apart_->calls, .node_of = node_of_},
                 *plain_tree_);
}

}  // namespace quern
