// SPDX-License-Identifier: MIT
#include "quern/views/lists/queried_rows.h"

namespace quern {

std::string_view NodeRow::text(QueryText which) const {
  return text_of(costs_->nodes().name(node_), which);
}

std::optional<int128> NodeRow::self(size_t event) const {
  return costs_->self(node_, column(event));
}

std::optional<int128> NodeRow::inclusive(size_t event) const {
  return lower_of(costs_->inclusive(node_, column(event)));
}

std::optional<int128> NodeRow::calls() const {
  return costs_->calls(node_);
}

std::optional<int128> NodeRow::exact_self(size_t event) const {
  return known_exactly(costs_->self_amount(node_, column(event)));
}

std::optional<int128> NodeRow::exact_inclusive(size_t event) const {
  return known_exactly(costs_->inclusive(node_, column(event)));
}

std::optional<int128> NodeRow::exact_calls() const {
  return known_exactly(costs_->calls_amount(node_));
}

std::string_view EdgeRow::text(QueryText which) const {
  const bool wants_caller =
      which == QueryText::kCaller || (which != QueryText::kCallee && named_ == Named::kCaller);
  const CallGraph& calls = *graph_.calls;
  return text_of(graph_.nodes->name(wants_caller ? calls.caller(edge_) : calls.callee(edge_)),
                 which);
}

std::optional<int128> EdgeRow::inclusive(size_t event) const {
  return graph_.calls->inclusive(edge_, column(event));
}

std::optional<int128> EdgeRow::calls() const {
  return graph_.counts_calls ? std::optional(graph_.calls->count(edge_)) : std::nullopt;
}

std::optional<int128> EdgeRow::exact_inclusive(size_t event) const {
  return known_exactly(graph_.calls->inclusive_amount(edge_, column(event)));
}

std::optional<int128> EdgeRow::exact_calls() const {
  return graph_.counts_calls ? known_exactly(graph_.calls->count_amount(edge_)) : std::nullopt;
}

}  // namespace quern
