// SPDX-License-Identifier: MIT
//
// What every form of a flame graph (text, SVG, HTML) says besides its frames. A picture alone
// misleads where frames are estimates, were left out, or do not add up; the notes say so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/trees/diff_flame.h"
#include "quern/output/text/head.h"
#include "quern/views/trees/flame.h"

namespace quern {

/// "Flame graph", "Bottom-up flame graph", "Flame graph of main and its callees".
[[nodiscard]] std::string flame_title(const Flame& flame);
/// Its head: the base is the cost of the function if the graph is about one, else the total.
[[nodiscard]] Head flame_head(const Flame& flame);

/// Where the branches of a tree come from: "from exact stacks", "from the call graph", or that no
/// calls are recorded.
[[nodiscard]] std::string_view branches_phrase(bool is_exact, bool has_calls);
[[nodiscard]] std::string_view branches_phrase(const Tree& tree);

/// What readers must know: estimates, what has no frame, costs that cannot be drawn to scale. Each
/// is a phrase of its own.
[[nodiscard]] std::vector<std::string> flame_notes(const Flame& flame);
[[nodiscard]] std::vector<std::string> flame_notes(const DiffFlame& flame);
/// " of NAME and its callees" or " of the callers of NAME" if the tree is about one function, else
/// empty.
[[nodiscard]] std::string around_words(const DiffTree& tree);

/// Whether any change is not exact: then the picture needs a note.
[[nodiscard]] bool has_estimated_changes(const DiffTree& tree);

}  // namespace quern
