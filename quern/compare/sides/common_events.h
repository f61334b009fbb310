// SPDX-License-Identifier: MIT
//
// Which events are compared: profiles of two sides need not have counted the same.
#pragma once

#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/match/diff_nodes.h"
#include "quern/model/profile.h"
#include "quern/query/selection.h"

namespace quern {

/// The stored events that all profiles have, in the order of the newest. Error `no-common-event`
/// where each has some and none is in all.
[[nodiscard]] Result<std::vector<std::string>> common_events(const std::vector<Opened>& opened);

/// Those asked for, where "" stands for the first that all have. Ratios alone have that one beside
/// them. Errors: those of EventChoice; `no-common-event`.
[[nodiscard]] Result<std::vector<std::string>> events_beside(std::vector<std::string> asked,
                                                             const std::vector<Opened>& opened,
                                                             const SelectionWords& words);

/// Events that only some profiles have, as a phrase, since nothing is said of them; else empty.
[[nodiscard]] std::string events_left_out(const std::vector<Opened>& opened);

/// Error `no-common-event` unless all runs have the same columns: what one file stores may be a
/// formula of another.
[[nodiscard]] Result<void> check_columns(const DiffRuns& runs);

/// Whether one of the columns is time, which differs from run to run.
[[nodiscard]] bool shows_times(const Selection& selection);

}  // namespace quern
