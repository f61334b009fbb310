// SPDX-License-Identifier: MIT
//
// What users ask of filters, as they wrote it. FilterPlan reads it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/filters/rules/node_rules.h"
#include "quern/model/profile.h"
#include "quern/source/readable_names.h"

namespace quern {

/// Lists of expressions: of several any has to match, by a function's name, file or object.
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
  MatchedNames names = {};            ///< which expressions are held against
  std::string told_event = {};        ///< of which notes tell what is left; empty: the first
  std::string told_unit = {};         ///< of kUnitWords, for its costs; empty: what suits

  /// Whether there is anything to do.
  [[nodiscard]] bool any() const;
};

}  // namespace quern
