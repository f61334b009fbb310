// SPDX-License-Identifier: MIT
//
// Treemaps as JSON, for the command and for the page.
#pragma once

#include <functional>

#include "quern/base/json_writer.h"
#include "quern/output/shared/map_style.h"
#include "quern/views/map/cost_map.h"

namespace quern {

/// The ids that an answer of the server has next to names.
using WriteTileIds = std::function<void(JsonWriter& json, const MapTile& tile)>;
/// The keys of quern.map/1 behind "events", into an object that is open.
void write_map(JsonWriter& json, const CostMap& map, const MapStyle& how,
               const WriteTileIds& write_ids);

}  // namespace quern
