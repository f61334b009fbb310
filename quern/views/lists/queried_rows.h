// SPDX-License-Identifier: MIT
//
// Functions, groups and calls as the rows that a query asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "quern/analysis/graph/call_graph.h"
#include "quern/query/row_query.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/nodes.h"

namespace quern {

/// A function or group.
class NodeRow final : public FilterRow {
 public:
  NodeRow(const RowQuery& filter, std::span<const int128> totals, const NodeCosts& costs)
      : FilterRow(filter, totals), costs_(&costs) {}
  void set(uint32_t node) { node_ = node; }
  [[nodiscard]] std::string_view text(QueryText which) const override;
  [[nodiscard]] std::optional<int128> self(size_t event) const override;
  [[nodiscard]] std::optional<int128> inclusive(size_t event) const override;
  [[nodiscard]] std::optional<int128> calls() const override;
  [[nodiscard]] std::optional<int128> exact_self(size_t event) const override;
  [[nodiscard]] std::optional<int128> exact_inclusive(size_t event) const override;
  [[nodiscard]] std::optional<int128> exact_calls() const override;

 private:
  const NodeCosts* costs_;
  uint32_t node_ = 0;
};

/// Calls from one function or group to another. Its name, file and object are those of one end.
class EdgeRow final : public FilterRow {
 public:
  enum class Named : uint8_t { kCaller, kCallee };
  struct Graph {
    const Nodes* nodes;
    const CallGraph* calls;
    bool counts_calls;
  };
  EdgeRow(const RowQuery& filter, std::span<const int128> totals, const Graph& graph, Named named)
      : FilterRow(filter, totals), graph_(graph), named_(named) {}
  void set(uint32_t edge) { edge_ = edge; }
  [[nodiscard]] std::string_view text(QueryText which) const override;
  [[nodiscard]] std::optional<int128> self(size_t) const override { return std::nullopt; }
  [[nodiscard]] std::optional<int128> inclusive(size_t event) const override;
  [[nodiscard]] std::optional<int128> calls() const override;
  [[nodiscard]] std::optional<int128> exact_inclusive(size_t event) const override;
  [[nodiscard]] std::optional<int128> exact_calls() const override;

 private:
  Graph graph_;
  Named named_;
  uint32_t edge_ = 0;
};

}  // namespace quern
