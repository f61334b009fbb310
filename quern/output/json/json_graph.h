// SPDX-License-Identifier: MIT
//
// Drawn call graphs as JSON, for the command and for the page.
#pragma once

#include <cstdint>
#include <functional>

#include "quern/base/json_writer.h"
#include "quern/query/rows.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

/// The ids that an answer of the server has next to names.
using WriteNodeIds = std::function<void(JsonWriter& json, uint32_t node, const RowName& name)>;
/// The keys of quern.graph/1 behind "events", into an object that is open.
void write_graph(JsonWriter& json, const CallPicture& picture, const WriteNodeIds& write_ids);

}  // namespace quern
