// SPDX-License-Identifier: MIT
//
// Runs of calls, read where they are packed.
#include "quern/model/records/packed_record.h"
#include "quern/model/records/record_cursor.h"

namespace quern {

namespace {

using namespace record_marks;
using namespace packed_record;

/// A call, from behind its target.
struct FoundCall {
  const uint8_t* at = nullptr;  ///< null: there is none
  bool wide = false;
};

/// The next call before the run's end.
FoundCall next_call(const uint8_t* at, const uint8_t* end, size_t width) {
  bool wide = false;
  while (at != end) {
    const uint8_t control = *at++;
    const auto mark = static_cast<uint8_t>(control & 7);
    if (mark == kBlockMark || mark == kPartMark) {
      break;
    }
    if (mark == kWideMark || mark == kEstimateMark) {
      wide = wide || mark == kWideMark;
      continue;
    }
    at += bytes_of_position(control);
    if (mark == kCallMark) {
      return {(control & kTargetBit) != 0 ? skip_varints(at, 2) : at, wide};
    }
    at = skip(at, control, wide, width);
    wide = false;
  }
  return {};
}

}  // namespace

/// `take_rest(at, wide)` returns what follows the call, from its count on.
template <class TakeRest>
bool CallWalk::next_of(FunctionId& callee, size_t width, TakeRest take_rest) {
  const uint8_t* const bytes = segment_->bytes.get();
  if (segment_->has_places) {
    CallPlaces::Walk walk{next_place_, static_cast<size_t>(at_ - bytes)};
    if (!segment_->calls.move(walk)) {
      return false;
    }
    next_place_ = static_cast<uint32_t>(walk.next);
    at_ = bytes + walk.offset;
  }
  const uint8_t* const segment_end = bytes + segment_->used;
  FoundCall call{at_ + 1};
  if (at_ == segment_end || *at_ != kCallMark) {  // else it has no position, as sums of calls have
    call = next_call(at_, segment_end, width);
    if (call.at == nullptr) {
      return false;
    }
  }
  const uint8_t* const end = take_rest(get_varint(call.at, callee.value), call.wide);
  if (!segment_->has_places) {
    at_ = end;
  }
  if (segment_->ids) {
    callee = segment_->ids->function(callee);
  }
  return true;
}

bool CallWalk::next(size_t width, FunctionId& callee) {
  return next_of(callee, width, [width](const uint8_t* at, bool wide) {
    return skip_costs(skip_varints(at, 1), wide, width);
  });
}

bool CallWalk::next_of_any(size_t width, RunCall& call) {
  call.all_.clear();
  const bool is_one = next_of(call.callee, width, [&](const uint8_t* at, bool wide) {
    return read_costs(get_varint(at, call.count), wide, width, call.all_);
  });
  call.costs = call.all_;
  return is_one;
}

}  // namespace quern
