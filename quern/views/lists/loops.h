// SPDX-License-Identifier: MIT
//
// Loops of machine code by what was spent in them, over all functions. They nest, so that their
// costs do not add up.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/loop_costs.h"
#include "quern/views/lists/row_list.h"
#include "quern/views/lists/top.h"

namespace quern {

class Loops : public RowList {
 public:
  /// Columns at most: each takes memory for every loop.
  static constexpr size_t kMostColumns = 32;

  /// Three passes over the records, which the profile has to have. Errors (Fault::kUsage):
  /// `no-jumps` where no jumps between addresses are recorded, `too-many-events`.
  [[nodiscard]] static Result<Loops> make(const Profile& profile, const Selection& selection);
  Loops(Loops&&) noexcept;
  ~Loops();

  /// The highest self cost, by column, of loops that are not shown; 0 where all are.
  [[nodiscard]] std::vector<Amount> highest_not_shown() const;
  /// The row of this rank, below shown(): in Selection::order, equal ones by function and address.
  /// It is named like its function, has the first line that lines() tells, for calls how often a
  /// jump led back, and inclusive costs of itself and of calls made from it: bounds where some are
  /// recursive.
  [[nodiscard]] TopRow row(size_t rank) const;
  [[nodiscard]] const Loop& loop(size_t rank) const;
  /// See LoopCosts.
  [[nodiscard]] std::optional<LineSpan> lines(size_t rank) const;

 private:
  struct State;
  explicit Loops(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace quern
