// SPDX-License-Identifier: MIT
//
// What every form of a flame graph (text, SVG, HTML) says besides its frames. A picture alone
// misleads where frames are estimates, were left out, or do not add up; the notes say so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/trees/diff_flame.h"
#include "quern/views/trees/flame.h"

namespace quern {

/// The pieces of its head line: "total 1,220 Ir", "from exact stacks" …
[[nodiscard]] std::vector<std::string> flame_pieces(const Flame& flame);

/// Where the branches of a tree come from: "from exact stacks", "from the call graph", or that no
/// calls are recorded.
[[nodiscard]] std::string_view branches_phrase(const Tree& tree);

/// What readers must know: estimates, what has no frame, costs that cannot be drawn to scale. Each
/// is a phrase of its own.
[[nodiscard]] std::vector<std::string> flame_notes(const Flame& flame);
[[nodiscard]] std::vector<std::string> flame_notes(const DiffFlame& flame);
/// " of all that is below NAME" if the tree is about one function, else empty.
[[nodiscard]] std::string around_words(const DiffTree& tree);

/// Whether any change is not exact: then the picture needs a note.
[[nodiscard]] bool has_estimated_changes(const DiffTree& tree);

}  // namespace quern
