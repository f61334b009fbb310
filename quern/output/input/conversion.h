// SPDX-License-Identifier: MIT
//
// Renders what a conversion would lose, as text or JSON.
#pragma once

#include "quern/base/byte_sink.h"
#include "quern/output/render.h"
#include "quern/views/input/conversion.h"

namespace quern {

void render(const Conversion& conversion, const Style& style, ByteSink& out);

}  // namespace quern
