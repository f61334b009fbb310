// SPDX-License-Identifier: MIT
//
// Numbers of cycles in the order of their first members, with the members in one list. The search
// itself is component_search.h, which any graph can use; here it runs over the edges of a call
// graph.
#include "quern/analysis/graph/cycles.h"

#include <algorithm>
#include <numeric>

#include "quern/analysis/graph/cycle_search.h"

namespace quern {

Cycles::Cycles(std::span<const uint32_t> numbers) : cycles_(numbers.begin(), numbers.end()) {
  number_cycles();
}

/// From any numbers, those of nodes outside being kNone, to 1, 2, … in the order of first members.
void Cycles::number_cycles() {
  const uint32_t most = cycles_.empty() ? 0 : *std::ranges::max_element(cycles_);
  std::vector<uint32_t> numbers(size_t{most} + 1);
  for (uint32_t& cycle : cycles_) {
    if (cycle == kNone) {
      continue;
    }
    uint32_t& number = numbers[cycle];
    if (number == 0) {
      first_member_.push_back(0);
      number = static_cast<uint32_t>(cycle_count());
    }
    cycle = number;
    ++first_member_[number];  // so far how many members it has
  }
  std::partial_sum(first_member_.begin(), first_member_.end(), first_member_.begin());
  std::vector<uint32_t> next_member = first_member_;
  members_.resize(first_member_.back());
  for (size_t node = 0; node < cycles_.size(); ++node) {
    if (cycles_[node] != kNone) {
      members_[next_member[cycles_[node] - 1]++] = static_cast<uint32_t>(node);
    }
  }
}

Cycles find_cycles(const CallGraph& graph) {
  return cycles_in(graph.rows(), true);
}

Cycles find_cycles_among(const CallGraph& graph,
                         const std::function<bool(uint32_t edge)>& is_wanted) {
  CallGraphBuilder wanted(graph.node_count(), 0);
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    if (is_wanted(edge)) {
      wanted.add_call(graph.caller(edge), graph.callee(edge), 0, {});
    }
  }
  return find_cycles(wanted.build());
}

}  // namespace quern
