// SPDX-License-Identifier: MIT
//
// Filters: another profile made of a profile, with frames renamed, hidden or split, nodes
// outside limits grouped, a baseline subtracted. What leaves a frame moves to its parent or to
// `(outside limits)`, so that totals stay; only a choice of stacks leaves costs out, and says so.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/model/opened.h"
#include "quern/model/profile.h"
#include "quern/source/readable_names.h"
#include "quern/source/source_places.h"

namespace quern {

/// What a node itself (the calls of one stack) has to cost to keep its name. 0: no limit.
struct NodeRules {
  uint64_t min_cost = 0, max_cost = 0;
  uint64_t min_calls = 0, max_calls = 0;
  uint64_t min_average = 0, max_average = 0;  ///< cost per call
  std::string event = {};                     ///< which cost; empty: the profile's first event
  [[nodiscard]] bool any() const {
    return (min_cost | max_cost | min_calls | max_calls | min_average | max_average) != 0;
  }
};

/// Expressions that choose stacks or frames by name, file or object; of several any has to fit.
struct StackChoice {
  std::vector<std::string> focus = {};      ///< only stacks that have one
  std::vector<std::string> ignore = {};     ///< only stacks that have none
  std::vector<std::string> show_from = {};  ///< only what is at or below the outermost one
  std::vector<std::string> show = {};       ///< only these frames; the others are hidden
  [[nodiscard]] bool any() const {
    return !focus.empty() || !ignore.empty() || !show_from.empty() || !show.empty();
  }
};

/// What all costs of an event are multiplied by: from 0 to kHighestFactor.
struct EventFactor {
  std::string event;
  Fraction factor;
};
inline constexpr int128 kHighestFactor = 1'000'000'000;

/// The filters in the order in which they work, after the baseline has been joined.
struct Transform {
  const Profile* baseline = nullptr;              ///< subtracted; of the same format
  std::vector<std::string> scale = {};            ///< "RE=FACTOR": self costs, before all others
  std::vector<std::string> rename = {};           ///< "s/RE/TEXT/FLAGS[;...]"
  std::vector<std::string> merge_ancestors = {};  ///< "RE>RE[>...]/NAME"
  StackChoice choice = {};
  std::vector<std::string> hide = {};  ///< RE, or "@preset[,@preset...]"
  NodeRules rules = {};
  bool unfold_recursion = false;          ///< the k-th f on a stack is f'k
  std::vector<EventFactor> factors = {};  ///< after all others; how often is called stays
  bool has_estimated_factors = false;     ///< so that all that they scale are estimates
  MatchedNames names = {};                ///< which expressions are held against
  std::string told_event = {};            ///< of which notes tell what is left; empty: the first
  std::string told_unit = {};             ///< of kUnitWords, for its costs; empty: what suits
  std::optional<PartSet> parts = {};      ///< only these; of the baseline all
  std::stop_token stop = {};              ///< ends the work early, with the error `stopped`
  /// Whether there is anything to do.
  [[nodiscard]] bool any() const {
    return baseline != nullptr || !scale.empty() || !rename.empty() || !merge_ancestors.empty() ||
           choice.any() || !hide.empty() || rules.any() || unfold_recursion || !factors.empty() ||
           parts.has_value();
  }
};

/// The profile with a function "NAME (inlined)" for each inlined one that its addresses and the
/// debug information of its objects show. If they show none, the profile stays as it is. It was
/// read with Keep::kAll.
[[nodiscard]] Opened with_inlined_functions(Opened opened, const SourcePlaces& places);

/// The names of those functions that limits leave nothing else of.
inline constexpr std::string_view kOutsideLimits = "(outside limits)";

/// The function that has what frames without a shown caller cost.
inline constexpr std::string_view kNotShown = "(not shown)";

/// The profile that the filters make of `profile`, which was read with Keep::kSums or kAll; the
/// result keeps as much. Errors (Fault::kUsage): `bad-filter`, `bad-regexp`, `unknown-event`,
/// `needs-stacks` (of ancestors, limits and the like, where a part has only a call graph: that
/// gives estimates of chosen stacks and of hidden functions, no more), `too-entangled` (of these
/// functions), `other-format` (of the baseline).
[[nodiscard]] Result<Opened> transform(const Profile& profile, const Transform& how);

}  // namespace quern
