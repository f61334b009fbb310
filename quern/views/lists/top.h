// SPDX-License-Identifier: MIT
//
// Functions or groups by cost. All rows are ranked; only those asked for are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/analysis/groups/grouping.h"
#include "quern/model/profile.h"
#include "quern/model/records/findings.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/row_list.h"
#include "quern/views/lists/run_summaries.h"

namespace quern {

struct TopRow {
  RowName name;
  std::vector<Amount> self;       ///< by column: Exact or Estimated
  std::vector<Amount> inclusive;  ///< by column
  std::optional<Amount> calls;    ///< nothing: the input records no calls
  std::optional<uint32_t> cycle;  ///< its cycle's number
  bool is_recursive = false;      ///< the cycle has no other function: it calls itself
  std::optional<uint64_t> paths;  ///< distinct stacks it stands on top of, where asked for
  /// By Selection::ratios, of its self and inclusive costs; nothing where there is no value.
  std::vector<std::optional<Fraction>> self_ratios = {};
  std::vector<std::optional<Fraction>> inclusive_ratios = {};
  /// With Selection::running: the self cost of the sort column in this row and those above it.
  std::optional<Amount> running = {};
  /// By column, of lines: self costs and those of code that was inlined there. Empty where that is
  /// not known, or the row is no line.
  std::vector<Amount> with_inlined = {};
  std::optional<RowRuns> runs = {};  ///< with Selection::shows_runs
};

class NodeCosts;

class Top : public RowList {
 public:
  Top(const Profile& profile, const Selection& selection);
  /// From costs worked out before for the same parts, columns and groups.
  Top(const Profile& profile, const Selection& selection, std::shared_ptr<const NodeCosts> costs);
  Top(Top&&) noexcept;
  ~Top();

  /// The row of this rank (from 0, below row_count() - left_out()): descending by the sort column,
  /// then by name, file, object as bytes; or as Selection::order says.
  [[nodiscard]] TopRow row(size_t rank) const;
  /// Its function (FunctionId::value) or group.
  [[nodiscard]] uint32_t node(size_t rank) const;
  /// Where a function or group stands; nothing where it is left out.
  [[nodiscard]] std::optional<size_t> rank_of(uint32_t node) const;
  /// All that are not left out, in no order: without the time that an order takes.
  [[nodiscard]] std::vector<uint32_t> fitting_nodes() const;
  /// By column: the self costs of all rows that are not left out; of peaks the highest.
  [[nodiscard]] std::vector<Amount> covered() const;
  /// By column: totals less the self costs of the shown rows.
  [[nodiscard]] std::vector<Amount> not_shown() const;
  [[nodiscard]] bool has_calls() const;
  /// Whether inclusive costs differ from self costs: there are calls or stacks.
  [[nodiscard]] bool has_inclusive() const;
  /// kInclusiveAboveTotal of rows in a column, of the first few.
  [[nodiscard]] const Findings& above_total() const;

 private:
  struct State;
  explicit Top(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace quern
