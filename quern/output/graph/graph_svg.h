// SPDX-License-Identifier: MIT
//
// A drawn call graph as an element of SVG, for a file and for a page.
#pragma once

#include <string>

#include "quern/drawing/layers/layered_layout.h"
#include "quern/output/graph/graph_picture.h"

namespace quern {

[[nodiscard]] std::string graph_style_sheet();
/// Standing alone it has its style sheet, words and legend; in a page these are the page's.
[[nodiscard]] std::string graph_element(const GraphPicture& picture, const LayerLayout& layout,
                                        bool stands_alone);

}  // namespace quern
