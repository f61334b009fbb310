// SPDX-License-Identifier: MIT
//
// What every form of a treemap says besides its tiles.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/text/head.h"
#include "quern/views/map/cost_map.h"

namespace quern {

/// "Treemap of calls", "Treemap of parse and its callees", "Treemap of source files".
[[nodiscard]] std::string map_title(const CostMap& map);
/// Its head: the base is the total, or the cost of the function that the map is around.
[[nodiscard]] Head map_head(const CostMap& map);
/// What is cut, what cannot be drawn to scale, what estimates are. Each is a phrase.
[[nodiscard]] std::vector<std::string> map_notes(const CostMap& map);

/// "function", "folder", …; "self" and "cut" of tiles without a name.
[[nodiscard]] std::string_view to_string(TileKind kind);
/// Whether tiles are functions within functions.
[[nodiscard]] bool is_of_calls(const CostMap& map);
/// Printable; what a tile without a name is: "self", "12 more".
[[nodiscard]] std::string tile_name(const CostMap& map, size_t at);
/// Whether it has tiles within it.
[[nodiscard]] bool has_tiles(const CostMap& map, size_t at);

}  // namespace quern
