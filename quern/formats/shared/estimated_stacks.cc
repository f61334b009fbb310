// SPDX-License-Identifier: MIT
#include "quern/formats/shared/estimated_stacks.h"

#include <algorithm>

#include "quern/model/profile.h"

namespace quern {

bool has_estimated_stacks(const Profile& profile) {
  return std::ranges::any_of(profile.parts(), [](const Part& part) {
    return part.contexts != ContextUse::kNone &&
           std::ranges::find(part.header.descriptions, kEstimatedDescription) !=
               part.header.descriptions.end();
  });
}

}  // namespace quern
