// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/context_walk.h"

#include <algorithm>

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

namespace {

/// Whether one of these contexts is a call: all are, or all but what filters put together.
bool has_invocation(const Contexts& contexts, const Part& part) {
  for (uint64_t at = part.first_context; at < part.end_context; ++at) {
    if (!contexts.frame(ContextId(at)).is_symbol) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool knows_invocations(const Profile& profile, const PartSet& parts) {
  if (lacks_contexts(profile, parts) || profile.contexts().has_folded_calls()) {
    return false;
  }
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    if (parts.contains(at) && part.first_context != part.end_context &&
        !has_invocation(profile.contexts(), part)) {
      return false;
    }
  }
  return true;
}

bool counts_calls(const Profile& profile, const PartSet& parts) {
  if (lacks_contexts(profile, parts) && profile.counts().calls != 0) {
    return true;
  }
  const bool knows_calls = std::ranges::any_of(profile.contexts().frames(),
                                               [](const Frame& frame) { return !frame.is_symbol; });
  for (size_t at = 0; knows_calls && at < profile.parts().size(); ++at) {
    if (parts.contains(at) && has_invocation(profile.contexts(), profile.parts()[at])) {
      return true;
    }
  }
  return false;
}

}  // namespace quern
