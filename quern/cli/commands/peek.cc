// SPDX-License-Identifier: MIT
#include "quern/views/peek.h"

#include <span>

#include "quern/cli/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {
namespace {

/// The first word is the name, the others are files.
Result<ExitCode> show(Session& session, PeekSides sides) {
  const std::vector<std::string>& words = session.arguments().words;
  const std::span<const std::string> files(words.begin() + 1, words.end());
  const Result<Opened> opened = session.open(files, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const Result<Selection> selection =
      session.select_from(*opened->profile, SortBy::kInclusive, 20, RowKind::kCalls);
  if (!selection) {
    return failure(selection.error());
  }
  const Result<Peek> answer =
      peek(*opened->profile, *selection, session.wanted_name(words.front()));
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, sides, session.style(files), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace

Result<ExitCode> run_peek(Session& session) {
  return show(session, PeekSides::kBoth);
}

Result<ExitCode> run_callers(Session& session) {
  return show(session, PeekSides::kCallers);
}

Result<ExitCode> run_callees(Session& session) {
  return show(session, PeekSides::kCallees);
}

}  // namespace quern::cli
