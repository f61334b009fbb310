// SPDX-License-Identifier: MIT
#include "quern/model/stack_sums.h"

#include <algorithm>

namespace quern {

namespace {

/// The same rows with more cells.
CostRows widened(const CostRows& rows, size_t width) {
  CostRows wide = CostRows::zeros(rows.size(), width);
  rows.each_cell([&](size_t row, size_t cell, int128 amount) { wide.add(row, cell, amount); });
  return wide;
}

// Both of so many cells, a multiple of four: without that and without aliases a compiler takes them
// one by one.

void copy_cells(size_t count, const int64_t* __restrict from, int64_t* __restrict to) {
  for (size_t at = 0; at < count; at += 4) {
    std::copy_n(from + at, 4, to + at);
  }
}

void add_growth(size_t count, const int64_t* __restrict from, const int64_t* __restrict to,
                int64_t* __restrict cells) {
  for (size_t at = 0; at < count; at += 4) {
    cells[at] += to[at] - from[at];
    cells[at + 1] += to[at + 1] - from[at + 1];
    cells[at + 2] += to[at + 2] - from[at + 2];
    cells[at + 3] += to[at + 3] - from[at + 3];
  }
}

}  // namespace

void StackSums::give_up() {
  is_whole_ = false;
  depth_ = starts_ = 0;
}

void StackSums::widen(size_t width) {
  std::vector<int64_t> cells(2 * path_.size() * width);
  for (size_t block = 0; block < 2 * starts_; ++block) {
    std::copy_n(cells_.data() + block * width_, width_, cells.data() + block * width);
  }
  cells_ = std::move(cells);
  inclusive_ = widened(inclusive_, width);
  self_ = widened(self_, width);
  width_ = width;
}

void StackSums::add_event(Combine combine) {
  const size_t event = events_.size();
  if (event == kMostEvents) {
    give_up();
  }
  if (!is_whole_) {
    return;
  }
  if (event == width_) {
    widen(2 * width_);
  }
  events_.push_back(combine);
  sums_.resize(width_);
  told_sums_.resize(width_);
  told_peaks_.resize(width_);
  used_ = (event + kAtOnce) / kAtOnce * kAtOnce;
  sizes_.push_back(0);
  if (combine == Combine::kMax) {
    peaks_.push_back(static_cast<uint32_t>(event));
  }
  for (size_t start = 0; start < starts_; ++start) {
    sums_at(start)[event] = peaks_at(start)[event] = 0;
  }
}

void StackSums::add_frame(FrameId id, const Frame& frame) {
  if (id.index() < frames_.size()) {
    return;
  }
  frames_.push_back({frame.function.value, !frame.is_symbol});
  const size_t functions = frame.function.index() + size_t{1};
  if (functions > inclusive_.size()) {
    self_.add_rows(functions - self_.size());
    inclusive_.add_rows(functions - inclusive_.size());
    calls_.resize(functions);
    is_owner_.resize(functions);
  }
}

/// Room for a deeper stack.
void StackSums::deepen() {
  const size_t depth = 2 * depth_ + 1;
  if (2 * depth * width_ > kMostCells) {
    give_up();
    return;
  }
  path_.resize(depth);
  cells_.resize(2 * depth * width_);
}

/// Adds a cost to the running sum, or raises the peak since the last start. False: sums might be
/// beyond 64 bits.
bool StackSums::count(size_t event, int128 cost) {
  if (!fits_int64(cost)) {
    return false;
  }
  const auto amount = static_cast<int64_t>(cost);
  if (events_[event] == Combine::kMax) {
    int64_t& peak = peaks_at(starts_ - 1)[event];
    peak = std::max(peak, amount);
    return true;
  }
  if (amount == INT64_MIN ||
      __builtin_add_overflow(sizes_[event], amount < 0 ? -amount : amount, &sizes_[event])) {
    return false;
  }
  sums_[event] += amount;
  return true;
}

/// What the context that is entered costs by itself.
void StackSums::add_own(uint32_t row, std::span<const EventCost> own) {
  for (const EventCost& each : own) {
    if (!count(each.event.index(), each.cost)) [[unlikely]] {
      give_up();
      return;
    }
  }
  if (!are_self_) {
    return;
  }
  int64_t* const self = self_.cells(row);
  for (const EventCost& each : own) {
    int64_t& cell = self[each.event.index()];
    const auto cost = static_cast<int64_t>(each.cost);
    cell = events_[each.event.index()] == Combine::kMax ? std::max(cell, cost) : cell + cost;
  }
  if (!is_owner_[row]) {
    is_owner_[row] = true;
    owners_.emplace_back(row);
  }
}

/// What is entered next starts here.
void StackSums::start() {
  is_fresh_ = true;
  copy_cells(used_, sums_.data(), sums_at(starts_));
  for (const uint32_t event : peaks_) {
    peaks_at(starts_)[event] = 0;
  }
  ++starts_;
}

/// No context on the path has the last start.
void StackSums::end_start() {
  --starts_;
  const int64_t* const peaks = peaks_at(starts_);
  int64_t* const before = starts_ != 0 ? peaks_at(starts_ - 1) : told_peaks_.data();
  for (const uint32_t event : peaks_) {
    before[event] = std::max(before[event], peaks[event]);
  }
  is_fresh_ = false;
}

void StackSums::enter(ContextId id, const ContextRecord& record) {
  while (depth_ != 0 && path_[depth_ - 1].id != record.parent) {
    leave();
  }
  if (depth_ == path_.size() && is_whole_) [[unlikely]] {
    deepen();
  }
  if (!is_whole_) [[unlikely]] {
    return;
  }
  const FrameRow frame = frames_[record.frame.index()];
  if (frame.is_call) {
    counts_calls_ = true;
    calls_[frame.row] += record.calls;
  }
  on_path_.enter(frame.row);
  if (!is_fresh_) {
    start();
  }
  path_[depth_] = {id, static_cast<uint32_t>(starts_)};
  if (!record.costs.empty()) {
    is_fresh_ = false;
    add_own(frame.row, record.costs);
  }
  depth_ += is_whole_ ? 1 : 0;
}

void StackSums::leave() {
  --depth_;
  if (const uint32_t row = on_path_.leave(); row != RowsOnPath::kNone) {
    int64_t* const cells = inclusive_.cells(row);
    add_growth(used_, sums_at(starts_ - 1), sums_.data(), cells);
    const int64_t* const peaks = peaks_at(starts_ - 1);
    for (const uint32_t event : peaks_) {
      cells[event] = std::max(cells[event], peaks[event]);
    }
  }
  if (depth_ == 0 || path_[depth_ - 1].start != starts_) {
    end_start();
  }
}

std::vector<int64_t> StackSums::take_totals(std::optional<ContextId> next) {
  if (!next) {
    leave_all();
  } else if (depth_ == 0 || path_.front().id != *next) {
    give_up();
  }
  std::vector<int64_t> now = sums_;
  if (starts_ != 0) {
    std::copy_n(sums_at(0), used_, now.begin());
  }
  std::vector<int64_t> totals = told_peaks_;
  for (size_t event = 0; event < totals.size(); ++event) {
    totals[event] += now[event] - told_sums_[event];  // either is 0
  }
  told_sums_ = std::move(now);
  std::ranges::fill(told_peaks_, 0);
  return totals;
}

StackCosts StackSums::costs(std::span<const EventId> kept) const {
  StackCosts costs;
  costs.is_whole = is_whole_;
  costs.counts_calls = counts_calls_;
  if (!is_whole_) {
    return costs;
  }
  costs.functions = CostRows::zeros(inclusive_.size(), kept.size() + 1);
  for (size_t row = 0; row < inclusive_.size(); ++row) {
    costs.functions.add(row, 0, int128{calls_[row]});
    for (size_t cell = 0; cell < kept.size(); ++cell) {
      costs.functions.add(row, cell + 1, inclusive_.at(row, kept[cell].index()));
    }
  }
  return costs;
}

}  // namespace quern
