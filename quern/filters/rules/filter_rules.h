// SPDX-License-Identifier: MIT
//
// The compiled rules of filters, as a value. A plan has the rules of all filters that are set; each
// walk over a profile gets those of the filters that take part in it, and the others are empty.
#pragma once

#include <optional>
#include <string_view>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/filters/rules/ancestors.h"
#include "quern/filters/rules/function_rules.h"
#include "quern/filters/rules/hide.h"
#include "quern/filters/rules/node_rules.h"
#include "quern/filters/rules/rename.h"
#include "quern/filters/rules/scale.h"
#include "quern/model/profile.h"

namespace quern {

/// The function that receives the self cost of nodes outside limits.
inline constexpr std::string_view kOutsideLimits = "(outside limits)";

/// The function that receives the cost of hidden frames that have no shown caller.
inline constexpr std::string_view kNotShown = "(not shown)";

struct FilterRules {
  ScaleRules scale;
  std::optional<PartSet> parts;  ///< only these; of the baseline all
  Renaming renaming;
  AncestorRules ancestors;
  FunctionRules focus;      ///< only stacks that have one
  FunctionRules ignore;     ///< only stacks that have none
  FunctionRules show_from;  ///< only stacks that have one, from the outermost of them inwards
  FunctionRules show;       ///< only these frames; what others cost is their callers'
  HideRules hide;           ///< not these frames; what they cost is their callers'
  bool unfolds_recursion = false;
  NodeRules limits;
  const Profile* baseline = nullptr;  ///< subtracted

  /// Whether costs may be left out.
  [[nodiscard]] bool selects() const {
    return !focus.empty() || !ignore.empty() || !show_from.empty();
  }
  [[nodiscard]] bool hides() const { return !hide.empty() || !show.empty(); }
  /// Whether stacks, and the calls of a call graph, become others.
  [[nodiscard]] bool changes_stacks() const {
    return selects() || hides() || !ancestors.empty() || unfolds_recursion || limits.any();
  }
};

}  // namespace quern
