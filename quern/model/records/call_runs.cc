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

/// `take_costs(at, wide)` returns what follows the costs.
template <class TakeCosts>
bool RecordCursor::next_of(const RecordStore& store, CallRun& run, FunctionId& callee, size_t width,
                           TakeCosts take_costs) {
  const RecordStore::Segment& segment = store.segments_[run.segment];
  const uint8_t* const bytes = segment.bytes.get();
  if (segment.has_places) {
    CallPlaces::Walk walk{run.next_place, run.offset};
    if (!segment.calls.move(walk)) {
      return false;
    }
    run.next_place = static_cast<uint32_t>(walk.next);
    run.offset = static_cast<uint32_t>(walk.offset);
  }
  const FoundCall call = next_call(bytes + run.offset, bytes + segment.used, width);
  if (call.at == nullptr) {
    return false;
  }
  const uint8_t* const count = get_varint(call.at, callee.value);
  const uint8_t* const end = take_costs(skip_varints(count, 1), call.wide);
  if (!segment.has_places) {
    run.offset = static_cast<uint32_t>(end - bytes);
  }
  if (segment.ids) {
    callee = segment.ids->function(callee);
  }
  return true;
}

bool RecordCursor::next(const RecordStore& store, CallRun& run, size_t width, FunctionId& callee) {
  return next_of(store, run, callee, width,
                 [width](const uint8_t* at, bool wide) { return skip_costs(at, wide, width); });
}

bool RecordCursor::next(const RecordStore& store, CallRun& run, size_t width, FunctionId& callee,
                        std::vector<int128>& costs) {
  return next_of(store, run, callee, width,
                 [&](const uint8_t* at, bool wide) { return read_costs(at, wide, width, costs); });
}

}  // namespace quern
