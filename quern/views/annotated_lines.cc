// SPDX-License-Identifier: MIT
#include "quern/views/annotated_lines.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "quern/views/jump_lanes.h"
#include "quern/views/ranking.h"

namespace quern {

namespace {

/// A fold has at least so many lines: a shorter one takes as much room as what it hides.
constexpr uint64_t kLeastFold = 2;

/// Adds a range behind the others, with which it may become one.
void add_range(std::vector<LineRange>& ranges, LineRange range, uint64_t gap) {
  if (!ranges.empty() && range.first <= ranges.back().last + gap) {
    ranges.back().last = std::max(ranges.back().last, range.last);
  } else {
    ranges.push_back(range);
  }
}

/// What is shown of a file: these lines with those around them, as far as the source has them.
std::vector<LineRange> ranges_of(const AnnotatedFile& file, const LineChoice& choice) {
  constexpr size_t kContext = 3;
  const uint64_t end = file.source_lines;
  const uint64_t context = choice.context.value_or(kContext);
  std::vector<LineRange> ranges;
  if (choice.whole && end != 0) {
    ranges.push_back({1, end});
  } else if (!choice.window.is_all() && choice.window.first <= end) {
    ranges.push_back({choice.window.first, std::min(choice.window.last, end)});
  }
  for (const AnnotatedLine& line : file.lines) {
    if (line.number == 0) {
      continue;
    }
    if (line.number > end) {
      add_range(ranges, {line.number, line.number}, 1);
    } else if (choice.window.is_all()) {
      const LineWindow around = LineWindow::around(line.number, context);
      add_range(ranges, {around.first, std::min(around.last, end)}, kLeastFold);
    }
  }
  return ranges;
}

}  // namespace

/// The lines to list, ascending, each once: what something is known of, and what is jumped to.
std::vector<uint64_t> LinesOf::numbers(const LineWindow& window) const {
  std::vector<uint64_t> numbers;
  for (const uint32_t row : costs_->lines(slot_)) {
    numbers.push_back(costs_->line(row));
  }
  for (const uint32_t row : costs_->calls(slot_)) {
    numbers.push_back(costs_->call(row).line);
  }
  for (const uint32_t row : costs_->jumps(slot_)) {
    const LineJumpKey& key = costs_->jump(row);
    numbers.push_back(key.line);
    if (key.file == file_ && key.target != 0) {
      numbers.push_back(key.target);
    }
  }
  std::erase_if(numbers, [&window](uint64_t line) { return !window.contains(line); });
  std::ranges::sort(numbers);
  const auto twice = std::ranges::unique(numbers);
  numbers.erase(twice.begin(), twice.end());
  return numbers;
}

std::vector<int128> LinesOf::self(uint32_t row) const {
  std::vector<int128> costs;
  for (size_t column = 0; column < selection_->columns.size(); ++column) {
    costs.push_back(costs_->self(row, column));
  }
  return costs;
}

AnnotatedCall LinesOf::call(uint32_t row) const {
  const FunctionId callee = costs_->call(row).callee;
  const Symbols& symbols = profile_->symbols();
  AnnotatedCall call;
  call.callee = {symbols.name(callee), symbols.file(callee), symbols.object(callee)};
  call.count = costs_->count(row);
  for (size_t column = 0; column < selection_->columns.size(); ++column) {
    call.inclusive.push_back(costs_->inclusive(row, column));
  }
  return call;
}

AnnotatedJump LinesOf::jump(uint32_t row) const {
  const LineJumpKey& key = costs_->jump(row);
  AnnotatedJump jump;
  jump.is_conditional = key.is_conditional;
  jump.line = key.target;
  jump.file = key.file == file_ ? std::string_view() : profile_->symbols().names.text(key.file);
  jump.function = profile_->symbols().name(key.function);
  jump.executed = costs_->executed(row);
  jump.followed = costs_->followed(row);
  return jump;
}

AnnotatedCall LinesOf::sum(std::span<const uint32_t> rows) const {
  AnnotatedCall sum;
  sum.inclusive.resize(selection_->columns.size());
  for (const uint32_t row : rows) {
    sum.count += costs_->count(row);
    for (size_t column = 0; column < sum.inclusive.size(); ++column) {
      sum.inclusive[column] += costs_->inclusive(row, column);
    }
  }
  return sum;
}

/// The dearest calls; the others are added up. A single one is listed: a sum would hide its name
/// for nothing.
void LinesOf::add_calls(AnnotatedLine& line, std::vector<uint32_t> rows, size_t most) const {
  if (rows.empty()) {
    return;
  }
  line.called = sum(rows);
  const size_t listed = most == 0 || rows.size() <= most + 1 ? rows.size() : most;
  const size_t column = selection_->sort_column;
  const auto cost = [&](uint32_t row) {
    return column < selection_->columns.size() ? costs_->inclusive(row, column) : int128{0};
  };
  const auto identity = [this](uint32_t row) {
    const FunctionId callee = costs_->call(row).callee;
    const Symbols& symbols = profile_->symbols();
    return std::tuple(symbols.name(callee), symbols.file(callee), symbols.object(callee), callee);
  };
  rank(rows, listed, cost,
       [&](uint32_t left, uint32_t right) { return identity(left) < identity(right); });
  for (const uint32_t row : std::span(rows).first(listed)) {
    line.calls.push_back(call(row));
  }
  line.more_callees = rows.size() - listed;
  if (line.more_callees != 0) {
    line.more = sum(std::span(rows).subspan(listed));
  }
}

void LinesOf::add_jumps(AnnotatedLine& line, std::vector<uint32_t> rows) const {
  const Symbols& symbols = profile_->symbols();
  std::ranges::sort(rows, {}, [&](uint32_t row) {
    const LineJumpKey& key = costs_->jump(row);
    return std::tuple(symbols.names.text(key.file), key.target, key.is_conditional,
                      symbols.name(key.function), key.function);
  });
  for (const uint32_t row : rows) {
    line.jumps.push_back(jump(row));
  }
}

void LinesOf::fill(AnnotatedFile& file, const LineChoice& choice) const {
  std::span<const uint32_t> selfs = costs_->lines(slot_);
  std::span<const uint32_t> calls = costs_->calls(slot_);
  std::span<const uint32_t> jumps = costs_->jumps(slot_);
  /// Cuts the rows of `number` off the front of `rows`, with those before it.
  const auto taken = [](std::span<const uint32_t>& rows, uint64_t number, const auto& line_of) {
    const auto first = std::ranges::find_if(rows, [&](uint32_t r) { return line_of(r) >= number; });
    const auto last =
        std::ranges::find_if(first, rows.end(), [&](uint32_t r) { return line_of(r) > number; });
    const std::span<const uint32_t> own(first, last);
    rows = {last, rows.end()};
    return own;
  };
  for (const uint64_t number : numbers(choice.window)) {
    AnnotatedLine& line = file.lines.emplace_back();
    line.number = number;
    line.is_beyond_end = file.source.is_found() && number > file.source_lines;
    const auto own = taken(selfs, number, [this](uint32_t row) { return costs_->line(row); });
    line.has_self = !own.empty();
    line.self = own.empty() ? std::vector<int128>(selection_->columns.size()) : self(own.front());
    const auto called = taken(calls, number, [this](uint32_t r) { return costs_->call(r).line; });
    add_calls(line, {called.begin(), called.end()}, choice.most_calls);
    const auto jumped = taken(jumps, number, [this](uint32_t r) { return costs_->jump(r).line; });
    add_jumps(line, {jumped.begin(), jumped.end()});
  }
  file.lanes = assign_lanes(file.lines);
  file.ranges = ranges_of(file, choice);
}

}  // namespace quern
