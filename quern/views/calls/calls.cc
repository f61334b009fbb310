// SPDX-License-Identifier: MIT
//
// The list of calls is a list of the edges of a graph. Rows are made when they are asked for, so a
// window of a long list costs its own rows. Inclusive costs of calls overlap, which is why rows
// that are not shown have a maximum here and no sum.
#include "quern/views/calls/calls.h"

#include <algorithm>
#include <span>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/query/columns.h"
#include "quern/query/computed_values.h"
#include "quern/views/calls/call_sites.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/queried_rows.h"

namespace quern {

struct Calls::State : RankedRows {
  State(const Profile& of, const Selection& chosen, Sites wanted)
      : RankedRows(of, chosen),
        nodes(of, chosen),
        graph(profile_graph(of, chosen.parts, column_sums(chosen), nodes.map(), EdgesFrom::kAll)),
        edges{&selection, &nodes, &graph, counts_calls(of, chosen.parts)},
        cycles(find_cycles(graph)) {
    choose(graph.edge_count(), EdgeRow(totals, edges, EdgeRow::Named::kCallee));
    edges.rank(std::span(order).first(fitting), shown, [this](uint32_t left, uint32_t right) {
      const uint32_t a = graph.caller(left);
      const uint32_t b = graph.caller(right);
      return a != b ? nodes.is_before(a, b, selection.order)
                    : nodes.is_before(graph.callee(left), graph.callee(right), selection.order);
    });
    if (wanted == Sites::kCollected && of.has_records()) {
      collect_sites();
    }
  }

  void collect_sites() {
    std::vector<uint32_t> rank_of_edge(graph.edge_count(), CallSites::kNoRank);
    for (size_t at = 0; at < shown; ++at) {
      rank_of_edge[order[at]] = static_cast<uint32_t>(at);
    }
    sites.collect(*profile, selection, {&nodes, &graph, &rank_of_edge, shown});
  }

  Nodes nodes;
  CallGraph graph;
  CallEdges edges;
  Cycles cycles;
  CallSites sites;
};

Calls::Calls(const Profile& profile, const Selection& selection, Sites sites)
    : Calls(std::make_unique<State>(profile, selection, sites)) {}
Calls::Calls(std::unique_ptr<State> state) : RowList(*state), state_(std::move(state)) {}
Calls::Calls(Calls&&) noexcept = default;
Calls::~Calls() = default;

CallRow Calls::row(size_t rank) const {
  const CallGraph& graph = state_->graph;
  const uint32_t edge = state_->order[rank];
  const uint32_t caller = graph.caller(edge);
  const uint32_t callee = graph.callee(edge);
  CallRow row;
  row.caller = state_->nodes.name(caller);
  row.callee = state_->nodes.name(callee);
  row.count = state_->edges.count(edge);
  row.inclusive = state_->edges.inclusive(edge);
  row.sites = state_->sites.of(*state_->profile, rank);
  if (!row.count) {
    for (CallSite& site : row.sites) {
      site.count.reset();
    }
  }
  row.inclusive_ratios = shown_values(state_->selection, state_->edges.computed(edge));
  row.is_recursive = state_->cycles.component(caller) == state_->cycles.component(callee);
  return row;
}

std::pair<uint32_t, uint32_t> Calls::ends(size_t rank) const {
  const uint32_t edge = state_->order[rank];
  return {state_->graph.caller(edge), state_->graph.callee(edge)};
}

std::optional<Amount> Calls::count_not_shown() const {
  if (!state_->edges.counts_calls) {
    return std::nullopt;
  }
  int128 count = 0;
  bool is_estimated = false;
  for (const uint32_t edge : state_->rows_not_shown()) {
    count += state_->graph.count(edge);
    is_estimated = is_estimated || state_->graph.is_count_estimated(edge);
  }
  return amount_of(count, is_estimated);
}

std::vector<Amount> Calls::highest_not_shown() const {
  std::vector<Amount> highest;
  const std::span<const uint32_t> edges = state_->rows_not_shown();
  for (size_t column = 0; !edges.empty() && column < selection().columns.size(); ++column) {
    int128 most = state_->graph.inclusive(edges.front(), column);
    for (const uint32_t edge : edges) {
      most = std::max(most, state_->graph.inclusive(edge, column));
    }
    highest.push_back(amount_of(most, selection().has_estimates));
  }
  return highest;
}

}  // namespace quern
