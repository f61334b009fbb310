// SPDX-License-Identifier: MIT
#include "quern/views/diff_query.h"

#include "quern/views/computed_values.h"
#include "quern/views/row_filter.h"

namespace quern {

namespace {

std::optional<int128> lower_or_nothing(const std::optional<Amount>& amount) {
  return amount ? std::optional(lower_of(*amount)) : std::nullopt;
}

}  // namespace

void RunRow::set(uint32_t node, std::optional<EdgeKey> edge) {
  node_ = node;
  is_edge_ = edge.has_value();
  edge_ = edge ? edge_of(*costs_, caller_of(*edge), callee_of(*edge)) : std::nullopt;
}

std::optional<Amount> RunRow::self_amount(size_t event) const {
  return is_edge_ ? std::nullopt
                  : std::optional(costs_->self_amount(node_, filter_.columns[event]));
}

Amount RunRow::inclusive_amount(size_t event) const {
  const size_t column = filter_.columns[event];
  if (!is_edge_) {
    return costs_->inclusive(node_, column);
  }
  return edge_ ? costs_->graph().inclusive_amount(*edge_, column) : Amount(Exact{0});
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

std::optional<int128> RunRow::self(size_t event) const {
  return lower_or_nothing(self_amount(event));
}

std::optional<int128> RunRow::inclusive(size_t event) const {
  return lower_of(inclusive_amount(event));
}

std::optional<int128> RunRow::calls() const {
  return lower_or_nothing(calls_amount());
}

std::optional<int128> RunRow::exact_self(size_t event) const {
  return known_exactly(self_amount(event));
}

std::optional<int128> RunRow::exact_inclusive(size_t event) const {
  return known_exactly(inclusive_amount(event));
}

std::optional<int128> RunRow::exact_calls() const {
  return known_exactly(calls_amount());
}

ComparedRow::ComparedRow(const DiffCosts& costs, const RowFilter& filter)
    : costs_(&costs), filter_(&filter) {
  for (const size_t column : filter.columns) {
    totals_.push_back(costs.total(column, Version::kNew));
  }
  for (const Version side : {Version::kOld, Version::kNew}) {
    const std::span<const CostsByNode> all = costs.of(side);
    for (size_t run = 0; filter.query && run < all.size(); ++run) {
      // Which costs a formula is made of, a run's own selection knows.
      runs_[static_cast<size_t>(side)].push_back(std::make_unique<RunRow>(
          all[run], row_filter(filter.query, costs.runs().of(side)[run].selection)));
    }
  }
}

const QueryRow& ComparedRow::run(size_t at) const {
  RunRow& row = *runs_of(side())[at];
  row.set(node_, edge_);
  return row;
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
  return lower_or_nothing(self_amount(event));
}

std::optional<int128> ComparedRow::inclusive(size_t event) const {
  return lower_of(inclusive_amount(event));
}

std::optional<int128> ComparedRow::calls() const {
  return lower_or_nothing(calls_amount());
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
