// SPDX-License-Identifier: MIT
#include "quern/output/answers/calls.h"

#include "quern/cli/commands/without_lines.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/invocations.h"

namespace quern::cli {

namespace {

Result<ExitCode> show_each(Session& session, const Profile& profile, const Selection& selection) {
  const Arguments& arguments = session.arguments();
  const InvocationRequest request = {
      .of = session.wanted_name(arguments.each_of.value_or(""), {&profile}),
      .chronological = arguments.chronological};
  const Result<Invocations> answer = Invocations::find(profile, selection, request);
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, session.style(arguments.words), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace

Result<ExitCode> run_calls(Session& session) {
  const Arguments& arguments = session.arguments();
  // JSON tells the sites of each call, which only the records know.
  const Keep keep =
      arguments.format == "json" && !arguments.each ? Keep::kAll : session.keep_for_rows();
  const Result<Opened> opened = session.open(arguments.words, keep);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const Result<Selection> selection =
      session.select_from(*opened->profile, SortBy::kInclusive, 20, RowKind::kCalls);
  if (!selection) {
    return failure(selection.error());
  }
  if (arguments.each) {
    return show_each(session, *opened->profile, *selection);
  }
  render(Calls(*opened->profile, *selection),
         session.style(arguments.words, {opened->profile.get()}), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
