// SPDX-License-Identifier: MIT
//
// Lists of source lines and of files. A row is a line, and several functions can have costs there.
// What was inlined at a line is not added to its self cost but kept beside it, so self costs still
// add up to the total.
#include "quern/views/lists/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "quern/base/dense_index.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/query/computed_values.h"
#include "quern/query/row_query.h"
#include "quern/views/code/code_costs.h"
#include "quern/views/code/row_marks.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/running_total.h"

namespace quern {
namespace {

/// A line of 0 is not known; that of no file never is.
struct FileLine {
  uint64_t line = 0;
  NameId file;
  bool operator==(const FileLine&) const = default;
  [[nodiscard]] uint64_t hash() const { return mixed(mixed(file.value, 0), line); }
};

constexpr FunctionId kNoFunction{~uint32_t{0}};

/// What is known of all lines.
struct LineSums {
  LineSums(const Profile& profile, const Selection& selection, std::span<const int128> totals,
           Lines::Of rows, const SourcePlaces& places);

  void add(const CodeCosts& code, size_t spot, Lines::Of rows);
  void add_function(uint32_t row, FunctionId function);
  void add_stacks(const Profile& profile, const Selection& selection,
                  std::span<const int128> totals);
  uint32_t row_of(const FileLine& at);

  DenseIndex<FileLine> keys;
  CostRows selfs;    ///< by key: a cell a column, those beside too
  CostRows inlined;  ///< by key: what was inlined there, without self costs
  RowMarks self_marks, inlined_marks;
  std::vector<FunctionId> functions;  ///< by key: the first with costs there
  std::vector<bool> is_shared;        ///< by key: others have some too, or it is not known which
  bool has_lines = false;
  InlinedCode code;
};

LineSums::LineSums(const Profile& profile, const Selection& selection,
                   std::span<const int128> totals, Lines::Of rows, const SourcePlaces& places)
    : selfs(column_sums(selection).size()),
      inlined(selfs.width()),
      code(profile, {.asks_objects = false}) {
  CodeCosts costs(profile, selection, places);
  has_lines = costs.has_lines();
  for (size_t spot = 0; spot < costs.spots(); ++spot) {
    add(costs, spot, rows);
  }
  code = std::move(costs).take_inlined();
  add_stacks(profile, selection, totals);
}

uint32_t LineSums::row_of(const FileLine& at) {
  const uint32_t row = keys.of(at);
  if (row == selfs.size()) {
    selfs.add_row();
    inlined.add_row();
    functions.emplace_back(kNoFunction);
    is_shared.push_back(false);
  }
  return row;
}

void LineSums::add_function(uint32_t row, FunctionId function) {
  if (functions[row] == kNoFunction) {
    functions[row] = function;
  } else if (functions[row] != function) {
    is_shared[row] = true;
  }
}

/// The cost of a place is the self cost of its own line, and is kept apart for the lines that it
/// was inlined into.
void LineSums::add(const CodeCosts& costs, size_t spot, Lines::Of rows) {
  const CodeSpot& at = costs.spot(spot);
  const NameId file = costs.file(at);
  const bool has_line = rows == Lines::Of::kLine && file != kUnknownName;
  const FileLine own{has_line ? at.line : 0, file};
  const auto add_to = [&](CostRows& sums, RowMarks& marks, uint32_t row) {
    add_function(row, at.function);
    if (costs.is_self_estimated(spot)) [[unlikely]] {
      marks.mark(row);
    }
    for (size_t column = 0; column < sums.width(); ++column) {
      sums.add(row, column, costs.self(spot, column));
    }
  };
  add_to(selfs, self_marks, row_of(own));
  for (const InlineStep& step : costs.steps(at)) {
    const FileLine outer{step.line, step.file};
    if (!step.is_repeated && outer != own) {
      add_to(inlined, inlined_marks, row_of(outer));
    }
  }
}

/// Stacks that stand alone know no line of what they cost: with the lines they are the total.
void LineSums::add_stacks(const Profile& profile, const Selection& selection,
                          std::span<const int128> totals) {
  const bool has_stacks_alone =
      std::ranges::any_of(chosen_parts(profile, selection.parts),
                          [](const Part* part) { return part->contexts == ContextUse::kAlone; });
  if (!has_stacks_alone) {
    return;
  }
  std::vector<int128> rest(totals.begin(), totals.end());
  selfs.each_cell([&](size_t, size_t column, int128 cost) { rest[column] -= cost; });
  if (std::ranges::all_of(rest, [](int128 cost) { return cost == 0; })) {
    return;
  }
  const uint32_t row = row_of({0, kUnknownName});
  is_shared[row] = true;
  for (size_t column = 0; column < rest.size(); ++column) {
    selfs.add(row, column, rest[column]);
  }
  if (selection.has_estimates) {
    self_marks.mark(row);
  }
}

Diagnostic lines_have_no(std::string_view what) {
  return usage_error(kNoLines.name, fmt::format("source lines have no {}", what),
                     "sort them by self cost, by place or by name; `quern annotate` shows what a "
                     "line calls");
}

}  // namespace

struct Lines::State : RankedRows {
  State(const Profile& from, const Selection& chosen, Of rows, const Inlined& inlined)
      : RankedRows(from, chosen), of(rows), sums(from, chosen, totals, rows, inlined.places) {
    ranks_inlined = knows_inlined() && inlined.ranks && !selection.running &&
                    selection.order == RowOrder::kCost && !selection.sort_ratio;
    choose(sums.keys.size(), Row(*this));
    rank_shown(
        [this](uint32_t row) {
          const size_t column = selection.sort_column;
          return selection.columns.empty() ? int128{0}
                 : ranks_inlined ? sums.selfs.at(row, column) + sums.inlined.at(row, column)
                                 : sums.selfs.at(row, column);
        },
        [this](uint32_t row) { return computed(row)[*selection.sort_ratio]; },
        [this](uint32_t left, uint32_t right) { return is_before(left, right); });
    for (const uint32_t row : shown_rows()) {
      names.push_back(name(row));
    }
    if (selection.running) {
      running = RunningTotals(shown_rows(),
                              [this](uint32_t row) { return self(row, selection.sort_column); });
    }
  }

  /// A line as the query sees it.
  class Row final : public FilterRow {
   public:
    explicit Row(const State& state)
        : FilterRow(state.selection.where, state.totals), state_(&state) {}
    void set(uint32_t row) { row_ = row; }
    [[nodiscard]] std::string_view text(QueryText which) const override {
      if (which == QueryText::kFile) {
        return state_->file(row_);
      }
      name_ = which == QueryText::kObject ? std::string() : state_->name(row_);
      return name_;
    }
    [[nodiscard]] std::optional<int128> self(size_t event) const override {
      return state_->sums.selfs.at(row_, column(event));
    }
    [[nodiscard]] std::optional<int128> inclusive(size_t) const override { return std::nullopt; }
    [[nodiscard]] std::optional<int128> calls() const override { return std::nullopt; }

   private:
    const State* state_;
    uint32_t row_ = 0;
    mutable std::string name_;
  };

  [[nodiscard]] std::string_view file(uint32_t row) const {
    return sums.code.file_name(sums.keys[row].file);
  }

  [[nodiscard]] bool knows_inlined() const { return sums.code.is_known(); }

  [[nodiscard]] std::string name(uint32_t row) const {
    const FileLine& key = sums.keys[row];
    const bool has_no_line = of == Of::kFile || file(row) == kNotInProfile;
    return key.file == kUnknownName ? std::string()
           : has_no_line            ? std::string(file(row))
           : key.line == 0          ? fmt::format("{}:?", file(row))
                                    : fmt::format("{}:{}", file(row), key.line);
  }

  /// By file, then by line, what is not known behind what is.
  [[nodiscard]] bool is_before(uint32_t left, uint32_t right) const {
    const FileLine& one = sums.keys[left];
    const FileLine& other = sums.keys[right];
    if (one.file != other.file) {
      const bool is_known = one.file != kUnknownName;
      const bool is_other_known = other.file != kUnknownName;
      return is_known != is_other_known ? is_known : file(left) < file(right);
    }
    return one.line != other.line && (other.line == 0 || (one.line != 0 && one.line < other.line));
  }

  [[nodiscard]] Amount self(uint32_t row, size_t column) const {
    return amount_of(sums.selfs.at(row, column), sums.self_marks.has(row));
  }

  [[nodiscard]] Amount with_inlined(uint32_t row, size_t column) const {
    return amount_of(sums.selfs.at(row, column) + sums.inlined.at(row, column),
                     sums.self_marks.has(row) || sums.inlined_marks.has(row));
  }

  [[nodiscard]] ComputedRow computed(uint32_t row) const {
    return computed_row(
        selection, [this, row](size_t column) { return self(row, column); }, std::nullopt);
  }

  /// The self costs of rows, by column.
  [[nodiscard]] std::vector<Amount> sum_of(std::span<const uint32_t> rows) const {
    return sums_of(
        selection, rows, [this](uint32_t row, size_t column) { return sums.selfs.at(row, column); },
        [](size_t) { return false; }, [this](uint32_t row) { return sums.self_marks.has(row); });
  }

  Of of;
  LineSums sums;
  bool ranks_inlined = false;
  std::vector<std::string> names;  ///< by rank of those shown
  RunningTotals running;           ///< of the rows shown, where requested
};

Result<Lines> Lines::make(const Profile& profile, const Selection& selection, Of of,
                          const Inlined& inlined) {
  if (selection.sorts_calls) {
    return failure(lines_have_no("calls of their own"));
  }
  if (selection.order == RowOrder::kCost && selection.sort_by == SortBy::kInclusive) {
    return failure(lines_have_no("inclusive costs"));
  }
  auto state = std::make_unique<State>(profile, selection, of, inlined);
  if (of == Of::kLine && !state->sums.has_lines) {
    return failure(no_lines(profile, selection, state->sums.code));
  }
  return Lines(std::move(state));
}

Lines::Lines(std::unique_ptr<State> state) : RowList(*state), state_(std::move(state)) {}
Lines::Lines(Lines&&) noexcept = default;
Lines::~Lines() = default;

std::vector<Amount> Lines::not_shown() const {
  return state_->sum_of(state_->rows_not_shown());
}

std::vector<Amount> Lines::covered() const {
  return state_->sum_of(std::span(state_->order).first(state_->fitting));
}

TopRow Lines::row(size_t rank) const {
  const uint32_t row = state_->order[rank];
  TopRow answer;
  answer.name = {.name = state_->names[rank],
                 .file = state_->file(row),
                 .object = {},
                 .line = state_->sums.keys[row].line};
  answer.self = by_column(selection(), [&](size_t column) { return state_->self(row, column); });
  if (state_->knows_inlined()) {
    answer.with_inlined =
        by_column(selection(), [&](size_t column) { return state_->with_inlined(row, column); });
  }
  answer.self_ratios = shown_values(state_->selection, state_->computed(row));
  if (rank < state_->running.size()) {
    answer.running = state_->running.at(rank);
  }
  return answer;
}

bool Lines::ranks_inlined() const {
  return state_->ranks_inlined;
}

const InlinedCode& Lines::inlined() const {
  return state_->sums.code;
}

std::optional<RowName> Lines::function(size_t rank) const {
  const uint32_t row = state_->order[rank];
  if (state_->sums.is_shared[row]) {
    return std::nullopt;
  }
  return name_of_function(state_->profile->symbols(), state_->sums.functions[row]);
}

}  // namespace quern
