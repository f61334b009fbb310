// SPDX-License-Identifier: MIT
//
// RunStatistics as items of blocks: names of runs, then the costs of whole runs, of functions and
// of calls. Functions and events are the numbers that the snapshot gives them.
#pragma once

#include <cstdint>

#include "quern/formats/snapshot/block_writer.h"
#include "quern/model/records/fields.h"
#include "quern/model/run_statistics.h"

namespace quern::snapshot {

void write_run_statistics(const RunStatistics& statistics, BlockWriter& blocks);
void read_run_name(FieldReader& from, RunStatistics& into);
/// What the ids in an item are below.
struct RunLimits {
  uint64_t functions = 0, events = 0;
};
void read_run_costs(FieldReader& from, const RunLimits& limits, RunStatistics& into);

}  // namespace quern::snapshot
