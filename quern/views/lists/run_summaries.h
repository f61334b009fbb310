// SPDX-License-Identifier: MIT
//
// How the costs of a row are distributed over the runs that a profile was merged from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/model/run_statistics.h"
#include "quern/query/selection.h"

namespace quern {

struct RowRuns {
  struct Costs {
    RunSummary summary;
    std::string_view run;  ///< the one with the maximum; empty: none has a cost above 0
  };
  uint64_t runs = 0;  ///< that have the row
  // By column; nothing of columns that are not one event, whose distribution is not known.
  std::vector<std::optional<Costs>> self = {};  ///< empty of calls
  std::vector<std::optional<Costs>> inclusive = {};
};

/// Whether rows of this selection have runs. Error (Fault::kUsage): `no-run-statistics`, with why.
[[nodiscard]] Result<void> check_runs(const Profile& profile, const Selection& selection);

/// Nothing: the function is in no run, or several functions of the merge are this one now. Of a
/// selection that check_runs() accepts.
[[nodiscard]] std::optional<RowRuns> runs_of(const Profile& profile, const Selection& selection,
                                             FunctionId function);
/// The same of all calls between two functions.
[[nodiscard]] std::optional<RowRuns> runs_of(const Profile& profile, const Selection& selection,
                                             FunctionId caller, FunctionId callee);

}  // namespace quern
