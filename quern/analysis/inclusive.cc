// SPDX-License-Identifier: MIT
#include "quern/analysis/inclusive.h"

#include <algorithm>

namespace quern {

namespace {

/// The cells of one event, read as 64-bit numbers or, where some are beyond, as 128-bit ones.
struct NarrowCells {
  const CostRows& rows;
  size_t cell;
  int128 operator[](size_t row) const { return rows.dense(row)[cell]; }
};
struct WideCells {
  const CostRows& rows;
  size_t cell;
  int128 operator[](size_t row) const { return rows.at(row, cell); }
};

/// For each node its cycle if that has several members, else 0.
std::vector<uint32_t> mutual_cycles(const CallGraph& graph, const Cycles& cycles) {
  std::vector<uint32_t> mutual;
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    const std::span<const uint32_t> members = cycles.members(cycle);
    if (members.size() > 1) {
      mutual.resize(graph.node_count());
      for (const uint32_t node : members) {
        mutual[node] = cycle;
      }
    }
  }
  return mutual;
}

/// self + Σ inclusive of calls to other nodes, for a graph without mutual recursion.
template <class Cells>
void add_calls(const CallGraph& graph, Cells inclusive, std::vector<int128>& own) {
  for (size_t node = 0; node < own.size(); ++node) {
    int128 sum = 0;
    for (const uint32_t edge : graph.calls_from(node)) {
      if (graph.callee(edge) != node) {
        sum += inclusive[edge];
      }
    }
    own[node] += sum;
  }
}

/// Likewise, but calls within a cycle are left out, and calls that enter one summed up by callee.
template <class Cells>
void add_calls(const CallGraph& graph, Cells inclusive, const std::vector<uint32_t>& mutual,
               std::vector<int128>& own, std::vector<int128>& entering) {
  for (size_t node = 0; node < own.size(); ++node) {
    const uint32_t cycle = mutual[node];
    int128 sum = 0;
    for (const uint32_t edge : graph.calls_from(node)) {
      const uint32_t callee = graph.callee(edge);
      const uint32_t callee_cycle = mutual[callee];
      if (callee_cycle == 0 ? callee == node : callee_cycle == cycle) {
        continue;
      }
      sum += inclusive[edge];
      if (callee_cycle != 0) {
        entering[callee] += inclusive[edge];
      }
    }
    own[node] += sum;
  }
}

}  // namespace

InclusiveCosts inclusive_costs(const CallGraph& graph, const Cycles& cycles, size_t event) {
  const CostRows& calls = graph.call_rows();
  const std::vector<uint32_t> mutual = mutual_cycles(graph, cycles);
  std::vector<int128> entering(mutual.size());  // from outside the cycle
  InclusiveCosts costs;
  std::vector<int128>& own = costs.lower_;
  own.resize(graph.node_count());
  for (size_t node = 0; node < own.size(); ++node) {
    own[node] = graph.self(node, event);
  }
  const auto run = [&](auto cells) {
    if (mutual.empty()) {
      add_calls(graph, cells, own);
    } else {
      add_calls(graph, cells, mutual, own, entering);
    }
  };
  if (calls.is_narrow()) {
    run(NarrowCells{calls, event + 1});
  } else {
    run(WideCells{calls, event + 1});
  }

  costs.cycles_.resize(cycles.cycle_count());
  if (!mutual.empty()) {
    costs.upper_ = own;
    costs.is_exact_.assign(own.size(), true);
  }
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    const std::span<const uint32_t> members = cycles.members(cycle);
    int128& total = costs.cycles_[cycle - 1];
    for (const uint32_t node : members) {
      total += own[node];
    }
    if (members.size() == 1) {
      continue;
    }
    int128 entered = 0;
    for (const uint32_t node : members) {
      entered += entering[node];
    }
    const int128 as_root = std::max<int128>(0, total - entered);
    for (const uint32_t node : members) {
      // While a call from outside runs, no member is below it on the stack: they never overlap.
      costs.lower_[node] = std::max(own[node], entering[node]);
      const int128 upper = std::min(total, graph.incoming(node, event) + as_root);
      costs.upper_[node] = std::max(upper, costs.lower_[node]);
      costs.is_exact_[node] = false;
    }
  }
  return costs;
}

}  // namespace quern
