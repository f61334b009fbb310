// SPDX-License-Identifier: MIT
//
// Folding works caller by caller and in place: the calls of one caller are copied, sorted by
// callee, and written back as edges, which are never more. Callers whose calls are in order already
// are left as they stand.
#include "quern/analysis/graph/placed_calls.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "quern/base/release.h"

namespace quern {

PlacedCalls::PlacedCalls(std::span<const uint32_t> counts, size_t cells)
    : cells_(std::min(cells, CostRows::kDense)), costs_(cells) {
  first_.reserve(counts.size() + 1);
  uint32_t rows = 0;
  for (const uint32_t count : counts) {
    first_.push_back(rows);
    rows += count;
  }
  first_.push_back(rows);
  next_ = first_;
  callees_.resize(rows);
  costs_.add_rows(rows);
}

void PlacedCalls::fold(std::vector<WideCost>& wide) {
  edge_of_.resize(wide.empty() ? 0 : callees_.size());
  for (size_t caller = 0; caller + 1 < first_.size(); ++caller) {
    const uint32_t begin = std::exchange(first_[caller], edges_);
    fold_caller(begin, next_[caller]);
  }
  first_.back() = edges_;
  release(next_);
  callees_.resize(edges_);
  costs_.keep_rows(edges_);
  for (WideCost& cost : wide) {
    cost.row = edge_of_[cost.row];
  }
  wide.insert(wide.end(), carried_.begin(), carried_.end());
  fold_wide(wide);
}

/// Edges never pass the rows that they are made from: what is overwritten has been copied.
void PlacedCalls::fold_caller(uint32_t begin, uint32_t end) {
  const auto first = callees_.begin() + begin;
  const auto last = callees_.begin() + end;
  if (begin == edges_ && std::adjacent_find(first, last, std::greater_equal<>()) == last) {
    for (uint32_t row = begin; row < end && !edge_of_.empty(); ++row) {
      edge_of_[row] = row;
    }
    edges_ = end;
    return;
  }
  order_.clear();
  copied_.clear();
  for (uint32_t row = begin; row < end; ++row) {
    order_.push_back(uint64_t{callees_[row]} << 32 | (row - begin));
    const int64_t* const cells = std::as_const(costs_).dense(row);
    copied_.insert(copied_.end(), cells, cells + cells_);
  }
  std::ranges::sort(order_);
  const uint32_t first_edge = edges_;
  for (const uint64_t entry : order_) {
    const auto place = static_cast<uint32_t>(entry);
    const auto callee = static_cast<uint32_t>(entry >> 32);
    const int64_t* const cells = copied_.data() + place * cells_;
    if (edges_ != first_edge && callees_[edges_ - 1] == callee) {
      merge(begin + place, cells);
    } else {
      keep(begin + place, callee, cells);
    }
  }
}

void PlacedCalls::keep(uint32_t row, uint32_t callee, const int64_t* cells) {
  callees_[edges_] = callee;
  std::copy_n(cells, cells_, costs_.cells(edges_));
  if (!edge_of_.empty()) {
    edge_of_[row] = edges_;
  }
  ++edges_;
}

/// What would pass 64 bits stays beside the cell.
void PlacedCalls::merge(uint32_t row, const int64_t* cells) {
  const uint32_t edge = edges_ - 1;
  int64_t* const sums = costs_.cells(edge);
  for (size_t cell = 0; cell < cells_; ++cell) {
    if (__builtin_add_overflow(sums[cell], cells[cell], &sums[cell])) [[unlikely]] {
      sums[cell] = static_cast<int64_t>(static_cast<uint64_t>(sums[cell]) -
                                        static_cast<uint64_t>(cells[cell]));
      carried_.push_back({edge, static_cast<uint32_t>(cell), cells[cell]});
    }
  }
  if (!edge_of_.empty()) {
    edge_of_[row] = edge;
  }
}

void fold_wide(std::vector<WideCost>& wide) {
  std::ranges::sort(wide, {}, [](const WideCost& cost) { return std::tie(cost.row, cost.cell); });
  size_t kept = 0;
  for (size_t at = 0; at < wide.size(); ++at) {
    if (kept != 0 && wide[kept - 1].row == wide[at].row && wide[kept - 1].cell == wide[at].cell) {
      wide[kept - 1].amount += wide[at].amount;
    } else {
      wide[kept++] = wide[at];
    }
  }
  wide.resize(kept);
}

}  // namespace quern
