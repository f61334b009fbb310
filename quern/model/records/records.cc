// SPDX-License-Identifier: MIT
#include "quern/model/records/records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "quern/base/varint.h"
#include "quern/model/records/record_marks.h"
#include "quern/model/records/symbols.h"

namespace quern {

namespace {

using namespace record_marks;

constexpr size_t kRecordSegmentBytes = size_t{1} << 20;
constexpr size_t kFirstSegmentBytes = 256;
/// Control byte, two positions, target, two ids, two counts: what any record needs besides costs.
constexpr size_t kHead = 1 + 8 * kVarint64;

constexpr unsigned length_code(uint64_t zigzagged) {
  return zigzagged == 0 ? 0U : zigzagged < 0x100 ? 1U : zigzagged < 0x10000 ? 2U : 3U;
}
/// Stores 8 bytes and keeps the first of them: the room always has as many left.
uint8_t* put_delta(uint8_t* at, uint64_t zigzagged, unsigned code) {
  std::memcpy(at, &zigzagged, 8);
  return at + kDeltaBytes[code];
}

/// Control byte and position.
uint8_t* put_head(uint8_t* at, uint8_t mark, const Position& last, const Position& here) {
  const uint64_t address = zigzag(here.address - last.address);
  const uint64_t line = zigzag(here.line - last.line);
  if ((address | line) == 0) {
    *at++ = mark;
    return at;
  }
  const unsigned address_code = length_code(address);
  const unsigned line_code = length_code(line);
  *at++ = static_cast<uint8_t>(mark | address_code << kAddressShift | line_code << kLineShift);
  at = put_delta(at, address, address_code);
  return put_delta(at, line, line_code);
}

uint8_t* put_position(uint8_t* at, const Position& from, const Position& here) {
  at = put_varint(at, zigzag(here.address - from.address));
  return put_varint(at, zigzag(here.line - from.line));
}

/// Costs of a part of one event stand alone; others are preceded by how many there are.
uint8_t* put_costs(uint8_t* at, std::span<const int64_t> costs, size_t width) {
  if (width == 1) {
    return put_varint(at, static_cast<uint64_t>(costs.empty() ? 0 : costs[0]));
  }
  size_t given = costs.size();
  while (given != 0 && costs[given - 1] == 0) {
    --given;
  }
  at = put_varint(at, given);
  for (size_t event = 0; event < given; ++event) {
    at = put_varint(at, static_cast<uint64_t>(costs[event]));
  }
  return at;
}

bool is_plain(std::span<const int64_t> costs) {
  return std::ranges::none_of(costs, [](int64_t cost) { return cost < 0; });
}

/// In front of a record of which something was split by a guess.
uint8_t* put_estimates(uint8_t* at, bool is_cost, bool is_count) {
  if (is_cost || is_count) [[unlikely]] {
    *at++ = static_cast<uint8_t>(kEstimateMark | (is_cost ? kEstimatedCostBit : 0) |
                                 (is_count ? kEstimatedCountBit : 0));
  }
  return at;
}

}  // namespace

CallRecord Record::as_call() const {
  CallRecord call;
  call.caller = function;
  call.callee = other;
  call.file = file;
  call.at = at;
  call.target = target.value_or(Position());
  call.has_target = target.has_value();
  call.count = count;
  call.wide_inclusive = costs;
  call.is_estimated = is_estimated;
  call.is_count_estimated = is_count_estimated;
  return call;
}

JumpRecord Record::as_jump() const {
  JumpRecord jump;
  jump.is_conditional = kind == RecordKind::kConditionalJump;
  jump.from = function;
  jump.from_file = file;
  jump.at = at;
  jump.to = other;
  jump.to_file = target_file;
  jump.target = target.value_or(Position());
  jump.executed = count;
  jump.followed = followed;
  return jump;
}

CallTarget target_of(const PositionKinds& kinds, const Record& call) {
  CallTarget target;
  if (call.target && kinds.line) {
    target.line = call.target->line;
  }
  if (call.target && kinds.instr) {
    target.address = call.target->address;
  }
  return target;
}

RecordStore::RecordStore() = default;

uint64_t RecordStore::bytes() const {
  uint64_t sum = 0;
  for (const Segment& segment : segments_) {
    sum += segment.used;
  }
  return sum;
}

uint8_t* RecordStore::room(size_t bytes) {
  if (segments_.empty() || capacity_ - segments_.back().used < bytes) {
    // Small ones first: what was taken over may stand in very many small pieces.
    const size_t grown = std::clamp(2 * capacity_, kFirstSegmentBytes, kRecordSegmentBytes);
    capacity_ = std::max(grown, bytes);
    segments_.emplace_back().bytes = std::make_unique_for_overwrite<uint8_t[]>(capacity_);
    segments_.back().has_places = places_calls_;
  }
  return segments_.back().bytes.get() + segments_.back().used;
}

void RecordStore::written(const uint8_t* end) {
  segments_.back().used = offset_of(end);
}

/// A call is about to be written there.
void RecordStore::place_call(const uint8_t* at) {
  if (places_calls_) {
    placer_.call(segments_.back().calls, offset_of(at),
                 [this](size_t segment) -> CallPlaces& { return segments_[segment].calls; });
  }
}

FunctionId IdMap::function(FunctionId id) const {
  return (id.value & Symbols::kTargetBit) != 0 ? targets[id.value & ~Symbols::kTargetBit]
                                               : functions[id.index()];
}

void RecordStore::adopt(RecordStore&& later, const std::shared_ptr<const IdMap>& ids) {
  bool is_first = true;
  for (Segment& segment : later.segments_) {
    segment.ids = ids;
    segment.continues_part = std::exchange(is_first, false) || segment.continues_part;
    segments_.push_back(std::move(segment));
  }
  for (const NameId file : later.files_.files()) {
    files_.mark(ids ? ids->names[file.index()] : file);
  }
  capacity_ = segments_.empty() ? 0 : segments_.back().used;  // nothing more goes into these
  in_block_ = false;
}

void RecordStore::take(std::unique_ptr<uint8_t[]> bytes, size_t used, RecordFinds&& finds) {
  Segment& segment = segments_.emplace_back();
  segment.bytes = std::move(bytes);
  segment.used = used;
  segment.continues_part = true;
  segment.has_places = places_calls_;
  if (places_calls_) {
    segment.calls = std::move(finds.calls);
  }
  files_.mark(finds.files);
  capacity_ = used;
  in_block_ = false;
}

void RecordStore::append_to(std::string& out) const {
  for (const Segment& segment : segments_) {
    out.append(reinterpret_cast<const char*>(segment.bytes.get()), segment.used);
  }
}

void RecordStore::begin_part(size_t width) {
  uint8_t* at = room(1 + kVarint64);
  if (places_calls_) {
    segments_.back().calls.add(offset_of(at));
  }
  *at++ = kPartMark;
  written(put_varint(at, width));
  width_ = width;
  in_block_ = false;
}

void RecordStore::place(FunctionId function, NameId file) {
  if (in_block_ && function == function_ && file == file_) {
    return;
  }
  uint8_t* at = room(1 + 2 * kVarint64);
  placer_.block(segments_.size() - 1, offset_of(at));
  *at++ = kBlockMark;
  written(put_varint(put_varint(at, function.value), file.value));
  if (!in_block_ || function != function_) {
    last_ = {};
  }
  files_.mark(file);
  function_ = function;
  file_ = file;
  in_block_ = true;
}

void RecordStore::self_costs(const SelfBatch& batch) {
  place(batch.function, batch.file);
  const int64_t* costs = batch.costs;
  for (const Position& here : batch.at) {
    uint8_t* at = room(kHead + 1 + width_ * kVarint64);
    const std::span<const int64_t> row(costs, width_);
    if (is_plain(row)) [[likely]] {
      at = put_estimates(at, batch.is_estimated, false);
      at = put_head(at, kSelfMark, last_, here);
      written(put_costs(at, row, width_));
      last_ = here;
    } else {
      const std::vector<int128> wide(row.begin(), row.end());
      self_cost({batch.function, batch.file, here, wide, batch.is_estimated});
    }
    costs += width_;
  }
}

void RecordStore::wide_costs(std::span<const int128> costs) {
  uint8_t* at = room((costs.size() + 1) * kVarint128);
  at = put_varint(at, costs.size());
  for (const int128 cost : costs) {
    at = put_varint(at, zigzag128(cost));
  }
  written(at);
}

void RecordStore::self_cost(const WideSelf& record) {
  place(record.function, record.file);
  uint8_t* at = room(kHead + 2 + (record.costs.size() + 1) * kVarint128);
  at = put_estimates(at, record.is_estimated, false);
  *at++ = kWideMark;
  written(put_head(at, kSelfMark, last_, record.at));
  wide_costs(record.costs);
  last_ = record.at;
}

void RecordStore::call(const CallRecord& record) {
  place(record.caller, record.file);
  if (width_ == 1 && record.wide_inclusive.empty() && record.inclusive.size() == 1 &&
      record.inclusive[0] >= 0 && record.at == last_ && !record.has_target &&
      !record.is_estimated && !record.is_count_estimated) {  // as nearly all that were added up are
    uint8_t* at = room(kHead);
    place_call(at);
    *at++ = kCallMark;
    at = put_varint(put_varint(at, record.callee.value), record.count);
    return written(put_varint(at, static_cast<uint64_t>(record.inclusive[0])));
  }
  const bool wide = !record.wide_inclusive.empty() || !is_plain(record.inclusive);
  const size_t costs = std::max(record.inclusive.size(), record.wide_inclusive.size());
  uint8_t* at = room(kHead + 2 + (costs + 1) * kVarint128);
  place_call(at);
  at = put_estimates(at, record.is_estimated, record.is_count_estimated);
  if (wide) {
    *at++ = kWideMark;
  }
  uint8_t* const control = at;
  at = put_head(at, kCallMark, last_, record.at);
  if (record.has_target) {
    *control |= kTargetBit;
    at = put_position(at, record.at, record.target);
  }
  at = put_varint(at, record.callee.value);
  at = put_varint(at, record.count);
  last_ = record.at;
  if (!wide) [[likely]] {
    written(put_costs(at, record.inclusive, width_));
    return;
  }
  written(at);
  if (record.wide_inclusive.empty()) {
    wide_costs(std::vector<int128>(record.inclusive.begin(), record.inclusive.end()));
  } else {
    wide_costs(record.wide_inclusive);
  }
}

void RecordStore::jump(const JumpRecord& record) {
  place(record.from, record.from_file);
  files_.mark(record.to_file);
  uint8_t* at = room(kHead + kVarint64);
  at = put_head(at, record.is_conditional ? kJcndMark : kJumpMark, last_, record.at);
  at = put_position(at, record.at, record.target);
  at = put_varint(at, record.to.value);
  at = put_varint(at, record.to_file.value);
  at = put_varint(at, record.executed);
  if (record.is_conditional) {
    at = put_varint(at, record.followed);
  }
  written(at);
  last_ = record.at;
}

}  // namespace quern
