// SPDX-License-Identifier: MIT
//
// How flame graphs are drawn, where the user may choose.
#pragma once

#include <cstdint>

namespace quern {

/// What the colors of a flame picture stand for.
enum class FlameColors : uint8_t { kObject, kFile, kFunction, kSelf };

/// How a flame picture is drawn.
struct FlameStyle {
  bool roots_on_top = false;
  FlameColors colors = FlameColors::kObject;
  uint32_t pixels = 1200;  ///< its width
};

}  // namespace quern
