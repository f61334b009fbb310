// SPDX-License-Identifier: MIT
//
// The rows that a selection's query lets through. Rows answer it from the costs that the answer has
// worked out anyway; those that do not fit stay part of what is not shown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "quern/query/computed_values.h"
#include "quern/query/query.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

/// A query's events among what a selection has of those names: formulas before costs. "" is what
/// sorts the rows.
[[nodiscard]] RowQuery row_filter(std::shared_ptr<const Query> query, const Selection& selection);

/// A row of whatever answer; derived ones know where its costs stand.
class FilterRow : public QueryRow {
 public:
  /// Keeps references. `totals`: by column, those beside too.
  FilterRow(const RowQuery& filter, std::span<const int128> totals)
      : filter_(&filter), totals_(totals) {}
  [[nodiscard]] int128 total(size_t event) const final { return totals_[column(event)]; }
  [[nodiscard]] const QueryFormulas* formulas() const final { return &filter_->formulas; }

 protected:
  [[nodiscard]] size_t column(size_t event) const { return filter_->columns[event]; }

 private:
  const RowQuery* filter_;
  std::span<const int128> totals_;
};

/// A row whose numbers are known as amounts: derived ones tell these. `Base`: QueryRow or
/// FilterRow.
template <class Base>
class AmountRow : public Base {
 public:
  using Base::Base;
  [[nodiscard]] std::optional<int128> self(size_t event) const final {
    return lower_or_nothing(self_amount(event));
  }
  [[nodiscard]] std::optional<int128> inclusive(size_t event) const final {
    return lower_of(inclusive_amount(event));
  }
  [[nodiscard]] std::optional<int128> calls() const final {
    return lower_or_nothing(calls_amount());
  }
  [[nodiscard]] std::optional<int128> exact_self(size_t event) const final {
    return known_exactly(self_amount(event));
  }
  [[nodiscard]] std::optional<int128> exact_inclusive(size_t event) const final {
    return known_exactly(inclusive_amount(event));
  }
  [[nodiscard]] std::optional<int128> exact_calls() const final {
    return known_exactly(calls_amount());
  }

 protected:
  [[nodiscard]] virtual std::optional<Amount> self_amount(size_t event) const = 0;
  [[nodiscard]] virtual Amount inclusive_amount(size_t event) const = 0;
  [[nodiscard]] virtual std::optional<Amount> calls_amount() const = 0;

 private:
  static std::optional<int128> lower_or_nothing(const std::optional<Amount>& amount) {
    return amount ? std::optional(lower_of(*amount)) : std::nullopt;
  }
};

/// The text that a query asks of a function or group.
[[nodiscard]] std::string_view text_of(const RowName& name, QueryText which);

/// Brings the items whose rows fit to the front, in no order; how many they are.
template <class Row>
[[nodiscard]] size_t bring_fitting(const RowQuery& filter, std::vector<uint32_t>& items,
                                   Row&& row) {
  if (!filter.query) {
    return items.size();
  }
  const auto rest = std::ranges::partition(items, [&](uint32_t item) {
    row.set(item);
    return filter.query->fits(row);
  });
  return static_cast<size_t>(rest.begin() - items.begin());
}

}  // namespace quern
