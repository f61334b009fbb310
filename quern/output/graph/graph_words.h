// SPDX-License-Identifier: MIT
//
// What every form of a drawn call graph says besides its boxes and arrows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
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

/// The same words of comparisons.
inline constexpr std::string_view kCycleBoxes =
    "functions that call each other are one box; --open-cycles draws each of them";
inline constexpr std::string_view kDashedArrows =
    "a dashed arrow stands for calls through functions that are not shown; its cost is an upper "
    "bound";
inline constexpr std::string_view kEstimateMark = "~ marks an estimate";
/// `functions`: how many there are.
[[nodiscard]] std::string why_nothing_is_drawn(const Selection& selection,
                                               const PictureRequest& request, size_t functions);

}  // namespace quern
