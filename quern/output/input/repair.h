// SPDX-License-Identifier: MIT
//
// Renders what a clean copy of an input has not: behind the findings of `check` in text, as member
// "repair" of quern.check/1 in JSON. The other forms list the findings alone.
#pragma once

#include "quern/base/byte_sink.h"
#include "quern/output/answers/input.h"
#include "quern/output/render.h"
#include "quern/views/input/repair.h"

namespace quern {

/// `repair` null: no copy could be written.
void render(const Check& check, const Repair* repair, const Style& style, ByteSink& out);

}  // namespace quern
