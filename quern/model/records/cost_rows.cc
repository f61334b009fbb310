// SPDX-License-Identifier: MIT
#include "quern/model/records/cost_rows.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace quern {

namespace {
constexpr size_t kSegmentCells = 4096;          // 32 KB
constexpr size_t kFirstCells = 16;              // of the first segment, before it grows
constexpr int128 kCarryUnit = int128{1} << 64;  // what a cell loses or gains when it wraps
}  // namespace

CostRows::CostRows(size_t width)
    : width_(width),
      stride_(std::max<size_t>(1, std::min(width, kDense))),
      shift_(static_cast<unsigned>(std::bit_width(kSegmentCells / stride_)) - 1),
      mask_((size_t{1} << shift_) - 1) {}

CostRows CostRows::zeros(size_t rows, size_t width) {
  CostRows zeros(width);
  zeros.add_rows(rows);
  return zeros;
}

/// The first segment grows to its size by doubling: a file may have as many tables as parts, and
/// each of them a row or two.
void CostRows::add_segment() {
  const size_t whole = mask_ + 1;
  if (capacity_ >= whole) {
    segments_.push_back(std::make_unique<int64_t[]>(whole * stride_));
    capacity_ += whole;
    return;
  }
  const size_t first = std::clamp<size_t>(kFirstCells / stride_, 1, whole);
  const size_t grown = std::min(std::max(first, 2 * capacity_), whole);
  auto cells = std::make_unique<int64_t[]>(grown * stride_);
  if (capacity_ != 0) {
    std::copy_n(segments_.front().get(), rows_ * stride_, cells.get());
  }
  segments_.resize(1);
  segments_.front() = std::move(cells);
  capacity_ = grown;
}

void CostRows::add_rows(size_t count) {
  while (capacity_ - rows_ < count) {
    add_segment();
  }
  rows_ += count;
}

void CostRows::keep_rows(size_t count) {
  const size_t whole = mask_ + 1;
  const size_t segments = std::max<size_t>(1, (count + whole - 1) / whole);
  if (segments < segments_.size()) {
    segments_.resize(segments);
    capacity_ = segments * whole;
  }
  for (size_t row = count; row < std::min(rows_, capacity_); ++row) {
    std::fill_n(dense(row), stride_, 0);
  }
  rows_ = count;
}

CostRows CostRows::take_cell(size_t cell) && {
  CostRows taken;
  for (size_t row = 0; row < rows_; ++row) {
    taken.add(taken.add_row(), 0, at(row, cell));
    if ((row & mask_) == mask_) {
      segments_[row >> shift_].reset();
    }
  }
  return taken;
}

void CostRows::clear() {
  for (size_t row = 0; row < rows_; row += mask_ + 1) {
    const size_t used = std::min(rows_ - row, mask_ + 1);
    std::fill_n(dense(row), used * stride_, 0);
  }
  rows_ = 0;
  if (!side_.empty()) {
    side_ = {};  // clear() would visit all the buckets that the widest rows so far needed
  }
}

/// A cell in place has wrapped around `units` times: the side table makes up for it.
void CostRows::carry(size_t row, size_t cell, int64_t units) {
  int128& extra = side_[row * width_ + cell];
  extra += int128{units} * kCarryUnit;
}

void CostRows::add_beside(size_t row, size_t cell, int128 amount) {
  side_[row * width_ + cell] += amount;
}

int128 CostRows::at(size_t row, size_t cell) const {
  const int128 in_place = cell < kDense ? dense(row)[cell] : 0;
  if (side_.empty()) {
    return in_place;
  }
  const auto extra = side_.find(row * width_ + cell);
  return extra == side_.end() ? in_place : in_place + extra->second;
}

std::vector<size_t> CostRows::used_widths() const {
  std::vector<size_t> widths(rows_);
  for (size_t row = 0; row < rows_; ++row) {
    size_t used = std::min(width_, kDense);
    while (used != 0 && dense(row)[used - 1] == 0) {
      --used;
    }
    widths[row] = used;
  }
  for (const auto& [place, extra] : side_) {
    size_t& used = widths[place / width_];
    used = extra == 0 ? used : std::max<size_t>(used, place % width_ + 1);
  }
  return widths;
}

}  // namespace quern
