// SPDX-License-Identifier: MIT
//
// Adds up where the changes of compared lines are, by category, so that what is shown adds up to
// the totals.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "quern/compare/source/diff_annotation.h"

namespace quern {

[[nodiscard]] bool any_not_zero(std::span<const Amount> costs);

class ChangeSummary {
 public:
  explicit ChangeSummary(size_t columns);

  void add(DiffAccounted what, Version side, std::span<const Amount> costs);
  void add(DiffAccounted what, Version side, const std::optional<DiffSide>& of,
           std::vector<Amount> DiffSide::* costs);
  void add_file(DiffAccounted what) { at(what).files = at(what).files.value_or(0) + 1; }
  /// What is missing of the totals.
  void add_rest(Version side, const std::vector<Amount>& totals);

  /// What is not 0 on both sides, and where there are files.
  [[nodiscard]] std::vector<DiffAccountedCost> all() const;

 private:
  DiffAccountedCost& at(DiffAccounted what) { return accounts_[static_cast<size_t>(what)]; }
  static std::vector<Amount>& self(DiffAccountedCost& account, Version side) {
    return side == Version::kOld ? account.old_self : account.new_self;
  }
  std::array<DiffAccountedCost, kDiffAccounted> accounts_;
};

}  // namespace quern
