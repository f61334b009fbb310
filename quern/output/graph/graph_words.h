// SPDX-License-Identifier: MIT
//
// What every form of a drawn call graph says besides its boxes and arrows.
#pragma once

#include <string>
#include <vector>

#include "quern/output/text/head.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

/// "Call graph", "Call graph around parse".
[[nodiscard]] std::string graph_title(const CallPicture& picture);
/// Its head: the base is the total, or the cost of the function that the graph is around.
[[nodiscard]] Head graph_head(const CallPicture& picture);
/// What is left out, what dashed edges mean, what boxes are that stand for several functions. Each
/// is a phrase.
[[nodiscard]] std::vector<std::string> graph_notes(const CallPicture& picture);

}  // namespace quern
