// SPDX-License-Identifier: MIT
#include "quern/save/convert.h"

#include "quern/cli/asked_profile.h"
#include "quern/cli/commands/target.h"
#include "quern/cli/options/commands.h"
#include "quern/output/input/conversion.h"

namespace quern::cli {

Result<ExitCode> run_convert(Session& session) {
  const Arguments& arguments = session.arguments;
  const Result<Target> target = Target::of(session);
  if (!target) {
    return failure(target.error());
  }
  const Result<Opened> opened = session.loader.open(arguments.words, Keep::kAll);
  if (!opened) {
    return failure(opened.error());
  }
  if (Result<void> exact = check_exact(session.arguments, *opened->profile, Estimates::kOfBoth);
      !exact) {
    return failure(exact.error());
  }
  session.loader.tell_warnings(*opened->profile);
  if (arguments.convert.check) {
    const Result<Conversion> conversion = check_conversion(
        *opened->profile, target->format(), target->write_options(session, *opened->profile));
    if (!conversion) {
      return failure(conversion.error());
    }
    session.answerer.show(*conversion, session.answerer.style(arguments.words));
    return conversion->is_lossless() ? ExitCode::kDone : ExitCode::kNo;
  }
  if (Result<void> done = target->write(session, *opened->profile); !done) {
    return failure(done.error());
  }
  return ExitCode::kDone;
}

}  // namespace quern::cli
