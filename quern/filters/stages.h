// SPDX-License-Identifier: MIT
//
// The table of filters, in the order in which they work (docs/topics/filters.md has the same
// table). To add a filter, write the file that reads and applies its rules, give FilterOptions and
// FilterRules a member each, and add a row here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "quern/base/result.h"
#include "quern/filters/filter_options.h"
#include "quern/filters/rules/filter_rules.h"

namespace quern {

/// With which stages in front of it a stage can share one walk over the profile.
enum class Sharing : uint8_t {
  kNone,          ///< with none, nor can those behind it
  kAll,           ///< with all
  kUnlessChosen,  ///< on a call graph not with a choice of stacks: both split the same costs
  kUnlessSingle,  ///< with none if contexts are single calls: it looks at whole stacks, which are
                  ///< known only when the others are done
};

struct Stage {
  std::string_view option;  ///< "--focus", as notes call it
  bool (*is_asked)(const FilterOptions&) = nullptr;
  /// Compiles what is asked. Errors (Fault::kUsage): `bad-filter`, `bad-regexp`.
  Result<void> (*read)(const FilterOptions&, FilterRules&) = nullptr;
  /// Gives a walk the rules of this stage out of those of all.
  void (*add)(const FilterRules&, FilterRules& walk) = nullptr;
  Sharing sharing = Sharing::kAll;
  bool chooses = false;  ///< costs may be left out
  /// What of the command line cannot do without exact stacks, with its verb; empty: all can.
  std::string_view needs_stacks = {};
};

[[nodiscard]] std::span<const Stage> filter_stages();

}  // namespace quern
