// SPDX-License-Identifier: MIT
//
// What the process ends with. Scripts rely on these numbers; `quern help exit-codes` explains them.
#pragma once

#include "quern/base/diagnostic.h"

namespace quern::cli {

enum class ExitCode : int {
  kDone = 0,
  kNo = 1,      ///< the answer is no: `check` found the input unsound
  kUsage = 2,   ///< wrong usage
  kInput = 3,   ///< an input is missing, unrecognized or malformed
  kOutput = 4,  ///< an output or the environment failed

  // Of `record`, which otherwise ends as its program did. `env` and `nohup` use the same numbers.
  kRecordFailed = 125,
  kCannotRun = 126,  ///< the program was found and cannot be executed
  kNotFound = 127,
};

[[nodiscard]] constexpr ExitCode exit_code(Fault fault) {
  switch (fault) {
    case Fault::kUsage:
      return ExitCode::kUsage;
    case Fault::kInput:
      return ExitCode::kInput;
    case Fault::kOutput:
      break;
  }
  return ExitCode::kOutput;
}

}  // namespace quern::cli
