// SPDX-License-Identifier: MIT
#include "quern/cli/commands/lines.h"

#include <fmt/format.h>

#include <span>

#include "quern/cli/places.h"
#include "quern/compare/sides/sides.h"
#include "quern/query/codes.h"

namespace quern::cli {

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
  const std::vector<const Profile*> all = profiles_of(runs);
  const std::span profiles(all);
  PlacesOfSides places{places_of(arguments, profiles.first(runs.old_runs.size())),
                       places_of(arguments, profiles.last(runs.new_runs.size()))};
  places.old_places.look_first(arguments.diff.base_sources, arguments.diff.base_objects);
  return places;
}

}  // namespace quern::cli
