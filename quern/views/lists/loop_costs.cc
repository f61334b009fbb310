// SPDX-License-Identifier: MIT
//
// Loops of a function nest or stand apart, so its addresses fall into ranges between the places
// where loops begin or end. Costs are added up by range, one binary search for each record, and
// then summed from the first range on: the cost of a loop is the difference of two sums, however
// many loops are inside of it. Lines need a minimum and a maximum instead, for which a tree of
// ranges answers in O(log n).
#include "quern/views/lists/loop_costs.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "quern/analysis/costs/calls_below.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/model/records/record_cursor.h"
#include "quern/views/code/file_costs.h"

namespace quern {
namespace {

constexpr LineSpan kEmptyRange{std::numeric_limits<uint64_t>::max(), 0};

LineSpan both(const LineSpan& one, const LineSpan& other) {
  return {std::min(one.first, other.first), std::max(one.last, other.last)};
}

}  // namespace

LoopCosts::LoopCosts(const Profile& profile, const PartSet& parts, std::span<const Loop> loops,
                     std::span<const EventSum> columns)
    : loops_(loops), width_(columns.size()) {
  cut(profile);
  add_records(profile, parts, columns);
  sum_up();
}

/// Each function's addresses are cut where its loops begin and behind where they end.
void LoopCosts::cut(const Profile& profile) {
  constexpr uint64_t kHighest = std::numeric_limits<uint64_t>::max();
  const auto behind = [](uint64_t address) { return address == kHighest ? address : address + 1; };
  ranges_.resize(profile.symbols().functions.size());
  for (size_t at = 0; at < loops_.size();) {
    const FunctionId function = loops_[at].function;
    const size_t first = begins_.size();
    for (; at < loops_.size() && loops_[at].function == function; ++at) {
      const Loop& loop = loops_[at];
      begins_.insert(begins_.end(), {loop.first, behind(loop.last)});
    }
    const auto own = begins_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(own, begins_.end());
    begins_.erase(std::unique(own, begins_.end()), begins_.end());
    ranges_[function.index()] = {first, begins_.size()};
  }
  for (const Loop& loop : loops_) {
    of_loop_.push_back({range_of(loop.function, loop.first).value_or(0),
                        range_of(loop.function, loop.last).value_or(0) + 1});
  }
}

/// Nothing where no loop of the function is.
std::optional<size_t> LoopCosts::range_of(FunctionId function, uint64_t address) const {
  const Ranges own = ranges_[function.index()];
  const auto begin = begins_.begin();
  const auto found = std::upper_bound(begin + static_cast<std::ptrdiff_t>(own.first),
                                      begin + static_cast<std::ptrdiff_t>(own.end), address);
  const auto at = static_cast<size_t>(found - begin);
  return at == own.first ? std::nullopt : std::optional(at - 1);
}

/// Calls that lead back to the loop's function are left out of what its calls cost: that cost may
/// contain the loop itself.
void LoopCosts::add_records(const Profile& profile, const PartSet& parts,
                            std::span<const EventSum> columns) {
  std::vector<FunctionId> functions;
  for (const Loop& loop : loops_) {
    functions.push_back(loop.function);
  }
  const CallsBelow calls(profile, parts, functions);
  self_.resize((begins_.size() + 1) * width_);
  called_.resize(self_.size());
  recursive_.resize(begins_.size() + 1);
  estimated_.resize(begins_.size() + 1);
  lines_.resize(begins_.size() * 2, kEmptyRange);
  RecordColumns costs(profile, columns);
  RecordCursor cursor(profile.records(), {RecordKind::kSelf, RecordKind::kCall});
  while (const Record* record = cursor.next()) {
    const FunctionId function = profile.function(record->function);
    const PositionKinds& kinds = profile.parts()[record->part].header.positions;
    const std::optional<size_t> range = parts.contains(record->part) && kinds.instr
                                            ? range_of(function, record->at.address)
                                            : std::nullopt;
    if (!range) {
      continue;
    }
    const bool is_self = record->kind == RecordKind::kSelf;
    const NameTable& names = profile.symbols().names;
    if (is_self && knows_line(kinds, record->at.line) &&
        names.canonical(record->file) == profile.symbols().functions[function].file) {
      note_line(*range, record->at.line);
    }
    estimated_[*range] += record->is_estimated ? 1 : 0;
    if (!is_self && calls.component(function) == calls.component(profile.function(record->other))) {
      ++recursive_[*range];
      continue;
    }
    const std::span<const int128> cost = costs.of(*record);
    for (size_t column = 0; column < width_; ++column) {
      (is_self ? self_ : called_)[*range * width_ + column] += cost[column];
    }
  }
}

void LoopCosts::note_line(size_t range, uint64_t line) {
  LineSpan& known = lines_[begins_.size() + range];
  known = both(known, {line, line});
}

/// So that sums of any ranges side by side are differences of two.
void LoopCosts::sum_up() {
  const auto add_up = [](auto& rows, size_t width) {
    for (size_t column = 0; column < width; ++column) {
      typename std::remove_reference_t<decltype(rows)>::value_type sum = 0;
      for (size_t at = column; at < rows.size(); at += width) {
        sum += std::exchange(rows[at], sum);
      }
    }
  };
  add_up(self_, width_);
  add_up(called_, width_);
  add_up(recursive_, 1);
  add_up(estimated_, 1);
  for (size_t node = begins_.size(); node-- > 1;) {
    lines_[node] = both(lines_[node * 2], lines_[node * 2 + 1]);
  }
}

int128 LoopCosts::self(size_t loop, size_t column) const {
  const Ranges& own = of_loop_[loop];
  return self_[own.end * width_ + column] - self_[own.first * width_ + column];
}

int128 LoopCosts::called(size_t loop, size_t column) const {
  const Ranges& own = of_loop_[loop];
  return called_[own.end * width_ + column] - called_[own.first * width_ + column];
}

bool LoopCosts::has_recursive_calls(size_t loop) const {
  return recursive_[of_loop_[loop].end] != recursive_[of_loop_[loop].first];
}

bool LoopCosts::is_estimated(size_t loop) const {
  return estimated_[of_loop_[loop].end] != estimated_[of_loop_[loop].first];
}

std::optional<LineSpan> LoopCosts::lines(size_t loop) const {
  LineSpan found = kEmptyRange;
  size_t first = begins_.size() + of_loop_[loop].first;
  size_t end = begins_.size() + of_loop_[loop].end;
  for (; first < end; first /= 2, end /= 2) {
    if (first % 2 == 1) {
      found = both(found, lines_[first++]);
    }
    if (end % 2 == 1) {
      found = both(found, lines_[--end]);
    }
  }
  return found == kEmptyRange ? std::nullopt : std::optional(found);
}

}  // namespace quern
