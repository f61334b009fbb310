// SPDX-License-Identifier: MIT
#include "quern/workspace/convert.h"

#include <algorithm>
#include <string>

#include "quern/cli/commands.h"
#include "quern/cli/help.h"
#include "quern/cli/session.h"
#include "quern/output/conversion.h"

namespace quern::cli {

Result<ExitCode> run_convert(Session& session) {
  const Arguments& arguments = session.arguments();
  const Result<std::string_view> format = target_format(arguments.convert.target, arguments.output);
  if (!format) {
    return failure(format.error());
  }
  const Result<Opened> opened = session.open(arguments.words, Keep::kAll);
  if (!opened) {
    return failure(opened.error());
  }
  if (Result<void> exact = session.check_exact(*opened->profile, ExactCosts::kRecords); !exact) {
    return failure(exact.error());
  }
  session.tell_warnings(*opened->profile);
  WriteOptions options;
  options.creator = version_line();
  std::ranges::replace(options.creator, ' ', '-');
  if (!arguments.events.empty()) {
    options.event = arguments.events.front();
  }
  options.plain_names = arguments.convert.plain_names;
  options.plain_positions = arguments.convert.plain_positions;
  if (arguments.convert.check) {
    const Result<Conversion> conversion = check_conversion(*opened->profile, *format, options);
    if (!conversion) {
      return failure(conversion.error());
    }
    render(*conversion, session.style(arguments.words), session.out());
    session.finished("answering");
    return conversion->is_lossless() ? ExitCode::kDone : ExitCode::kNo;
  }
  if (Result<void> done =
          convert(*opened->profile, *format, arguments.output, options, session.out());
      !done) {
    return failure(done.error());
  }
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
