// SPDX-License-Identifier: MIT
//
// Tables are converted to as any format is; this command only keeps to them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/workspace/save/convert.h"

namespace quern::cli {

Result<ExitCode> run_export(Session& session) {
  const Arguments& arguments = session.arguments();
  const Result<const FormatWriter*> format =
      target_format(arguments.convert.target, arguments.output);
  if (!format) {
    return failure(format.error());
  }
  if (!(*format)->is_table) {
    return failure(
        usage_error("bad-value",
                    fmt::format("quern export writes csv, sqlite and tsv, not {}", (*format)->name),
                    fmt::format("quern convert --to {} writes it", (*format)->name)));
  }
  return run_convert(session);
}

}  // namespace quern::cli
