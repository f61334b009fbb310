// SPDX-License-Identifier: MIT
//
// Three threads with different work, each with a result of its own.
#include <pthread.h>
#include <stdio.h>

static unsigned collatz(unsigned long n) {
  return n <= 1 ? 0 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2);
}

static unsigned sieve(unsigned limit) {
  char composite[2000] = {0};
  unsigned primes = 0;
  for (unsigned i = 2; i < limit; ++i) {
    primes += !composite[i];
    for (unsigned k = 2 * i; k < limit; k += i) {
      composite[k] = 1;
    }
  }
  return primes;
}

static void* longest_collatz(void* result) {
  unsigned* longest = result;
  for (unsigned long n = 1; n < 60; ++n) {
    unsigned steps = collatz(n);
    *longest = steps > *longest ? steps : *longest;
  }
  return NULL;
}

static void* count_primes(void* result) {
  *(unsigned*)result = sieve(2000);
  return NULL;
}

static void* do_both(void* result) {
  unsigned longest = 0;
  longest_collatz(&longest);
  *(unsigned*)result = longest + sieve(500);
  return NULL;
}

int main(void) {
  void* (*const work[3])(void*) = {longest_collatz, count_primes, do_both};
  unsigned results[3] = {0, 0, 0};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) {
    if (pthread_create(&threads[i], NULL, work[i], &results[i]) != 0) {
      return 1;
    }
  }
  for (int i = 0; i < 3; ++i) {
    pthread_join(threads[i], NULL);
  }
  printf("%u %u %u\n", results[0], results[1], results[2]);
  return 0;
}
