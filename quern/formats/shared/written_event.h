// SPDX-License-Identifier: MIT
//
// What writers of several formats ask of a profile: the event that a format of one event holds, and
// the words for what a format cannot hold.
#pragma once

#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/formats/shared/writer.h"

namespace quern {

/// WriteOptions::event, or else the first of the profile. Errors: `cannot-hold`, `unknown-event`.
[[nodiscard]] Result<EventId> event_to_write(const Writing& writing);

[[nodiscard]] Diagnostic cannot_hold(std::string message);

/// Error `cannot-hold` unless the cost is within -2^63 .. `most`.
[[nodiscard]] Result<void> check_cost(int128 cost, int128 most);

}  // namespace quern
