// SPDX-License-Identifier: MIT
//
// The filters as users write them, on the command line or in a request to the server. Nothing is
// checked here: FilterPlan::read() compiles the expressions and reports what is wrong with them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/filters/rules/node_rules.h"
#include "quern/model/profile.h"
#include "quern/source/readable_names.h"

namespace quern {

/// Each list holds the values of one repeated option; one match is enough. An expression (RE)
/// matches the name, the file or the object of a function.
struct FilterOptions {
  const Profile* baseline = nullptr;              ///< subtracted; of the same format
  std::vector<std::string> scale = {};            ///< "RE=FACTOR": self costs, before all others
  std::vector<std::string> rename = {};           ///< "s/RE/TEXT/FLAGS[;...]"
  std::vector<std::string> merge_ancestors = {};  ///< "RE>RE[>...]/NAME"
  std::vector<std::string> focus = {};            ///< RE: only stacks that have one
  std::vector<std::string> ignore = {};           ///< RE: only stacks that have none
  std::vector<std::string> show_from = {};        ///< RE: only what is at or below the outermost
  std::vector<std::string> show = {};             ///< RE: only these frames
  std::vector<std::string> hide = {};             ///< RE, or "@preset[,@preset...]"
  bool unfold_recursion = false;                  ///< the k-th f on a stack is f'k
  NodeRules rules = {};
  std::optional<PartSet> parts = {};  ///< only these; of the baseline all
  MatchedNames names = {};            ///< the names that expressions are matched against
  std::string told_event = {};        ///< the event in notes; empty: the first of the profile
  std::string told_unit = {};         ///< one of kUnitWords, for that event; empty: automatic

  /// Whether any filter is set.
  [[nodiscard]] bool any() const;
};

}  // namespace quern
