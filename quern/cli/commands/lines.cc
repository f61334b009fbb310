// SPDX-License-Identifier: MIT
#include "quern/cli/commands/lines.h"

#include <fmt/format.h>

#include "quern/query/codes.h"

namespace quern::cli {
Diagnostic without_lines(const Arguments& arguments, Diagnostic error) {
  const bool is_of_lines =
      error.code == kNoLines.name || error.code == kNoJumps.name || error.code == kNoAddresses.name;
  if (is_of_lines && (arguments.filters.any() || arguments.baseline)) {
    error.message = fmt::format("the filtered profile has no {}",
                                error.code == kNoLines.name   ? "source lines"
                                : error.code == kNoJumps.name ? "jumps between addresses"
                                                              : "addresses of instructions");
    error.hint =
        "these filters keep only the functions of stacks; --part and --thread select without "
        "losing lines";
  }
  return error;
}

}  // namespace quern::cli
