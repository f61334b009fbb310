// SPDX-License-Identifier: MIT
#include "quern/cli/commands/lines.h"

#include <fmt/format.h>

#include "quern/query/codes.h"

namespace quern::cli {

namespace {

/// Where the sources of one side are.
SourcePlaces places_of(const Arguments& arguments, const std::vector<DiffRun>& runs) {
  std::vector<const Profile*> profiles;
  for (const DiffRun& run : runs) {
    profiles.push_back(run.profile);
  }
  return places_of(arguments, profiles);
}

}  // namespace

Diagnostic without_lines(const Arguments& arguments, Diagnostic error) {
  const bool is_of_lines =
      error.code == kNoLines.name || error.code == kNoJumps.name || error.code == kNoAddresses.name;
  if (is_of_lines && (arguments.filters.any() || arguments.baseline)) {
    error.message = fmt::format("the filtered profile has no {}",
                                error.code == kNoLines.name   ? "source lines"
                                : error.code == kNoJumps.name ? "jumps between addresses"
                                                              : "addresses of instructions");
    error.hint =
        "these filters keep only the functions of stacks; --part and --thread select without "
        "losing lines";
  }
  return error;
}

PlacesOfSides places_of_sides(const Arguments& arguments, const DiffRuns& runs) {
  PlacesOfSides places{places_of(arguments, runs.old_runs), places_of(arguments, runs.new_runs)};
  places.old_places.look_first(arguments.diff.base_sources, arguments.diff.base_objects);
  return places;
}

}  // namespace quern::cli
