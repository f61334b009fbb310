// SPDX-License-Identifier: MIT
//
// The most expensive rows first, in a total order: only as many are sorted as are shown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "quern/base/int128.h"
#include "quern/query/computed_values.h"
#include "quern/query/selection.h"

namespace quern {

/// How many of `of` rows a limit (0: none) lets through.
[[nodiscard]] inline size_t within_limit(size_t limit, size_t of) {
  return limit == 0 ? of : std::min(limit, of);
}

/// Brings the first `count` of `items` to the front, in the total order of `costs_more`. The rest
/// follows in no order.
template <class CostsMore>
void rank(std::span<uint32_t> items, size_t count, const CostsMore& costs_more) {
  if (count >= items.size()) {
    std::ranges::sort(items, costs_more);
    return;
  }
  std::ranges::partial_sort(items, items.begin() + static_cast<std::ptrdiff_t>(count), costs_more);
}

/// By descending cost(item), which is asked once an item; `is_before` decides among equal ones.
/// Takes memory for only `count` items.
template <class Cost, class IsBefore>
void rank(std::span<uint32_t> items, size_t count, const Cost& cost, const IsBefore& is_before) {
  struct Costly {
    int128 cost;
    uint32_t item;
  };
  const auto costs_more = [&](const Costly& left, const Costly& right) {
    return left.cost != right.cost ? left.cost > right.cost : is_before(left.item, right.item);
  };
  count = std::min(count, items.size());
  // One pass in memory for `count` items: lists of millions of rows show a few dozen.
  std::vector<Costly> hottest;  // a heap with the cheapest of them in front, once it is full
  hottest.reserve(count);
  size_t others = 0;
  for (size_t at = 0; at < items.size(); ++at) {
    Costly other{cost(items[at]), items[at]};
    if (hottest.size() < count) {
      hottest.push_back(other);
      if (hottest.size() == count) {
        std::ranges::make_heap(hottest, costs_more);
      }
      continue;
    }
    if (count != 0 && costs_more(other, hottest.front())) {
      std::ranges::pop_heap(hottest, costs_more);
      std::swap(hottest.back(), other);
      std::ranges::push_heap(hottest, costs_more);
    }
    items[others++] = other.item;
  }
  std::ranges::sort(hottest, costs_more);
  std::copy_backward(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(others),
                     items.end());
  std::ranges::transform(hottest, items.begin(), &Costly::item);
}

/// By a computed column, which is worked out once an item.
template <class Value, class IsBefore>
void rank_computed(std::span<uint32_t> items, size_t count, const Value& value,
                   const IsBefore& is_before) {
  std::unordered_map<uint32_t, std::optional<Fraction>> values;
  values.reserve(items.size());
  for (const uint32_t item : items) {
    values.emplace(item, value(item));
  }
  rank(items, count, [&](uint32_t left, uint32_t right) {
    return costs_more(values.find(left)->second, values.find(right)->second)
        .value_or(is_before(left, right));
  });
}

/// By the computed column that sorts a selection's rows, or by cost(item) where none does.
template <class Cost, class Value, class IsBefore>
void rank_by_cost(const Selection& selection, std::span<uint32_t> items, size_t count,
                  const Cost& cost, const Value& value, const IsBefore& is_before) {
  if (selection.sorts_by_ratio()) {
    rank_computed(items, count, value, is_before);
  } else {
    rank(items, count, cost, is_before);
  }
}

/// The same, or only in the order of `is_before` if the selection does not sort by cost.
template <class Cost, class Value, class IsBefore>
void rank_as_asked(const Selection& selection, std::span<uint32_t> items, size_t count,
                   const Cost& cost, const Value& value, const IsBefore& is_before) {
  if (selection.order != RowOrder::kCost) {
    rank(items, count, is_before);
  } else {
    rank_by_cost(selection, items, count, cost, value, is_before);
  }
}

}  // namespace quern
