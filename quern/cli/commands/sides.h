// SPDX-License-Identifier: MIT
//
// What commands that compare do alike: which files are the old side and which the new one, one run
// a file, with the same columns.
#pragma once

#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/session.h"
#include "quern/compare/sides/sides.h"
#include "quern/query/selection.h"

namespace quern::cli {

/// Each file as a run of its own.
[[nodiscard]] std::vector<RunFiles> runs_of(const std::vector<std::string>& files);
/// The files of either side, as words and --base (or --base-part) say. Errors: `missing-argument`,
/// `unexpected-argument`.
[[nodiscard]] Result<SideFiles> side_files(const Arguments& arguments);

/// What a command asks of the sides, whatever its options say.
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
/// Reads them. Errors: those of reading and of select(); `no-common-event`, `incomplete-profile`,
/// `same-file`.
[[nodiscard]] Result<Sides> open_sides(Session& session, const SideFiles& files,
                                       const SidesRequest& request);

/// Takes the outliers out of the runs of one side or point, where --drop-outliers asks for that,
/// and tells each. Returns how many they were.
size_t drop_outliers(const Session& session, std::vector<DiffRun>& runs);

/// How an answer about them looks. Commands are suggested only for OLD and NEW: what else chose the
/// sides would be missing.
[[nodiscard]] Style style_of(const Session& session, const Sides& sides);

}  // namespace quern::cli
