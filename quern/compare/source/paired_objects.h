// SPDX-License-Identifier: MIT
//
// Which objects count in a comparison of lines: costs with inlined code are compared only if every
// run knows what was inlined. Objects of one file name are one object; those that a run does not
// have are compared together, since a program may have another name on each side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quern/compare/match/diff_nodes.h"
#include "quern/views/code/code_costs.h"

namespace quern {

/// What one side has to give so that more can be compared.
struct MissingObject {
  Version side = Version::kOld;
  std::string object;   ///< as recorded; empty: the side has no addresses
  std::string problem;  ///< of InlinedObject
};

/// Forgets what only some of the runs know. Returns the most expensive object that keeps others
/// from being used; nothing if all that is known can be compared. `code` by run.
std::optional<MissingObject> forget_unpaired(std::vector<CodeCosts>& code, const DiffRuns& runs);

}  // namespace quern
