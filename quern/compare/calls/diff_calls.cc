// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "quern/compare/lists/diff.h"
#include "quern/compare/lists/diff_query.h"
#include "quern/compare/lists/diff_ratios.h"
#include "quern/compare/lists/diff_rows.h"

namespace quern {

namespace {

/// Of an edge's number of calls.
int128 change_of_calls(const DiffCosts& costs, const EdgeOfRuns& edge) {
  return difference_of(costs.edge_calls(edge, Version::kOld),
                       costs.edge_calls(edge, Version::kNew));
}

struct EdgeChange {
  bool is_changed = false;
  int128 size = 0;
};

/// As diff_call_row() would say, without making a row of each of ten million edges.
EdgeChange change_of(const DiffCosts& costs, EdgeKey key, const EdgeOfRuns& edge) {
  EdgeChange found;
  const bool is_of_one_side =
      !costs.has_edge(edge, Version::kOld) || !costs.has_edge(edge, Version::kNew);
  found.is_changed = (is_of_one_side && !has_several_runs(costs)) ||
                     (costs.has_calls() && change_of_calls(costs, edge) != 0);
  for (size_t column = 0; column < costs.column_count(); ++column) {
    const int128 change = costs.edge_change(edge, column);
    found.is_changed = found.is_changed || change != 0;
    if (column == costs.selection().sort_column) {
      found.size = absolute(change);
    }
  }
  if (costs.selection().sorts_calls) {
    found.size = absolute(change_of_calls(costs, edge));
  }
  found.is_changed = found.is_changed || DiffRatios(costs).differ(key);
  return found;
}

}  // namespace

struct DiffCalls::State : RankedChanges {
  State(const DiffRuns& asked, const DiffFilter& wanted)
      : RankedChanges(compared(asked), wanted), edges(all_edges(sides->costs)) {
    DiffQueryRow row(sides->costs, selection().where);
    sizes.reserve(edges.size());
    order.reserve(edges.size());
    EdgeWalk walk(sides->costs);
    for (const EdgeKey edge : edges) {  // those that stay move up
      const EdgeOfRuns& found = walk.to(edge);
      const EdgeChange change = change_of(sides->costs, edge, found);
      if (!filter.unchanged && !change.is_changed) {
        ++unchanged;
        continue;
      }
      row.set_edge(edge, found);
      if (!fits(row)) {
        continue;
      }
      differs = differs || change.is_changed;
      edges[order.size()] = edge;
      order.push_back(static_cast<uint32_t>(order.size()));
      sizes.push_back(change.size);
    }
    edges.resize(order.size());
    limit_rows();
    const DiffRatios ratios(sides->costs);
    rank_rows(
        order, shown, [&](uint32_t at) { return ratios.sort_change(edges[at]); },
        [this](uint32_t left, uint32_t right) { return is_before(edges[left], edges[right]); });
  }

  [[nodiscard]] bool is_before(EdgeKey left, EdgeKey right) const {
    const DiffNodes& nodes = sides->nodes;
    return caller_of(left) != caller_of(right) ? nodes.is_before(caller_of(left), caller_of(right))
                                               : nodes.is_before(callee_of(left), callee_of(right));
  }

  std::vector<EdgeKey> edges;  ///< by row
};

DiffCalls::DiffCalls(const DiffRuns& runs, const DiffFilter& filter)
    : DiffCalls(std::make_unique<State>(runs, filter)) {}
DiffCalls::DiffCalls(std::unique_ptr<State> state) : DiffList(*state), state_(std::move(state)) {}
DiffCalls::DiffCalls(DiffCalls&&) noexcept = default;
DiffCalls::~DiffCalls() = default;

DiffCallRow DiffCalls::row(size_t rank) const {
  return diff_call_row(state_->sides->costs, state_->edges[state_->order[rank]]);
}

std::vector<Amount> DiffCalls::highest_not_shown() const {
  std::vector<bool> is_shown(state_->edges.size());
  for (size_t rank = 0; rank < state_->shown; ++rank) {
    is_shown[state_->order[rank]] = true;
  }
  std::vector<int128> highest;
  EdgeWalk walk(state_->sides->costs);
  for (size_t at = 0; at < state_->edges.size(); ++at) {
    if (is_shown[at]) {
      continue;
    }
    const EdgeOfRuns& edge = walk.to(state_->edges[at]);
    highest.resize(selection().columns.size());
    for (size_t column = 0; column < highest.size(); ++column) {
      highest[column] =
          std::max(highest[column], absolute(state_->sides->costs.edge_change(edge, column)));
    }
  }
  std::vector<Amount> amounts;
  for (const int128 cost : highest) {
    amounts.push_back(amount_of(cost, selection().has_estimates));
  }
  return amounts;
}

}  // namespace quern
