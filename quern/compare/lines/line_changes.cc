// SPDX-License-Identifier: MIT
#include "quern/compare/lines/line_changes.h"

#include <tuple>
#include <utility>

#include "quern/compare/lines/line_query.h"

namespace quern {

struct LineChanges::State : RankedChanges {
  State(std::shared_ptr<const LinePairs> pairs, DiffFilter wanted, By by)
      : RankedChanges(pairs->sides(), std::move(wanted)),
        lines(std::move(pairs)),
        asked(sides->selection()),
        ranks_inlined(by == By::kRanked && lines->files().knows_inlined()) {
    asked.group_by = GroupBy::kLine;
    const DiffFileCosts files(lines->files(), {}, DiffFileCosts::Of::kSelf);
    old_rest = files.without_file(Version::kOld);
    new_rest = files.without_file(Version::kNew);
    differs = old_rest != new_rest;
    sizes.resize(lines->size());
    LineQueryRow row(*lines, selection().where);
    for (uint32_t line = 0; line < lines->size(); ++line) {
      const bool is_changed = find_change(line);
      row.set(line);
      if (!is_changed && !filter.unchanged) {
        ++unchanged;
      } else if (fits(row)) {
        order.push_back(line);
        differs = differs || is_changed;
      }
    }
    limit_rows();
    rank_rows(
        order, shown, [](uint32_t) { return std::optional<Fraction>(); },
        [this](uint32_t left, uint32_t right) { return place(left) < place(right); });
  }

  /// Whether any cost of a line changed; finds by how much in the sort column.
  bool find_change(uint32_t line) {
    bool is_changed = false;
    for (size_t column = 0; column < sides->costs.column_count(); ++column) {
      const int128 self = change(line, column, LineCostKind::kSelf);
      const int128 inlined = change(line, column, LineCostKind::kWithInlined);
      is_changed = is_changed || self != 0 || inlined != 0;
      if (column == selection().sort_column) {
        sizes[line] = absolute(ranks_inlined ? inlined : self);
      }
    }
    return is_changed;
  }

  [[nodiscard]] int128 change(uint32_t line, size_t column, LineCostKind kind) const {
    return difference_of(lines->cost(line, Version::kOld, column, kind),
                         lines->cost(line, Version::kNew, column, kind));
  }

  [[nodiscard]] std::tuple<std::string_view, uint64_t, uint32_t> place(uint32_t line) const {
    return {lines->file(line), lines->number(line), line};
  }

  std::shared_ptr<const LinePairs> lines;
  Selection asked;
  bool ranks_inlined;
  std::vector<Amount> old_rest, new_rest;  ///< by column: without a file
};

Result<LineChanges> LineChanges::make(const DiffRuns& runs, const PlacesOfSides& places,
                                      const DiffFilter& filter, By by) {
  // Lines are no groups: calls of lines are compared by function.
  auto lines = LinePairs::make(compared(runs, GroupBy::kFunction), places);
  if (!lines) {
    return failure(lines.error());
  }
  return LineChanges(std::make_unique<State>(std::move(*lines), filter, by));
}

LineChanges::LineChanges(std::unique_ptr<State> state)
    : DiffList(*state), state_(std::move(state)) {}
LineChanges::LineChanges(LineChanges&&) noexcept = default;
LineChanges::~LineChanges() = default;

const Selection& LineChanges::selection() const {
  return state_->asked;
}

const DiffFiles& LineChanges::files() const {
  return state_->lines->files();
}

bool LineChanges::ranks_inlined() const {
  return state_->ranks_inlined;
}

LineChange LineChanges::row(size_t rank) const {
  const LinePairs& lines = *state_->lines;
  const uint32_t line = state_->order[rank];
  LineChange row;
  static_cast<DiffLine&>(row) = lines.line(line);
  row.name = lines.name(line);
  row.file = lines.file(line);
  row.old_file = lines.old_file(line);
  return row;
}

std::vector<Amount> LineChanges::not_shown() const {
  std::vector<Amount> left;
  const DiffCosts& costs = state_->sides->costs;
  const bool adds_up = costs.runs().count() == 2;
  for (size_t column = 0; column < costs.column_count(); ++column) {
    int128 rest = adds_up ? difference_of(costs.totals(Version::kOld)[column],
                                          costs.totals(Version::kNew)[column])
                          : difference_of(state_->old_rest[column], state_->new_rest[column]);
    for (uint32_t line = 0; line < state_->lines->size() && !adds_up; ++line) {
      rest += state_->change(line, column, LineCostKind::kSelf);
    }
    for (size_t rank = 0; rank < shown(); ++rank) {
      rest -= state_->change(state_->order[rank], column, LineCostKind::kSelf);
    }
    left.push_back(amount_of(rest, selection().has_estimates));
  }
  return left;
}

}  // namespace quern
