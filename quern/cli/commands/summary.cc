// SPDX-License-Identifier: MIT
#include "quern/cli/commands/summary.h"

#include "quern/cli/asked_profile.h"
#include "quern/cli/options/commands.h"
#include "quern/output/answers/input.h"
#include "quern/views/input/info.h"

namespace quern::cli {
namespace {

constexpr size_t kFirstRows = 10;

}  // namespace

Result<ExitCode> run_summary(Session& session) {
  return answer_summary(session, session.arguments.words);
}

Result<ExitCode> answer_summary(Session& session, const std::vector<std::string>& files) {
  const Result<Opened> opened = session.loader.open(files, keep_for_rows(session.arguments));
  if (!opened) {
    return failure(opened.error());
  }
  const Result<Selection> selection =
      select_from(session.arguments, *opened->profile, SortBy::kSelf, kFirstRows);
  if (!selection) {
    return failure(selection.error());
  }
  const Summary summary = summarise(*opened->profile, *selection);
  const Style style = session.answerer.style(files, {opened->profile.get()});
  if (style.form == Form::kJson) {
    if (Result<void> room = check_room_for_parts(summary.info); !room) {
      return failure(room.error());
    }
  }
  return session.answerer.show(summary, style);
}

}  // namespace quern::cli
