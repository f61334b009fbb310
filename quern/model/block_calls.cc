// SPDX-License-Identifier: MIT
#include "quern/model/block_calls.h"

#include <algorithm>

namespace quern {

namespace {

/// Whether it has nothing that needs a record of its own.
bool is_plain(const CallRecord& record) {
  return record.wide_inclusive.empty() && record.count <= INT64_MAX && !record.is_estimated &&
         !record.is_count_estimated &&
         std::ranges::none_of(record.inclusive, [](int64_t cost) { return cost < 0; });
}

}  // namespace

void BlockCalls::add(const CallRecord& record, RecordStore& records) {
  if (record.caller != caller_) {
    end_block(records);
    caller_ = record.caller;
  }
  if (!is_plain(record)) [[unlikely]] {
    CallRecord bare = record;
    bare.file = {};
    bare.at = bare.target = {};
    bare.has_target = false;
    return records.call(bare);
  }
  uint32_t& row = row_of_[record.callee.value % row_of_.size()];
  if (row < callees_.size() && callees_[row] == record.callee && add_to(row, record)) {
    return;
  }
  row = static_cast<uint32_t>(callees_.size());
  callees_.push_back(record.callee);
  sums_.push_back(record.count);
  sums_.insert(sums_.end(), record.inclusive.begin(), record.inclusive.end());
  sums_.resize(callees_.size() * (width_ + 1));
}

/// False, and nothing changes: a sum would exceed what costs of a record are.
bool BlockCalls::add_to(size_t row, const CallRecord& record) {
  uint64_t* const sums = sums_.data() + row * (width_ + 1);
  uint64_t all = sums[0] += record.count;
  for (size_t event = 0; event < record.inclusive.size(); ++event) {
    all |= sums[event + 1] += static_cast<uint64_t>(record.inclusive[event]);
  }
  if (all <= INT64_MAX) [[likely]] {
    return true;
  }
  sums[0] -= record.count;
  for (size_t event = 0; event < record.inclusive.size(); ++event) {
    sums[event + 1] -= static_cast<uint64_t>(record.inclusive[event]);
  }
  return false;
}

void BlockCalls::end_block(RecordStore& records) {
  const uint64_t* sums = sums_.data();
  for (const FunctionId callee : callees_) {
    records.call_sum(caller_, callee, {sums, width_ + 1});
    sums += width_ + 1;
  }
  callees_.clear();
  sums_.clear();
}

}  // namespace quern
