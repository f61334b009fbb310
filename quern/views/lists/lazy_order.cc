// SPDX-License-Identifier: MIT
//
// Sorts as little as is asked for. A list of 10^6 rows is mostly shown in its first window, and
// names are far more expensive to compare than costs. So rows are sorted by cost, and only the run
// of equal costs around the wanted rank is sorted by name. Names are compared eight bytes at a time
// as numbers, which follow the text in order.
#include "quern/views/lists/lazy_order.h"

#include <algorithm>
#include <utility>

namespace quern {
namespace {

constexpr size_t kKeyBytes = 8;
/// So few are compared name by name.
constexpr size_t kFewNames = 12;

struct KeyedRow {
  uint64_t key;
  uint32_t node;
};

/// Rows whose names have their first `depth` bytes in common.
struct NameRun {
  size_t first, end;
  size_t depth;
};

/// Bytes of a name from `depth` on, the first of them weighing most; 0 behind its end, so that
/// equal keys decide nothing, and different keys decide the order.
uint64_t key_of(std::string_view name, size_t depth) {
  uint64_t key = 0;
  for (size_t at = depth; at < depth + kKeyBytes; ++at) {
    key = key << 8U | (at < name.size() ? static_cast<unsigned char>(name[at]) : 0U);
  }
  return key;
}

/// Looks up the next bytes of each name; false where all names have ended, or are one text.
bool read_keys(std::span<KeyedRow> rows, const NameOrder& names, size_t depth) {
  bool goes_on = false;
  bool is_one = true;
  const std::string_view first = names.text(rows.front().node);
  for (KeyedRow& row : rows) {
    const std::string_view name = names.text(row.node);
    row.key = key_of(name, depth);
    goes_on = goes_on || name.size() > depth;
    is_one = is_one && name.data() == first.data() && name.size() == first.size();
  }
  return goes_on && !is_one;
}

}  // namespace

/// A radix sort by eight bytes at a time: rows with equal bytes are sorted by the next eight. Few
/// rows are compared directly.
void sort_by_name(std::span<uint32_t> rows, const NameOrder& names) {
  std::vector<KeyedRow> keyed;
  keyed.reserve(rows.size());
  for (const uint32_t node : rows) {
    keyed.push_back({0, node});
  }
  const auto is_before = [&names](const KeyedRow& left, const KeyedRow& right) {
    return names.is_before(left.node, right.node);
  };
  std::vector<NameRun> open = {{0, keyed.size(), 0}};
  while (!open.empty()) {
    const NameRun run = open.back();
    open.pop_back();
    const std::span<KeyedRow> part = std::span(keyed).subspan(run.first, run.end - run.first);
    if (part.size() <= kFewNames || !read_keys(part, names, run.depth)) {
      std::ranges::sort(part, is_before);
      continue;
    }
    std::ranges::sort(part, {}, &KeyedRow::key);
    for (size_t first = 0; first < part.size();) {
      size_t end = first + 1;
      while (end < part.size() && part[end].key == part[first].key) {
        ++end;
      }
      if (end - first > 1) {
        open.push_back({run.first + first, run.first + end, run.depth + kKeyBytes});
      }
      first = end;
    }
  }
  std::ranges::transform(keyed, rows.begin(), &KeyedRow::node);
}

/// Costs are asked for once for each row, and ranks of equal costs are remembered as runs.
void LazyOrder::sort_costs() {
  if (std::exchange(is_sorted_, true)) {
    return;
  }
  if (by_.sort_all) {
    by_.sort_all(rows_);
    return;
  }
  struct Costly {
    int128 cost;
    uint32_t row;
  };
  std::vector<Costly> costly;
  costly.reserve(rows_.size());
  for (const uint32_t row : rows_) {
    costly.push_back({by_.cost(row), row});
  }
  std::ranges::sort(costly, std::ranges::greater{}, &Costly::cost);
  for (size_t rank = 0; rank < costly.size(); ++rank) {
    rows_[rank] = costly[rank].row;
    if (rank == 0 || costly[rank].cost != costly[rank - 1].cost) {
      starts_.push_back(static_cast<uint32_t>(rank));
    }
  }
  is_ordered_.assign(starts_.size(), false);
}

size_t LazyOrder::put_in_order(size_t rank) {
  sort_costs();
  if (starts_.empty()) {
    return 0;
  }
  const auto after = std::ranges::upper_bound(starts_, rank);
  const auto group = static_cast<size_t>(after - starts_.begin()) - 1;
  const size_t first = starts_[group];
  if (!is_ordered_[group]) {
    const size_t end = after == starts_.end() ? rows_.size() : *after;
    sort_by_name(rows_.subspan(first, end - first), by_.names);
    is_ordered_[group] = true;
  }
  return first;
}

uint32_t LazyOrder::at(size_t rank) {
  const std::lock_guard lock(moving_);
  put_in_order(rank);
  return rows_[rank];
}

std::optional<size_t> LazyOrder::rank_of(uint32_t row) {
  const std::lock_guard lock(moving_);
  sort_costs();
  const auto somewhere = std::ranges::find(rows_, row);
  if (somewhere == rows_.end()) {
    return std::nullopt;
  }
  const size_t first = put_in_order(static_cast<size_t>(somewhere - rows_.begin()));
  const std::span<uint32_t> equal = rows_.subspan(first);
  return first + static_cast<size_t>(std::ranges::find(equal, row) - equal.begin());
}

std::vector<uint32_t> LazyOrder::rows() {
  const std::lock_guard lock(moving_);
  return {rows_.begin(), rows_.end()};
}

}  // namespace quern
