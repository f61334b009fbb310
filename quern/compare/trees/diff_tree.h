// SPDX-License-Identifier: MIT
//
// The tree of calls of both sides of a comparison in one: a branch is a path of functions (or
// groups), wherever a run has it. From exact stacks the changes of a branch and of those below it
// add up; from call graphs they are estimates wherever the trees of the sides are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/match/matched_sides.h"

namespace quern {

/// Which branches come first: rows that have more of it are opened and listed before others.
enum class DiffWeight : uint8_t {
  kChange,  ///< the size of the change
  kOld,     ///< the cost before; what is new has none
  kNew,     ///< the cost now; what is gone has none
  kBoth,    ///< the larger of the two
};

struct DiffTreeRequest {
  bool bottom_up = false;
  bool heaviest_path = false;    ///< nothing but the branch that changed most of each
  bool merge_recursion = false;  ///< a function called by itself is one branch with its caller
  bool unchanged = false;        ///< branches without any change too
  size_t depth = 0;              ///< levels shown; 0: any
  uint32_t least_share = 0;      ///< of the larger side's total, in hundredths of a percent
  uint64_t least_part = 0;       ///< branches below one part in so many are hidden; 0: none
  DiffWeight weight = DiffWeight::kChange;
  /// A node of the comparison: it is the only root, with all that it calls or, bottom-up, that
  /// calls it.
  std::optional<uint32_t> around = {};
};

/// Branches below a row that have no row of their own.
struct HiddenChanges {
  size_t count = 0;
  size_t unchanged = 0;  ///< of them: without any change
  /// By column; empty where count is 0.
  std::vector<Amount> old_inclusive, new_inclusive;
};

/// A path of functions. Bottom-up, `inclusive` of a side is the self cost that came this way.
struct DiffTreeRow : ComparedSides {
  RowName name;                     ///< the new one, or the old one where the branch is gone
  std::optional<RowName> old_name;  ///< where it differs
  Match match = Match::kNone;       ///< of the function, not of the path
  /// Of the path: added where no old run has it.
  DiffStatus status = DiffStatus::kBoth;
  uint32_t depth = 0;              ///< 0: a root
  std::optional<uint32_t> parent;  ///< its row
  bool is_recursive = false;       ///< also one of its own callers, where its callees are shown
  size_t children = 0;             ///< in all
  HiddenChanges hidden;
};

struct DiffTree {
  std::shared_ptr<const MatchedSides> sides;  ///< keeps the names
  DiffTreeRequest request;
  std::vector<Amount> old_totals, new_totals;  ///< by column, medians over the runs of a side
  /// What the rows are of: these totals or, around a function, what that costs on either side.
  std::vector<Amount> old_whole, new_whole;
  bool is_exact = true;           ///< all runs have exact stacks
  std::vector<DiffTreeRow> rows;  ///< depth first, siblings by descending weight
  HiddenChanges hidden;           ///< roots without a row
  size_t left_out = 0;            ///< branches that the query left out, with all below them
  size_t unchanged = 0;           ///< unchanged branches without a row
  /// No row has changed, but functions have: below unchanged branches, changes make up for others.
  bool differs_below = false;
  /// Branches without a row that the side of the widths lacks, and their cost on the other side.
  size_t elsewhere = 0;
  int128 elsewhere_cost = 0;
  bool is_cut = false;  ///< an unrolled call graph has no end: rows stop at kMostRows
  static constexpr size_t kMostRows = 100'000;

  [[nodiscard]] const Selection& selection() const { return sides->runs.selection(); }
  /// Whether a row has changed, or functions have.
  [[nodiscard]] bool differs() const;
};

/// Errors (Fault::kUsage): `mixed-stacks` where some of the chosen parts of a run have exact stacks
/// and others do not.
[[nodiscard]] Result<DiffTree> diff_tree(const DiffRuns& runs, const DiffTreeRequest& request);

}  // namespace quern
