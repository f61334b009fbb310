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

bool knows_invocations(const Profile& profile, const PartSet& parts) {
  if (lacks_contexts(profile, parts)) {
    return false;
  }
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    if (parts.contains(at) && part.first_context != part.end_context &&
        profile.contexts().frame(ContextId(static_cast<uint32_t>(part.first_context))).is_symbol) {
      return false;
    }
  }
  return true;
}

bool counts_calls(const Profile& profile, const PartSet& parts) {
  if (lacks_contexts(profile, parts) && profile.counts().calls != 0) {
    return true;
  }
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    if (parts.contains(at) && part.first_context != part.end_context &&
        !profile.contexts().frame(ContextId(static_cast<uint32_t>(part.first_context))).is_symbol) {
      return true;
    }
  }
  return false;
}

}  // namespace quern
