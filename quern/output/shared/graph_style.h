// SPDX-License-Identifier: MIT
//
// How call graphs are drawn, where the user may choose.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "quern/drawing/layers/layered_layout.h"

namespace quern {

/// What a box has room for: a name and costs; only a name; long names in several rows, and places.
enum class BoxSize : uint8_t { kNormal, kCompact, kTall };

struct GraphStyle {
  LayerDirection direction = LayerDirection::kDown;  ///< from callers to their callees
  BoxSize boxes = BoxSize::kNormal;
};

/// In the order of their enumerators.
inline constexpr std::array<std::string_view, 3> kDirectionWords = {"down", "right", "circle"};
inline constexpr std::array<std::string_view, 3> kBoxSizeWords = {"normal", "compact", "tall"};

}  // namespace quern
