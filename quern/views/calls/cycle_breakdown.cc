// SPDX-License-Identifier: MIT
//
// Books of a cycle: what its members spent themselves, gave to others, and were given. Calls inside
// of the cycle are listed apart and never added, as they ran below each other. Exact stacks need no
// such books: they know each member's inclusive cost.
#include "quern/views/calls/cycle_breakdown.h"

#include "quern/analysis/costs/amount_sums.h"
#include "quern/analysis/costs/context_walk.h"
#include "quern/views/lists/node_costs.h"

namespace quern {
namespace {

class Bookkeeper {
 public:
  Bookkeeper(const Selection& selection, const NodeCosts& costs)
      : selection_(selection), costs_(costs) {}

  [[nodiscard]] std::vector<Amount> nothing() const {
    return std::vector<Amount>(selection_.columns.size(), Exact{0});
  }

  void add_self(std::vector<Amount>& sums, uint32_t node) const {
    for (size_t column = 0; column < sums.size(); ++column) {
      add(sums, column, costs_.self_amount(node, column));
    }
  }

  void add_call(std::vector<Amount>& sums, uint32_t edge) const {
    for (size_t column = 0; column < sums.size(); ++column) {
      add(sums, column, costs_.graph().inclusive_amount(edge, column));
    }
  }

  void add(std::vector<Amount>& sums, size_t column, const Amount& cost) const {
    const bool is_max = selection_.columns[column].event.combine == Combine::kMax;
    sums[column] = sum_of(sums[column], cost, is_max);
  }

 private:
  const Selection& selection_;
  const NodeCosts& costs_;
};

}  // namespace

std::optional<CycleBreakdown> cycle_breakdown(const Profile& profile, const Selection& selection,
                                              const NodeCosts& costs, uint32_t node) {
  const std::optional<uint32_t> cycle = costs.cycle(node);
  if (!cycle || has_contexts(profile, selection.parts)) {
    return std::nullopt;
  }
  const Bookkeeper keeper(selection, costs);
  const Cycles& cycles = costs.cycles();
  const CallGraph& graph = costs.graph();
  const auto is_member = [&](uint32_t other) { return cycles.cycle(other) == *cycle; };
  CycleBreakdown books{.cycle = *cycle,
                       .members = cycles.members(*cycle).size(),
                       .self = keeper.nothing(),
                       .leaving = keeper.nothing(),
                       .whole = {},
                       .entering = keeper.nothing(),
                       .inside = keeper.nothing(),
                       .calls_inside = {}};
  if (costs.has_calls()) {
    books.calls_inside = Exact{0};
  }
  for (const uint32_t member : cycles.members(*cycle)) {
    keeper.add_self(books.self, member);
    for (const uint32_t edge : graph.calls_from(member)) {
      const bool is_inside = is_member(graph.callee(edge));
      keeper.add_call(is_inside ? books.inside : books.leaving, edge);
      if (is_inside && books.calls_inside) {
        books.calls_inside = sum_of(*books.calls_inside, graph.count_amount(edge), false);
      }
    }
    for (const uint32_t edge : graph.calls_to(member)) {
      if (!is_member(graph.caller(edge))) {
        keeper.add_call(books.entering, edge);
      }
    }
  }
  books.whole = books.self;
  for (size_t column = 0; column < books.whole.size(); ++column) {
    keeper.add(books.whole, column, books.leaving[column]);
  }
  return books;
}

}  // namespace quern
