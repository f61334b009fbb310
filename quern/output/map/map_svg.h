// SPDX-License-Identifier: MIT
//
// A treemap as an element of SVG, for a file and for a page.
#pragma once

#include <string>

#include "quern/output/map/map_picture.h"

namespace quern {

[[nodiscard]] std::string map_style_sheet();
/// Standing alone it has its style sheet, words and legend; in a page these are the page's, and
/// tiles have their parents for its script.
[[nodiscard]] std::string map_element(const MapPicture& picture, bool stands_alone);

}  // namespace quern
