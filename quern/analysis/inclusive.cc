// SPDX-License-Identifier: MIT
#include "quern/analysis/inclusive.h"

#include <algorithm>

namespace quern {

InclusiveCosts::InclusiveCosts(const CallGraph& graph, const Cycles& cycles)
    : own_(CostRows::zeros(graph.node_count(), graph.event_count())),
      cycles_(CostRows::zeros(cycles.cycle_count(), graph.event_count())) {
  find_members(cycles);
  entering_ = CostRows::zeros(nodes_.size(), graph.event_count());
  incoming_ = CostRows::zeros(nodes_.size(), graph.event_count());
  entered_ = CostRows::zeros(nodes_.empty() ? 0 : cycles.cycle_count(), graph.event_count());
}

int128 InclusiveCosts::lower(size_t node, size_t event) const {
  const int128 own = own_.at(node, event);
  // While a call from outside runs, no member is below it on the stack: they never overlap.
  return is_exact(node) ? own : std::max(own, entering_.at(members_[node], event));
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

/// To the callers' own costs, and to what callees in cycles are given.
void InclusiveCosts::add_calls(const CallGraph& graph) {
  graph.call_rows().each_cell([&](size_t edge, size_t cell, int128 cost) {
    if (cell == 0 || cost == 0) {
      return;  // the count, or nothing
    }
    const uint32_t caller = graph.caller(edge);
    const uint32_t callee = graph.callee(edge);
    const bool is_leaving = leaves(caller, callee);
    if (is_leaving) {
      own_.add(caller, cell - 1, cost);
    }
    if (!is_exact(callee)) {
      incoming_.add(members_[callee], cell - 1, cost);
      if (is_leaving) {
        entering_.add(members_[callee], cell - 1, cost);
      }
    }
  });
}

void InclusiveCosts::add_cycles(const Cycles& cycles) {
  own_.each_cell([&](size_t node, size_t event, int128 cost) {
    if (cycles.cycle(node) != Cycles::kNone) {
      cycles_.add(cycles.cycle(node) - 1, event, cost);
    }
  });
  entering_.each_cell([&](size_t member, size_t event, int128 cost) {
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

InclusiveCosts inclusive_costs(const CallGraph& graph, const Cycles& cycles) {
  InclusiveCosts costs(graph, cycles);
  graph.self_rows().each_cell(
      [&](size_t node, size_t event, int128 cost) { costs.own_.add(node, event, cost); });
  costs.add_calls(graph);
  costs.add_cycles(cycles);
  costs.find_estimates(graph, cycles);
  return costs;
}

}  // namespace quern
