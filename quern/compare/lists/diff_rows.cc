// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_rows.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "quern/compare/lists/diff_ratios.h"

namespace quern {

namespace {

bool is_in_one_cycle(const DiffCosts& costs, uint32_t caller, uint32_t callee) {
  const size_t nodes = costs.nodes().size();
  for (const CostsByNode& run : costs.all()) {
    if (caller < nodes && callee < nodes &&
        run.cycles().component(caller) == run.cycles().component(callee)) {
      return true;
    }
  }
  return false;
}

/// What the runs of a side cost in the sort column: a single run is a range of one cost, and where
/// there is none it is 0.
CostRange sort_range(const std::optional<DiffSide>& side, const Selection& selection) {
  const size_t column = selection.sort_column;
  if (side && column < side->ranges.size()) {
    return side->ranges[column];
  }
  const int128 cost = !side ? 0
                      : side->self.empty() || selection.sort_by != SortBy::kSelf
                          ? lower_of(side->inclusive[column])
                          : lower_of(ranked_costs(*side)[column]);
  return {cost, cost};
}

}  // namespace

bool is_within_noise(const ComparedSides& row, const Selection& selection) {
  if (selection.sort_ratio) {
    const std::optional<RunRatio> was = row.old_side ? row.old_side->sort_ratio : std::nullopt;
    const std::optional<RunRatio> is = row.new_side ? row.new_side->sort_ratio : std::nullopt;
    return was && is && was->runs + is->runs > 2 && was->range.meets(is->range);
  }
  const auto has_range = [&](const std::optional<DiffSide>& side) {
    return side && selection.sort_column < side->ranges.size();
  };
  return (has_range(row.old_side) || has_range(row.new_side)) &&
         sort_range(row.old_side, selection).meets(sort_range(row.new_side, selection));
}

int128 change_size(const DiffChange& change, const Selection& selection) {
  if (selection.sorts_calls) {
    return absolute(lower_of(change.calls.value_or(Exact{0})));
  }
  const size_t column = selection.sort_column;
  const bool by_self = selection.sort_by == SortBy::kSelf && !change.self.empty();
  if (column >= change.inclusive.size()) {
    return 0;
  }
  return absolute(lower_of(by_self ? change.self[column] : change.inclusive[column]));
}

DiffRow diff_row(const DiffCosts& costs, uint32_t node) {
  const DiffNodes& nodes = costs.nodes();
  DiffRow row;
  row.name = nodes.name(node);
  row.status = nodes.status(node);
  row.match = nodes.match(node);
  if (row.status == DiffStatus::kRenamed) {
    row.old_name = nodes.name(node, Version::kOld);
  }
  row.old_side = costs.side(node, Version::kOld);
  row.new_side = costs.side(node, Version::kNew);
  row.change = change_between(row.old_side, row.new_side);
  DiffRatios(costs).add_to(row, node);
  row.is_noise = is_within_noise(row, costs.selection());
  return row;
}

namespace {

/// Nothing of the root of stacks, which is no function.
EndMatch end_match(const DiffNodes& nodes, uint32_t node) {
  if (node >= nodes.size()) {
    return {};
  }
  EndMatch found{.match = nodes.match(node)};
  if (nodes.status(node) == DiffStatus::kRenamed) {
    found.old_name = nodes.name(node, Version::kOld);
  }
  return found;
}

}  // namespace

DiffCallRow diff_call_row(const DiffCosts& costs, EdgeKey edge) {
  const uint32_t caller = caller_of(edge);
  const uint32_t callee = callee_of(edge);
  DiffCallRow row;
  row.caller = costs.nodes().name(caller);
  row.callee = costs.nodes().name(callee);
  row.caller_match = end_match(costs.nodes(), caller);
  row.callee_match = end_match(costs.nodes(), callee);
  row.is_recursive = is_in_one_cycle(costs, caller, callee);
  row.old_side = costs.edge(caller, callee, Version::kOld);
  row.new_side = costs.edge(caller, callee, Version::kNew);
  row.status = row.status_of_sides();
  row.change = change_between(row.old_side, row.new_side);
  DiffRatios(costs).add_to(row, edge);
  row.is_noise = is_within_noise(row, costs.selection());
  return row;
}

std::vector<EdgeKey> all_edges(const DiffCosts& costs) {
  std::vector<EdgeKey> edges;
  for (const CostsByNode& run : costs.all()) {
    const CallGraph& graph = run.graph();
    std::vector<EdgeKey> own;
    own.reserve(graph.edge_count());
    for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
      own.push_back(edge_key(graph.caller(edge), graph.callee(edge)));
    }
    if (edges.empty()) {
      edges = std::move(own);
      continue;
    }
    std::vector<EdgeKey> both;
    both.reserve(std::max(edges.size(), own.size()));
    std::ranges::set_union(edges, own, std::back_inserter(both));
    edges = std::move(both);
  }
  return edges;
}

EdgeWalk::EdgeWalk(const DiffCosts& costs) {
  for (const CostsByNode& run : costs.all()) {
    graphs_.push_back(&run.graph());
  }
  next_.resize(graphs_.size());
  found_.resize(graphs_.size());
}

const EdgeOfRuns& EdgeWalk::to(EdgeKey edge) {
  for (size_t run = 0; run < graphs_.size(); ++run) {
    const CallGraph& graph = *graphs_[run];
    uint32_t& next = next_[run];
    const auto is_before = [&](const auto& order) {
      return next < graph.edge_count() &&
             order(edge_key(graph.caller(next), graph.callee(next)), edge);
    };
    while (is_before(std::less<>())) {
      ++next;
    }
    found_[run] = is_before(std::equal_to<>()) ? std::optional(next) : std::nullopt;
  }
  return found_;
}

}  // namespace quern
