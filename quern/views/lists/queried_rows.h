// SPDX-License-Identifier: MIT
//
// Functions, groups and calls as the rows that a query (--where) is asked of. One object serves all
// rows: set() moves it to the next, so that filtering a million rows allocates nothing. Lists of
// functions use NodeRow; lists of calls and `peek` use CallEdges and EdgeRow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/model/records/amount.h"
#include "quern/query/computed_values.h"
#include "quern/query/row_query.h"
#include "quern/query/selection.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/ranking.h"

namespace quern {

/// A function or group.
class NodeRow final : public AmountRow<FilterRow> {
 public:
  NodeRow(const RowQuery& filter, std::span<const int128> totals, const NodeCosts& costs)
      : AmountRow(filter, totals), costs_(&costs) {}

  void set(uint32_t node) { node_ = node; }
  [[nodiscard]] std::string_view text(QueryText which) const override;

 private:
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override {
    return costs_->self_amount(node_, column(event));
  }
  [[nodiscard]] Amount inclusive_amount(size_t event) const override {
    return costs_->inclusive(node_, column(event));
  }
  [[nodiscard]] std::optional<Amount> calls_amount() const override {
    return costs_->calls_amount(node_);
  }

  const NodeCosts* costs_;
  uint32_t node_ = 0;
};

/// The numbers that rows of calls show. A row is an edge of a graph: all calls from one function or
/// group to another.
struct CallEdges {
  const Selection* selection;
  const Nodes* nodes;
  const CallGraph* graph;
  bool counts_calls;  ///< false: the chosen parts do not count calls

  [[nodiscard]] std::optional<Amount> count(uint32_t edge) const {
    return counts_calls ? std::optional(graph->count_amount(edge)) : std::nullopt;
  }
  /// By column that is shown.
  [[nodiscard]] std::vector<Amount> inclusive(uint32_t edge) const;
  [[nodiscard]] ComputedRow computed(uint32_t edge) const;
  /// Ranks edges as the selection asks. `is_before` orders equal ones, by name, so that the same
  /// input gives the same order.
  template <class IsBefore>
  void rank(std::span<uint32_t> edges, size_t shown, const IsBefore& is_before) const {
    rank_as_asked(
        *selection, edges, shown,
        [this](uint32_t edge) {
          return selection->sorts_calls       ? graph->count(edge)
                 : selection->columns.empty() ? int128{0}
                                              : graph->inclusive(edge, selection->sort_column);
        },
        [this](uint32_t edge) { return computed(edge)[*selection->sort_ratio]; }, is_before);
  }
};

/// An edge as a query sees it. It has no self cost. `name`, `file` and `object` mean one end: the
/// other end is the function at hand, or is asked for by `caller` or `callee`.
class EdgeRow final : public AmountRow<FilterRow> {
 public:
  enum class Named : uint8_t { kCaller, kCallee };
  /// Keeps a reference to the totals.
  EdgeRow(std::span<const int128> totals, const CallEdges& edges, Named named)
      : AmountRow(edges.selection->where, totals), edges_(edges), named_(named) {}

  void set(uint32_t edge) { edge_ = edge; }
  [[nodiscard]] std::string_view text(QueryText which) const override;

 private:
  [[nodiscard]] std::optional<Amount> self_amount(size_t) const override { return std::nullopt; }
  [[nodiscard]] Amount inclusive_amount(size_t event) const override {
    return edges_.graph->inclusive_amount(edge_, column(event));
  }
  [[nodiscard]] std::optional<Amount> calls_amount() const override { return edges_.count(edge_); }

  CallEdges edges_;
  Named named_;
  uint32_t edge_ = 0;
};

}  // namespace quern
