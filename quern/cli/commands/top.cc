// SPDX-License-Identifier: MIT
#include "quern/views/lists/top.h"

#include "quern/analysis/costs/context_walk.h"
#include "quern/cli/commands/without_lines.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/calls.h"
#include "quern/output/answers/lists.h"
#include "quern/views/calls/gprof.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/lists/lines.h"
#include "quern/views/lists/loops.h"
#include "quern/workspace/filters/codes.h"

namespace quern::cli {

namespace {

/// The report of igprof-analyse; of a call graph its costs would be bounds, which it cannot say.
Result<ExitCode> show_igprof(Session& session, const Profile& profile, const Selection& selection) {
  if (lacks_contexts(profile, selection.parts)) {
    return failure(usage_error(kNeedsStacks.name,
                               "--format igprof needs exact stacks, and this is a call graph",
                               "--format text shows it, with its bounds"));
  }
  render_igprof(gprof(profile, selection), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

/// Lines or Loops.
template <class Rows>
Result<ExitCode> show_rows(Session& session, const Profile& profile, const Selection& selection) {
  const Result<Rows> answer = Rows::make(profile, selection);
  if (!answer) {
    return failure(without_lines(session.arguments(), answer.error()));
  }
  render(*answer, session.style(session.arguments().words, {&profile}), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace

Result<ExitCode> run_top(Session& session) {
  const Arguments& arguments = session.arguments();
  const std::vector<std::string>& files = arguments.words;
  const Result<Opened> opened = session.open(files, session.keep_for_rows());
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  Result<Selection> selection = session.select_from(*opened->profile, SortBy::kSelf);
  if (!selection) {
    return failure(selection.error());
  }
  if (arguments.paths && lacks_contexts(*opened->profile, selection->parts)) {
    return failure(usage_error(kNeedsStacks.name,
                               "--paths needs exact stacks, and this is a call graph",
                               "quern peek lists a function's callers, quern callers --all all of "
                               "them"));
  }
  selection->counts_paths = arguments.paths;
  if (arguments.format == "igprof") {
    return show_igprof(session, *opened->profile, *selection);
  }
  if (selection->group_by == GroupBy::kLine) {
    return show_rows<Lines>(session, *opened->profile, *selection);
  }
  if (selection->group_by == GroupBy::kLoop) {
    return show_rows<Loops>(session, *opened->profile, *selection);
  }
  if (arguments.each) {
    const Result<Spreads> answer =
        spreads(*opened->profile, *selection,
                session.wanted_name(arguments.each_of.value_or(""), {opened->profile.get()}));
    if (!answer) {
      return failure(answer.error());
    }
    render(*answer, session.style(files), session.out());
    session.finished("answering");
    return ExitCode::kDone;
  }
  render(Top(*opened->profile, *selection), session.style(files, {opened->profile.get()}),
         session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
