// SPDX-License-Identifier: MIT
//
// Shared by tests of readers: a profile described in one line.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "quern/base/text.h"
#include "quern/model/profile.h"

namespace quern {

/// "main:7 >f:2 >>g:-" - indented by depth, each with its first self cost, `-` where it has none.
inline std::string tree_of(const Profile& profile) {
  const Contexts& contexts = profile.contexts();
  std::vector<std::string> costs(contexts.size(), "-");
  ContextCosts walk(contexts);
  while (walk.next()) {
    costs[walk.context().index()] = to_decimal(walk.costs().front().cost);
  }
  std::string out;
  for (uint32_t at = 0; at < contexts.size(); ++at) {
    out += out.empty() ? "" : " ";
    for (ContextId up = contexts.parent(ContextId(at)); up != kNoContext;
         up = contexts.parent(up)) {
      out += '>';
    }
    out += profile.symbols().name(contexts.frame(ContextId(at)).function);
    out += ':' + costs[at];
  }
  return out;
}

/// The codes of what was found in the first input.
inline std::set<std::string> codes_of(const Profile& profile) {
  std::set<std::string> codes;
  for (const Findings::Kind& kind : profile.inputs()[0].findings.kinds()) {
    if (kind.code->name != "end-missing") {
      codes.emplace(kind.code->name);
    }
  }
  return codes;
}

}  // namespace quern
