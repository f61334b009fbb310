// SPDX-License-Identifier: MIT
//
// One call of keep() is one filter. It takes the graph's costs event by event through a CostFlow,
// which says how much of each cost lies on stacks with a chosen function. Rules that decide without
// splitting are asked first (share_of()), so that exact answers stay exact whatever the numbers
// are. Events beyond those that rows keep in place are rare and mostly 0; their cells are collected
// and sorted, which keeps the time linear for inputs with as many events as functions.
#include "quern/analysis/costs/apportion.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "quern/analysis/graph/proportion.h"

namespace quern {

namespace {

/// Events below this number are read cell by cell. CostRows keeps later ones in a side table; they
/// are collected from there, so that zeros cost no time. One less than kDense: in the rows of calls
/// the first cell is their number.
constexpr size_t kPlainEvents = CostRows::kDense - 1;

/// CostRows owns its memory and cannot be copied by `=`.
CostRows copy_of(const CostRows& rows) {
  CostRows copy = CostRows::zeros(rows.size(), rows.width());
  rows.each_cell([&copy](size_t row, size_t cell, int128 cost) {
    if (cost != 0) {
      copy.add(row, cell, cost);
    }
  });
  return copy;
}

/// What remains of a cost, and whether that is an estimate.
struct Kept {
  int128 cost = 0;
  bool is_estimated = false;
};

/// How much of a cost is kept, judged only by who calls whom. kAll and kNone are exact for any
/// numbers. kFrom asks only for chosen functions above, since what is above the outermost goes.
Share share_of(StacksKept which, const FlowCost& cost) {
  const bool is_all = cost.above_share == Share::kAll ||
                      (which != StacksKept::kFrom && cost.below_share == Share::kAll);
  const bool is_none = cost.above_share == Share::kNone &&
                       (which == StacksKept::kFrom || cost.below_share == Share::kNone);
  if (which == StacksKept::kOutside) {
    return is_all ? Share::kNone : is_none ? Share::kAll : Share::kPart;
  }
  return is_all ? Share::kAll : is_none ? Share::kNone : Share::kPart;
}

Kept kept_of(StacksKept which, const FlowCost& cost) {
  switch (share_of(which, cost)) {
    case Share::kNone:
      return {};
    case Share::kAll:
      return {cost.cost, cost.is_estimated};
    case Share::kPart:
      break;
  }
  const bool is_sure = cost.is_above_sure && (which == StacksKept::kFrom || cost.is_below_sure);
  const int128 through = cost.above + (which == StacksKept::kFrom ? int128{0} : cost.below);
  return {which == StacksKept::kOutside ? cost.cost - through : through, !is_sure};
}

/// By node: whether a chosen function is at or above it on some stack.
std::vector<bool> reached_from(const CallGraph& graph, const std::vector<bool>& chosen) {
  std::vector<bool> reached = chosen;
  std::vector<uint32_t> open;
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    if (chosen[node]) {
      open.push_back(node);
    }
  }
  while (!open.empty()) {
    const uint32_t node = open.back();
    open.pop_back();
    for (const uint32_t edge : graph.calls_from(node)) {
      if (const uint32_t callee = graph.callee(edge); !reached[callee]) {
        reached[callee] = true;
        open.push_back(callee);
      }
    }
  }
  return reached;
}

}  // namespace

/// One call of keep(). CostFlow takes one event at a time, and so does this. Results go into tables
/// of its own and replace the old ones at the end: the old ones are its input.
class KeptCosts::Step {
 public:
  Step(KeptCosts& kept, StacksKept which, const std::vector<bool>& chosen)
      : kept_(kept),
        graph_(*kept.graph_),
        which_(which),
        chosen_(chosen),
        flow_(graph_, chosen),
        self_(CostRows::zeros(kept.self_.size(), kept.self_.width())),
        calls_(CostRows::zeros(kept.calls_.size(), kept.calls_.width())),
        self_marks_(graph_.node_count()),
        call_marks_(graph_.edge_count()),
        count_marks_(graph_.edge_count()),
        is_counted_(graph_.edge_count()),
        had_estimates_(kept.has_estimates()) {}

  /// If it is stopped, nothing has changed: the tables of this step are thrown away.
  void run(const std::stop_token& stop) {
    stop_ = stop;
    const size_t plain = std::min(graph_.event_count(), kPlainEvents);
    for (size_t event = 0; event < plain && !stop.stop_requested(); ++event) {
      gather(event);
      apportion(event);
    }
    if (graph_.event_count() > kPlainEvents && !stop.stop_requested()) {
      apportion_far_events();
    }
    if (stop.stop_requested()) {
      return;
    }
    count_calls_without_cost();
    // Splitting alone does not make the total unsure: pieces of one sum can be unknown while all
    // pieces that are kept add up to a known number.
    kept_.is_total_estimated_ =
        has_estimated_self() && (had_estimates_ || kept_.is_total_estimated_ || !is_total_sure_);
    kept_.self_ = std::move(self_);
    kept_.calls_ = std::move(calls_);
    kept_.self_marks_ = std::move(self_marks_);
    kept_.call_marks_ = std::move(call_marks_);
    kept_.count_marks_ = std::move(count_marks_);
  }

 private:
  /// Estimates of 0 are costs too: they stay marked when they are split again.
  void gather(size_t event) {
    costs_.clear();
    for (uint32_t node = 0; node < graph_.node_count(); ++node) {
      add(false, node, kept_.self_.at(node, event));
    }
    for (uint32_t edge = 0; edge < graph_.edge_count(); ++edge) {
      add(true, edge, kept_.calls_.at(edge, event + 1));
    }
  }

  void add(bool is_call, uint32_t at, int128 cost) {
    const bool is_estimated = is_call ? kept_.call_marks_[at] : kept_.self_marks_[at];
    if (cost != 0 || is_estimated) {
      FlowCost& added = costs_.emplace_back();
      added.at = at;
      added.is_call = is_call;
      added.is_estimated = is_estimated;
      added.cost = cost;
    }
  }

  /// All cells beyond those in place, sorted by event: the same work as gather(), for events of
  /// which most functions have no cost.
  void apportion_far_events() {
    struct Cell {
      size_t event;
      bool is_call;
      uint32_t at;
      int128 cost;
    };
    std::vector<Cell> cells;
    const auto gather_from = [&cells](const CostRows& rows, bool is_call) {
      rows.each_cell([&](size_t row, size_t cell, int128 cost) {
        const size_t first = kPlainEvents + (is_call ? 1 : 0);
        if (cell >= first && cost != 0) {
          cells.push_back({cell - (is_call ? 1 : 0), is_call, static_cast<uint32_t>(row), cost});
        }
      });
    };
    gather_from(kept_.self_, false);
    gather_from(kept_.calls_, true);
    std::ranges::sort(
        cells, {}, [](const Cell& cell) { return std::tuple(cell.event, cell.is_call, cell.at); });
    for (size_t at = 0; at < cells.size() && !stop_.stop_requested();) {
      const size_t event = cells[at].event;
      costs_.clear();
      for (; at < cells.size() && cells[at].event == event; ++at) {
        add(cells[at].is_call, cells[at].at, cells[at].cost);
      }
      apportion(event);
    }
  }

  /// Applies what the flow found to each cost of one event, and carries the marks along.
  void apportion(size_t event) {
    flow_.run(costs_, stop_);
    is_total_sure_ = is_total_sure_ && flow_.is_total_sure();
    // Of these events, estimates of 0 were not gathered; so any cost might rest on one.
    const bool is_unsure = event >= kPlainEvents && had_estimates_;
    for (const FlowCost& cost : costs_) {
      Kept kept = kept_of(which_, cost);
      kept.is_estimated = kept.is_estimated || is_unsure;
      if (cost.is_call) {
        calls_.add(cost.at, event + 1, kept.cost);
        call_marks_[cost.at] = call_marks_[cost.at] || kept.is_estimated;
        count(cost, kept.cost);
      } else {
        self_.add(cost.at, event, kept.cost);
        self_marks_[cost.at] = self_marks_[cost.at] || kept.is_estimated;
      }
    }
  }

  /// Scales the number of an edge's calls like the first event that they have a cost of: a count
  /// can follow only one event.
  void count(const FlowCost& cost, int128 kept) {
    if (is_counted_[cost.at] || cost.cost == 0) {
      return;
    }
    is_counted_[cost.at] = true;
    const auto size = [](int128 of) { return static_cast<uint128>(of < 0 ? -of : of); };
    const int128 calls = kept_.calls_.at(cost.at, 0);
    const int128 gone = signed_proportion(calls, size(cost.cost) - size(kept), size(cost.cost));
    calls_.add(cost.at, 0, calls - gone);
    count_marks_[cost.at] = kept != 0 && (kept != cost.cost || kept_.count_marks_[cost.at]);
  }

  /// Calls without any cost cannot be scaled: all of them remain if a kept stack may contain them.
  void count_calls_without_cost() {
    const std::vector<bool> reached = reached_from(graph_, chosen_);
    for (uint32_t edge = 0; edge < graph_.edge_count(); ++edge) {
      if (is_counted_[edge]) {
        continue;
      }
      const uint32_t caller = graph_.caller(edge);
      const bool is_chosen =
          chosen_[caller] || (which_ != StacksKept::kFrom && chosen_[graph_.callee(edge)]);
      const bool is_in = which_ == StacksKept::kOutside ? !is_chosen : is_chosen || reached[caller];
      if (is_in) {
        const int128 calls = kept_.calls_.at(edge, 0);
        calls_.add(edge, 0, calls);
        count_marks_[edge] =
            calls != 0 && (kept_.count_marks_[edge] || (!is_chosen && reached[caller]));
      }
    }
  }

  [[nodiscard]] bool has_estimated_self() const {
    return std::ranges::find(self_marks_, true) != self_marks_.end();
  }

  KeptCosts& kept_;
  const CallGraph& graph_;
  StacksKept which_;
  const std::vector<bool>& chosen_;
  CostFlow flow_;
  std::stop_token stop_;
  std::vector<FlowCost> costs_;  ///< of the event at hand; reused for each
  CostRows self_, calls_;
  std::vector<bool> self_marks_, call_marks_, count_marks_;
  std::vector<bool> is_counted_;
  bool had_estimates_;
  bool is_total_sure_ = true;
};

KeptCosts::KeptCosts(const CallGraph& graph)
    : graph_(&graph),
      self_(copy_of(graph.self_rows())),
      calls_(copy_of(graph.call_rows())),
      self_marks_(graph.node_count()),
      call_marks_(graph.edge_count()),
      count_marks_(graph.edge_count()) {
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    self_marks_[node] = graph.is_self_estimated(node);
  }
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    call_marks_[edge] = graph.is_call_estimated(edge);
    count_marks_[edge] = graph.is_count_estimated(edge);
  }
  find_left();
}

void KeptCosts::keep(StacksKept which, const std::vector<bool>& chosen,
                     const std::stop_token& stop) {
  Step(*this, which, chosen).run(stop);
  if (!stop.stop_requested()) {
    find_left();
  }
}

bool KeptCosts::has_estimates() const {
  const auto has_any = [](const std::vector<bool>& marks) {
    return std::ranges::find(marks, true) != marks.end();
  };
  return has_any(self_marks_) || has_any(call_marks_) || is_total_estimated_;
}

/// Compares what remains with the graph, to find what remains at all and what remains whole.
void KeptCosts::find_left() {
  left_nodes_.assign(graph_->node_count(), false);
  left_calls_.assign(graph_->edge_count(), false);
  whole_nodes_.assign(graph_->node_count(), true);
  graph_->self_rows().each_cell([this](size_t node, size_t event, int128 cost) {
    const int128 kept = self_.at(node, event);
    left_nodes_[node] = left_nodes_[node] || kept != 0;
    whole_nodes_[node] = whole_nodes_[node] && kept == cost;
  });
  graph_->call_rows().each_cell([this](size_t edge, size_t cell, int128 cost) {
    const int128 kept = calls_.at(edge, cell);
    left_calls_[edge] = left_calls_[edge] || kept != 0;
    if (kept != cost) {
      whole_nodes_[graph_->caller(edge)] = false;
    }
  });
  for (uint32_t edge = 0; edge < graph_->edge_count(); ++edge) {
    if (left_calls_[edge]) {
      left_nodes_[graph_->caller(edge)] = true;
      left_nodes_[graph_->callee(edge)] = true;
    }
  }
}

}  // namespace quern
