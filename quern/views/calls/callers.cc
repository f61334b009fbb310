// SPDX-License-Identifier: MIT
//
// The callers of one context, innermost first, up to kMostCallers: recursion can be deeper than any
// row of text.
#include "quern/views/calls/callers.h"

namespace quern {

RowName name_of(const Profile& profile, const Nodes& nodes, ContextId context) {
  return nodes.name(nodes.node(profile.contexts().frame(context).function));
}

std::vector<RowName> callers_of(const Profile& profile, const Nodes& nodes, ContextId context) {
  const Contexts& contexts = profile.contexts();
  std::vector<RowName> callers;
  for (ContextId caller = contexts.parent(context);
       caller != kNoContext && callers.size() < kMostCallers; caller = contexts.parent(caller)) {
    callers.push_back(name_of(profile, nodes, caller));
  }
  return callers;
}

}  // namespace quern
