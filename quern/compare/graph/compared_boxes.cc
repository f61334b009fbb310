// SPDX-License-Identifier: MIT
#include "quern/compare/graph/compared_boxes.h"

#include <algorithm>
#include <vector>

#include "quern/compare/lists/diff_rows.h"

namespace quern {

CallGraph calls_of_sides(const DiffCosts& costs, size_t nodes) {
  const bool has_costs = costs.column_count() != 0;
  CallGraphBuilder builder(nodes + 1, has_costs ? 2 : 0);
  EdgeWalk walk(costs);
  std::vector<int128> inclusive;
  for (const EdgeKey key : all_edges(costs)) {
    const EdgeOfRuns& edge = walk.to(key);
    if (has_costs) {
      inclusive = {lower_of(costs.edge_inclusive(edge, 0, Version::kOld)),
                   lower_of(costs.edge_inclusive(edge, 0, Version::kNew))};
    }
    builder.add_call(caller_of(key), callee_of(key), int128{1}, inclusive);
  }
  return builder.build();
}

namespace {

/// Of calls recorded without stacks, in any run. Inclusive costs from exact stacks are exact in
/// cycles too, so that their functions are not joined.
Cycles cycles_of_sides(const MatchedCosts& sides) {
  CallGraphBuilder builder(sides.nodes.size(), 0);
  for (const CostsByNode& run : sides.costs.all()) {
    const CallGraph& calls = run.recorded_graph();
    for (uint32_t edge = 0; edge < calls.edge_count(); ++edge) {
      builder.add_call(calls.caller(edge), calls.callee(edge), int128{1}, {});
    }
  }
  return find_cycles(builder.build());
}

}  // namespace

ComparedBoxes::ComparedBoxes(const MatchedCosts& sides, bool opens_cycles)
    : sides_(sides),
      graph_(calls_of_sides(sides.costs, sides.nodes.size())),
      cycles_(cycles_of_sides(sides)),
      boxes_(sides.nodes.size(), cycles_, opens_cycles, [this](uint32_t left, uint32_t right) {
        const int128 one = self(left);
        const int128 other = self(right);
        return one != other ? one > other : sides_.nodes.is_before(left, right);
      }) {
  if (boxes_.has_joined()) {
    join_costs();
  }
}

int128 ComparedBoxes::self(uint32_t node) const {
  const DiffCosts& costs = sides_.costs;
  return costs.column_count() == 0 ? int128{0}
                                   : std::max(lower_of(costs.self(node, 0, Version::kOld)),
                                              lower_of(costs.self(node, 0, Version::kNew)));
}

void ComparedBoxes::join_costs() {
  const DiffRuns& runs = sides_.runs;
  std::vector<std::vector<uint32_t>> box_of;
  std::vector<NodeMap> maps;
  box_of.reserve(runs.count());
  for (size_t run = 0; run < runs.count(); ++run) {
    box_of.push_back(boxes_.box_of_functions(runs.run(run).profile->symbols().functions.size(),
                                             sides_.nodes.map(run)));
    maps.push_back({box_of.back(), boxes_.size()});
  }
  own_costs_.emplace(runs, sides_.nodes, maps);
  own_graph_ = calls_of_sides(*own_costs_, boxes_.size());
}

DiffRow ComparedBoxes::row(uint32_t box) const {
  DiffRow row = diff_row(sides_.costs, boxes_.first(box));
  if (boxes_.node_count(box) > 1) {
    row.old_side = side_of_cycle(box, Version::kOld);
    row.new_side = side_of_cycle(box, Version::kNew);
    row.status = row.status_of_sides();
    row.change = change_between(row.old_side, row.new_side);
    row.is_noise = is_within_noise(row, sides_.selection());
  }
  return row;
}

std::optional<DiffSide> ComparedBoxes::side_of_cycle(uint32_t box, Version side) const {
  const bool is_there = std::ranges::any_of(boxes_.members(box), [&](uint32_t node) {
    return sides_.nodes.name(node, side).has_value();
  });
  return is_there ? std::optional(costs().costs_of(box, side)) : std::nullopt;
}

}  // namespace quern
