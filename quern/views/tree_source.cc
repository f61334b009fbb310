// SPDX-License-Identifier: MIT
#include "quern/views/tree_source.h"

#include <string>

#include "quern/analysis/context_walk.h"
#include "quern/views/codes.h"

namespace quern {

bool has_mixed_stacks(const Profile& profile, const Selection& selection) {
  return has_contexts(profile, selection.parts) && lacks_contexts(profile, selection.parts);
}

Diagnostic mixed_stacks() {
  return usage_error(kMixedStacks.name,
                     "some of these parts have exact stacks and others a call graph: "
                     "there is no one tree of both",
                     "choose parts of one kind with --part, or ask for each input alone");
}

Diagnostic several_events(std::string_view what) {
  return usage_error(kOneEvent.name, std::string(what) + " of one event, and several are named",
                     "name one with --event");
}

}  // namespace quern
