// SPDX-License-Identifier: MIT
//
// Adds up the calls of one block by callee. A block is what a reader pushes for one function before
// it goes to the next. With Keep::kSums, ProfileBuilder keeps one record a callee instead of one
// for each call: Callgrind files have a call row for each line, and `top` needs only their sum.
#pragma once

#include <array>
#include <vector>

#include "quern/model/records/records.h"

namespace quern {

class BlockCalls {
 public:
  /// `width`: the part's events. Must follow end_block() of the part before.
  void begin_part(size_t width) { width_ = width; }
  /// Adds a call. If its caller is another one than before, ends that block first.
  void add(const CallRecord& record, RecordStore& records);
  /// Writes the sums of the block as packed records, a few bytes each, and empties it.
  void end_block(RecordStore& records);

 private:
  bool add_to(size_t row, const CallRecord& record);

  size_t width_ = 1;
  FunctionId caller_;
  std::vector<FunctionId> callees_;  ///< by row
  std::vector<uint64_t> sums_;       ///< of each row: count, inclusive cost of each event
  /// By the lowest bits of a callee: its row, unless the row is another's. Of two callees with
  /// equal bits that alternate, not all calls are added up.
  std::array<uint32_t, 64> row_of_{};
};

}  // namespace quern
