// SPDX-License-Identifier: MIT
//
// The list of loops as rows like any other: ranked by self cost or by the cost with calls, with a
// query over the names of their functions.
#include "quern/views/lists/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/query/computed_values.h"
#include "quern/query/row_query.h"
#include "quern/views/lists/nodes.h"

namespace quern {

struct Loops::State : RankedRows {
  State(const Profile& from, const Selection& chosen, std::vector<Loop> found)
      : RankedRows(from, chosen),
        loops(std::move(found)),
        costs(from, chosen.parts, loops, column_sums(chosen)) {
    choose(loops.size(), Row(*this));
    rank_shown(
        [this](uint32_t loop) { return sort_cost(loop); },
        [this](uint32_t loop) { return computed(loop, selection.sort_by)[*selection.sort_ratio]; },
        [this](uint32_t left, uint32_t right) { return is_before(left, right); });
  }

  /// A loop as the query sees it.
  class Row final : public AmountRow<FilterRow> {
   public:
    explicit Row(const State& state)
        : AmountRow(state.selection.where, state.totals), state_(&state) {}

    void set(uint32_t loop) { loop_ = loop; }
    [[nodiscard]] std::string_view text(QueryText which) const override {
      return text_of(state_->name(loop_), which);
    }

   private:
    [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override {
      return Exact{state_->costs.self(loop_, column(event))};
    }
    [[nodiscard]] Amount inclusive_amount(size_t event) const override {
      return state_->inclusive(loop_, column(event));
    }
    [[nodiscard]] std::optional<Amount> calls_amount() const override {
      return Exact{state_->loops[loop_].iterations};
    }

    const State* state_;
    uint32_t loop_ = 0;
  };

  /// Its function's.
  [[nodiscard]] RowName name(uint32_t loop) const {
    return name_of_function(profile->symbols(), loops[loop].function);
  }

  [[nodiscard]] bool is_before(uint32_t left, uint32_t right) const {
    const RowName one = name(left);
    const RowName other = name(right);
    if (selection.order == RowOrder::kPlace) {
      const auto place = [](const RowName& of) { return std::pair(of.object, of.file); };
      if (place(one) != place(other)) {
        return place(one) < place(other);
      }
    } else if (const auto names = compare(one, other); names != 0) {
      return names < 0;
    }
    return loops[left].first != loops[right].first ? loops[left].first < loops[right].first
                                                   : left < right;
  }

  [[nodiscard]] int128 sort_cost(uint32_t loop) const {
    if (selection.sorts_calls) {
      return loops[loop].iterations;
    }
    if (selection.columns.empty()) {
      return 0;
    }
    const size_t column = selection.sort_column;
    return selection.sort_by == SortBy::kSelf ? costs.self(loop, column)
                                              : lower_of(inclusive(loop, column));
  }

  [[nodiscard]] Amount self(uint32_t loop, size_t column) const {
    return amount_of(costs.self(loop, column), costs.is_estimated(loop));
  }

  /// What recursive calls cost may have any of the total in it.
  [[nodiscard]] Amount inclusive(uint32_t loop, size_t column) const {
    const int128 known = costs.self(loop, column) + costs.called(loop, column);
    if (costs.has_recursive_calls(loop)) {
      return Bounded{known, std::max(known, totals[column])};
    }
    return amount_of(known, costs.is_estimated(loop));
  }

  [[nodiscard]] ComputedRow computed(uint32_t loop, SortBy by) const {
    return computed_row(
        selection,
        [&](size_t column) {
          return by == SortBy::kSelf ? self(loop, column) : inclusive(loop, column);
        },
        loops[loop].iterations);
  }

  std::vector<Loop> loops;
  LoopCosts costs;
};

Result<Loops> Loops::make(const Profile& profile, const Selection& selection) {
  if (selection.columns.size() + selection.beside.size() > kMostColumns) {
    return failure(usage_error(kTooManyEvents.name,
                               fmt::format("{} events are too many for an answer about loops",
                                           selection.columns.size() + selection.beside.size()),
                               fmt::format("name at most {} of them with --event", kMostColumns)));
  }
  FoundLoops found = find_loops(profile, selection.parts);
  if (!found.has_jumps) {
    return failure(usage_error(
        kNoJumps.name, "the profile has no jumps between instructions, so loops are unknown",
        "record it again: valgrind --tool=callgrind --dump-instr=yes "
        "--collect-jumps=yes PROGRAM"));
  }
  return Loops(std::make_unique<State>(profile, selection, std::move(found.loops)));
}

Loops::Loops(std::unique_ptr<State> state) : RowList(*state), state_(std::move(state)) {}
Loops::Loops(Loops&&) noexcept = default;
Loops::~Loops() = default;

std::vector<Amount> Loops::highest_not_shown() const {
  const State& state = *state_;
  return sums_of(
      state.selection, state.rows_not_shown(),
      [&](uint32_t loop, size_t column) { return state.costs.self(loop, column); },
      [](size_t) { return true; }, [&](uint32_t loop) { return state.costs.is_estimated(loop); });
}

TopRow Loops::row(size_t rank) const {
  const uint32_t loop = state_->order[rank];
  TopRow answer;
  answer.name = state_->name(loop);
  if (const std::optional<LineSpan> range = state_->costs.lines(loop)) {
    answer.name.line = range->first;
  }
  answer.self = by_column(selection(), [&](size_t column) { return state_->self(loop, column); });
  answer.inclusive =
      by_column(selection(), [&](size_t column) { return state_->inclusive(loop, column); });
  answer.calls = Exact{state_->loops[loop].iterations};
  answer.self_ratios = shown_values(state_->selection, state_->computed(loop, SortBy::kSelf));
  answer.inclusive_ratios =
      shown_values(state_->selection, state_->computed(loop, SortBy::kInclusive));
  return answer;
}

const Loop& Loops::loop(size_t rank) const {
  return state_->loops[state_->order[rank]];
}

std::optional<LineSpan> Loops::lines(size_t rank) const {
  return state_->costs.lines(state_->order[rank]);
}

}  // namespace quern
