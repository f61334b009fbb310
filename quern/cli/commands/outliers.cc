// SPDX-License-Identifier: MIT
#include "quern/compare/match/outliers.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/cli/commands/sides.h"

namespace quern::cli {

size_t drop_outliers(const Session& session, std::vector<DiffRun>& runs) {
  if (!session.arguments().diff.drop_outliers) {
    return 0;
  }
  const std::vector<DiffRun> dropped = take_outliers(runs);
  for (const DiffRun& run : dropped) {
    session.tell(
        fmt::format("left out as an outlier: {}", printable(run.profile->inputs().front().name)));
  }
  return dropped.size();
}

}  // namespace quern::cli
