// SPDX-License-Identifier: MIT
//
// The block of what calls come to by function.
#pragma once

#include "quern/formats/snapshot/block_writer.h"
#include "quern/model/call_costs.h"
#include "quern/model/records/fields.h"

namespace quern::snapshot {

void write_call_costs(const CallCosts& costs, BlockWriter& blocks);

/// Reads one item; `last` is the function of the item before in the block, first 0. Refuses what is
/// out of order or of functions that are not below CallCosts::recorded.
void read_call_item(FieldReader& from, int64_t& last, CallCosts& into);

}  // namespace quern::snapshot
