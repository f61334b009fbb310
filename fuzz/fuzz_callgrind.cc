// SPDX-License-Identifier: MIT
//
// The Callgrind reader against its slow twin: any bytes, the same meaning. The first byte picks the
// number of threads too.
#include "fuzz/twin.h"
#include "quern/testing/slow/slow_callgrind.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  auto input = fuzzing::twin_input(data, size, std::nullopt);
  // The twin does not know Massif's files, which are refused before a reader sees them.
  if (input && !input->bytes.contains("time_unit:")) {
    input->options.threads = 1 + data[0] / 13 % 3;
    input->options.parallel_from = 0;
    fuzzing::expect_equal(testing::difference(testing::slow_read_callgrind(input->bytes),
                                              testing::read_meaning(input->bytes, input->options)));
  }
  return 0;
}
