// SPDX-License-Identifier: MIT
// The new one of two versions: lines of both are compared.
#include "table.h"

// Half as dear again.
__attribute__((noinline)) static unsigned mix(unsigned x) {
  for (int round = 0; round < 15; ++round) {
    x = x * 1664525u + 1013904223u;
  }
  return x;
}

unsigned fill(unsigned* table, unsigned size) {
  unsigned sum = 0;
  if (size != 0) {
    for (unsigned at = 0; at < size; ++at) {
      table[at] = mix(at);
      sum ^= mix(sum);
    }
  }
  return sum;
}

int main(void) {
  static unsigned table[400];
  unsigned sum = fill(table, 400);
  sum += highest(table, 400);
  return sum == 0;
}
