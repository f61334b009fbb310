// SPDX-License-Identifier: MIT
#include "quern/cli/help/help.h"

#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_help(Session& session) {
  const Arguments& arguments = session.arguments;
  const size_t width = help_width(session.arguments.width, session.facts);
  if (arguments.words.empty()) {
    session.answerer.out().write(is_typed(arguments, "all") ? full_help(width)
                                                            : general_help(width));
    return ExitCode::kDone;
  }
  const Result<std::string> page = topic_help(arguments.words.front(), width);
  if (!page) {
    return failure(page.error());
  }
  session.answerer.out().write(*page);
  return ExitCode::kDone;
}

}  // namespace quern::cli
