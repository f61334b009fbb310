// SPDX-License-Identifier: MIT
//
// What a format to write cannot hold of a profile: worked out from what both have, without writing.
#pragma once

#include "quern/formats/shared/writer.h"
#include "quern/model/profile.h"
#include "quern/views/input/conversion.h"

namespace quern {

/// `projected`: the profile as the writer would get it, perhaps the same; `are_calls_uncounted`:
/// its calls were made from stacks without counts. `event`: which one a format of one event gets.
[[nodiscard]] Conversion losses_of(const Profile& profile, const Profile& projected,
                                   bool are_calls_uncounted, const FormatWriter& writer,
                                   EventId event);

}  // namespace quern
