// SPDX-License-Identifier: MIT
// The highest of some numbers, in a header: code that is inlined into another file.
#pragma once

static inline unsigned highest(const unsigned* table, unsigned size) {
  unsigned found = 0;
  for (unsigned at = 0; at < size; ++at) {
    found = table[at] > found ? table[at] : found;
  }
  return found;
}
