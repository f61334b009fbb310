// SPDX-License-Identifier: MIT
//
// What stacks of a profile can say. Whether a context is one invocation or only a stack that was
// met decides if its number of calls means anything: Xdebug and Parrot record invocations, samplers
// do not. Filters can put a stack together, which is then no invocation even among others that are.
#include "quern/analysis/costs/context_walk.h"

#include <algorithm>

#include "quern/model/stack_costs.h"

namespace quern {

bool has_contexts(const Profile& profile, const PartSet& parts) {
  return std::ranges::any_of(chosen_parts(profile, parts),
                             [](const Part* part) { return part->contexts != ContextUse::kNone; });
}

bool lacks_contexts(const Profile& profile, const PartSet& parts) {
  return std::ranges::any_of(chosen_parts(profile, parts),
                             [](const Part* part) { return part->contexts == ContextUse::kNone; });
}

std::vector<uint32_t> context_depths(const Contexts& contexts) {
  std::vector<uint32_t> depths(contexts.size());
  for (size_t at = 0; at < depths.size(); ++at) {
    const ContextId parent = contexts.parent(ContextId(at));
    depths[at] = parent == kNoContext ? 0 : depths[parent.index()] + 1;
  }
  return depths;
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
  return std::ranges::all_of(chosen_parts(profile, parts), [&profile](const Part* part) {
    return part->first_context == part->end_context || has_invocation(profile.contexts(), *part);
  });
}

bool counts_calls(const Profile& profile, const PartSet& parts) {
  if (profile.stack_costs() != nullptr && profile.stack_costs()->counts_calls) {
    return true;
  }
  if (lacks_contexts(profile, parts) && profile.counts().calls != 0) {
    return true;
  }
  const bool knows_calls = std::ranges::any_of(profile.contexts().frames(),
                                               [](const Frame& frame) { return !frame.is_symbol; });
  return knows_calls && std::ranges::any_of(chosen_parts(profile, parts), [&](const Part* part) {
           return has_invocation(profile.contexts(), *part);
         });
}

}  // namespace quern
