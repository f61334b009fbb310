// SPDX-License-Identifier: MIT
//
// All callers or callees of a function, in each form.
#pragma once

#include "quern/base/json_writer.h"
#include "quern/output/render.h"
#include "quern/views/calls/reach.h"

namespace quern {

void render(const Reach& reach, const Style& style, ByteSink& out);

/// A row of quern.reach/1: from "name" to "in_cycle".
void write_reached(JsonWriter& json, const ReachRow& row);

}  // namespace quern
