// SPDX-License-Identifier: MIT
#include "quern/filters/walk/part_scaling.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "quern/analysis/graph/proportion.h"

namespace quern {
namespace {

/// The graph with what is moved: the function that the n-th spender calls is n behind the others.
CallGraph with_spenders(const CallGraph& graph, const std::vector<Spender>& spenders) {
  const size_t nodes = graph.node_count();
  CallGraphBuilder builder(nodes + spenders.size(), graph.event_count());
  for (size_t at = 0; at < spenders.size(); ++at) {
    const auto& [node, moved] = spenders[at];
    for (size_t event = 0; event < moved.size(); ++event) {
      if (moved[event] != 0) {
        builder.add_self(nodes + at, event, moved[event]);
        builder.add_self(node, event, -moved[event]);
      }
    }
    builder.add_call(node, nodes + at, int128{1}, moved);
    if (graph.is_self_estimated(node)) {
      builder.estimate_self(nodes + at);
      builder.estimate_call(node, nodes + at, true, false);
    }
  }
  const std::vector<size_t> self_widths = graph.self_rows().used_widths();
  for (size_t node = 0; node < nodes; ++node) {
    for (size_t event = 0; event < self_widths[node]; ++event) {
      if (graph.self(node, event) != 0) {
        builder.add_self(node, event, graph.self(node, event));
      }
    }
    if (graph.is_self_estimated(node)) {
      builder.estimate_self(node);
    }
  }
  const std::vector<size_t> call_widths = graph.call_rows().used_widths();
  std::vector<int128> costs;
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    costs.resize(std::max<size_t>(call_widths[edge], 1) - 1);
    for (size_t event = 0; event < costs.size(); ++event) {
      costs[event] = graph.inclusive(edge, event);
    }
    const uint32_t caller = graph.caller(edge);
    const uint32_t callee = graph.callee(edge);
    builder.add_call(caller, callee, graph.count(edge), costs);
    if (graph.is_call_estimated(edge) || graph.is_count_estimated(edge)) {
      builder.estimate_call(caller, callee, graph.is_call_estimated(edge),
                            graph.is_count_estimated(edge));
    }
  }
  return builder.build();
}

/// What is left of all costs without what was moved.
class WithoutSpenders {
 public:
  WithoutSpenders(const CallGraph& graph, const std::vector<Spender>& spenders)
      : graph_(&graph), spent_(with_spenders(graph, spenders)), kept_(spent_) {
    std::vector<bool> chosen(spent_.node_count());
    std::fill(chosen.begin() + static_cast<std::ptrdiff_t>(graph.node_count()), chosen.end(), true);
    kept_.keep(StacksKept::kOutside, chosen);
  }
  WithoutSpenders(const WithoutSpenders&) = delete;
  WithoutSpenders& operator=(const WithoutSpenders&) = delete;

  /// Of an edge of the graph without spenders.
  [[nodiscard]] int128 inclusive(uint32_t edge, size_t event) const {
    return kept_.inclusive(same(edge), event);
  }
  [[nodiscard]] bool is_estimated(uint32_t edge) const {
    return kept_.is_call_estimated(same(edge));
  }

 private:
  [[nodiscard]] uint32_t same(uint32_t edge) const {
    return *spent_.find(graph_->caller(edge), graph_->callee(edge));
  }

  const CallGraph* graph_;
  CallGraph spent_;
  KeptCosts kept_;
};

}  // namespace

PartScaling::PartScaling(const Profile& from, ScaledSums& scaled)
    : scaled_(&scaled), graphs_(from) {}

void PartScaling::begin(size_t part) {
  graph_ = std::make_unique<CallGraph>(graphs_.take(part));
  const size_t events = graph_->event_count();
  left_ = CostRows::zeros(graph_->edge_count(), events);
  passed_ = CostRows::zeros(graph_->edge_count(), events);
  marks_.assign(graph_->edge_count(), false);
  const std::vector<size_t> self_widths = graph_->self_rows().used_widths();
  std::vector<Spender> cuts;  // what is no longer spent: whole numbers, so that all adds up
  for (size_t rule = 0; rule < scaled_->rules().size(); ++rule) {
    std::vector<Spender> whole;
    for (size_t node = 0; node < graphs_.functions().size(); ++node) {
      if (scaled_->rule_for(graphs_.functions()[node]) != rule) {
        continue;
      }
      const auto at = static_cast<uint32_t>(node);
      Spender all{at, std::vector<int128>(self_widths[node])};
      Spender cut = all;
      bool cuts_any = false;
      for (size_t event = 0; event < all.moved.size(); ++event) {
        all.moved[event] = graph_->self(node, event);
        cut.moved[event] = all.moved[event] - scaled_->rules().scaled(rule, all.moved[event]);
        cuts_any = cuts_any || cut.moved[event] != 0;
      }
      if (cuts_any) {
        whole.push_back(std::move(all));
        cuts.push_back(std::move(cut));
      }
    }
    mark(whole);
  }
  const WithoutSpenders left(*graph_, cuts);
  const std::vector<size_t> call_widths = graph_->call_rows().used_widths();
  for (uint32_t edge = 0; edge < graph_->edge_count(); ++edge) {
    marks_[edge] = marks_[edge] || graph_->is_call_estimated(edge);
    for (size_t event = 0; event + 1 < call_widths[edge]; ++event) {
      left_.add(edge, event, left.inclusive(edge, event));
    }
  }
}

/// Marks the calls of which it is not known how much functions of one factor spent below them:
/// where all below was theirs, or nothing, any factor of it is known too.
void PartScaling::mark(const std::vector<Spender>& whole) {
  if (whole.empty()) {
    return;
  }
  const WithoutSpenders kept(*graph_, whole);
  for (uint32_t edge = 0; edge < graph_->edge_count(); ++edge) {
    marks_[edge] = marks_[edge] || kept.is_estimated(edge);
  }
}

bool PartScaling::call(FunctionId caller, FunctionId callee, std::vector<int128>& costs) {
  const uint32_t edge = *graph_->find(graphs_.node(caller), graphs_.node(callee));
  bool is_piece = false;
  for (size_t event = 0; event < costs.size(); ++event) {
    const int128 whole = graph_->inclusive(edge, event);
    const int128 left = left_.at(edge, event);
    int128& cost = costs[event];
    if (cost == 0 || left == whole) {
      continue;
    }
    is_piece = is_piece || (cost != whole && left != 0);
    const int128 before = passed_.at(edge, event);
    passed_.add(edge, event, cost);
    cost = signed_proportion(before + cost, magnitude(left), magnitude(whole)) -
           signed_proportion(before, magnitude(left), magnitude(whole));
  }
  has_split_ = has_split_ || is_piece;
  return marks_[edge] || is_piece;
}

}  // namespace quern
