// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/turns.h"

#include <bit>

#include "quern/base/int128.h"

namespace quern {

namespace {

constexpr int kSineBits = 28;
constexpr int64_t kSineOne = int64_t{1} << kSineBits;
constexpr int64_t kQuarterTurn = kTurn / 4;

/// Of an angle from 0 to a quarter of a turn, by its series.
int64_t quarter_sine(int64_t angle) {
  // (pi/2)^n / n!, in parts of kSineOne. The last one is chosen so that the sine of a quarter is 1.
  constexpr int64_t kTerms[] = {42118, -1256749, 21392326, -173399667, 421657428};
  const int64_t square = angle * angle >> (2 * 28 - kSineBits);
  int64_t sum = 0;
  for (const int64_t term : kTerms) {
    sum = term + (sum * square >> kSineBits);
  }
  const int64_t sine = sum * angle >> 28;
  return sine < kSineOne ? sine : kSineOne;
}

int64_t sine(int64_t angle) {
  const int64_t within = angle & (kTurn - 1);
  const int64_t half = within & (kTurn / 2 - 1);
  const int64_t size = quarter_sine(half <= kQuarterTurn ? half : kTurn / 2 - half);
  return within < kTurn / 2 ? size : -size;
}

}  // namespace

int64_t scaled(int64_t length, int64_t part, int64_t whole) {
  return static_cast<int64_t>(int128{length} * part / whole);
}

int64_t arc_length(int64_t radius, int64_t angle) {
  return scaled(radius * 710 / 113, angle, kTurn);  // 710 / 113 is nearly twice pi
}

PartPoint on_circle(int64_t radius, int64_t angle) {
  return {.x = scaled(radius, sine(angle + kQuarterTurn), kSineOne),
          .y = scaled(radius, sine(angle), kSineOne)};
}

int64_t half_angle(int64_t reach, int64_t radius) {
  const int64_t least = scaled(reach, kSineOne, radius > 0 ? radius : 1);
  int64_t low = 0;
  int64_t high = kQuarterTurn;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (quarter_sine(middle) > least) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

int64_t shorter_way(int64_t angle) {
  return ((angle + kTurn / 2) & (kTurn - 1)) - kTurn / 2;
}

int64_t square_root(int64_t number) {
  int64_t low = 0;
  int64_t high = int64_t{1} << (std::bit_width(static_cast<uint64_t>(number)) / 2 + 1);
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (middle * middle >= number) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

}  // namespace quern
