// SPDX-License-Identifier: MIT
#include "quern/model/block_calls.h"

#include <algorithm>
#include <utility>

namespace quern {

namespace {

constexpr uint8_t kCostEstimate = 1;
constexpr uint8_t kCountEstimate = 2;

}  // namespace

/// The row of a callee in this block, new if need be.
size_t BlockCalls::row(FunctionId callee) {
  if (callee.index() >= row_of_.size()) [[unlikely]] {
    row_of_.grow(callee.index() + 1);
  }
  uint32_t& row = row_of_[callee.index()];
  if (row >= calls_.size() || calls_[row].callee != callee) {
    row = static_cast<uint32_t>(sums_.add_row());
    calls_.push_back({callee});
  }
  return row;
}

void BlockCalls::add(const CallRecord& record, RecordStore& records) {
  if (record.caller != caller_ || calls_.empty()) {
    end_block(records);
    caller_ = record.caller;
  }
  const size_t row = this->row(record.callee);
  if (record.count <= INT64_MAX) [[likely]] {
    sums_.add_dense(row, 0, static_cast<int64_t>(record.count));
  } else {
    sums_.add(row, 0, int128{record.count});
  }
  if (record.is_estimated || record.is_count_estimated) [[unlikely]] {
    calls_[row].estimates |= static_cast<uint8_t>((record.is_estimated ? kCostEstimate : 0) |
                                                  (record.is_count_estimated ? kCountEstimate : 0));
  }
  size_t& given = calls_[row].given;
  given = std::max({given, record.inclusive.size(), record.wide_inclusive.size()});
  for (size_t event = 0; event < record.wide_inclusive.size(); ++event) {
    sums_.add(row, event + 1, record.wide_inclusive[event]);
  }
  for (size_t event = 0; event < record.inclusive.size(); ++event) {
    sums_.add(row, event + 1, record.inclusive[event]);
  }
}

void BlockCalls::end_block(RecordStore& records) {
  const size_t width = sums_.width() - 1;
  const bool is_narrow = sums_.is_narrow();
  std::vector<int128> wide;
  CallRecord record;
  record.caller = caller_;
  for (size_t row = 0; row < calls_.size(); ++row) {
    const Calls& calls = calls_[row];
    record.callee = calls.callee;
    record.is_estimated = (calls.estimates & kCostEstimate) != 0;
    record.is_count_estimated = (calls.estimates & kCountEstimate) != 0;
    if (is_narrow) [[likely]] {
      const int64_t* const cells = std::as_const(sums_).dense(row);
      record.count = static_cast<uint64_t>(cells[0]);
      record.inclusive = {cells + 1, width};
      records.call(record);
      continue;
    }
    int128 count = sums_.at(row, 0);
    for (; count > kUint64Max; count -= kUint64Max) {  // a record's count has 64 bits
      CallRecord part = record;
      part.count = UINT64_MAX;
      part.inclusive = {};
      part.wide_inclusive = {};
      records.call(part);
    }
    wide.resize(calls.given);  // not all: a part may have more events than any row has costs
    for (size_t event = 0; event < wide.size(); ++event) {
      wide[event] = sums_.at(row, event + 1);
    }
    record.wide_inclusive = wide;
    record.count = static_cast<uint64_t>(count);
    records.call(record);
  }
  calls_.clear();
  sums_.clear();
}

}  // namespace quern
