// SPDX-License-Identifier: MIT
#include "quern/output/answers/calls.h"

#include "quern/cli/asked_profile.h"
#include "quern/cli/options/commands.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/invocations.h"

namespace quern::cli {

Result<ExitCode> run_calls(Session& session) {
  const Arguments& arguments = session.arguments;
  // JSON tells the sites of each call, which only the records know.
  const Keep keep =
      arguments.format == "json" && !arguments.each ? Keep::kAll : keep_for_rows(session.arguments);
  const Result<AskedProfile> asked =
      ask(session, arguments.words, keep, SortBy::kInclusive, 20, RowKind::kCalls);
  if (!asked) {
    return failure(asked.error());
  }
  const Profile& profile = asked->profile();
  if (arguments.each) {
    return session.answerer.show(
        Invocations::find(
            profile, asked->selection,
            {.of = wanted_name(session.arguments, arguments.each_of.value_or(""), {&profile}),
             .chronological = arguments.chronological}),
        session.answerer.style(arguments.words));
  }
  return session.answerer.show(Calls(profile, asked->selection),
                               session.answerer.style(arguments.words, {&profile}));
}

}  // namespace quern::cli
