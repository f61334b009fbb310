// SPDX-License-Identifier: MIT
//
// What changed between two sides, function by function (or group), and where it comes from. Rows
// are those that changed, the largest change first; the sum of all rows' changes of self cost is
// the change of the total, for one run a side.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/compare/lists/diff_filter.h"
#include "quern/compare/lists/diff_list.h"
#include "quern/compare/match/matched_sides.h"

namespace quern {

struct DiffRow : ComparedSides {
  RowName name;                     ///< the new one, or the old one where it is gone
  std::optional<RowName> old_name;  ///< where it differs
  DiffStatus status = DiffStatus::kBoth;
  Match match = Match::kNone;
};

/// How one end of a call was found on both sides.
struct EndMatch {
  Match match = Match::kNone;
  std::optional<RowName> old_name = {};  ///< where it differs
};

/// Whether more than equal names tell which function of one side is which of the other.
[[nodiscard]] constexpr bool is_told(Match match) {
  return match != Match::kNone && match != Match::kExact;
}

struct DiffCallRow : ComparedSides {
  RowName caller, callee;
  EndMatch caller_match = {}, callee_match = {};
  DiffStatus status = DiffStatus::kBoth;  ///< of the edge: both, added or removed
  bool is_recursive = false;  ///< within one cycle on a side, so that inclusive costs overlap
  bool is_inlined = false;    ///< of a line: made by code that was inlined there
};

/// A step of the way that the largest change takes, from a root to the self cost it is made of.
struct BlameStep {
  RowName name;
  Amount inclusive;  ///< change of the function's inclusive cost, in the sort column
  Amount self;       ///< change of its self cost
  std::optional<DiffSide> old_side, new_side;
  std::optional<DiffSplit> split;  ///< of the function's inclusive cost
};

/// How many functions were found by which layer.
struct MatchCounts {
  size_t exact = 0, rule = 0, normalised = 0, guess = 0, added = 0, removed = 0;
};

class Diff : public DiffList {
 public:
  Diff(std::shared_ptr<const MatchedCosts> sides, const DiffFilter& filter);
  Diff(const DiffRuns& runs, const DiffFilter& filter) : Diff(compared(runs), filter) {}
  Diff(Diff&&) noexcept;
  ~Diff();

  /// The formulas of the totals, by Selection::ratios; calls have none.
  [[nodiscard]] std::vector<std::optional<Fraction>> total_ratios(Version side) const;
  /// By column; empty where the side is one run.
  [[nodiscard]] const std::vector<CostRange>& total_ranges(Version side) const;
  [[nodiscard]] bool has_calls() const;
  [[nodiscard]] bool has_inclusive() const;
  [[nodiscard]] const MatchCounts& matches() const;

  /// How many there are of each kind, by DiffKind, whatever the filter and the query.
  [[nodiscard]] const std::array<size_t, kDiffKinds>& kinds() const;
  /// Descending by the size of the change in the sort column, then by name, file, object. Any below
  /// row_count(); those beyond the limit are sorted as they are asked for.
  [[nodiscard]] DiffRow row(size_t rank) const;
  /// The changes of self cost of all rows, shown or not, together: the change of the total, but for
  /// medians of several runs, which do not add up, and where only matched rows are asked for.
  [[nodiscard]] Amount all_changes(size_t column) const;
  /// By column: all changes less those of the rows shown.
  [[nodiscard]] std::vector<Amount> not_shown() const;
  /// From the root whose inclusive cost changed most down to a function whose self cost did; empty
  /// without calls, and where nothing changed.
  [[nodiscard]] std::vector<BlameStep> blame() const;

 private:
  struct State;
  explicit Diff(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class DiffCalls : public DiffList {
 public:
  DiffCalls(const DiffRuns& runs, const DiffFilter& filter);
  DiffCalls(DiffCalls&&) noexcept;
  ~DiffCalls();

  /// Descending by the size of the change in the sort column, then by caller and callee.
  [[nodiscard]] DiffCallRow row(size_t rank) const;
  /// By column: the size of the largest change that is not shown; empty where all are.
  [[nodiscard]] std::vector<Amount> highest_not_shown() const;

 private:
  struct State;
  explicit DiffCalls(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A function between the changes of its callers and its callees.
struct DiffPeek {
  Selection selection;
  std::vector<Amount> old_totals, new_totals;
  DiffRow function;
  std::vector<DiffCallRow> callers, callees;  ///< by descending change, up to the limit
  size_t callers_in_all = 0, callees_in_all = 0;
  bool differs = false;                       ///< anything of the function or of a call, ratios too
  std::shared_ptr<const MatchedCosts> sides;  ///< keeps the texts of groups
};

/// `wanted`: an old or a new name. Errors: those of find_names(), `ambiguous-name`.
[[nodiscard]] Result<DiffPeek> diff_peek(const DiffRuns& runs, std::string_view wanted);

}  // namespace quern
