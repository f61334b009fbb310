// SPDX-License-Identifier: MIT
#include "quern/views/diff.h"

#include "quern/cli/commands.h"
#include "quern/cli/commands/sides.h"
#include "quern/cli/session.h"

namespace quern::cli {
namespace {

/// Renders an answer; whether it has a row is what --exit-code asks.
template <class Answer>
ExitCode show(Session& session, const Answer& answer, const Sides& sides) {
  render(answer, style_of(session, sides), session.out());
  session.finished("answering");
  return session.arguments().diff.exit_code && answer.of() != 0 ? ExitCode::kNo : ExitCode::kDone;
}

Result<ExitCode> show_peek(Session& session, const Sides& sides) {
  const Arguments& arguments = session.arguments();
  const Result<DiffPeek> answer = diff_peek(sides.runs, session.wanted_name(*arguments.each_of));
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, style_of(session, sides), session.out());
  session.finished("answering");
  return arguments.diff.exit_code && is_change(answer->function.change) ? ExitCode::kNo
                                                                        : ExitCode::kDone;
}

}  // namespace

Result<ExitCode> run_diff(Session& session) {
  const Arguments& arguments = session.arguments();
  const DiffArguments& asked = arguments.diff;
  if (arguments.each_of && asked.view != "peek") {
    return failure(usage_error("needs-option", "--of needs --view peek",
                               "it names the function that is shown between its calls"));
  }
  if (!arguments.each_of && asked.view == "peek") {
    return failure(usage_error("needs-option", "--view peek needs --of NAME",
                               "NAME is a function of either side"));
  }
  if (arguments.where && asked.view == "peek") {
    return failure(usage_error("needs-option", "--view peek shows all calls of one function",
                               "--where chooses rows of the other views"));
  }
  const Result<SideFiles> files = side_files(arguments);
  if (!files) {
    return failure(files.error());
  }
  const Result<Sides> sides = open_sides(
      session, *files,
      {.renames = arguments.group_by == GroupBy::kFunction && !arguments.groups ? Renames::kLeft
                                                                                : Renames::kApplied,
       .rows = asked.view == "calls" ? RowKind::kCalls : RowKind::kFunctions});
  if (!sides) {
    return failure(sides.error());
  }
  if (asked.view == "peek") {
    return show_peek(session, *sides);
  }
  const DiffFilter filter{.unchanged = asked.unchanged, .matched = asked.view == "matches"};
  return asked.view == "calls" ? show(session, DiffCalls(sides->runs, filter), *sides)
                               : show(session, Diff(sides->runs, filter), *sides);
}

}  // namespace quern::cli
