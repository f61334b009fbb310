// SPDX-License-Identifier: MIT
#include "quern/cli/profile_checks.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "quern/cli/options/commands.h"
#include "quern/workspace/filters/codes.h"

namespace quern::cli {

Result<void> check_exact(const Arguments& arguments, const Profile& profile, ExactCosts needed) {
  const bool has_pieces = needed == ExactCosts::kRecords && profile.has_split_records();
  if (!profile.has_estimates() && !has_pieces) {
    return {};
  }
  return failure(usage_error(
      kNeedsExact.name,
      fmt::format("quern {} shows only exact costs, but these filters leave estimates in a call "
                  "graph",
                  arguments.command->name),
      "quern top, calls, peek, tree, annotate, diff and gate mark estimates; a profile with exact "
      "stacks has none"));
}

void tell_warnings(const Session& session, const Profile& profile) {
  const Arguments& arguments = session.arguments;
  const std::string& format = arguments.format;
  const bool has_head = takes(*arguments.command, *find_option("format")) &&
                        !arguments.command->abilities.writes_profiles &&
                        (format == "text" || format == "md" || format == "json");
  session.reporter.warnings(profile.inputs(), has_head);
  const Completeness completeness(profile);
  for (const Shortfall& shortfall : completeness.shortfalls()) {
    if (!has_head && shortfall.code == &kMadeFromIncomplete) {
      session.reporter.note(
          fmt::format("{} is incomplete: {}", shortfall.input, shortfall.message));
    }
  }
}

Result<void> check_complete(const Arguments& arguments, const Completeness& completeness) {
  if (completeness.is_complete() || arguments.diff.allow_incomplete) {
    return {};
  }
  const Shortfall& first = completeness.shortfalls().front();
  Diagnostic error = input_error("incomplete-profile", first.input,
                                 fmt::format("the profile is incomplete: {}", first.message),
                                 "record it again, or accept it with --allow-incomplete");
  error.place = first.place;
  return failure(std::move(error));
}

}  // namespace quern::cli
