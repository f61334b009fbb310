// SPDX-License-Identifier: MIT
//
// The calls of the function whose block is being read, added up by callee: where sums are kept, one
// record for all of them.
#pragma once

#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/records/cost_rows.h"
#include "quern/model/records/records.h"

namespace quern {

class BlockCalls {
 public:
  /// Of a part with so many events.
  void begin_part(size_t width) { sums_ = CostRows(width + 1); }
  /// Adds a call; where its caller is another, the block before goes to `records`.
  void add(const CallRecord& record, RecordStore& records);
  /// Writes the calls of the block: a few bytes each, so that call graphs stay small in memory.
  void end_block(RecordStore& records);
  /// Ids mean nothing any more.
  void forget_ids() { row_of_.clear(); }

 private:
  struct Calls {
    FunctionId callee;
    uint8_t estimates = 0;  ///< what of them are
    size_t given = 0;       ///< how many costs the longest record has
  };

  size_t row(FunctionId callee);

  FunctionId caller_;
  std::vector<Calls> calls_;
  CostRows sums_;  ///< by callee; cell 0: count, cell 1 + k: inclusive cost of the part's event k
  Segmented<uint32_t, 12> row_of_;  ///< by callee, if that row is its own
};

}  // namespace quern
