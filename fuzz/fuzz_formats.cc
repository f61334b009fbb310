// SPDX-License-Identifier: MIT
//
// Any bytes as an input, recognised and decompressed as a user's would be: read for sums, for all
// records, and checked. What is read is written out again as JSON.
#include <cstddef>
#include <cstdint>
#include <string>

#include "quern/base/byte_sink.h"
#include "quern/load/find/recognize.h"
#include "quern/load/open.h"
#include "quern/save/convert.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
    OpenOptions options;
    options.keep = keep;
    options.keep_going = keep == Keep::kTotals;
    options.buffer_bytes = 256;
    const auto opened = open_bytes("input", bytes, options);
    constexpr size_t kMostEvents = 64;  // documents are rows x events by their nature
    if (opened && keep == Keep::kAll && opened->profile->events().size() < kMostEvents) {
      StringSink sink;
      write_profile_json(*opened->profile, sink);
    }
  }
  return 0;
}
