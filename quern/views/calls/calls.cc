// SPDX-License-Identifier: MIT
#include "quern/views/calls/calls.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/query/columns.h"
#include "quern/query/computed_values.h"
#include "quern/views/calls/call_sites.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/queried_rows.h"
#include "quern/views/lists/ranking.h"

namespace quern {

struct Calls::State {
  State(const Profile& from, const Selection& chosen, Sites wanted)
      : profile(&from),
        selection(chosen),
        nodes(from, chosen),
        graph(profile_graph(from, chosen.parts, column_sums(chosen), nodes.map(), EdgesFrom::kAll)),
        counts_calls(quern::counts_calls(from, chosen.parts)),
        cycles(find_cycles(graph)),
        totals(quern::totals(from, chosen.parts, column_sums(chosen))),
        order(graph.edge_count()) {
    std::iota(order.begin(), order.end(), 0U);
    fitting = bring_fitting(
        selection.where, order,
        EdgeRow(selection.where, totals, {&nodes, &graph, counts_calls}, EdgeRow::Named::kCallee));
    shown_totals = total_amounts(selection, totals);
    shown = within_limit(selection.limit, fitting);
    rank_edges(std::span(order).first(fitting), shown);
    if (wanted == Sites::kCollected && from.has_records()) {
      collect_sites();
    }
  }

  void rank_edges(std::span<uint32_t> edges, size_t count) const {
    const auto is_before = [this](uint32_t left, uint32_t right) {
      const uint32_t a = graph.caller(left);
      const uint32_t b = graph.caller(right);
      return a != b ? nodes.is_before(a, b, selection.order)
                    : nodes.is_before(graph.callee(left), graph.callee(right), selection.order);
    };
    if (selection.order != RowOrder::kCost) {
      rank(edges, count, is_before);
      return;
    }
    if (selection.sort_ratio && !selection.sorts_calls) {
      rank_computed(
          edges, count, [this](uint32_t edge) { return computed(edge)[*selection.sort_ratio]; },
          is_before);
      return;
    }
    rank(
        edges, count,
        [this](uint32_t edge) {
          return selection.sorts_calls       ? graph.count(edge)
                 : selection.columns.empty() ? 0
                                             : graph.inclusive(edge, selection.sort_column);
        },
        is_before);
  }

  [[nodiscard]] ComputedRow computed(uint32_t edge) const {
    return computed_row(
        selection, [this, edge](size_t column) { return graph.inclusive_amount(edge, column); },
        counts_calls ? known_exactly(graph.count_amount(edge)) : std::nullopt);
  }

  void collect_sites() {
    std::vector<uint32_t> rank_of_edge(graph.edge_count(), CallSites::kNoRank);
    for (size_t at = 0; at < shown; ++at) {
      rank_of_edge[order[at]] = static_cast<uint32_t>(at);
    }
    sites.collect(*profile, selection, {&nodes, &graph, &rank_of_edge, shown});
  }

  const Profile* profile;
  Selection selection;
  Nodes nodes;
  CallGraph graph;
  bool counts_calls;
  Cycles cycles;
  std::vector<int128> totals;
  std::vector<Amount> shown_totals;
  std::vector<uint32_t> order;  ///< edges by rank; beyond `shown` in no order, the fitting first
  size_t fitting = 0;
  size_t shown = 0;
  CallSites sites;
};

Calls::Calls(const Profile& profile, const Selection& selection, Sites sites)
    : state_(std::make_unique<State>(profile, selection, sites)) {}
Calls::Calls(Calls&&) noexcept = default;
Calls::~Calls() = default;

const Selection& Calls::selection() const {
  return state_->selection;
}

const std::vector<Amount>& Calls::totals() const {
  return state_->shown_totals;
}

size_t Calls::row_count() const {
  return state_->order.size();
}

size_t Calls::left_out() const {
  return state_->order.size() - state_->fitting;
}

size_t Calls::shown() const {
  return state_->shown;
}

CallRow Calls::row(size_t rank) const {
  const CallGraph& graph = state_->graph;
  const uint32_t edge = state_->order[rank];
  const uint32_t caller = graph.caller(edge);
  const uint32_t callee = graph.callee(edge);
  CallRow row;
  row.caller = state_->nodes.name(caller);
  row.callee = state_->nodes.name(callee);
  if (state_->counts_calls) {
    row.count = graph.count_amount(edge);
  }
  for (size_t column = 0; column < state_->selection.columns.size(); ++column) {
    row.inclusive.push_back(graph.inclusive_amount(edge, column));
  }
  row.sites = state_->sites.of(*state_->profile, rank);
  if (!state_->counts_calls) {
    for (CallSite& site : row.sites) {
      site.count.reset();
    }
  }
  row.inclusive_ratios = shown_values(state_->selection, state_->computed(edge));
  row.is_recursive = state_->cycles.component(caller) == state_->cycles.component(callee);
  return row;
}

std::pair<uint32_t, uint32_t> Calls::ends(size_t rank) const {
  const uint32_t edge = state_->order[rank];
  return {state_->graph.caller(edge), state_->graph.callee(edge)};
}

std::optional<Amount> Calls::count_not_shown() const {
  if (!state_->counts_calls) {
    return std::nullopt;
  }
  int128 count = 0;
  bool is_estimated = false;
  for (size_t rank = state_->shown; rank < state_->order.size(); ++rank) {
    count += state_->graph.count(state_->order[rank]);
    is_estimated = is_estimated || state_->graph.is_count_estimated(state_->order[rank]);
  }
  return amount_of(count, is_estimated);
}

std::vector<Amount> Calls::highest_not_shown() const {
  std::vector<Amount> highest;
  if (state_->shown == state_->order.size()) {
    return highest;
  }
  const CallGraph& graph = state_->graph;
  for (size_t column = 0; column < state_->selection.columns.size(); ++column) {
    int128 most = graph.inclusive(state_->order[state_->shown], column);
    for (size_t rank = state_->shown + 1; rank < state_->order.size(); ++rank) {
      most = std::max(most, graph.inclusive(state_->order[rank], column));
    }
    highest.push_back(amount_of(most, state_->selection.has_estimates));
  }
  return highest;
}

}  // namespace quern
