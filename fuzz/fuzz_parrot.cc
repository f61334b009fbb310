// SPDX-License-Identifier: MIT
//
// The reader of raw Parrot profiles against its slow twin: any bytes, the same meaning.
#include "fuzz/twin.h"
#include "quern/testing/slow/slow_parrot.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  if (const auto input = fuzzing::twin_input(data, size, "parrot")) {
    fuzzing::expect_equal(testing::difference(testing::slow_read_parrot(input->bytes),
                                              testing::read_meaning(input->bytes, input->options)));
  }
  return 0;
}
