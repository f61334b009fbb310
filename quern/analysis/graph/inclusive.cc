// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/inclusive.h"

#include <algorithm>
#include <utility>

namespace quern {

InclusiveCosts::InclusiveCosts(const CostRows& self, const Cycles& cycles)
    : own_(CostRows::zeros(self.size(), self.width())),
      cycles_(CostRows::zeros(cycles.cycle_count(), self.width())) {
  find_members(cycles);
  known_ = CostRows::zeros(nodes_.size(), self.width());
  incoming_ = CostRows::zeros(nodes_.size(), self.width());
  entered_ = CostRows::zeros(nodes_.empty() ? 0 : cycles.cycle_count(), self.width());
  self.each_cell([this](size_t node, size_t event, int128 cost) { own_.add(node, event, cost); });
}

int128 InclusiveCosts::lower(size_t node, size_t event) const {
  const int128 own = own_.at(node, event);
  // While a call from outside runs, no member is below it on the stack: they never overlap.
  return is_exact(node) ? own : std::max(own, known_.at(members_[node], event));
}

int128 InclusiveCosts::upper(size_t node, size_t event) const {
  if (is_exact(node)) {
    return lower(node, event);
  }
  const uint32_t member = members_[node];
  const size_t cycle = cycles_of_[member] - 1;
  const int128 total = cycles_.at(cycle, event);
  const int128 as_root = std::max<int128>(0, total - entered_.at(cycle, event));
  return std::max(std::min(total, incoming_.at(member, event) + as_root), lower(node, event));
}

void InclusiveCosts::find_members(const Cycles& cycles) {
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    const std::span<const uint32_t> members = cycles.members(cycle);
    if (members.size() == 1) {
      continue;
    }
    members_.resize(own_.size(), kNoMember);
    for (const uint32_t node : members) {
      members_[node] = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back(node);
      cycles_of_.push_back(cycle);
    }
  }
}

/// Whether a call leads out of where its caller's costs are counted.
bool InclusiveCosts::leaves(size_t caller, size_t callee) const {
  if (is_exact(caller) || is_exact(callee)) {
    return caller != callee;
  }
  return cycles_of_[members_[caller]] != cycles_of_[members_[callee]];
}

/// To the caller's own costs, and to what a callee in a cycle is given.
void InclusiveCosts::add_call(size_t caller, size_t callee, size_t event, int128 cost) {
  const bool is_leaving = leaves(caller, callee);
  if (is_leaving) {
    own_.add(caller, event, cost);
  }
  if (!is_exact(callee)) {
    incoming_.add(members_[callee], event, cost);
    if (is_leaving) {
      known_.add(members_[callee], event, cost);
    }
  }
}

void InclusiveCosts::add_cycles(const Cycles& cycles) {
  own_.each_cell([&](size_t node, size_t event, int128 cost) {
    if (cycles.cycle(node) != Cycles::kNone) {
      cycles_.add(cycles.cycle(node) - 1, event, cost);
    }
  });
  known_.each_cell([&](size_t member, size_t event, int128 cost) {
    entered_.add(cycles_of_[member] - 1, event, cost);
  });
}

/// Whether the calls that reach a node are sure and account for all it has: its inclusive cost is
/// then sure, whatever it is made of.
bool InclusiveCosts::is_known_by_calls(const CallGraph& graph, uint32_t node) const {
  const size_t events = graph.event_count();
  if (!is_exact(node) || events > CostRows::kDense) {
    return false;
  }
  std::vector<int128> left(events);
  for (size_t event = 0; event < events; ++event) {
    left[event] = own_.at(node, event);
  }
  bool is_called = false;
  for (const uint32_t edge : graph.calls_to(node)) {
    if (graph.caller(edge) == node) {
      continue;
    }
    is_called = true;
    if (graph.is_call_estimated(edge)) {
      return false;
    }
    for (size_t event = 0; event < events; ++event) {
      left[event] -= graph.inclusive(edge, event);
    }
  }
  return is_called && std::ranges::all_of(left, [](int128 cost) { return cost == 0; });
}

void InclusiveCosts::find_estimates(const CallGraph& graph, const Cycles& cycles) {
  if (!graph.has_estimates()) {
    return;
  }
  estimated_.resize(graph.node_count());
  std::vector<bool> estimated_cycles(cycles.cycle_count() + 1);
  const auto mark = [&](uint32_t node) {
    estimated_[node] = true;
    if (!is_exact(node)) {
      estimated_cycles[cycles.cycle(node)] = true;
    }
  };
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    if (graph.is_self_estimated(node)) {
      mark(node);
    }
  }
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    if (graph.is_call_estimated(edge) && graph.caller(edge) != graph.callee(edge)) {
      mark(graph.caller(edge));
      if (!is_exact(graph.callee(edge))) {
        mark(graph.callee(edge));
      }
    }
  }
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    estimated_[node] = is_exact(node) ? estimated_[node] && !is_known_by_calls(graph, node)
                                      : estimated_cycles[cycles.cycle(node)];
  }
}

InclusiveCosts InclusiveSums::finish(const CallGraph* graph) {
  costs_.add_cycles(*cycles_);
  if (graph != nullptr) {
    costs_.find_estimates(*graph, *cycles_);
  }
  return std::move(costs_);
}

InclusiveCosts inclusive_costs(const CallGraph& graph, const Cycles& cycles) {
  InclusiveSums sums(graph.self_rows(), cycles);
  graph.call_rows().each_cell([&](size_t edge, size_t cell, int128 cost) {
    if (cell != 0 && cost != 0) {  // neither the count nor nothing
      sums.add_call(graph.caller(edge), graph.callee(edge), cell - 1, cost);
    }
  });
  return sums.finish(&graph);
}

}  // namespace quern
