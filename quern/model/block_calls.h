// SPDX-License-Identifier: MIT
//
// Adds up the calls of one block by callee. A block is what a reader pushes for one function before
// it goes to the next. With Keep::kSums, ProfileBuilder keeps one record a callee instead of one
// for each call: Callgrind files have a call row for each line, and `top` needs only their sum.
#pragma once

#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/records/cost_rows.h"
#include "quern/model/records/records.h"

namespace quern {

class BlockCalls {
 public:
  /// `width`: the part's events. Must follow end_block() of the part before.
  void begin_part(size_t width) { sums_ = CostRows(width + 1); }
  /// Adds a call. If its caller is another one than before, ends that block first.
  void add(const CallRecord& record, RecordStore& records);
  /// Writes the sums of the block as packed records, a few bytes each, and empties it.
  void end_block(RecordStore& records);
  /// Frees the memory of row_of_: no more calls come, or their ids will be others.
  void forget_ids() { row_of_.clear(); }

 private:
  struct Calls {
    FunctionId callee;
    uint8_t estimates = 0;  ///< bits: costs, counts that a filter has estimated
    size_t given = 0;       ///< the most costs that any of the calls had
  };

  size_t row(FunctionId callee);

  FunctionId caller_;
  std::vector<Calls> calls_;
  CostRows sums_;  ///< by callee; cell 0: count, cell 1 + k: inclusive cost of the part's event k
  /// By callee: its row, if that row is of this callee; else it is left over from an earlier block.
  /// So a new block need not clear it.
  Segmented<uint32_t, 12> row_of_;
};

}  // namespace quern
