// SPDX-License-Identifier: MIT
//
// The reader of quern's own JSON against its slow twin: any bytes, the same verdict, and the same
// meaning where they are sound. The first byte picks the buffer's size.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "quern/bytes/source.h"
#include "quern/testing/profile_meaning.h"
#include "quern/testing/slow_quern_json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  constexpr size_t kMostForTheTwin = 4096;  // which is slow on purpose
  if (size < 2 || size > kMostForTheTwin) {
    return 0;
  }
  OpenOptions options;
  options.buffer_bytes = size_t{1} << (data[0] % 13);
  options.dialect = "quern-json";
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (compression_of(bytes) != Compression::kNone || bytes.contains("max") ||
      bytes.contains("_pairs")) {
    return 0;  // the twin reads plain text, and sums alone
  }
  testing::Meaning slow = testing::slow_read_quern_json(bytes);
  testing::Meaning fast = testing::read_meaning(bytes, options);
  slow.lints.clear();  // it knows no places
  fast.lints.clear();
  const std::string difference =
      slow.valid || fast.valid ? testing::difference(slow, fast) : std::string();
  if (!difference.empty()) {
    std::fprintf(stderr, "%s\n", difference.c_str());
    std::abort();
  }
  return 0;
}
