// SPDX-License-Identifier: MIT
//
// The reader of snapshots against its slow twin: any bytes, the same meaning. The first byte picks
// whether checksums are set right, too: without that nothing would be read.
#include <utility>
#include <vector>

#include "fuzz/twin.h"
#include "quern/analysis/costs/call_costs.h"
#include "quern/load/open.h"
#include "quern/testing/slow/slow_snapshot.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  auto input = fuzzing::twin_input(data, size, "snapshot");
  if (!input) {
    return 0;
  }
  if (data[0] < 0xe0) {
    input->bytes = testing::sealed_snapshot(std::move(input->bytes));
  }
  fuzzing::expect_equal_if_sound(testing::slow_read_snapshot(input->bytes),
                                 testing::read_meaning(input->bytes, input->options));
  input->options.names.fold = true;
  for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
    input->options.keep = keep;
    (void)open_bytes("input", input->bytes, input->options);
  }
  input->options.keep = Keep::kSums;
  input->options.needs_calls = false;
  if (const auto opened = open_bytes("input", input->bytes, input->options);
      opened && opened->profile->call_costs() != nullptr && !opened->profile->events().empty()) {
    const std::vector<EventSum> columns = {event_sum(EventId(0U))};
    (void)told_call_sums(*opened->profile, columns);
  }
  return 0;
}
