// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_rows.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "quern/compare/lists/diff_ratios.h"

namespace quern {

namespace {

DiffStatus status_of(bool has_old, bool has_new) {
  return !has_old ? DiffStatus::kAdded : !has_new ? DiffStatus::kRemoved : DiffStatus::kBoth;
}

bool is_in_one_cycle(const DiffCosts& costs, uint32_t caller, uint32_t callee) {
  for (const Version side : {Version::kOld, Version::kNew}) {
    for (const CostsByNode& run : costs.of(side)) {
      const Cycles& cycles = run.cycles();
      const size_t nodes = costs.nodes().size();
      if (caller < nodes && callee < nodes &&
          cycles.component(caller) == cycles.component(callee)) {
        return true;
      }
    }
  }
  return false;
}

/// What a side is in a column: a single run is a range of one cost.
std::optional<CostRange> range_of(const std::optional<DiffSide>& side, size_t column) {
  if (side && column < side->ranges.size()) {
    return side->ranges[column];
  }
  return std::nullopt;
}

/// Likewise of a ratio.
bool is_noise_of_ratio(const std::optional<RatioRange>& was, const std::optional<RatioRange>& is) {
  return was && is && was->runs + is->runs > 2 && compare(was->low, is->high) <= 0 &&
         compare(is->low, was->high) <= 0;
}

}  // namespace

bool is_within_noise(const std::optional<DiffSide>& old_side,
                     const std::optional<DiffSide>& new_side, const Selection& selection) {
  if (selection.sort_ratio) {
    return old_side && new_side && is_noise_of_ratio(old_side->sort_ratio, new_side->sort_ratio);
  }
  const size_t column = selection.sort_column;
  const std::optional<CostRange> was = range_of(old_side, column);
  const std::optional<CostRange> is = range_of(new_side, column);
  if (!was && !is) {
    return false;
  }
  const auto single = [&](const std::optional<DiffSide>& side) {
    const int128 cost = !side ? 0
                        : side->self.empty() || selection.sort_by != SortBy::kSelf
                            ? lower_of(side->inclusive[column])
                            : lower_of(side->self[column]);
    return CostRange{cost, cost};
  };
  const CostRange first = was.value_or(single(old_side));
  const CostRange second = is.value_or(single(new_side));
  return first.low <= second.high && second.low <= first.high;
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
  DiffRow row{.name = nodes.name(node),
              .old_name = nodes.name(node, Version::kOld),
              .status = nodes.status(node),
              .match = nodes.match(node),
              .old_side = costs.side(node, Version::kOld),
              .new_side = costs.side(node, Version::kNew),
              .change = {},
              .is_noise = false};
  if (row.status != DiffStatus::kRenamed) {
    row.old_name.reset();
  }
  row.change = change_between(row.old_side, row.new_side);
  DiffRatios(costs).add_to(row, node);
  row.is_noise = is_within_noise(row.old_side, row.new_side, costs.selection());
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
  DiffCallRow row{.caller = costs.nodes().name(caller),
                  .callee = costs.nodes().name(callee),
                  .caller_match = end_match(costs.nodes(), caller),
                  .callee_match = end_match(costs.nodes(), callee),
                  .status = DiffStatus::kBoth,
                  .old_side = costs.edge(caller, callee, Version::kOld),
                  .new_side = costs.edge(caller, callee, Version::kNew),
                  .change = {},
                  .is_noise = false,
                  .is_recursive = is_in_one_cycle(costs, caller, callee)};
  row.status = status_of(row.old_side.has_value(), row.new_side.has_value());
  row.change = change_between(row.old_side, row.new_side);
  DiffRatios(costs).add_to(row, edge);
  row.is_noise = is_within_noise(row.old_side, row.new_side, costs.selection());
  return row;
}

std::vector<EdgeKey> all_edges(const DiffCosts& costs) {
  std::vector<EdgeKey> edges;
  for (const Version side : {Version::kOld, Version::kNew}) {
    for (const CostsByNode& run : costs.of(side)) {
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
  }
  return edges;
}

EdgeWalk::EdgeWalk(const DiffCosts& costs) {
  for (const Version side : {Version::kOld, Version::kNew}) {
    for (const CostsByNode& run : costs.of(side)) {
      graphs_.push_back(&run.graph());
    }
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
