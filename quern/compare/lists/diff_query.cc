// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_query.h"

#include <utility>

namespace quern {

std::optional<Amount> RunRow::self_amount(size_t event) const {
  return is_edge_ ? std::nullopt : std::optional(costs_->self_amount(node_, column(event)));
}

Amount RunRow::inclusive_amount(size_t event) const {
  if (!is_edge_) {
    return costs_->inclusive(node_, column(event));
  }
  return edge_ ? costs_->graph().inclusive_amount(*edge_, column(event)) : Amount(Exact{0});
}

std::optional<Amount> RunRow::calls_amount() const {
  if (!costs_->has_calls()) {
    return std::nullopt;
  }
  if (!is_edge_) {
    return costs_->calls_amount(node_);
  }
  return edge_ ? costs_->graph().count_amount(*edge_) : Amount(Exact{0});
}

RowOfSides::RowOfSides(const DiffCosts& costs, const RowQuery& filter)
    : costs_(&costs), filter_(&filter) {
  for (const size_t column : filter.columns) {
    totals_.push_back(costs.total(column, Version::kNew));
  }
}

std::vector<RowQuery> RowOfSides::filters_of_runs() const {
  std::vector<RowQuery> filters;
  for (size_t run = 0; filter_->query && run < costs().runs().count(); ++run) {
    filters.push_back(row_filter(filter_->query, costs().runs().run(run).selection));
  }
  return filters;
}

DiffQueryRow::DiffQueryRow(const DiffCosts& costs, const RowQuery& filter)
    : RowOfSides(costs, filter) {
  for (RowQuery& own : filters_of_runs()) {
    runs_.push_back(std::make_unique<RunRow>(costs.all()[runs_.size()], std::move(own)));
  }
}

const QueryRow& DiffQueryRow::run(size_t at) const {
  const size_t number = number_of(at);
  RunRow& row = *runs_[number];
  if (edge_) {
    row.set_edge((*found_)[number]);
  } else {
    row.set_node(node_);
  }
  return row;
}

Version DiffQueryRow::side() const {
  const bool is_there = edge_ ? costs().has_edge(*found_, Version::kNew)
                              : costs().nodes().name(node_, Version::kNew).has_value();
  return is_there ? Version::kNew : Version::kOld;
}

std::string_view DiffQueryRow::text(QueryText which) const {
  const DiffNodes& nodes = costs().nodes();
  if (!edge_) {
    return text_of(nodes.name(node_), which);
  }
  const bool is_caller = which == QueryText::kCaller;
  return text_of(nodes.name(is_caller ? caller_of(*edge_) : callee_of(*edge_)), which);
}

std::optional<Amount> DiffQueryRow::self_amount(size_t event) const {
  return edge_ ? std::nullopt : std::optional(costs().self(node_, column(event), side()));
}

Amount DiffQueryRow::inclusive_amount(size_t event) const {
  return edge_ ? costs().edge_inclusive(*found_, column(event), side())
               : costs().inclusive(node_, column(event), side());
}

std::optional<Amount> DiffQueryRow::calls_amount() const {
  if (!costs().has_calls()) {
    return std::nullopt;
  }
  return edge_ ? costs().edge_calls(*found_, side())
               : costs().calls(node_, side()).value_or(Exact{0});
}

}  // namespace quern
