// SPDX-License-Identifier: MIT
#include "quern/views/diff_query.h"

#include <utility>

#include "quern/views/row_filter.h"

namespace quern {

ComparedRow::ComparedRow(const DiffCosts& costs, std::vector<size_t> columns)
    : costs_(&costs), columns_(std::move(columns)) {
  for (const size_t column : columns_) {
    totals_.push_back(costs.total(column, Version::kNew));
  }
}

Version ComparedRow::side() const {
  const bool is_there = edge_
                            ? costs_->has_edge(caller_of(*edge_), callee_of(*edge_), Version::kNew)
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

std::optional<int128> ComparedRow::self(size_t event) const {
  return edge_ ? std::nullopt
               : std::optional(lower_of(costs_->self(node_, columns_[event], side())));
}

std::optional<int128> ComparedRow::inclusive(size_t event) const {
  return lower_of(
      edge_ ? costs_->edge_inclusive(caller_of(*edge_), callee_of(*edge_), columns_[event], side())
            : costs_->inclusive(node_, columns_[event], side()));
}

std::optional<int128> ComparedRow::calls() const {
  if (!costs_->has_calls()) {
    return std::nullopt;
  }
  return lower_of(edge_ ? costs_->edge_calls(caller_of(*edge_), callee_of(*edge_), side())
                        : costs_->calls(node_, side()).value_or(Exact{0}));
}

}  // namespace quern
