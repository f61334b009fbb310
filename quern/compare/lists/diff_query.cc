// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_query.h"

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

DiffQueryRow::DiffQueryRow(const DiffCosts& costs, const RowQuery& filter)
    : costs_(&costs), filter_(&filter) {
  for (const size_t column : filter.columns) {
    totals_.push_back(costs.total(column, Version::kNew));
  }
  for (size_t run = 0; filter.query && run < costs.runs().count(); ++run) {
    // Which costs a formula is made of, a run's own selection knows.
    runs_.push_back(std::make_unique<RunRow>(
        costs.all()[run], row_filter(filter.query, costs.runs().run(run).selection)));
  }
}

const QueryRow& DiffQueryRow::run(size_t at) const {
  const size_t number = costs_->runs().range(side()).first + at;
  RunRow& row = *runs_[number];
  if (edge_) {
    row.set_edge((*found_)[number]);
  } else {
    row.set_node(node_);
  }
  return row;
}

Version DiffQueryRow::side() const {
  const bool is_there = edge_ ? costs_->has_edge(*found_, Version::kNew)
                              : costs_->nodes().name(node_, Version::kNew).has_value();
  return is_there ? Version::kNew : Version::kOld;
}

std::string_view DiffQueryRow::text(QueryText which) const {
  const DiffNodes& nodes = costs_->nodes();
  if (!edge_) {
    return text_of(nodes.name(node_), which);
  }
  const bool is_caller = which == QueryText::kCaller;
  return text_of(nodes.name(is_caller ? caller_of(*edge_) : callee_of(*edge_)), which);
}

std::optional<Amount> DiffQueryRow::self_amount(size_t event) const {
  return edge_ ? std::nullopt : std::optional(costs_->self(node_, filter_->columns[event], side()));
}

Amount DiffQueryRow::inclusive_amount(size_t event) const {
  const size_t column = filter_->columns[event];
  return edge_ ? costs_->edge_inclusive(*found_, column, side())
               : costs_->inclusive(node_, column, side());
}

std::optional<Amount> DiffQueryRow::calls_amount() const {
  if (!costs_->has_calls()) {
    return std::nullopt;
  }
  return edge_ ? costs_->edge_calls(*found_, side())
               : costs_->calls(node_, side()).value_or(Exact{0});
}

}  // namespace quern
