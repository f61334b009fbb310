// SPDX-License-Identifier: MIT
#include "quern/analysis/call_graph.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace quern {

namespace {

constexpr size_t kFoldAtLeast = size_t{1} << 20;

/// For each key the number of smaller ones; one entry more for the end.
std::vector<uint32_t> first_of_keys(std::span<const uint32_t> keys, size_t key_count) {
  std::vector<uint32_t> first(key_count + 1);
  for (const uint32_t key : keys) {
    ++first[key + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

/// `order` stably sorted by the keys of its entries. `next` is first_of_keys of all keys.
std::vector<uint32_t> sorted_by(std::span<const uint32_t> keys, std::span<const uint32_t> order,
                                std::vector<uint32_t> next) {
  std::vector<uint32_t> sorted(order.size());
  for (const uint32_t at : order) {
    sorted[next[keys[at]]++] = at;
  }
  return sorted;
}

CostRows zero_rows(size_t rows, size_t width) {
  CostRows zeros(width);
  for (size_t row = 0; row < rows; ++row) {
    zeros.add_row();
  }
  return zeros;
}

std::vector<uint32_t> all_up_to(size_t count) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), uint32_t{0});
  return order;
}

}  // namespace

std::optional<uint32_t> CallGraph::find(size_t caller, size_t callee) const {
  const auto first = callees_.begin() + first_out_[caller];
  const auto last = callees_.begin() + first_out_[caller + 1];
  const auto found = std::lower_bound(first, last, callee);
  if (found == last || *found != callee) {
    return std::nullopt;
  }
  return static_cast<uint32_t>(found - callees_.begin());
}

Amount CallGraph::calls_amount(size_t callee) const {
  const bool is_estimated =
      has_estimates() && std::ranges::any_of(calls_to(callee), [this](uint32_t edge) {
        return is_count_estimated(edge);
      });
  return amount_of(calls(callee), is_estimated);
}

CallGraphBuilder::CallGraphBuilder(size_t nodes, size_t events)
    : nodes_(nodes),
      events_(events),
      dense_cells_(std::min(events + 1, CostRows::kDense)),
      self_(zero_rows(nodes, events)),
      calls_(events + 1),
      fold_at_(std::max(kFoldAtLeast, nodes)) {}

size_t CallGraphBuilder::add_row(size_t caller, size_t callee) {
  if (calls_.callers.size() == fold_at_) {
    fold();
    // Where folding saved little, the next one waits longer.
    const size_t kept = calls_.callers.size();
    fold_at_ = std::max({kFoldAtLeast, nodes_, kept * (kept > fold_at_ / 2 ? 4 : 2)});
  }
  calls_.callers.push_back(static_cast<uint32_t>(caller));
  calls_.callees.push_back(static_cast<uint32_t>(callee));
  return calls_.costs.add_row();
}

void CallGraphBuilder::add_cell(size_t row, size_t cell, int128 amount) {
  if (cell < dense_cells_ && fits_int64(amount)) {
    calls_.costs.add_dense(row, cell, static_cast<int64_t>(amount));
  } else if (amount != 0) {
    calls_.wide.push_back({static_cast<uint32_t>(row), static_cast<uint32_t>(cell), amount});
  }
}

void CallGraphBuilder::add_call(size_t caller, size_t callee, int128 count,
                                std::span<const int128> inclusive) {
  const size_t row = add_row(caller, callee);
  add_cell(row, 0, count);
  for (size_t event = 0; event < inclusive.size(); ++event) {
    add_cell(row, event + 1, inclusive[event]);
  }
}

void CallGraphBuilder::add_call(size_t caller, size_t callee, int64_t count,
                                std::span<const int64_t> inclusive) {
  const size_t row = add_row(caller, callee);
  calls_.costs.add_dense(row, 0, count);
  const size_t dense = std::min(inclusive.size(), dense_cells_ - 1);
  for (size_t event = 0; event < dense; ++event) {
    calls_.costs.add_dense(row, event + 1, inclusive[event]);
  }
  for (size_t event = dense; event < inclusive.size(); ++event) {
    add_cell(row, event + 1, inclusive[event]);
  }
}

/// Adds up what stands for the same cell: a million calls of one pair leave one entry.
void CallGraphBuilder::fold_wide(std::vector<WideCost>& wide) {
  std::ranges::sort(wide, {}, [](const WideCost& cost) { return std::tie(cost.row, cost.cell); });
  size_t kept = 0;
  for (size_t at = 0; at < wide.size(); ++at) {
    if (kept != 0 && wide[kept - 1].row == wide[at].row && wide[kept - 1].cell == wide[at].cell) {
      wide[kept - 1].amount += wide[at].amount;
    } else {
      wide[kept++] = wide[at];
    }
  }
  wide.resize(kept);
}

/// Adds a row of plain cells; what would pass 64 bits stays beside the cell.
void CallGraphBuilder::add_dense_cells(size_t edge, const int64_t* costs) {
  const int64_t* const so_far = std::as_const(calls_.costs).dense(edge);
  for (size_t cell = 0; cell < dense_cells_; ++cell) {
    int64_t sum = 0;
    if (__builtin_add_overflow(so_far[cell], costs[cell], &sum)) [[unlikely]] {
      calls_.wide.push_back(
          {static_cast<uint32_t>(edge), static_cast<uint32_t>(cell), costs[cell]});
    } else {
      calls_.costs.add_dense(edge, cell, costs[cell]);
    }
  }
}

/// Two counting sorts bring equal pairs together; no hashing, and the order is total.
void CallGraphBuilder::fold() {
  const Calls raw = std::exchange(calls_, Calls(events_ + 1));
  const size_t rows = raw.callers.size();
  const auto by_callee =
      sorted_by(raw.callees, all_up_to(rows), first_of_keys(raw.callees, nodes_));
  const auto order = sorted_by(raw.callers, by_callee, first_of_keys(raw.callers, nodes_));
  std::vector<uint32_t> row_to_edge(raw.wide.empty() ? 0 : rows);
  for (const uint32_t row : order) {
    const uint32_t caller = raw.callers[row];
    const uint32_t callee = raw.callees[row];
    if (calls_.callers.empty() || calls_.callers.back() != caller ||
        calls_.callees.back() != callee) {
      calls_.callers.push_back(caller);
      calls_.callees.push_back(callee);
      calls_.costs.add_row();
    }
    const size_t edge = calls_.callers.size() - 1;
    add_dense_cells(edge, raw.costs.dense(row));
    if (!row_to_edge.empty()) {
      row_to_edge[row] = static_cast<uint32_t>(edge);
    }
  }
  for (const WideCost& cost : raw.wide) {
    calls_.wide.push_back({row_to_edge[cost.row], cost.cell, cost.amount});
  }
  fold_wide(calls_.wide);
}

CostRows CallGraphBuilder::sums_by_callee() const {
  CostRows sums = zero_rows(nodes_, events_ + 1);
  for (size_t edge = 0; edge < calls_.callees.size(); ++edge) {
    const int64_t* const costs = calls_.costs.dense(edge);
    for (size_t cell = 0; cell < dense_cells_; ++cell) {
      sums.add_dense(calls_.callees[edge], cell, costs[cell]);
    }
  }
  for (const WideCost& cost : calls_.wide) {
    sums.add(calls_.callees[cost.row], cost.cell, cost.amount);
  }
  return sums;
}

/// Many records of one pair in a row are marked once.
void CallGraphBuilder::estimate_call(size_t caller, size_t callee, bool is_cost, bool is_count) {
  if (estimated_calls_.empty() || estimated_calls_.back().caller != caller ||
      estimated_calls_.back().callee != callee) {
    estimated_calls_.push_back(
        {static_cast<uint32_t>(caller), static_cast<uint32_t>(callee), false, false});
  }
  EstimatedCall& marked = estimated_calls_.back();
  marked.is_cost = marked.is_cost || is_cost;
  marked.is_count = marked.is_count || is_count;
}

void CallGraphBuilder::mark(CallGraph& graph) const {
  if (estimated_selfs_.empty() && estimated_calls_.empty()) {
    return;
  }
  CallGraph::Marks& marks = graph.marks_;
  marks.selfs.resize(std::max<size_t>(nodes_, 1));
  marks.calls.resize(graph.edge_count());
  marks.counts.resize(graph.edge_count());
  for (const uint32_t node : estimated_selfs_) {
    marks.selfs[node] = true;
  }
  for (const EstimatedCall& call : estimated_calls_) {
    const uint32_t edge = *graph.find(call.caller, call.callee);
    marks.calls[edge] = marks.calls[edge] || call.is_cost;
    marks.counts[edge] = marks.counts[edge] || call.is_count;
  }
}

CallGraph CallGraphBuilder::build() {
  fold();
  CallGraph graph;
  graph.self_ = std::move(self_);
  graph.incoming_ = sums_by_callee();
  graph.calls_ = std::move(calls_.costs);
  for (const WideCost& cost : calls_.wide) {
    graph.calls_.add(cost.row, cost.cell, cost.amount);
  }
  graph.callers_ = std::move(calls_.callers);
  graph.callees_ = std::move(calls_.callees);
  graph.first_out_ = first_of_keys(graph.callers_, nodes_);
  graph.first_in_ = first_of_keys(graph.callees_, nodes_);
  graph.in_edges_ = sorted_by(graph.callees_, all_up_to(graph.callees_.size()), graph.first_in_);
  mark(graph);
  return graph;
}

}  // namespace quern
