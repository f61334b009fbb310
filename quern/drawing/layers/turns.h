// SPDX-License-Identifier: MIT
//
// Angles and points on circles in integer arithmetic, so that they are the same on every machine.
// An angle is a part of a turn: 0 is to the right, a quarter of a turn is down, as y grows
// downwards.
#pragma once

#include <cstdint>

#include "quern/drawing/layers/curves.h"

namespace quern {

inline constexpr int64_t kTurn = int64_t{1} << 30;

/// length * part / whole, without overflow between; rounded towards 0.
[[nodiscard]] int64_t scaled(int64_t length, int64_t part, int64_t whole);
/// The length of an arc, for small angles.
[[nodiscard]] int64_t arc_length(int64_t radius, int64_t angle);
/// The point at a distance and an angle from the origin, each coordinate rounded towards 0.
[[nodiscard]] PartPoint on_circle(int64_t radius, int64_t angle);
/// The least angle, up to a quarter of a turn, whose sine is at least `reach` / `radius`: as seen
/// from the origin, half of a disc with the radius `reach` at the distance `radius`.
[[nodiscard]] int64_t half_angle(int64_t reach, int64_t radius);
/// The same angle, from minus half a turn to below half a turn.
[[nodiscard]] int64_t shorter_way(int64_t angle);
/// Rounded up.
[[nodiscard]] int64_t square_root(int64_t number);

}  // namespace quern
