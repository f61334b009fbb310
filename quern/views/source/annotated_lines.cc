// SPDX-License-Identifier: MIT
//
// What is listed of a file: lines with costs, what they call and jump to, and lines around them.
// Rows of lines, calls and jumps are sorted by line, so each line takes its own off the front and a
// file costs time in proportion to its rows. Long files are limited to their hottest lines; the
// others are counted.
#include "quern/views/source/annotated_lines.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/query/columns.h"
#include "quern/query/computed_values.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/source/jump_lanes.h"

namespace quern {

namespace {

/// What the unknown line counts for: no cost is higher.
constexpr int128 kBeforeAll = static_cast<int128>(~uint128{0} >> 1U);

/// What is shown of a file of so many lines: these with those around them, as far as the source has
/// them.
std::vector<LineRange> ranges_of(const std::vector<uint64_t>& numbers, uint64_t end,
                                 const LineChoice& choice) {
  constexpr size_t kContext = 3;
  const uint64_t context = choice.context.value_or(kContext);
  std::vector<LineRange> ranges;
  if (choice.whole && end != 0) {
    ranges.push_back({1, end});
  } else if (!choice.window.is_all() && choice.window.first <= end) {
    ranges.push_back({choice.window.first, std::min(choice.window.last, end)});
  }
  for (const uint64_t number : numbers) {
    if (number == 0) {
      continue;
    }
    if (number > end) {
      add_range(ranges, {number, number}, 1);
    } else if (choice.window.is_all()) {
      const LineWindow around = LineWindow::around(number, context);
      add_range(ranges, {around.first, std::min(around.last, end)});
    }
  }
  return ranges;
}

/// Those of `numbers` that are in `ranges`, and the unknown line; both ascend.
std::vector<uint64_t> numbers_in(const std::vector<LineRange>& ranges,
                                 const std::vector<uint64_t>& numbers) {
  std::vector<uint64_t> inside;
  auto range = ranges.begin();
  for (const uint64_t number : numbers) {
    while (range != ranges.end() && range->last < number) {
      ++range;
    }
    if (number == 0 || (range != ranges.end() && range->first <= number)) {
      inside.push_back(number);
    }
  }
  return inside;
}

/// Gives lanes to the jumps between lines of this file that are not one line.
uint32_t draw_arrows(std::vector<AnnotatedLine>& lines) {
  std::vector<DrawnJump> arrows;
  for (AnnotatedLine& line : lines) {
    for (AnnotatedJump& jump : line.jumps) {
      const bool has_ends = line.number != 0 && jump.line != 0 && jump.file.empty();
      if (has_ends && jump.line != line.number) {
        arrows.push_back({{line.number, jump.line}, &jump.lane});
      }
    }
  }
  return assign_lanes(arrows);
}

}  // namespace

void add_range(std::vector<LineRange>& ranges, LineRange range, uint64_t gap) {
  if (!ranges.empty() && range.first <= ranges.back().last + gap) {
    ranges.back().last = std::max(ranges.back().last, range.last);
  } else {
    ranges.push_back(range);
  }
}

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

/// The first `most` by what they or their calls cost, whichever is more; ascending, with the
/// unknown line.
std::vector<uint64_t> LinesOf::hottest(const std::vector<uint64_t>& numbers, size_t most) const {
  std::vector<int128> self(numbers.size());
  std::vector<int128> called(numbers.size());
  const size_t column = selection_->sort_column;
  const auto add = [&](std::vector<int128>& sums, uint64_t number, int128 cost) {
    const auto at = std::ranges::lower_bound(numbers, number);
    if (at != numbers.end() && *at == number) {
      sums[static_cast<size_t>(at - numbers.begin())] += cost;
    }
  };
  if (column < selection_->columns.size()) {
    for (const uint32_t row : costs_->lines(slot_)) {
      add(self, costs_->line(row), costs_->with_inlined(row, column));
    }
    for (const uint32_t row : costs_->calls(slot_)) {
      add(called, costs_->call(row).line, costs_->inclusive(row, column));
    }
  }
  std::vector<uint32_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  rank(
      order, most,
      [&](uint32_t at) {
        return numbers[at] == 0 ? kBeforeAll : std::max(absolute(self[at]), absolute(called[at]));
      },
      std::less<>());
  order.resize(std::min(most, order.size()));
  std::vector<uint64_t> kept;
  std::ranges::transform(order, std::back_inserter(kept), [&](uint32_t at) { return numbers[at]; });
  std::ranges::sort(kept);
  return kept;
}

/// Which lines are listed. The limit applies to lines with costs; lines around them are context and
/// do not count.
ListedLines LinesOf::listed(uint64_t source_lines, const LineChoice& choice) const {
  ListedLines listed;
  std::vector<uint64_t> known = numbers(choice.window);
  const bool has_unknown = !known.empty() && known.front() == 0;
  const size_t most = choice.most_lines + (has_unknown ? 1 : 0);
  const bool is_limited = choice.most_lines != 0 && !choice.whole && choice.window.is_all();
  if (!is_limited || known.size() <= most) {
    listed.ranges = ranges_of(known, source_lines, choice);
    listed.numbers = std::move(known);
    return listed;
  }
  listed.ranges = ranges_of(hottest(known, most), source_lines, choice);
  // Lines around hot lines are shown with their costs.
  listed.numbers = numbers_in(listed.ranges, known);
  listed.more = known.size() - listed.numbers.size();
  return listed;
}

std::vector<std::optional<Fraction>> LinesOf::self_ratios(uint32_t row) const {
  return shown_values(
      *selection_, computed_row(
                       *selection_, [&](size_t column) { return costs_->self_amount(row, column); },
                       std::nullopt));
}

/// Calls added up: how often, and what they cost.
Amount LinesOf::count_of(std::span<const uint32_t> rows) const {
  Amount count;
  for (const uint32_t row : rows) {
    count = sum_of(count, costs_->count_amount(row), false);
  }
  return count;
}

Amount LinesOf::inclusive_of(std::span<const uint32_t> rows, size_t column) const {
  Amount cost;
  for (const uint32_t row : rows) {
    cost = sum_of(cost, costs_->inclusive_amount(row, column), false);
  }
  return cost;
}

std::vector<std::optional<Fraction>> LinesOf::call_ratios(std::span<const uint32_t> rows) const {
  return shown_values(*selection_,
                      computed_row(
                          *selection_, [&](size_t column) { return inclusive_of(rows, column); },
                          known_exactly(count_of(rows))));
}

std::vector<Amount> LinesOf::self(uint32_t row) const {
  return by_column(*selection_, [&](size_t column) { return costs_->self_amount(row, column); });
}

std::vector<Amount> LinesOf::with_inlined(uint32_t row) const {
  return by_column(*selection_,
                   [&](size_t column) { return costs_->with_inlined_amount(row, column); });
}

/// The cost of a line with what was inlined there, and of all calls from it. Recursive calls are
/// recorded within each other, so that their sum counts costs more than once: it is an upper bound,
/// and what is left without them a lower one. The same holds for all calls of a line that several
/// functions share if these may call each other.
Amount LinesOf::with_calls(std::optional<uint32_t> own, std::span<const uint32_t> calls,
                           size_t column, int128 total) const {
  const bool is_max = selection_->columns[column].event.combine == Combine::kMax;
  const bool may_nest = !calls.empty() && costs_->may_nest(calls.front());
  int128 lower = own ? costs_->with_inlined(*own, column) : 0;
  int128 upper = lower;
  bool is_estimated =
      own && certainty_of(costs_->with_inlined_amount(*own, column)) != Certainty::kExact;
  for (const uint32_t row : calls) {
    const int128 cost = costs_->inclusive(row, column);
    upper = is_max ? std::max(upper, cost) : upper + cost;
    if (is_max || (may_nest && !costs_->is_recursive(row))) {
      lower = std::max(lower, cost);
    } else if (!costs_->is_recursive(row)) {
      lower += cost;
    }
    is_estimated = is_estimated || costs_->is_call_estimated(row);
  }
  upper = std::max(lower, std::min(upper, total));
  return is_estimated     ? Amount(Estimated{lower})
         : lower == upper ? Amount(Exact{lower})
                          : Amount(Bounded{lower, upper});
}

std::vector<Amount> LinesOf::with_calls(std::optional<uint32_t> own,
                                        std::span<const uint32_t> calls,
                                        std::span<const Amount> totals) const {
  return by_column(*selection_, [&](size_t column) {
    return with_calls(own, calls, column, upper_of(totals[column]));
  });
}

AnnotatedCall LinesOf::call(uint32_t row) const {
  const FunctionId callee = costs_->call(row).callee;
  AnnotatedCall call = sum({&row, 1});
  call.callee = name_of_function(profile_->symbols(), callee);
  call.is_recursive = costs_->is_recursive(row);
  call.is_inlined = costs_->call(row).is_inlined;
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
  sum.count = count_of(rows);
  sum.inclusive = by_column(*selection_, [&](size_t column) { return inclusive_of(rows, column); });
  sum.inclusive_ratios = call_ratios(rows);
  return sum;
}

/// The hottest calls; the others are added up. A single remaining call is listed, since a sum would
/// only hide its name.
void LinesOf::add_calls(AnnotatedLine& line, std::vector<uint32_t> rows, size_t most) const {
  if (rows.empty()) {
    return;
  }
  std::vector<uint32_t> own;
  std::ranges::copy_if(rows, std::back_inserter(own),
                       [this](uint32_t row) { return !costs_->call(row).is_inlined; });
  line.called = sum(own);
  line.has_own_calls = !own.empty();
  const size_t listed = most == 0 || rows.size() <= most + 1 ? rows.size() : most;
  const size_t column = selection_->sort_column;
  const auto cost = [&](uint32_t row) {
    return column < selection_->columns.size() ? costs_->inclusive(row, column) : int128{0};
  };
  const auto identity = [this](uint32_t row) {
    const FunctionId callee = costs_->call(row).callee;
    const Symbols& symbols = profile_->symbols();
    return std::tuple(symbols.name(callee), symbols.file(callee), symbols.object(callee), callee,
                      costs_->call(row).is_inlined);
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
  const LineJumpKey* before = nullptr;
  for (const uint32_t row : rows) {
    const LineJumpKey& key = costs_->jump(row);
    // Jumps of one line to one other line are one row, whatever functions they belong to.
    // Lines that are not known need not be one.
    const bool is_same = before != nullptr && key.target != 0 && before->file == key.file &&
                         before->target == key.target &&
                         before->is_conditional == key.is_conditional;
    before = &key;
    const AnnotatedJump found = jump(row);
    if (!is_same) {
      line.jumps.push_back(found);
      continue;
    }
    AnnotatedJump& known = line.jumps.back();
    known.executed += found.executed;
    known.followed += found.followed;
    known.is_into_several = known.is_into_several || known.function != found.function;
    known.function = known.is_into_several ? std::string_view() : known.function;
  }
}

/// Rows are taken off the fronts of three lists, line by line, so nothing is searched.
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
  ListedLines listed = this->listed(file.source_lines, choice);
  for (const uint64_t number : listed.numbers) {
    AnnotatedLine& line = file.lines.emplace_back();
    line.number = number;
    line.is_beyond_end = file.source.is_found() && number > file.source_lines;
    const auto own = taken(selfs, number, [this](uint32_t row) { return costs_->line(row); });
    line.has_self = !own.empty() && costs_->has_self(own.front());
    line.self = line.has_self ? self(own.front()) : std::vector<Amount>(selection_->columns.size());
    line.self_ratios =
        line.has_self ? self_ratios(own.front()) : std::vector<std::optional<Fraction>>();
    if (line.has_self && code_->has_instructions()) {
      line.instructions = instructions(*code_, *selection_, costs_->own_spots(own.front()));
    }
    if (!own.empty() && choice.knows_inlined) {
      line.with_inlined = with_inlined(own.front());
      line.inlined =
          inlined_tree(*code_, *selection_, costs_->inlined_spots(own.front()), file_, number);
    }
    const auto called = taken(calls, number, [this](uint32_t r) { return costs_->call(r).line; });
    if (!own.empty() || !called.empty()) {
      if (choice.knows_inlined) {
        line.with_inlined.resize(selection_->columns.size(), Exact{0});
      }
      line.with_calls = with_calls(own.empty() ? std::nullopt : std::optional(own.front()), called,
                                   choice.totals);
    }
    add_calls(line, {called.begin(), called.end()}, choice.most_calls);
    const auto jumped = taken(jumps, number, [this](uint32_t r) { return costs_->jump(r).line; });
    add_jumps(line, {jumped.begin(), jumped.end()});
  }
  file.lanes = draw_arrows(file.lines);
  file.ranges = std::move(listed.ranges);
  file.more_lines = listed.more;
}

}  // namespace quern
