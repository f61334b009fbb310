// SPDX-License-Identifier: MIT
static inline unsigned highest(const unsigned *table, unsigned size) {
  unsigned found = 0;
  for (unsigned at = 0; at < size; ++at) {
    found = table[at] > found ? table[at] : found;
  }
  return found;
}
