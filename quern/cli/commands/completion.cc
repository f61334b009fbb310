// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "quern/base/text.h"
#include "quern/cli/completion/scripts.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_completion(Session& session) {
  const std::string& shell = session.arguments.words.front();
  const std::string_view script = completion_script(shell);
  if (script.empty()) {
    return failure(usage_error(
        "bad-value", fmt::format("there are no completions for the shell '{}'", printable(shell)),
        fmt::format("shells are {}", fmt::join(completion_shells(), ", "))));
  }
  session.answerer.out().write(script);
  return ExitCode::kDone;
}

}  // namespace quern::cli
