// SPDX-License-Identifier: MIT
//
// Who called whom, how often and at what cost: one edge a pair of caller and callee, in rows of
// both directions. Nodes are dense numbers, functions or groups of them; events are those the
// question asks for. All sums are exact. Built in linear time by CallGraphBuilder, for any number
// of threads to ask from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "quern/analysis/graph/edge_rows.h"
#include "quern/analysis/graph/placed_calls.h"
#include "quern/base/int128.h"
#include "quern/base/parallel.h"
#include "quern/model/records/amount.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

class CallGraph {
 public:
  using Edges = std::ranges::iota_view<uint32_t, uint32_t>;

  [[nodiscard]] size_t node_count() const { return first_out_.size() - 1; }
  [[nodiscard]] size_t edge_count() const { return callees_.size(); }
  [[nodiscard]] size_t event_count() const { return self_.width(); }

  [[nodiscard]] int128 self(size_t node, size_t event) const { return self_.at(node, event); }
  /// The edges that leave `caller`, by callee. Edges are numbered by caller, then callee.
  [[nodiscard]] Edges calls_from(size_t caller) const {
    return {first_out_[caller], first_out_[caller + 1]};
  }
  /// The edges that reach `callee`, by caller. The first question puts all of them in this order.
  [[nodiscard]] std::span<const uint32_t> calls_to(size_t callee) const {
    const EdgesByCallee& in = by_callee();
    return std::span(in.edges).subspan(in.first[callee], in.first[callee + 1] - in.first[callee]);
  }
  [[nodiscard]] uint32_t caller(size_t edge) const { return callers_[edge]; }
  [[nodiscard]] uint32_t callee(size_t edge) const { return callees_[edge]; }
  [[nodiscard]] int128 count(size_t edge) const { return calls_.at(edge, 0); }
  [[nodiscard]] int128 inclusive(size_t edge, size_t event) const {
    return calls_.at(edge, event + 1);
  }
  /// Sums over the edges that reach a node: how often it was called, and what these calls cost in
  /// all. Calls below each other count again.
  [[nodiscard]] int128 calls(size_t callee) const { return incoming_.at(callee, 0); }
  [[nodiscard]] int128 incoming(size_t callee, size_t event) const {
    return incoming_.at(callee, event + 1);
  }
  // What a filter split by a guess, of any event; nothing, normally.
  [[nodiscard]] bool has_estimates() const { return !marks_.selfs.empty(); }
  [[nodiscard]] bool is_self_estimated(size_t node) const {
    return has_estimates() && marks_.selfs[node];
  }
  [[nodiscard]] bool is_call_estimated(size_t edge) const {
    return has_estimates() && marks_.calls[edge];
  }
  [[nodiscard]] bool is_count_estimated(size_t edge) const {
    return has_estimates() && marks_.counts[edge];
  }
  // The numbers with these marks: what answers show.
  [[nodiscard]] Amount self_amount(size_t node, size_t event) const {
    return amount_of(self(node, event), is_self_estimated(node));
  }
  [[nodiscard]] Amount inclusive_amount(size_t edge, size_t event) const {
    return amount_of(inclusive(edge, event), is_call_estimated(edge));
  }
  [[nodiscard]] Amount count_amount(size_t edge) const {
    return amount_of(count(edge), is_count_estimated(edge));
  }
  [[nodiscard]] Amount calls_amount(size_t callee) const;
  /// The edge of this pair; by bisection.
  [[nodiscard]] std::optional<uint32_t> find(size_t caller, size_t callee) const;

  /// Who calls whom.
  [[nodiscard]] EdgeRows rows() const { return {first_out_, callees_}; }
  /// One row a node: a cell an event.
  [[nodiscard]] const CostRows& self_rows() const { return self_; }
  /// One row an edge: the count, then the inclusive cost of each event.
  [[nodiscard]] const CostRows& call_rows() const { return calls_; }

 private:
  friend class CallGraphBuilder;
  /// Many answers never ask for it: a million functions cost a fifth of what the graph does.
  struct EdgesByCallee {
    std::vector<uint32_t> first;  ///< by node, and one more: into edges
    std::vector<uint32_t> edges;
  };
  CallGraph() = default;
  [[nodiscard]] const EdgesByCallee& by_callee() const;

  CostRows self_;
  CostRows calls_;
  CostRows incoming_;
  std::vector<uint32_t> callers_, callees_;  ///< by edge
  std::vector<uint32_t> first_out_;          ///< by node, and one more: its first edge
  std::unique_ptr<MadeOnce<EdgesByCallee>> by_callee_ = std::make_unique<MadeOnce<EdgesByCallee>>();
  struct Marks {
    std::vector<bool> selfs;          ///< by node
    std::vector<bool> calls, counts;  ///< by edge
  };
  Marks marks_;  ///< all empty where nothing is estimated
};

/// Takes self costs and calls in any order; calls of one pair add up. Memory stays within a few
/// times that of the distinct pairs however many calls are added. At most 2^32 - 1 nodes and pairs.
class CallGraphBuilder {
 public:
  CallGraphBuilder(size_t nodes, size_t events);

  /// Before the first call, where all can be counted beforehand: how many each node makes. Worth it
  /// where few calls share a pair: they are put in their places at once.
  void expect(std::span<const uint32_t> calls_by_caller);

  void add_self(size_t node, size_t event, int128 cost) { self_.add(node, event, cost); }
  void raise_self(size_t node, size_t event, int128 cost) { self_.raise(node, event, cost); }
  /// `inclusive` may be shorter than the list of events: the rest is 0.
  void add_call(size_t caller, size_t callee, int128 count, std::span<const int128> inclusive);
  /// Marks what add_self() or add_call() was given as estimates.
  void estimate_self(size_t node) { estimated_selfs_.push_back(static_cast<uint32_t>(node)); }
  void estimate_call(size_t caller, size_t callee, bool is_cost, bool is_count);
  /// The graph; the builder is used up.
  [[nodiscard]] CallGraph build();

 private:
  size_t add_row(size_t caller, size_t callee);
  [[nodiscard]] PlacedCalls placed();
  void fold();
  [[nodiscard]] CostRows sums_by_callee(const CallGraph& graph) const;
  void mark(CallGraph& graph) const;

  size_t nodes_;
  size_t events_;
  size_t dense_cells_;
  CostRows self_;
  std::optional<PlacedCalls> expected_;
  // Calls as they came, or folded: by caller, then callee, each pair once. None where they are
  // expected.
  std::vector<uint32_t> callers_, callees_;
  CostRows costs_;              ///< the dense cells, each within 64 bits
  std::vector<WideCost> wide_;  ///< all else
  size_t fold_at_;              ///< fold when there are as many rows
  struct EstimatedCall {
    uint32_t caller, callee;
    bool is_cost, is_count;
  };
  std::vector<uint32_t> estimated_selfs_;
  std::vector<EstimatedCall> estimated_calls_;
};

}  // namespace quern
