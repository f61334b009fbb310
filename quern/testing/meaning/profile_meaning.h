// SPDX-License-Identifier: MIT
//
// What the production reader makes of an input, as a Meaning: the other half of the comparison with
// the slow twin.
#pragma once

#include <string_view>

#include "quern/load/open_options.h"
#include "quern/model/profile.h"
#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// The meaning of a fully loaded profile of one input.
[[nodiscard]] Meaning meaning_of(const Profile& profile);

/// Reads `bytes` by the production reader, as Callgrind input unless `options` names a dialect.
/// `options.keep` is always Keep::kAll.
[[nodiscard]] Meaning read_meaning(std::string_view bytes, OpenOptions options);

}  // namespace quern::testing
