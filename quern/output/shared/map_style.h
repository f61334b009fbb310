// SPDX-License-Identifier: MIT
//
// How treemaps are drawn, where the user may choose.
#pragma once

#include <cstdint>

namespace quern {

struct MapStyle {
  uint32_t pixels = 1200;  ///< its width
  uint32_t height = 720;

  /// 60 % of the width.
  [[nodiscard]] static constexpr uint32_t usual_height(uint32_t pixels) { return pixels * 3 / 5; }
  /// 1/N of the area is 5 x 5 pixels: nobody sees smaller tiles.
  [[nodiscard]] constexpr uint64_t least_part() const { return uint64_t{pixels} * height / 25; }
};

/// Tiles drawn where nobody says how many.
inline constexpr uint32_t kUsualTiles = 5'000;

}  // namespace quern
