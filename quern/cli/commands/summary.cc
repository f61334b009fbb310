// SPDX-License-Identifier: MIT
#include "quern/cli/commands/summary.h"

#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/input.h"
#include "quern/views/input/info.h"

namespace quern::cli {
namespace {

constexpr size_t kFirstRows = 10;

/// What is named, or else the newest profile here, which is told.
Result<std::vector<std::string>> chosen_files(const Session& session) {
  if (!session.arguments().words.empty()) {
    return session.arguments().words;
  }
  const Result<std::string> newest = newest_profile(".");
  if (!newest) {
    return failure(newest.error());
  }
  session.tell("the newest profile here is " + *newest);
  return std::vector<std::string>{*newest};
}

}  // namespace

Result<ExitCode> run_summary(Session& session) {
  const Result<std::vector<std::string>> files = chosen_files(session);
  if (!files) {
    return failure(files.error());
  }
  return answer_summary(session, *files);
}

Result<ExitCode> answer_summary(Session& session, const std::vector<std::string>& files) {
  const Result<Opened> opened = session.open(files, session.keep_for_rows());
  if (!opened) {
    return failure(opened.error());
  }
  const Result<Selection> selection =
      session.select_from(*opened->profile, SortBy::kSelf, kFirstRows);
  if (!selection) {
    return failure(selection.error());
  }
  const Summary summary = summarise(*opened->profile, *selection);
  const Style style = session.style(files, {opened->profile.get()});
  if (style.form == Form::kJson) {
    if (Result<void> room = check_room_for_parts(summary.info); !room) {
      return failure(room.error());
    }
  }
  return session.show(summary, style);
}

}  // namespace quern::cli
