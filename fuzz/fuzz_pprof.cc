// SPDX-License-Identifier: MIT
//
// The reader of pprof's files against its slow twin: any bytes, the same meaning. The first
// byte picks the buffer's size.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "quern/bytes/source.h"
#include "quern/testing/profile_meaning.h"
#include "quern/testing/slow_pprof.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  constexpr size_t kMostForTheTwin = 4096;  // which is slow on purpose
  if (size < 2 || size > kMostForTheTwin) {
    return 0;
  }
  OpenOptions options;
  options.buffer_bytes = size_t{1} << (data[0] % 13);
  options.dialect = "pprof";
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (compression_of(bytes) != Compression::kNone) {
    return 0;  // the twin reads plain bytes
  }
  const std::string difference =
      testing::difference(testing::slow_read_pprof(bytes), testing::read_meaning(bytes, options));
  if (!difference.empty()) {
    std::fprintf(stderr, "%s\n", difference.c_str());
    std::abort();
  }
  return 0;
}
