// SPDX-License-Identifier: MIT
//
// The dearest first, in a total order: only as many are sorted as are shown.
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

/// Brings the first `count` of `items` to the front, in the total order of `is_dearer`. The rest
/// follows in no order.
template <class IsDearer>
void rank(std::span<uint32_t> items, size_t count, const IsDearer& is_dearer) {
  if (count >= items.size()) {
    std::ranges::sort(items, is_dearer);
    return;
  }
  std::ranges::partial_sort(items, items.begin() + static_cast<std::ptrdiff_t>(count), is_dearer);
}

/// By descending cost(item), which is asked once an item; `is_before` decides among equal ones.
/// Takes memory for `count` items alone.
template <class Cost, class IsBefore>
void rank(std::span<uint32_t> items, size_t count, const Cost& cost, const IsBefore& is_before) {
  struct Costly {
    int128 cost;
    uint32_t item;
  };
  const auto is_dearer = [&](const Costly& left, const Costly& right) {
    return left.cost != right.cost ? left.cost > right.cost : is_before(left.item, right.item);
  };
  count = std::min(count, items.size());
  std::vector<Costly> dearest;  // a heap with the cheapest of them in front, once it is full
  dearest.reserve(count);
  size_t others = 0;
  for (size_t at = 0; at < items.size(); ++at) {
    Costly other{cost(items[at]), items[at]};
    if (dearest.size() < count) {
      dearest.push_back(other);
      if (dearest.size() == count) {
        std::ranges::make_heap(dearest, is_dearer);
      }
      continue;
    }
    if (count != 0 && is_dearer(other, dearest.front())) {
      std::ranges::pop_heap(dearest, is_dearer);
      std::swap(dearest.back(), other);
      std::ranges::push_heap(dearest, is_dearer);
    }
    items[others++] = other.item;
  }
  std::ranges::sort(dearest, is_dearer);
  std::copy_backward(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(others),
                     items.end());
  std::ranges::transform(dearest, items.begin(), &Costly::item);
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
    return is_dearer(values.find(left)->second, values.find(right)->second)
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

/// Likewise, or in the order of `is_before` alone where no cost is to tell it.
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
