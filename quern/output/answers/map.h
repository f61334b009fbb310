// SPDX-License-Identifier: MIT
//
// Treemaps, in each form and as pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/output/render.h"
#include "quern/output/shared/map_style.h"
#include "quern/views/map/cost_map.h"

namespace quern {

void write_text(const CostMap& map, const Style& style, ByteSink& out);
/// With places in a picture of the usual size.
void write_json(const CostMap& map, ByteSink& out);
[[nodiscard]] std::string rest_line(const CostMap& map);
void write_flat(const CostMap& map, FlatForm form, ByteSink& out);

/// What a treemap is besides text and tables.
enum class MapForm : uint8_t { kSvg, kHtml };
/// Of "svg" and "html".
[[nodiscard]] std::optional<MapForm> parse_map_form(std::string_view word);
void render_drawn(const CostMap& map, MapForm form, const Style& style, const MapStyle& how,
                  ByteSink& out);

/// The words of MapOf, in its order.
[[nodiscard]] std::string_view to_string(MapOf of);

}  // namespace quern
