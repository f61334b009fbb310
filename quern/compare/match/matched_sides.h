// SPDX-License-Identifier: MIT
//
// Two sides with their rows and costs: what every answer that compares asks, made once for all of
// them.
#pragma once

#include <memory>
#include <vector>

#include "quern/compare/match/diff_costs.h"
#include "quern/compare/match/diff_nodes.h"

namespace quern {

/// Which function of one side is which of the other.
struct MatchedSides {
  /// Keeps references to the profiles.
  explicit MatchedSides(DiffRuns asked);
  MatchedSides(const MatchedSides&) = delete;  // its parts point at each other
  MatchedSides& operator=(const MatchedSides&) = delete;
  ~MatchedSides() = default;

  const DiffRuns runs;  ///< each selection tells whether any of them has estimates
  const DiffNodes nodes;
};

struct MatchedCosts : MatchedSides {
  explicit MatchedCosts(const DiffRuns& asked) : MatchedSides(asked), costs(runs, nodes) {}

  [[nodiscard]] const Selection& selection() const { return runs.selection(); }

  const DiffCosts costs;
};

[[nodiscard]] inline std::shared_ptr<const MatchedCosts> compared(const DiffRuns& runs) {
  return std::make_shared<const MatchedCosts>(runs);
}

/// The same, with rows of another kind than the selections group by.
[[nodiscard]] std::shared_ptr<const MatchedCosts> compared(DiffRuns runs, GroupBy by);

/// By column, those beside too: the median of the totals of a side's runs.
[[nodiscard]] std::vector<Amount> median_totals(const std::vector<DiffRun>& runs);

}  // namespace quern
