// SPDX-License-Identifier: MIT
//
// The neighbors of one function: its edges to callers and to callees, which are listed by the same
// code. Sums are over all neighbors, shown or not. `quern peek --all` asks for one function after
// the other, so what functions of a cycle share (its books) is worked out once.
#include "quern/views/calls/peek.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/query/columns.h"
#include "quern/views/lists/find_node.h"
#include "quern/views/lists/name_candidates.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/queried_rows.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/lists/row_list.h"

namespace quern {

namespace {

/// One side of a function: its edges to callers or to callees. Both are listed alike.
class Side {
 public:
  /// `totals`: by column, those beside too.
  Side(const Profile& profile, const NodeCosts& costs, const Selection& selection,
       std::span<const int128> totals, uint32_t node, bool of_callers)
      : profile_(profile),
        costs_(costs),
        selection_(selection),
        calls_{&selection, &costs.nodes(), &costs.graph(), costs.has_calls()},
        node_(node),
        of_callers_(of_callers) {
    const CallGraph& graph = costs.graph();
    if (of_callers) {
      std::ranges::copy(graph.calls_to(node), std::back_inserter(edges_));
    } else {
      std::ranges::copy(graph.calls_from(node), std::back_inserter(edges_));
    }
    fitting_ = bring_fitting(
        selection.where, edges_,
        EdgeRow(totals, calls_, of_callers ? EdgeRow::Named::kCaller : EdgeRow::Named::kCallee));
  }

  [[nodiscard]] size_t size() const { return edges_.size(); }
  [[nodiscard]] size_t left_out() const { return edges_.size() - fitting_; }

  [[nodiscard]] std::vector<Amount> sums() const {
    const CallGraph& graph = costs_.graph();
    return sums_of(
        selection_, edges_,
        [&](uint32_t edge, size_t column) { return graph.inclusive(edge, column); },
        [&](size_t column) { return selection_.columns[column].event.combine == Combine::kMax; },
        [&](uint32_t edge) { return graph.is_call_estimated(edge); });
  }

  [[nodiscard]] std::vector<PeekNeighbour> neighbours() {
    const size_t count = within_limit(selection_.limit, fitting_);
    calls_.rank(std::span(edges_).first(fitting_), count, [&](uint32_t left, uint32_t right) {
      return costs_.nodes().is_before(other(left), other(right), selection_.order);
    });
    std::vector<PeekNeighbour> rows;
    for (const uint32_t edge : std::span(edges_).first(count)) {
      rows.push_back(neighbour(edge));
    }
    return rows;
  }

 private:
  [[nodiscard]] uint32_t other(uint32_t edge) const {
    return of_callers_ ? costs_.graph().caller(edge) : costs_.graph().callee(edge);
  }

  [[nodiscard]] PeekNeighbour neighbour(uint32_t edge) const {
    const uint32_t node = other(edge);
    PeekNeighbour row;
    row.name = costs_.nodes().name(node);
    row.node = node;
    row.count = calls_.count(edge);
    row.inclusive = calls_.inclusive(edge);
    row.inclusive_ratios = shown_values(selection_, calls_.computed(edge));
    if (selection_.shows_runs && !row.name.is_root) {
      row.runs = runs_of(profile_, selection_, FunctionId(costs_.graph().caller(edge)),
                         FunctionId(costs_.graph().callee(edge)));
    }
    row.is_self = node == node_;
    row.is_in_cycle = !row.name.is_root && costs_.cycle(node_).has_value() &&
                      costs_.cycle(node) == costs_.cycle(node_);
    return row;
  }

  const Profile& profile_;
  const NodeCosts& costs_;
  const Selection& selection_;
  CallEdges calls_;
  uint32_t node_;
  bool of_callers_;
  std::vector<uint32_t> edges_;  ///< those that match the query, then the others
  size_t fitting_ = 0;
};

}  // namespace

Result<uint32_t> find_node(const NodeCosts& costs, const Selection& selection,
                           std::string_view wanted) {
  const Nodes& nodes = costs.nodes();
  Result<std::vector<uint32_t>> found = find_named(wanted, nodes.named());
  if (!found) {
    return failure(found.error());
  }
  if (found->size() > 1) {
    const std::string_view noun = nodes.group_by() == GroupBy::kFunction ? "function" : "group";
    return failure(ambiguous_among(
        wanted, {.noun = noun, .advice = kNamesMerge}, std::move(*found),
        [&](uint32_t node) { return costs.sort_cost(node, selection); },
        [&](uint32_t left, uint32_t right) { return nodes.is_before(left, right); },
        [&](uint32_t node) { return nodes.name(node); }));
  }
  return found->front();
}

Result<Peek> peek(const Profile& profile, const Selection& selection, std::string_view wanted) {
  const NodeCosts costs(profile, selection, NodeCosts::Edges::kWanted);
  const Result<uint32_t> node = find_node(costs, selection, wanted);
  if (!node) {
    return failure(node.error());
  }
  return Peeks(profile, selection, costs).of(*node);
}

Peeks::Peeks(const Profile& profile, const Selection& selection, const NodeCosts& costs)
    : profile_(profile),
      selection_(selection),
      costs_(costs),
      totals_(totals(profile, selection.parts, column_sums(selection))) {}

std::optional<CycleBreakdown> Peeks::books(uint32_t node) {
  const std::optional<uint32_t> cycle = costs_.cycle(node);
  if (!cycle) {
    return std::nullopt;
  }
  const auto [known, is_new] = books_.try_emplace(*cycle);
  if (is_new) {
    known->second = cycle_breakdown(profile_, selection_, costs_, node);
  }
  return known->second;
}

Peek Peeks::of(uint32_t node) {
  Side callers(profile_, costs_, selection_, totals_, node, true);
  Side callees(profile_, costs_, selection_, totals_, node, false);
  TopRow function = costs_.row(node);
  if (selection_.shows_runs) {
    function.runs = runs_of(profile_, selection_, FunctionId(node));
  }
  return {.selection = selection_,
          .totals = total_amounts(selection_, totals_),
          .function = std::move(function),
          .callers = callers.neighbours(),
          .callees = callees.neighbours(),
          .callers_in_all = callers.size(),
          .callees_in_all = callees.size(),
          .callers_left_out = callers.left_out(),
          .callees_left_out = callees.left_out(),
          .from_callers = callers.sums(),
          .into_callees = callees.sums(),
          .books = books(node),
          .grouping = costs_.grouping()};
}

}  // namespace quern
