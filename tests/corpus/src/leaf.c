// SPDX-License-Identifier: MIT
// Built twice: ROUNDS is how much a leaf does, CALLS how often. Lines are as profiles have them:
// clang-format off
#include <stdio.h>
#ifndef ROUNDS
#define ROUNDS 100
#define CALLS 1000
#endif

static volatile unsigned seed = 1;

__attribute__((noinline)) static unsigned leaf(unsigned x) {
  for (int round = 0; round < ROUNDS; ++round) x = x * 1664525u + 1013904223u;
  return x;
}
__attribute__((noinline)) static unsigned other(unsigned x) {
  for (int round = 0; round < 500; ++round) x ^= x << 3 ^ x >> 5;
  return x;
}
__attribute__((noinline)) static unsigned middle(unsigned x) {
  for (int call = 0; call < CALLS; ++call) x = leaf(x);
  return other(x);
}
__attribute__((noinline)) static unsigned work(unsigned x) {
  for (int turn = 0; turn < 20; ++turn) x = other(x);
  return middle(x);
}
int main(void) {
  printf("%u\n", work(seed));
  return 0;
}
