// SPDX-License-Identifier: MIT
#include "quern/analysis/context_walk.h"

namespace quern {

bool has_contexts(const Profile& profile, const PartSet& parts) {
  for (size_t part = 0; part < profile.parts().size(); ++part) {
    if (parts.contains(part) && profile.parts()[part].contexts != ContextUse::kNone) {
      return true;
    }
  }
  return false;
}

bool lacks_contexts(const Profile& profile, const PartSet& parts) {
  for (size_t part = 0; part < profile.parts().size(); ++part) {
    if (parts.contains(part) && profile.parts()[part].contexts == ContextUse::kNone) {
      return true;
    }
  }
  return false;
}

}  // namespace quern
