// SPDX-License-Identifier: MIT
#include "quern/model/records/record_cursor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "quern/base/varint.h"
#include "quern/model/records/packed_record.h"
#include "quern/model/records/record_marks.h"
#include "quern/model/records/symbols.h"

namespace quern {

namespace {

using namespace record_marks;
using namespace packed_record;

constexpr FunctionId kNoFunction{~uint32_t{0}};

/// Lengths are chosen by branches, not looked up: records of one kind follow each other, so the
/// processor predicts the branch and starts on the next record early.
const uint8_t* get_delta(const uint8_t* at, unsigned code, uint64_t& moved) {
  uint64_t zigzagged = 0;
  switch (code) {
    case 0:
      return at;
    case 1:
      moved += unzigzag(*at);
      return at + kDeltaBytes[1];
    case 2:
      moved += unzigzag(at[0] | unsigned{at[1]} << 8);
      return at + kDeltaBytes[2];
    default:
      std::memcpy(&zigzagged, at, 8);
      moved += unzigzag(zigzagged);
      return at + kDeltaBytes[3];
  }
}

const uint8_t* get_position(const uint8_t* at, const Position& from, Position& here) {
  uint64_t address = 0;
  uint64_t line = 0;
  at = get_varint(get_varint(at, address), line);
  here = {from.address + unzigzag(address), from.line + unzigzag(line)};
  return at;
}

}  // namespace

void RecordCursor::enter_segment() {
  at_ = 0;
  place_ = {};
  run_ = {.segment = static_cast<uint32_t>(segment_)};
  is_run_begun_ = true;
  if (segment_ == store_->segments_.size()) {
    return;
  }
  const RecordStore::Segment& segment = store_->segments_[segment_];
  continues_part_ = segment.continues_part;
  if (ids_ != segment.ids.get()) {
    function_ = kNoFunction;  // a block of other ids is never the same block
    ids_ = segment.ids.get();
  }
}

/// A mark of a block or a part; behind it.
const uint8_t* RecordCursor::take_mark(const uint8_t* at, uint8_t mark) {
  if (mark == kBlockMark) {
    FunctionId function;
    at = get_varint(get_varint(at, function.value), file_.value);
    if (function != function_) {
      last_ = {};
    }
    function_ = function;
    begin_run(at);
    return at;
  }
  uint64_t width = 0;
  at = get_varint(at, width);
  width_ = width;
  parts_begun_ += std::exchange(continues_part_, false) ? 0U : 1U;
  function_ = kNoFunction;
  begin_run(at);
  return at;
}

/// `at`: behind a mark, which place_ leads to where there are places.
void RecordCursor::begin_run(const uint8_t* at) {
  const RecordStore::Segment& segment = store_->segments_[segment_];
  run_.offset = static_cast<uint32_t>(
      segment.has_places ? place_.offset : static_cast<size_t>(at - segment.bytes.get()));
  run_.next_place = static_cast<uint32_t>(place_.next);
  is_run_begun_ = true;
}

/// Goes to the next record of this segment that is wanted. False: there is none. Without places,
/// last_ means nothing.
template <bool kHasPlaces>
bool RecordCursor::find_in(const RecordStore::Segment& segment) {
  const uint8_t* at = segment.bytes.get() + at_;
  const uint8_t* const end = segment.bytes.get() + segment.used;
  bool wide = false;
  uint8_t estimates = 0;
  while (at != end) {
    const uint8_t control = *at++;
    const auto mark = static_cast<uint8_t>(control & 7);
    if (mark <= kJcndMark) [[likely]] {
      at = kHasPlaces ? move(at, control) : at + bytes_of_position(control);
      if (is_wanted(mark)) {
        found_ = {at, control, estimates, wide};
        return true;
      }
      at = skip(at, control, wide, width_);
      wide = false;
      estimates = 0;
    } else if (mark == kWideMark) {
      wide = true;
    } else if (mark == kEstimateMark) {
      estimates = control;
    } else {
      at = take_mark(at, mark);
    }
  }
  return false;
}

/// Finds the next call, if the segment has an index of them.
bool RecordCursor::find_place(const RecordStore::Segment& segment) {
  while (segment.calls.move(place_)) {
    const uint8_t* at = segment.bytes.get() + place_.offset;
    uint8_t control = *at++;
    if ((control & 7) == kBlockMark || (control & 7) == kPartMark) {
      take_mark(at, control & 7);
      continue;
    }
    uint8_t estimates = 0;
    if ((control & 7) == kEstimateMark) {
      estimates = control;
      control = *at++;
    }
    const bool wide = (control & 7) == kWideMark;
    if (wide) {
      control = *at++;
    }
    found_ = {at + bytes_of_position(control), control, estimates, wide};
    return true;
  }
  return false;
}

/// Goes to the next record that is wanted. False: the end.
bool RecordCursor::find() {
  for (; segment_ != store_->segments_.size(); ++segment_, enter_segment()) {
    if (find_in<true>(store_->segments_[segment_])) {
      return true;
    }
  }
  return false;
}

/// Goes to the next call, whose position nobody asks for.
bool RecordCursor::find_call() {
  for (; segment_ != store_->segments_.size(); ++segment_, enter_segment()) {
    const RecordStore::Segment& segment = store_->segments_[segment_];
    if (segment.has_places ? find_place(segment) : find_in<false>(segment)) {
      return true;
    }
  }
  return false;
}

/// Goes on behind what was found.
void RecordCursor::leave(const uint8_t* end) {
  at_ = static_cast<size_t>(end - store_->segments_[segment_].bytes.get());
}

const Record* RecordCursor::next() {
  if (!find()) {
    return nullptr;
  }
  record_.is_estimated = (found_.estimates & kEstimatedCostBit) != 0;
  record_.is_count_estimated = (found_.estimates & kEstimatedCountBit) != 0;
  leave(read(found_.at, found_.control, found_.wide));
  return &record_;
}

bool RecordCursor::next(CallBatch& batch) {
  batch.size = 0;
  batch.costs.clear();
  const IdMap* ids = nullptr;
  while (batch.size != CallBatch::kMost && (is_found_ || find_call())) {
    if (batch.size == 0) {
      ids = ids_;
      batch.part = parts_begun_ - 1;
    }
    is_found_ = ids != ids_ || batch.part != parts_begun_ - 1;
    if (is_found_) {
      break;  // the next batch begins here
    }
    leave(read_call(batch));
    if (width_ == 1 && !store_->segments_[segment_].has_places) {
      read_plain_calls(batch);
    }
  }
  batch.first_cost[batch.size] = batch.costs.size();
  for (size_t at = 0; ids != nullptr && at < batch.size; ++at) {
    batch.callers[at] = ids->function(batch.callers[at]);
    batch.callees[at] = ids->function(batch.callees[at]);
  }
  return batch.size != 0;
}

bool RecordCursor::next(CallRun& run, FunctionId& caller, size_t& part) {
  while (find_call()) {
    const bool begins = std::exchange(is_run_begun_, false);
    if (begins) {
      run = run_;
      caller = ids_ == nullptr ? function_ : ids_->function(function_);
      part = parts_begun_ - 1;
    }
    const RecordStore::Segment& segment = store_->segments_[segment_];
    const uint8_t* at = skip(found_.at, found_.control, found_.wide, width_);
    const uint8_t* const end = segment.bytes.get() + segment.used;
    while (width_ == 1 && !segment.has_places && at != end && *at == kCallMark) {
      at = skip_varints(at + 1, 3);
    }
    leave(at);
    if (begins) {
      return true;
    }
  }
  return false;
}

/// Adds what was found, with ids as they are written.
const uint8_t* RecordCursor::read_call(CallBatch& batch) {
  const size_t call = batch.size++;
  const uint8_t* at = found_.at;
  if ((found_.control & kTargetBit) != 0) {
    at = skip_varints(at, 2);
  }
  at = get_varint(at, batch.callees[call].value);
  at = get_varint(at, batch.counts[call]);
  batch.callers[call] = function_;
  batch.is_estimated[call] = (found_.estimates & kEstimatedCostBit) != 0;
  batch.is_count_estimated[call] = (found_.estimates & kEstimatedCountBit) != 0;
  batch.first_cost[call] = batch.costs.size();
  return read_costs(at, found_.wide, width_, batch.costs);
}

/// Adds the calls that follow in this segment as long as they are what nearly all calls are that
/// were added up: of one cost, without a position, sure.
void RecordCursor::read_plain_calls(CallBatch& batch) {
  const RecordStore::Segment& segment = store_->segments_[segment_];
  const uint8_t* at = segment.bytes.get() + at_;
  const uint8_t* const end = segment.bytes.get() + segment.used;
  const size_t first = batch.size;
  const size_t first_cost = batch.costs.size();
  batch.costs.resize(first_cost + CallBatch::kMost - first);
  int128* cost = batch.costs.data() + first_cost;
  size_t size = first;
  while (size != CallBatch::kMost && at != end) {
    if (*at == kCallMark) [[likely]] {
      uint64_t bits = 0;
      at = get_varint(at + 1, batch.callees[size].value);
      at = get_varint(get_varint(at, batch.counts[size]), bits);
      *cost++ = bits;
      batch.callers[size] = function_;
      batch.first_cost[size] = first_cost + size - first;
      ++size;
    } else if (*at == kBlockMark) {
      at = take_mark(at + 1, kBlockMark);
    } else {
      break;
    }
  }
  std::fill_n(batch.is_estimated.begin() + first, size - first, false);
  std::fill_n(batch.is_count_estimated.begin() + first, size - first, false);
  batch.size = size;
  batch.costs.resize(first_cost + size - first);
  leave(at);
}

bool RecordCursor::is_wanted(uint8_t mark) const {
  static_assert(kSelfMark == uint8_t(RecordKind::kSelf) &&
                kCallMark == uint8_t(RecordKind::kCall) &&
                kJumpMark == uint8_t(RecordKind::kJump) &&
                kJcndMark == uint8_t(RecordKind::kConditionalJump));
  return mark >= static_cast<uint8_t>(kinds_.first) && mark <= static_cast<uint8_t>(kinds_.last);
}

/// Goes to a record's position; behind it.
const uint8_t* RecordCursor::move(const uint8_t* at, uint8_t control) {
  if ((control & kDeltaMask) == 0) {
    return at;  // calls that were added up have no position
  }
  at = get_delta(at, control >> kAddressShift & 3, last_.address);
  return get_delta(at, control >> kLineShift & 3, last_.line);
}

const uint8_t* RecordCursor::read(const uint8_t* at, uint8_t control, bool wide) {
  const auto mark = static_cast<uint8_t>(control & 7);
  record_.part = parts_begun_ - 1;
  record_.function = ids_ == nullptr ? function_ : ids_->function(function_);
  record_.file = ids_ == nullptr ? file_ : ids_->names[file_.index()];
  record_.at = last_;
  record_.target.reset();
  record_.costs.clear();
  switch (mark) {
    case kSelfMark:
      record_.kind = RecordKind::kSelf;
      return read_costs(at, wide, width_, record_.costs);
    case kCallMark:
      record_.kind = RecordKind::kCall;
      if ((control & kTargetBit) != 0) {
        at = get_position(at, last_, record_.target.emplace());
      }
      at = get_varint(at, record_.other.value);
      at = get_varint(at, record_.count);
      if (ids_ != nullptr) {
        record_.other = ids_->function(record_.other);
      }
      return read_costs(at, wide, width_, record_.costs);
    default:
      record_.kind = mark == kJcndMark ? RecordKind::kConditionalJump : RecordKind::kJump;
      at = get_position(at, last_, record_.target.emplace());
      at = get_varint(at, record_.other.value);
      at = get_varint(at, record_.target_file.value);
      at = get_varint(at, record_.count);
      record_.followed = record_.count;
      if (ids_ != nullptr) {
        record_.other = ids_->function(record_.other);
        record_.target_file = ids_->names[record_.target_file.index()];
      }
      return mark == kJcndMark ? get_varint(at, record_.followed) : at;
  }
}

}  // namespace quern
