// SPDX-License-Identifier: MIT
//
// Two sides of a comparison, each of one run or more: which files they are, and what was read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/match/diff_nodes.h"
#include "quern/filters/rules/rename.h"
#include "quern/model/profile.h"
#include "quern/query/selection.h"
#include "quern/save/baselines.h"

namespace quern {

/// The files of either side, by run.
struct SideFiles {
  std::vector<RunFiles> old_runs, new_runs;
  bool is_one_file = false;  ///< two parts of one file
};

struct Sides {
  std::vector<std::string> files;  ///< all, the old ones first
  std::vector<Opened> opened;      ///< what the runs are of
  Renaming renaming = {};          ///< has the names that --rename gives
  DiffRuns runs = {};
};

/// The profiles of all runs, the old ones first.
[[nodiscard]] std::vector<const Profile*> profiles_of(const DiffRuns& runs);

/// Makes the runs of the opened files, each side by words of its own. Errors: those of select();
/// `no-common-event` where they have other columns.
[[nodiscard]] Result<void> select_runs(Sides& sides, const SideFiles& files,
                                       const SelectionWords& old_words,
                                       const SelectionWords& new_words);

/// settle_units() of the runs, which are called by their first files.
[[nodiscard]] Result<std::vector<std::string>> settle_units(Sides& sides, const SideFiles& files);

/// Compares functions by the names that rules of --rename give them. Errors (Fault::kUsage):
/// `bad-filter`, `bad-regexp`.
[[nodiscard]] Result<void> rename_runs(Sides& sides, std::span<const std::string> rules,
                                       const MatchedNames& matched);

/// Where a side has several runs, each file is given once. Returns a note of which files hold the
/// same bytes, empty where none do. Error (Fault::kUsage): `same-file`, with the sides.
[[nodiscard]] Result<std::string> check_distinct_runs(const SideFiles& files);

/// Multiplies the costs of each old run, event by event, so that its totals are those of the new
/// side, and says so in the selections. `words`: what the runs were selected by. Error
/// (Fault::kUsage): `too-many-events`.
[[nodiscard]] Result<void> make_totals_equal(Sides& sides, const SideFiles& files,
                                             SelectionWords words);

}  // namespace quern
