// SPDX-License-Identifier: MIT
//
// The reader of speedscope's files against its slow twin: any bytes, the same verdict, and the same
// meaning where they are sound.
#include "fuzz/twin.h"
#include "quern/testing/slow/slow_speedscope.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  if (const auto input = fuzzing::twin_input(data, size, "speedscope")) {
    fuzzing::expect_equal_if_sound(testing::slow_read_speedscope(input->bytes),
                                   testing::read_meaning(input->bytes, input->options));
  }
  return 0;
}
