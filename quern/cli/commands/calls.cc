// SPDX-License-Identifier: MIT
#include "quern/output/answers/calls.h"

#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/invocations.h"

namespace quern::cli {

Result<ExitCode> run_calls(Session& session) {
  const Arguments& arguments = session.arguments();
  // JSON tells the sites of each call, which only the records know.
  const Keep keep =
      arguments.format == "json" && !arguments.each ? Keep::kAll : session.keep_for_rows();
  const Result<AskedProfile> asked =
      session.ask(arguments.words, keep, SortBy::kInclusive, 20, RowKind::kCalls);
  if (!asked) {
    return failure(asked.error());
  }
  const Profile& profile = asked->profile();
  if (arguments.each) {
    return session.show(
        Invocations::find(profile, asked->selection,
                          {.of = session.wanted_name(arguments.each_of.value_or(""), {&profile}),
                           .chronological = arguments.chronological}),
        session.style(arguments.words));
  }
  return session.show(Calls(profile, asked->selection), session.style(arguments.words, {&profile}));
}

}  // namespace quern::cli
