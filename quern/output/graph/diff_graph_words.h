// SPDX-License-Identifier: MIT
//
// What every form of the call graph of a comparison says besides its boxes and arrows.
#pragma once

#include <string>
#include <vector>

#include "quern/compare/graph/diff_picture.h"
#include "quern/output/text/head.h"

namespace quern {

/// "Call graph of changes", "Call graph of changes around parse".
[[nodiscard]] std::string diff_graph_title(const DiffPicture& picture);
[[nodiscard]] Head diff_graph_head(const DiffPicture& picture);
[[nodiscard]] std::vector<std::string> diff_graph_notes(const DiffPicture& picture);

}  // namespace quern
