// SPDX-License-Identifier: MIT
//
// Own costs plus those of calls to others. For a member of a cycle these overlap, so three numbers
// are kept: what it costs without calls inside the cycle, what calls from outside of the cycle
// cost, and what all calls of it cost. The first two are lower bounds. The upper bound is all calls
// of it, and what the cycle costs that no call from outside accounts for, as the member may have
// been a root.
#include "quern/analysis/graph/inclusive.h"

#include <algorithm>
#include <utility>

namespace quern {

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
  size_t count = 0;
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    const size_t members = cycles.members(cycle).size();
    count += members == 1 ? 0 : members;
  }
  members_.resize(count == 0 ? 0 : own_.size(), kNoMember);
  nodes_.reserve(count);
  cycles_of_.reserve(count);
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    const std::span<const uint32_t> members = cycles.members(cycle);
    if (members.size() == 1) {
      continue;
    }
    for (const uint32_t node : members) {
      members_[node] = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back(node);
      cycles_of_.push_back(cycle);
    }
  }
  cycles_ = CostRows::zeros(cycles.cycle_count(), own_.width());
  known_ = CostRows::zeros(nodes_.size(), own_.width());
  incoming_ = CostRows::zeros(nodes_.size(), own_.width());
  entered_ = CostRows::zeros(nodes_.empty() ? 0 : cycles.cycle_count(), own_.width());
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

/// A sum with an estimate in it is an estimate, unless sure calls account for all of it.
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

InclusiveSums::InclusiveSums(const CostRows& self)
    : incoming_(CostRows::zeros(self.size(), self.width() + 1)) {
  costs_.own_ = CostRows::zeros(self.size(), self.width());
  self.each_cell(
      [this](size_t node, size_t event, int128 cost) { costs_.own_.add(node, event, cost); });
}

void InclusiveSums::take_cycles(const Cycles& cycles) {
  cycles_ = &cycles;
  costs_.find_members(cycles);
  if (!costs_.has_bounds()) {
    return;
  }
  incoming_.each_cell([this](size_t node, size_t cell, int128 cost) {
    if (cell != 0 && !costs_.is_exact(node)) {
      costs_.incoming_.add(costs_.members_[node], cell - 1, cost);
      costs_.known_.add(costs_.members_[node], cell - 1, cost);
    }
  });
}

void InclusiveSums::take_out(size_t caller, size_t callee, size_t event, int128 cost) {
  costs_.own_.add(caller, event, -cost);
  if (!costs_.is_exact(callee)) {
    costs_.known_.add(costs_.members_[callee], event, -cost);
  }
}

CostRows InclusiveSums::take_counts() {
  return std::exchange(incoming_, CostRows()).take_cell(0);
}

InclusiveCosts InclusiveSums::finish(const CallGraph* graph) {
  costs_.add_cycles(*cycles_);
  if (graph != nullptr) {
    costs_.find_estimates(*graph, *cycles_);
  }
  return std::move(costs_);
}

InclusiveCosts inclusive_costs(const CallGraph& graph, const Cycles& cycles) {
  InclusiveSums sums(graph.self_rows());
  const auto each_cost = [&](auto use) {
    graph.call_rows().each_cell([&](size_t edge, size_t cell, int128 cost) {
      if (cell != 0 && cost != 0) {  // neither the count nor nothing
        use(graph.caller(edge), graph.callee(edge), cell - 1, cost);
      }
    });
  };
  each_cost([&](uint32_t caller, uint32_t callee, size_t event, int128 cost) {
    sums.add_cost(caller, callee, event, cost);
  });
  sums.take_cycles(cycles);
  each_cost([&](uint32_t caller, uint32_t callee, size_t event, int128 cost) {
    if (cycles.is_inside(caller, callee)) {
      sums.take_out(caller, callee, event, cost);
    }
  });
  return sums.finish(&graph);
}

}  // namespace quern
