// SPDX-License-Identifier: MIT
//
// Places boxes on rings around one of them, by their distance along arrows in either direction. So
// an arrow connects boxes of one ring or of two adjacent rings. Each box has a sector of its ring,
// wide enough for a disc around the box; sectors do not overlap.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

/// Boxes are within `reach` of the circle with this radius; there is a gap between rings.
struct Ring {
  int64_t radius = 0;
  int64_t reach = 0;

  [[nodiscard]] int64_t inner() const { return radius - reach; }
  [[nodiscard]] int64_t outer() const { return radius + reach; }
};

struct RingPlaces {
  std::vector<Ring> rings;  ///< the first is the box in the middle: radius 0
  std::vector<uint32_t> ring_of;
  std::vector<int64_t> angles;  ///< by box, see turns.h
  int64_t gap = 0;              ///< between rings, at least
};

/// Rings are circles if a height counts twice. Boxes are wide, so the discs around them are small
/// then, and a drawing is about twice as wide as high, like most windows.
inline constexpr int64_t kRingStretch = 2;

/// Around `center`: its callers above it, its callees below it. Without one (kNobody) around a box
/// that nobody calls, or the first one that branches below it. Then rings have no two halves.
/// `sketch` is connected.
[[nodiscard]] RingPlaces ring_places(const Sketch& sketch, uint32_t center);

}  // namespace quern
