// SPDX-License-Identifier: MIT
//
// What commands that compare do alike: which files are the old side and which the new one, one run
// a file, with the same columns.
#pragma once

#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/session.h"
#include "quern/compare/match/diff_nodes.h"
#include "quern/query/selection.h"
#include "quern/workspace/load/renamed_names.h"
#include "quern/workspace/save/baselines.h"

namespace quern::cli {

struct Sides {
  std::vector<std::string> files;  ///< all, the old ones first
  std::vector<Opened> opened;      ///< what the runs are of
  RenamedNames renamed;
  DiffRuns runs;
};

/// The files of either side, as words and --base (or --base-part) say. Errors: `missing-argument`,
/// `unexpected-argument`.
struct SideFiles {
  std::vector<RunFiles> old_runs, new_runs;
  bool is_one_file = false;  ///< two parts of one file
};
/// Each file as a run of its own.
[[nodiscard]] std::vector<RunFiles> runs_of(const std::vector<std::string>& files);
[[nodiscard]] Result<SideFiles> side_files(const Arguments& arguments);

/// Reads them. Errors: those of reading and of select(); `no-common-event`, `incomplete-profile`,
/// `same-file`.
struct SidesRequest {
  /// Which are compared; "": the first that all runs have. Empty: those that --event names, or that
  /// all runs have.
  std::vector<std::string> events = {};
  /// kLeft: functions are matched by their new names. Groups need kApplied.
  Renames renames = Renames::kLeft;
  RowKind rows = RowKind::kFunctions;  ///< what --where asks
  SortBy sort = SortBy::kSelf;         ///< unless --sort says otherwise
  size_t limit = 20;                   ///< likewise
  bool are_functions = false;          ///< never groups, and no --where, whatever a file sets
  Keep keep = Keep::kSums;             ///< kAll: single records are asked, which have to be exact
  bool takes_ratios = false;           ///< whether the answer has room for them
  bool shows_ratios = true;            ///< or asks what they are alone
  bool is_verdict = false;             ///< a run that is not complete is an error, unless allowed
  bool has_points = false;             ///< a side is several of them, each with runs of its own
};
[[nodiscard]] Result<Sides> open_sides(Session& session, const SideFiles& files,
                                       const SidesRequest& request);

/// Where a side has several runs, each file is given once. A note says which files hold the same
/// bytes. Error (Fault::kUsage): `same-file`, with the sides.
[[nodiscard]] Result<void> check_distinct_runs(const Session& session, const SideFiles& files);

/// Takes the outliers out of the runs of one side or point, where --drop-outliers asks for that,
/// and tells each. Returns how many they were.
size_t drop_outliers(const Session& session, std::vector<DiffRun>& runs);

/// Multiplies the costs of each old run, event by event, so that its totals are those of the new
/// side, and says so in the selections. `words`: what the runs were selected by.
[[nodiscard]] Result<void> make_totals_equal(Sides& sides, const SideFiles& files,
                                             SelectionWords words);

/// How an answer about them looks. Commands are suggested only for OLD and NEW: what else chose the
/// sides would be missing.
[[nodiscard]] Style style_of(const Session& session, const Sides& sides);

}  // namespace quern::cli
