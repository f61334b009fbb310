// SPDX-License-Identifier: MIT
//
// Filters make another profile of a profile: frames renamed, hidden or split, nodes outside limits
// grouped, a baseline subtracted. What leaves a frame moves to its parent or to `(outside limits)`,
// so that totals stay; only a choice of stacks leaves costs out, and says so.
//
// A plan is what users ask, read once: the stages of stages.h that are asked for, in their order.
// For each profile it decides which of them share a walk over its records, and does one walk after
// the other. A baseline goes through the same walks until one subtracts it.
#pragma once

#include <stop_token>
#include <vector>

#include "quern/base/result.h"
#include "quern/filters/filter_options.h"
#include "quern/filters/notes.h"
#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/stages.h"
#include "quern/model/opened.h"
#include "quern/model/profile.h"

namespace quern {

class FilterPlan {
 public:
  /// Errors (Fault::kUsage): `bad-filter`, `bad-regexp`. The baseline must stay.
  [[nodiscard]] static Result<FilterPlan> read(const FilterOptions& options);

  /// Whether there is anything to do.
  [[nodiscard]] bool any() const { return !stages_.empty(); }

  /// What the filters make of `profile`, which was read with Keep::kSums or kAll; the result keeps
  /// as much. Errors (Fault::kUsage): `unknown-event`, `needs-stacks` (of ancestors, limits and the
  /// like, where a part has only a call graph: that gives estimates of chosen stacks and of hidden
  /// functions, no more), `too-entangled` (of these functions), `other-format` (of the baseline).
  /// Once `stop` asks for an end it ends early, with the error `stopped`.
  [[nodiscard]] Result<Opened> run(const Profile& profile, const std::stop_token& stop = {}) const;

 private:
  /// The profile or the baseline, whichever has a part with at most a call graph; else null.
  [[nodiscard]] const Profile* without_stacks(const Profile& profile) const;
  [[nodiscard]] Result<void> check(const Profile& profile) const;
  [[nodiscard]] Result<std::vector<FilterRules>> walks(const Profile& profile) const;

  std::vector<const Stage*> stages_;  ///< that are asked for
  FilterRules rules_;                 ///< of all of them
  FilterReport report_;               ///< what is known of it before a run
};

/// Reads a plan and runs it once.
[[nodiscard]] Result<Opened> filter_profile(const Profile& profile, const FilterOptions& options,
                                            const std::stop_token& stop = {});

}  // namespace quern
