// SPDX-License-Identifier: MIT
//
// What a format to write cannot hold of a profile: worked out from what both have, without writing.
#pragma once

#include <vector>

#include "quern/formats/shared/writer.h"
#include "quern/model/profile.h"
#include "quern/views/input/conversion.h"

namespace quern {

/// A profile as a writer gets it.
struct WrittenProfile {
  const Profile& profile;             ///< the one to convert itself, or a projection of it
  bool are_stacks_estimated = false;  ///< now or by whoever wrote the file that was read
  bool are_calls_uncounted = false;   ///< they were made from stacks without counts
  /// Which event a format of one event gets, as `profile` has it; of others without meaning.
  EventId event = {};
};

/// Nothing for formats that hold everything.
[[nodiscard]] std::vector<Loss> losses_of(const Profile& profile, const WrittenProfile& written,
                                          const FormatWriter& writer);
/// The total of each event of `profile`, before and after.
[[nodiscard]] std::vector<ConvertedTotal> converted_totals(const Profile& profile,
                                                           const WrittenProfile& written,
                                                           const FormatWriter& writer);

}  // namespace quern
