// SPDX-License-Identifier: MIT
#include "quern/views/diff_query.h"

#include "quern/views/computed_values.h"
#include "quern/views/row_filter.h"

namespace quern {

ComparedRow::ComparedRow(const DiffCosts& costs, const RowFilter& filter)
    : costs_(&costs), filter_(&filter) {
  for (const size_t column : filter.columns) {
    totals_.push_back(costs.total(column, Version::kNew));
  }
}

Version ComparedRow::side() const {
  const bool is_there = edge_ ? costs_->has_edge(find_edge(*costs_, *edge_), Version::kNew)
                              : costs_->nodes().name(node_, Version::kNew).has_value();
  return is_there ? Version::kNew : Version::kOld;
}

std::string_view ComparedRow::text(QueryText which) const {
  const DiffNodes& nodes = costs_->nodes();
  if (!edge_) {
    return text_of(nodes.name(node_), which);
  }
  const bool is_caller = which == QueryText::kCaller;
  return text_of(nodes.name(is_caller ? caller_of(*edge_) : callee_of(*edge_)), which);
}

std::optional<Amount> ComparedRow::self_amount(size_t event) const {
  return edge_ ? std::nullopt : std::optional(costs_->self(node_, filter_->columns[event], side()));
}

Amount ComparedRow::inclusive_amount(size_t event) const {
  const size_t column = filter_->columns[event];
  return edge_ ? costs_->edge_inclusive(find_edge(*costs_, *edge_), column, side())
               : costs_->inclusive(node_, column, side());
}

std::optional<Amount> ComparedRow::calls_amount() const {
  if (!costs_->has_calls()) {
    return std::nullopt;
  }
  return edge_ ? costs_->edge_calls(find_edge(*costs_, *edge_), side())
               : costs_->calls(node_, side()).value_or(Exact{0});
}

std::optional<int128> ComparedRow::self(size_t event) const {
  const std::optional<Amount> cost = self_amount(event);
  return cost ? std::optional(lower_of(*cost)) : std::nullopt;
}

std::optional<int128> ComparedRow::inclusive(size_t event) const {
  return lower_of(inclusive_amount(event));
}

std::optional<int128> ComparedRow::calls() const {
  const std::optional<Amount> count = calls_amount();
  return count ? std::optional(lower_of(*count)) : std::nullopt;
}

std::optional<int128> ComparedRow::exact_self(size_t event) const {
  return known_exactly(self_amount(event));
}

std::optional<int128> ComparedRow::exact_inclusive(size_t event) const {
  return known_exactly(inclusive_amount(event));
}

std::optional<int128> ComparedRow::exact_calls() const {
  return known_exactly(calls_amount());
}

}  // namespace quern
