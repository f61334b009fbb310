/* SPDX-License-Identifier: MIT
 *
 * Writes a Callgrind profile of a program that never ran, to measure answers of the largest size:
 *
 *   many_calls FUNCTIONS CALLERS [SEED] >profile     each function but the first has CALLERS calls
 *
 * Calls lead to functions of higher numbers. A function costs as much as all calls of it do, so
 * that the first one is the only root and sums add up. Seeds change costs alone. The same arguments
 * give the same bytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t next_number(uint64_t* state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* A name is given where it first occurs. */
static void write_function(const char* key, uint64_t at, unsigned char* is_named) {
  if (is_named[at]) {
    printf("%s=(%llu)\n", key, (unsigned long long)at + 1);
  } else {
    printf("%s=(%llu) function_%llu\n", key, (unsigned long long)at + 1, (unsigned long long)at);
    is_named[at] = 1;
  }
}

int main(int argc, char** argv) {
  const uint64_t functions = argc >= 3 ? strtoull(argv[1], NULL, 10) : 0;
  const uint64_t callers = argc >= 3 ? strtoull(argv[2], NULL, 10) : 0;
  uint64_t calls = 20030117; /* who calls whom is the same for every seed */
  uint64_t costs = 20070605 + (argc >= 4 ? strtoull(argv[3], NULL, 10) : 0);
  if (functions == 0 || callers == 0 || functions >= UINT32_MAX) {
    fprintf(stderr, "usage: many_calls FUNCTIONS CALLERS [SEED] >profile\n");
    return 2;
  }
  uint32_t* caller = malloc(functions * callers * sizeof *caller);
  uint64_t* cost = malloc(functions * callers * sizeof *cost);
  uint64_t* inclusive = calloc(functions, sizeof *inclusive);
  uint64_t* self = malloc(functions * sizeof *self);
  uint64_t* first = calloc(functions + 1, sizeof *first);
  uint64_t* order = malloc(functions * callers * sizeof *order);
  if (!caller || !cost || !inclusive || !self || !first || !order) {
    fprintf(stderr, "many_calls: out of memory\n");
    return 1;
  }
  /* From the last function on, whose callees are all known: what it costs is split among callers.
   */
  for (uint64_t at = functions; at-- != 0;) {
    self[at] = 1 + next_number(&costs) % 1000;
    inclusive[at] += self[at];
    uint64_t left = inclusive[at];
    for (uint64_t row = 0; row < callers; ++row) {
      const uint64_t call = at * callers + row;
      cost[call] = row + 1 == callers ? left : left / 2;
      left -= cost[call];
      caller[call] = at == 0 ? UINT32_MAX : (uint32_t)(next_number(&calls) % at);
      if (at != 0) {
        inclusive[caller[call]] += cost[call];
        ++first[caller[call] + 1];
      }
    }
  }
  uint64_t total = 0;
  for (uint64_t at = 0; at < functions; ++at) {
    first[at + 1] += first[at];
    total += self[at];
  }
  uint64_t* next = malloc(functions * sizeof *next);
  unsigned char* is_named = calloc(functions, 1);
  if (!next || !is_named) {
    return 1;
  }
  for (uint64_t at = 0; at < functions; ++at) {
    next[at] = first[at];
  }
  for (uint64_t call = callers; call < functions * callers; ++call) {
    order[next[caller[call]]++] = call;
  }
  printf("# callgrind format\nversion: 1\npositions: line\nevents: Ir\n\nob=(1) /usr/bin/made\n");
  printf("fl=(1) made.c\n");
  for (uint64_t at = 0; at < functions; ++at) {
    write_function("fn", at, is_named);
    printf("1 %llu\n", (unsigned long long)self[at]);
    for (uint64_t row = first[at]; row < first[at + 1]; ++row) {
      const uint64_t call = order[row];
      write_function("cfn", call / callers, is_named);
      printf("calls=%llu 1\n2 %llu\n", (unsigned long long)(1 + call % 7),
             (unsigned long long)cost[call]);
    }
  }
  printf("totals: %llu\n", (unsigned long long)total);
  return 0;
}
