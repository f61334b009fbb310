// SPDX-License-Identifier: MIT
//
// The reader of pprof's files against its slow twin: any bytes, the same meaning.
#include "fuzz/twin.h"
#include "quern/testing/slow/slow_pprof.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  if (const auto input = fuzzing::twin_input(data, size, "pprof")) {
    fuzzing::expect_equal(testing::difference(testing::slow_read_pprof(input->bytes),
                                              testing::read_meaning(input->bytes, input->options)));
  }
  return 0;
}
