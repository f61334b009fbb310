// SPDX-License-Identifier: MIT
//
// The ratios of the rows of a comparison, by Selection::ratios, worked out from each run's own
// costs: of several runs a side the median of those that have a value counts. Nothing where none
// has one: what is divided by 0, and what would be made of bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "quern/compare/lists/diff.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/match/diff_costs.h"
#include "quern/query/computed_values.h"

namespace quern {

class DiffRatios {
 public:
  /// Keeps a reference.
  explicit DiffRatios(const DiffCosts& costs) : costs_(&costs) {}

  /// By Selection::ratios; calls have no total.
  [[nodiscard]] ComputedRow of_total(Version side) const;
  /// Adds them to both sides of the row and to its change.
  void add_to(ComparedSides& row, uint32_t node) const;
  void add_to(ComparedSides& row, EdgeKey edge) const;

  /// Whether any of those shown differs.
  [[nodiscard]] bool differ(uint32_t node) const;
  [[nodiscard]] bool differ(EdgeKey edge) const;
  /// The size of the change of what rows are sorted by (Selection::sort_ratio).
  [[nodiscard]] std::optional<Fraction> sort_change(uint32_t node) const;
  [[nodiscard]] std::optional<Fraction> sort_change(EdgeKey edge) const;
  /// The same for a row that has its ratios.
  [[nodiscard]] static std::optional<Fraction> sort_change(const ComparedSides& row);

 private:
  using Ranges = std::vector<std::optional<RunRatio>>;  ///< by Selection::computed

  [[nodiscard]] Ranges of_node(uint32_t node, SortBy by, Version side) const;
  [[nodiscard]] Ranges of_edge(EdgeKey edge, Version side) const;
  template <class ValuesOfRun>
  [[nodiscard]] Ranges ranges(Version side, const ValuesOfRun& values) const;
  /// `ranges_of(by, side)`, of each of these kinds of costs, which the row has.
  template <class RangesOf>
  void add(ComparedSides& row, std::span<const SortBy> kinds, const RangesOf& ranges_of) const;
  [[nodiscard]] ComputedRow shown(const Ranges& ranges) const;
  [[nodiscard]] std::optional<RunRatio> sorted(const Ranges& ranges) const;

  const DiffCosts* costs_;
};

}  // namespace quern
