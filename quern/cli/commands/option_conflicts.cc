// SPDX-License-Identifier: MIT
#include "quern/cli/commands/option_conflicts.h"

#include <fmt/format.h>

#include "quern/base/diagnostic.h"
#include "quern/query/codes.h"

namespace quern::cli {
namespace {

bool hides(const Arguments& arguments) {
  return !arguments.filters.hide.empty() || !arguments.filters.choice.show.empty();
}

}  // namespace

Diagnostic without_lines(const Arguments& arguments, Diagnostic error) {
  const bool is_of_lines = error.code == kNoLines.name || error.code == kNoJumps.name;
  if (is_of_lines && (arguments.filters.any() || arguments.baseline)) {
    error.message = fmt::format(
        "what the filters leave records no {}",
        error.code == kNoLines.name ? "lines of source code" : "jumps between addresses");
    error.hint =
        "exact stacks that filters make are of functions alone; --part and --thread choose without "
        "losing lines";
  }
  return error;
}

Result<void> check_each(const Arguments& arguments) {
  if (!arguments.each && (arguments.each_of || arguments.chronological)) {
    return failure(usage_error(
        "needs-option", arguments.each_of ? "--of needs --each" : "--chronological needs --each",
        "they are about single calls"));
  }
  if (arguments.each && (arguments.groups || arguments.group_by != GroupBy::kFunction)) {
    return failure(usage_error("needs-option", "--each needs --group-by function",
                               "a single call is of one function"));
  }
  if ((arguments.where || arguments.least_share) &&
      (arguments.each || arguments.format == "igprof")) {
    const std::string option = arguments.where ? "--where" : "--min";
    return failure(
        usage_error("needs-option",
                    option + (arguments.each ? " needs sums, and --each is about single calls"
                                             : " needs a --format other than igprof"),
                    arguments.each ? "--of NAME chooses calls" : "igprof-analyse shows all rows"));
  }
  if (arguments.each && arguments.paths) {
    return failure(usage_error("needs-option",
                               "--paths needs sums, and --each is about single calls",
                               "leave one of them out"));
  }
  if (is_typed(arguments, "running") && (arguments.each || arguments.format == "igprof")) {
    return failure(usage_error("needs-option",
                               arguments.each
                                   ? "--running needs sums, and --each is about single calls"
                                   : "--running needs a --format other than igprof",
                               "it adds up the self costs of functions"));
  }
  if ((arguments.group_by == GroupBy::kLine || arguments.group_by == GroupBy::kLoop) &&
      arguments.format == "igprof") {
    const std::string by(to_string(arguments.group_by));
    return failure(usage_error("needs-option",
                               "--group-by " + by + " needs a --format other than igprof",
                               "igprof-analyse has no report of " + by + "s"));
  }
  if (arguments.group_by == GroupBy::kLoop &&
      (!arguments.filters.scale.empty() || arguments.baseline || hides(arguments))) {
    return failure(usage_error("needs-option", "--group-by loop needs costs as they were recorded",
                               "--scale and --baseline leave jumps alone, and how often "
                               "instructions ran tells where loops are; --show and --hide move "
                               "costs to callers, not to the loops they call from"));
  }
  if (arguments.each && arguments.format == "igprof") {
    return failure(usage_error("needs-option", "--each needs a --format other than igprof",
                               "igprof-analyse has no report of single calls"));
  }
  if (arguments.each && (arguments.baseline || arguments.filters.rules.any())) {
    return failure(usage_error("needs-option", "--each needs whole stacks",
                               "--baseline and limits such as --min-count change which calls "
                               "there are"));
  }
  return {};
}

}  // namespace quern::cli
