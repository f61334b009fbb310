// SPDX-License-Identifier: MIT
//
// Building a graph of 10^7 calls is bound by memory, not by arithmetic: callees lie anywhere. Three
// things follow. Calls are placed by caller as they come (PlacedCalls), pairs are folded while they
// are still in the cache, and what will be needed is prefetched some edges ahead. Callers who do
// not know the number of calls in advance pay with a list that is folded whenever it has doubled.
// Costs beyond 64 bits are kept beside the rows.
#include "quern/analysis/graph/call_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace quern {

namespace {

constexpr size_t kFoldAtLeast = size_t{1} << 20;
/// How many edges before it is wanted a callee's place is asked for: callees lie anywhere.
constexpr size_t kEdgesAhead = 16;

/// For each key the number of smaller ones; one entry more for the end.
std::vector<uint32_t> first_of_keys(std::span<const uint32_t> keys, size_t key_count) {
  std::vector<uint32_t> first(key_count + 1);
  for (size_t at = 0; at < keys.size(); ++at) {
    __builtin_prefetch(&first[keys[std::min(at + kEdgesAhead, keys.size() - 1)] + 1]);
    ++first[keys[at] + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

/// All edges stably sorted by their keys. `next` is first_of_keys of these.
std::vector<uint32_t> edges_by(std::span<const uint32_t> keys, std::vector<uint32_t> next) {
  std::vector<uint32_t> sorted(keys.size());
  const auto ahead = [&](size_t edge, size_t by) {
    return keys[std::min(edge + by, keys.size() - 1)];
  };
  for (uint32_t edge = 0; edge < keys.size(); ++edge) {
    __builtin_prefetch(&next[ahead(edge, 2 * kEdgesAhead)]);
    __builtin_prefetch(&sorted[next[ahead(edge, kEdgesAhead)]]);
    sorted[next[keys[edge]]++] = edge;
  }
  return sorted;
}

/// By row: whose it is.
std::vector<uint32_t> callers_of(std::span<const uint32_t> first) {
  std::vector<uint32_t> callers(first.back());
  for (uint32_t caller = 0; caller + 1 < first.size(); ++caller) {
    std::fill(callers.begin() + first[caller], callers.begin() + first[caller + 1], caller);
  }
  return callers;
}

}  // namespace

/// Edges of a caller are sorted by callee: a binary search.
std::optional<uint32_t> CallGraph::find(size_t caller, size_t callee) const {
  const auto first = callees_.begin() + first_out_[caller];
  const auto last = callees_.begin() + first_out_[caller + 1];
  const auto found = std::lower_bound(first, last, callee);
  if (found == last || *found != callee) {
    return std::nullopt;
  }
  return static_cast<uint32_t>(found - callees_.begin());
}

/// Made when it is asked for first, since lists of functions never look at callers.
const CallGraph::EdgesByCallee& CallGraph::by_callee() const {
  return by_callee_->get([this] {
    EdgesByCallee made;
    made.first = first_of_keys(callees_, node_count());
    made.edges = edges_by(callees_, made.first);
    return made;
  });
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
      self_(CostRows::zeros(nodes, events)),
      costs_(events + 1),
      fold_at_(std::max(kFoldAtLeast, nodes)) {}

void CallGraphBuilder::expect(std::span<const uint32_t> calls_by_caller) {
  expected_.emplace(calls_by_caller, events_ + 1);
}

size_t CallGraphBuilder::add_row(size_t caller, size_t callee) {
  if (expected_) {
    return expected_->add(caller, callee);
  }
  if (callers_.size() == fold_at_) {
    fold();
    // Where folding saved little, the next one waits longer.
    const size_t kept = callers_.size();
    fold_at_ = std::max({kFoldAtLeast, nodes_, kept * (kept > fold_at_ / 2 ? 4 : 2)});
  }
  callers_.push_back(static_cast<uint32_t>(caller));
  callees_.push_back(static_cast<uint32_t>(callee));
  return costs_.add_row();
}

void CallGraphBuilder::add_call(size_t caller, size_t callee, int128 count,
                                std::span<const int128> inclusive) {
  const size_t row = add_row(caller, callee);
  int64_t* const cells = (expected_ ? expected_->costs() : costs_).cells(row);
  const auto fill = [&](size_t cell, int128 amount) {
    if (cell < dense_cells_ && fits_int64(amount)) {
      cells[cell] = static_cast<int64_t>(amount);
    } else if (amount != 0) {
      wide_.push_back({static_cast<uint32_t>(row), static_cast<uint32_t>(cell), amount});
    }
  };
  fill(0, count);
  for (size_t event = 0; event < inclusive.size(); ++event) {
    fill(event + 1, inclusive[event]);
  }
}

/// What came so far, by caller.
PlacedCalls CallGraphBuilder::placed() {
  if (expected_) {
    return std::move(*expected_);
  }
  std::vector<uint32_t> counts(nodes_);
  for (const uint32_t caller : callers_) {
    ++counts[caller];
  }
  PlacedCalls calls(counts, events_ + 1);
  std::vector<uint32_t> row_of(wide_.empty() ? 0 : callers_.size());
  for (size_t at = 0; at < callers_.size(); ++at) {
    const uint32_t row = calls.add(callers_[at], callees_[at]);
    std::copy_n(std::as_const(costs_).dense(at), dense_cells_, calls.costs().cells(row));
    if (!row_of.empty()) {
      row_of[at] = row;
    }
  }
  for (WideCost& cost : wide_) {
    cost.row = row_of[cost.row];
  }
  callers_ = callees_ = {};
  costs_ = CostRows(events_ + 1);
  return calls;
}

void CallGraphBuilder::fold() {
  PlacedCalls calls = placed();
  calls.fold(wide_);
  callers_ = callers_of(calls.first());
  callees_ = std::move(calls.callees());
  costs_ = std::move(calls.costs());
}

/// What calls of a node cost in all is needed by nearly every question, and adding it up here
/// spares an index by callee.
CostRows CallGraphBuilder::sums_by_callee(const CallGraph& graph) const {
  CostRows sums = CostRows::zeros(nodes_, events_ + 1);
  for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
    sums.prefetch(graph.callees_[std::min(edge + kEdgesAhead, graph.edge_count() - 1)]);
    const int64_t* const costs = graph.calls_.dense(edge);
    for (size_t cell = 0; cell < dense_cells_; ++cell) {
      sums.add_dense(graph.callees_[edge], cell, costs[cell]);
    }
  }
  for (const WideCost& cost : wide_) {
    sums.add(graph.callees_[cost.row], cost.cell, cost.amount);
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
  PlacedCalls calls = placed();
  calls.fold(wide_);
  CallGraph graph;
  graph.self_ = std::move(self_);
  graph.first_out_ = std::move(calls.first());
  graph.callees_ = std::move(calls.callees());
  graph.calls_ = std::move(calls.costs());
  graph.incoming_ = sums_by_callee(graph);
  for (const WideCost& cost : wide_) {
    graph.calls_.add(cost.row, cost.cell, cost.amount);
  }
  graph.callers_ = callers_of(graph.first_out_);
  mark(graph);
  return graph;
}

}  // namespace quern
