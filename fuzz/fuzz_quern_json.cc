// SPDX-License-Identifier: MIT
//
// The reader of quern's own JSON against its slow twin: any bytes, the same verdict, and the same
// meaning where they are sound.
#include "fuzz/twin.h"
#include "quern/testing/slow/slow_quern_json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  const auto input = fuzzing::twin_input(data, size, "quern-json");
  if (!input || input->bytes.contains("max") || input->bytes.contains("_pairs")) {
    return 0;  // the twin reads sums alone
  }
  fuzzing::expect_equal_if_sound(testing::slow_read_quern_json(input->bytes),
                                 testing::read_meaning(input->bytes, input->options));
  return 0;
}
