// SPDX-License-Identifier: MIT
//
// Rows as a query sees them: a function with its costs, or a call with both ends. Texts are looked
// up when the query asks for them, since most queries ask for one only.
#include "quern/views/lists/queried_rows.h"

#include "quern/query/columns.h"

namespace quern {

std::string_view NodeRow::text(QueryText which) const {
  return text_of(costs_->nodes().name(node_), which);
}

std::vector<Amount> CallEdges::inclusive(uint32_t edge) const {
  return by_column(*selection,
                   [&](size_t column) { return graph->inclusive_amount(edge, column); });
}

ComputedRow CallEdges::computed(uint32_t edge) const {
  return computed_row(
      *selection, [&](size_t column) { return graph->inclusive_amount(edge, column); },
      known_exactly(count(edge)));
}

std::string_view EdgeRow::text(QueryText which) const {
  const bool wants_caller =
      which == QueryText::kCaller || (which != QueryText::kCallee && named_ == Named::kCaller);
  const CallGraph& graph = *edges_.graph;
  return text_of(edges_.nodes->name(wants_caller ? graph.caller(edge_) : graph.callee(edge_)),
                 which);
}

}  // namespace quern
