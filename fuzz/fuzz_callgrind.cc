// SPDX-License-Identifier: MIT
//
// The Callgrind reader against its slow twin: any bytes, the same meaning. The first byte picks the
// buffer's size and the number of threads.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "quern/bytes/source.h"
#include "quern/testing/profile_meaning.h"
#include "quern/testing/slow_callgrind.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  constexpr size_t kMostForTheTwin = 4096;  // which is slow on purpose
  if (size == 0 || size > kMostForTheTwin) {
    return 0;
  }
  OpenOptions options;
  options.buffer_bytes = size_t{1} << (data[0] % 13);
  options.threads = 1 + data[0] / 13 % 3;
  options.parallel_from = 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (compression_of(bytes) != Compression::kNone) {
    return 0;  // the twin reads plain text
  }
  const std::string difference = testing::difference(testing::slow_read_callgrind(bytes),
                                                     testing::read_meaning(bytes, options));
  if (!difference.empty()) {
    std::fprintf(stderr, "%s\n", difference.c_str());
    std::abort();
  }
  return 0;
}
