// SPDX-License-Identifier: MIT
//
// What `diff`, `gate` and `trend` share: which files are the old side and which the new one, how
// they are read, and which events both sides are compared by. Each file is one run; a side may have
// several.
#pragma once

#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/session.h"
#include "quern/compare/sides/sides.h"
#include "quern/model/completeness.h"
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
  /// What --rename does. kLeft: rows keep their names, and functions are matched by the new ones.
  /// kApplied: profiles are renamed as they are read, which groups need.
  Renames renames = Renames::kLeft;
  RowKind rows = RowKind::kFunctions;  ///< what --where is asked of
  SortBy sort = SortBy::kSelf;         ///< unless --sort says otherwise
  size_t limit = 20;                   ///< unless --limit says otherwise
  bool are_functions = false;          ///< never groups, and no --where, whatever a file sets
  Keep keep = Keep::kSums;             ///< kAll: the answer needs records, and exact ones
  bool takes_ratios = false;           ///< formulas such as Dr/Ir are allowed as events
  bool shows_ratios = true;            ///< and are columns; else they are only computed
  /// The answer passes or fails: an incomplete run is an error without --allow-incomplete.
  bool is_verdict = false;
  bool takes_abbreviations = true;  ///< of events
  /// The files are points of `trend`, each with runs of its own: equal files and outliers are left
  /// to the caller.
  bool has_points = false;
};
/// Reads them. Errors: those of reading and of select(); `no-common-event`, `incomplete-profile`,
/// `same-file`.
[[nodiscard]] Result<Sides> open_sides(Session& session, const SideFiles& files,
                                       const SidesRequest& request);

/// Error `incomplete-profile` where the profile is not complete and that is not allowed.
[[nodiscard]] Result<void> check_complete(const Arguments& arguments,
                                          const Completeness& completeness);

/// With --drop-outliers, removes the outliers among the runs of one side or point and prints a note
/// for each. Returns how many were removed.
size_t drop_outliers(const Session& session, std::vector<DiffRun>& runs);

/// How an answer about them looks. It suggests next commands only if OLD and NEW alone choose the
/// sides: a suggestion cannot repeat --base, parts and the like.
[[nodiscard]] Style style_of(const Session& session, const Sides& sides);

}  // namespace quern::cli
