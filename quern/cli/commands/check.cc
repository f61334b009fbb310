// SPDX-License-Identifier: MIT
#include "quern/views/check.h"

#include <algorithm>
#include <vector>

#include "quern/cli/command_codes.h"
#include "quern/cli/commands.h"
#include "quern/cli/session.h"
#include "quern/views/codes.h"

namespace quern::cli {
namespace {

/// Every code there is, sorted by name.
ExitCode list_codes(Session& session) {
  std::vector<const CodeInfo*> codes = all_codes();
  codes.insert(codes.end(), kQuestionCodes.begin(), kQuestionCodes.end());
  for (const CodeInfo& code : kCommandCodes) {
    codes.push_back(&code);
  }
  std::ranges::sort(codes, {}, &CodeInfo::name);
  render(codes, session.style({}), session.out());
  return ExitCode::kDone;
}

}  // namespace

Result<ExitCode> run_check(Session& session) {
  const Arguments& arguments = session.arguments();
  if (arguments.list_codes) {
    return list_codes(session);
  }
  const Result<Opened> opened = session.open_broken(arguments.words, Keep::kTotals);
  if (!opened) {
    return failure(opened.error());
  }
  const Check check = check_of(*opened->profile, arguments.is_strict);
  render(check, session.style(arguments.words), session.out());
  session.finished("answering");
  return check.is_sound ? ExitCode::kDone : ExitCode::kNo;
}

}  // namespace quern::cli
