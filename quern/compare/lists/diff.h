// SPDX-License-Identifier: MIT
//
// What changed between two sides, function by function (or group), and where it comes from. Rows
// are those that changed, the largest change first; the sum of all rows' changes of self cost is
// the change of the total, for one run a side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/compare/match/matched_sides.h"

namespace quern {

/// What happened to a function: it is new, gone, has another name, changed, or none of it.
enum class DiffKind : uint8_t { kAdded, kRemoved, kRenamed, kChanged, kUnchanged };
inline constexpr size_t kDiffKinds = 5;
/// "added", "removed", "renamed", "changed", "unchanged", by DiffKind.
[[nodiscard]] std::span<const std::string_view> diff_kind_words();
/// Some of them, by DiffKind.
using DiffKinds = std::array<bool, kDiffKinds>;
/// Of such words with commas between them; nothing where one is none of them.
[[nodiscard]] std::optional<DiffKinds> parse_diff_kinds(std::string_view text);

/// The least change that is listed: a number, or a percentage of the old total.
struct LeastChange {
  Fraction number;  ///< not below 0
  bool is_percent = false;
  std::string text;  ///< "1%"

  /// Whether a change of this size (not below 0) is no less; exact. `old_total`: any sign.
  [[nodiscard]] bool allows(int128 size, int128 old_total) const;
};

/// "1%", "0.5 %", "1e6", "2k"; nothing where it is none of these, or below 0.
[[nodiscard]] std::optional<LeastChange> parse_least_change(std::string_view text);

/// What of a comparison is listed.
struct DiffFilter {
  bool unchanged = false;  ///< rows without any change too
  /// Of what is listed otherwise, only these kinds, by DiffKind; nothing: all.
  std::optional<DiffKinds> kinds = {};
  bool matched = false;  ///< only those whose sides were found by more than equal names
  /// Of the sort column: rows that changed by less are not shown, as those beyond the limit. Not
  /// for rows that are sorted by a ratio; no percentage where calls sort them.
  std::optional<LeastChange> least_change = {};
};

struct DiffRow {
  RowName name;                     ///< the new one, or the old one where it is gone
  std::optional<RowName> old_name;  ///< where it differs
  DiffStatus status = DiffStatus::kBoth;
  Match match = Match::kNone;
  std::optional<DiffSide> old_side, new_side;
  DiffChange change;
  /// The change of the sort column lies within what the runs of the sides differ by themselves.
  bool is_noise = false;
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

struct DiffCallRow {
  RowName caller, callee;
  EndMatch caller_match = {}, callee_match = {};
  DiffStatus status = DiffStatus::kBoth;  ///< of the edge: both, added or removed
  std::optional<DiffSide> old_side, new_side;
  DiffChange change;
  bool is_noise = false;
  bool is_recursive = false;  ///< within one cycle on a side, so that inclusive costs overlap
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

class Diff {
 public:
  Diff(std::shared_ptr<const MatchedCosts> sides, const DiffFilter& filter);
  Diff(const DiffRuns& runs, const DiffFilter& filter) : Diff(compared(runs), filter) {}
  Diff(Diff&&) noexcept;
  ~Diff();

  [[nodiscard]] const Selection& selection() const;
  [[nodiscard]] const DiffFilter& filter() const;
  /// By column, medians over the runs of a side.
  [[nodiscard]] const std::vector<Amount>& totals(Version side) const;
  /// The formulas of the totals, by Selection::ratios; calls have none.
  [[nodiscard]] std::vector<std::optional<Fraction>> total_ratios(Version side) const;
  /// By column; empty where the side is one run.
  [[nodiscard]] const std::vector<CostRange>& total_ranges(Version side) const;
  [[nodiscard]] size_t run_count(Version side) const;
  [[nodiscard]] bool has_calls() const;
  [[nodiscard]] bool has_inclusive() const;
  [[nodiscard]] const MatchCounts& matches() const;

  /// Rows in all, and rows that the limit lets through; those that the query leaves out, and
  /// unchanged ones that are not rows.
  [[nodiscard]] size_t row_count() const;
  [[nodiscard]] size_t shown() const;
  [[nodiscard]] size_t left_out() const;
  [[nodiscard]] size_t unchanged() const;
  /// Rows, not shown, that changed by less than the filter asks.
  [[nodiscard]] size_t below_least() const;
  /// Whether a row, shown or not, is of something that changed or was matched by a guess.
  [[nodiscard]] bool differs() const;
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
  std::unique_ptr<State> state_;
};

class DiffCalls {
 public:
  DiffCalls(const DiffRuns& runs, const DiffFilter& filter);
  DiffCalls(DiffCalls&&) noexcept;
  ~DiffCalls();

  [[nodiscard]] const Selection& selection() const;
  [[nodiscard]] const std::vector<Amount>& totals(Version side) const;
  [[nodiscard]] size_t row_count() const;
  [[nodiscard]] size_t shown() const;
  [[nodiscard]] size_t left_out() const;
  [[nodiscard]] size_t unchanged() const;
  [[nodiscard]] size_t below_least() const;
  [[nodiscard]] const DiffFilter& filter() const;
  [[nodiscard]] bool differs() const;  ///< as of Diff
  /// Descending by the size of the change in the sort column, then by caller and callee.
  [[nodiscard]] DiffCallRow row(size_t rank) const;
  /// By column: the size of the largest change that is not shown; empty where all are.
  [[nodiscard]] std::vector<Amount> highest_not_shown() const;

 private:
  struct State;
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
