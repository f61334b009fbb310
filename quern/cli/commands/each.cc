// SPDX-License-Identifier: MIT
#include "quern/cli/commands/each.h"

#include "quern/base/diagnostic.h"

namespace quern::cli {

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
  if (arguments.where && (arguments.each || arguments.format == "igprof")) {
    return failure(
        usage_error("needs-option",
                    arguments.each ? "--where needs sums, and --each is about single calls"
                                   : "--where needs a --format other than igprof",
                    arguments.each ? "--of NAME chooses calls" : "igprof-analyse shows all rows"));
  }
  if (arguments.each && arguments.format == "igprof") {
    return failure(usage_error("needs-option", "--each needs a --format other than igprof",
                               "igprof-analyse has no report of single calls"));
  }
  if (arguments.each && (arguments.baseline || arguments.filters.limits.any())) {
    return failure(usage_error("needs-option", "--each needs whole stacks",
                               "--baseline and limits such as --min-count change which calls "
                               "there are"));
  }
  return {};
}

}  // namespace quern::cli
