// SPDX-License-Identifier: MIT
#include "quern/views/input/info.h"

#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/input.h"

namespace quern::cli {

Result<ExitCode> run_info(Session& session) {
  const std::vector<std::string>& files = session.arguments().words;
  const Result<Opened> opened = session.open(files, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  const Info info = info_of(*opened->profile);
  const Style style = session.style(files);
  if (style.form != Form::kText) {
    if (Result<void> room = check_room_for_parts(info); !room) {
      return failure(room.error());
    }
  }
  return session.show(info, style);
}

}  // namespace quern::cli
