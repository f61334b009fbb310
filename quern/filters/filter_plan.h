// SPDX-License-Identifier: MIT
//
// Filters transform a profile into another one: they rename, hide or split frames, group nodes
// outside limits, and subtract a baseline. The cost of a removed frame moves to its caller or to
// `(outside limits)`, so totals stay the same. Only a choice of stacks excludes costs, and a note
// shows how much.
//
// A plan is read once from the options. It holds the stages of stages.h that are set, in order, and
// their compiled rules. For each profile it decides which stages can share a walk over the records,
// and does one walk after the other. A baseline passes the same walks until the last subtracts it.
// Threads may share a plan.
#pragma once

#include <stop_token>
#include <vector>

#include "quern/base/result.h"
#include "quern/filters/filter_options.h"
#include "quern/filters/notes.h"
#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/stages.h"
#include "quern/model/profile.h"

namespace quern {

class FilterPlan {
 public:
  /// Errors (Fault::kUsage): `bad-filter`, `bad-regexp`. The baseline must stay.
  [[nodiscard]] static Result<FilterPlan> read(const FilterOptions& options);

  /// Whether any filter is set.
  [[nodiscard]] bool any() const { return !stages_.empty(); }

  /// The filtered profile, with its notes. `profile` was read with Keep::kSums or kAll; the result
  /// keeps as much. Errors (Fault::kUsage): `unknown-event`; `needs-stacks` if a part has at most a
  /// call graph and a filter (ancestors, limits, recursion) cannot be estimated on it;
  /// `too-entangled` if hidden functions have too many callers and callees; `other-format` of the
  /// baseline; `stopped`, soon after `stop` requests it.
  [[nodiscard]] Result<Opened> run(const Profile& profile, const std::stop_token& stop = {}) const;

 private:
  /// The profile or the baseline, whichever has a part with at most a call graph; else null.
  [[nodiscard]] const Profile* without_stacks(const Profile& profile) const;
  [[nodiscard]] Result<void> check(const Profile& profile) const;
  /// The rules of each walk, in order.
  [[nodiscard]] Result<std::vector<FilterRules>> walks(const Profile& profile) const;

  std::vector<const Stage*> stages_;  ///< those that are set
  FilterRules rules_;                 ///< of all stages; walks() divides them
  FilterReport report_;               ///< the part that is the same for every run
};

/// Reads a plan and runs it once.
[[nodiscard]] Result<Opened> filter_profile(const Profile& profile, const FilterOptions& options,
                                            const std::stop_token& stop = {});

}  // namespace quern
