// SPDX-License-Identifier: MIT
//
// The yardstick of the benchmarks: reads a file through one buffer and visits every line feed. No
// reader of lines can be faster, and both depend on the machine in much the same way.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char buffer[256 * 1024];

int main(int argc, char** argv) {
  const int file = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  if (file < 0) {
    fprintf(stderr, "usage: newlines FILE\n");
    return 2;
  }
  unsigned long lines = 0;
  for (ssize_t got; (got = read(file, buffer, sizeof buffer)) > 0;) {
    const char* const end = buffer + got;
    for (const char* at = buffer; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; ++at) {
      ++lines;
    }
  }
  printf("%lu\n", lines);
  return 0;
}
