// SPDX-License-Identifier: MIT
//
// Draws boxes on rings and the arrows between them. An arrow leaves its box within the sector of
// the box. Between rings it goes along a spiral, so it never meets another box.
#pragma once

#include "quern/drawing/layers/curves.h"
#include "quern/drawing/layers/sketch.h"

namespace quern {

/// `center` as in ring_places(). Clusters are not drawn.
[[nodiscard]] ComponentDrawing drawn_in_rings(const Sketch& sketch, uint32_t center);

}  // namespace quern
