// SPDX-License-Identifier: MIT
//
// Sums by function for formats that hold them: writers compute nothing.
#pragma once

#include "quern/formats/shared/writer.h"
#include "quern/model/profile.h"

namespace quern {

/// Of a fully loaded profile, to which the result keeps a reference. Of a profile of more events
/// than quern_json::kMostDenseEvents, costs are empty.
[[nodiscard]] CostsOfFunction costs_of_functions(const Profile& profile);

}  // namespace quern
