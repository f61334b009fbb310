// SPDX-License-Identifier: MIT
//
// The table of filters in the order in which they are applied; docs/topics/filters.md shows the
// same order, and a test compares the two. To add a filter, write the file that reads and applies
// its rules, add a member to FilterOptions and one to FilterRules, and add a row to stages.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "quern/base/result.h"
#include "quern/filters/filter_options.h"
#include "quern/filters/rules/filter_rules.h"

namespace quern {

/// Whether a stage can share one walk over the profile with the stages before it. One walk is
/// faster than two, but a stage must not need what another one changes in the same walk.
enum class Sharing : uint8_t {
  kNone,          ///< never, and no later stage shares its walk
  kAll,           ///< always
  kUnlessChosen,  ///< on call graphs not with a choice of stacks: both split the same costs
  kUnlessSingle,  ///< not if contexts are single calls: the stage adds up all calls of a stack,
                  ///< and stacks are final only after the other stages
};

struct Stage {
  std::string_view option;  ///< "--focus", as notes show it
  bool (*is_asked)(const FilterOptions&) = nullptr;
  /// Compiles the expressions of the options into rules. Errors (Fault::kUsage): `bad-filter`,
  /// `bad-regexp`.
  Result<void> (*read)(const FilterOptions&, FilterRules&) = nullptr;
  /// Copies the rules of this stage, and no others, to a walk.
  void (*add)(const FilterRules&, FilterRules& walk) = nullptr;
  Sharing sharing = Sharing::kAll;
  bool chooses = false;  ///< it excludes costs, so that a note shows how much is left
  /// The subject and verb of the error `needs-stacks`; empty if the stage works on call graphs.
  std::string_view needs_stacks = {};
};

[[nodiscard]] std::span<const Stage> filter_stages();

}  // namespace quern
