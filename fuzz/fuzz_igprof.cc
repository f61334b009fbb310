// SPDX-License-Identifier: MIT
//
// The IgProf reader against its slow twin: any bytes, the same meaning.
#include "fuzz/twin.h"
#include "quern/testing/meaning/igprof_meaning.h"
#include "quern/testing/slow/slow_igprof.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  if (const auto input = fuzzing::twin_input(data, size, std::nullopt)) {
    fuzzing::expect_equal(
        testing::difference(testing::slow_read_igprof(input->bytes),
                            testing::read_igprof_meaning(input->bytes, input->options)));
  }
  return 0;
}
