// SPDX-License-Identifier: MIT
//
// What every form of a flame graph says beside its frames.
#pragma once

#include <string>
#include <vector>

#include "quern/compare/trees/diff_flame.h"
#include "quern/views/trees/flame.h"

namespace quern {

/// "total 1,220 Ir", "from exact stacks" …
[[nodiscard]] std::vector<std::string> flame_pieces(const Flame& flame);

/// What has to be known to read it right: estimates, what has no frame, what does not fit.
[[nodiscard]] std::vector<std::string> flame_notes(const Flame& flame);
[[nodiscard]] std::vector<std::string> flame_notes(const DiffFlame& flame);
/// " of all that is below NAME" where it is around a function.
[[nodiscard]] std::string around_words(const DiffTree& tree);

[[nodiscard]] bool has_estimated_changes(const DiffTree& tree);

}  // namespace quern
