// SPDX-License-Identifier: MIT
#include "quern/model/records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "quern/base/varint.h"
#include "quern/model/symbols.h"

namespace quern {

namespace {

constexpr size_t kRecordSegmentBytes = size_t{1} << 20;
constexpr FunctionId kNoFunction{~uint32_t{0}};
/// Control byte, two positions, target, two ids, two counts: what any record needs besides costs.
constexpr size_t kHead = 1 + 8 * kVarint64;

/// Kinds of a control byte's low 3 bits.
enum Mark : uint8_t {
  kSelfMark,
  kCallMark,
  kJumpMark,
  kJcndMark,
  kBlockMark,
  kPartMark,
  kWideMark,
  kEstimateMark,  ///< in front of a call: bits 3 and 4 say what of it is an estimate
};
/// Bits 3-4: length of the address delta, bits 5-6: of the line delta (0, 1, 2 or 8 bytes).
/// Bit 7: a call has a target.
constexpr unsigned kAddressShift = 3;
constexpr unsigned kLineShift = 5;
constexpr uint8_t kTargetBit = 0x80;
constexpr uint8_t kEstimatedCostBit = 0x08;
constexpr uint8_t kEstimatedCountBit = 0x10;

constexpr unsigned length_code(uint64_t zigzagged) {
  return zigzagged == 0 ? 0U : zigzagged < 0x100 ? 1U : zigzagged < 0x10000 ? 2U : 3U;
}
constexpr size_t kDeltaBytes[] = {0, 1, 2, 8};

/// Stores 8 bytes and keeps the first of them: the room always has as many left.
uint8_t* put_delta(uint8_t* at, uint64_t zigzagged, unsigned code) {
  std::memcpy(at, &zigzagged, 8);
  return at + kDeltaBytes[code];
}

const uint8_t* get_delta(const uint8_t* at, unsigned code, uint64_t& delta) {
  uint64_t zigzagged = 0;
  std::memcpy(&zigzagged, at, kDeltaBytes[code]);
  delta = unzigzag(zigzagged);
  return at + kDeltaBytes[code];
}

/// Control byte and position.
uint8_t* put_head(uint8_t* at, uint8_t mark, const Position& last, const Position& here) {
  const uint64_t address = zigzag(here.address - last.address);
  const uint64_t line = zigzag(here.line - last.line);
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

const uint8_t* get_position(const uint8_t* at, const Position& from, Position& here) {
  uint64_t address = 0;
  uint64_t line = 0;
  at = get_varint(get_varint(at, address), line);
  here = {from.address + unzigzag(address), from.line + unzigzag(line)};
  return at;
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

}  // namespace

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
    capacity_ = std::max(kRecordSegmentBytes, bytes);
    segments_.emplace_back().bytes = std::make_unique_for_overwrite<uint8_t[]>(capacity_);
  }
  return segments_.back().bytes.get() + segments_.back().used;
}

void RecordStore::written(const uint8_t* end) {
  segments_.back().used = static_cast<size_t>(end - segments_.back().bytes.get());
}

FunctionId IdMap::function(FunctionId id) const {
  return (id.value & Symbols::kTargetBit) != 0 ? targets[id.value & ~Symbols::kTargetBit]
                                               : functions[id.index()];
}

void RecordStore::adopt(RecordStore&& later, const std::shared_ptr<const IdMap>& ids) {
  bool is_first = true;
  for (Segment& segment : later.segments_) {
    segment.ids = ids;
    segment.continues_part = std::exchange(is_first, false);
    segments_.push_back(std::move(segment));
  }
  capacity_ = segments_.empty() ? 0 : segments_.back().used;  // nothing more goes into these
  in_block_ = false;
}

void RecordStore::begin_part(size_t width) {
  uint8_t* at = room(1 + kVarint64);
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
  *at++ = kBlockMark;
  written(put_varint(put_varint(at, function.value), file.value));
  if (!in_block_ || function != function_) {
    last_ = {};
  }
  function_ = function;
  file_ = file;
  in_block_ = true;
}

void RecordStore::self_costs(const SelfBatch& batch) {
  place(batch.function, batch.file);
  const int64_t* costs = batch.costs;
  for (const Position& here : batch.at) {
    uint8_t* at = room(kHead + width_ * kVarint64);
    const std::span<const int64_t> row(costs, width_);
    if (is_plain(row)) [[likely]] {
      at = put_head(at, kSelfMark, last_, here);
      written(put_costs(at, row, width_));
      last_ = here;
    } else {
      const std::vector<int128> wide(row.begin(), row.end());
      self_cost({batch.function, batch.file, here, wide});
    }
    costs += width_;
  }
}

void RecordStore::wide_costs(std::span<const int128> costs) {
  uint8_t* at = room((costs.size() + 1) * kVarint128);
  at = put_varint(at, costs.size());
  for (const int128 cost : costs) {
    const auto bits = static_cast<uint128>(cost);
    at = put_varint(at, bits << 1 ^ (uint128{0} - (bits >> 127)));
  }
  written(at);
}

void RecordStore::self_cost(const WideSelf& record) {
  place(record.function, record.file);
  uint8_t* at = room(kHead + 1 + (record.costs.size() + 1) * kVarint128);
  *at++ = kWideMark;
  written(put_head(at, kSelfMark, last_, record.at));
  wide_costs(record.costs);
  last_ = record.at;
}

void RecordStore::call(const CallRecord& record) {
  place(record.caller, record.file);
  const bool wide = !record.wide_inclusive.empty() || !is_plain(record.inclusive);
  const size_t costs = std::max(record.inclusive.size(), record.wide_inclusive.size());
  uint8_t* at = room(kHead + 2 + (costs + 1) * kVarint128);
  if (record.is_estimated || record.is_count_estimated) [[unlikely]] {
    *at++ = static_cast<uint8_t>(kEstimateMark | (record.is_estimated ? kEstimatedCostBit : 0) |
                                 (record.is_count_estimated ? kEstimatedCountBit : 0));
  }
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

void RecordCursor::enter_segment() {
  at_ = 0;
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

const Record* RecordCursor::next() {
  bool wide = false;
  uint8_t estimates = 0;
  for (;;) {
    if (segment_ == store_->segments_.size()) {
      return nullptr;
    }
    const RecordStore::Segment& segment = store_->segments_[segment_];
    if (at_ == segment.used) {
      ++segment_;
      enter_segment();
      continue;
    }
    const uint8_t* at = segment.bytes.get() + at_;
    const uint8_t control = *at++;
    const auto mark = static_cast<uint8_t>(control & 7);
    const auto leave = [&](const uint8_t* end) {
      at_ = static_cast<size_t>(end - segment.bytes.get());
    };
    if (mark == kWideMark) {
      wide = true;
      leave(at);
      continue;
    }
    if (mark == kEstimateMark) {
      estimates = control;
      leave(at);
      continue;
    }
    if (mark == kPartMark) {
      uint64_t width = 0;
      leave(get_varint(at, width));
      width_ = width;
      parts_begun_ += std::exchange(continues_part_, false) ? 0U : 1U;
      function_ = kNoFunction;
      continue;
    }
    if (mark == kBlockMark) {
      uint32_t function = 0;
      uint32_t file = 0;
      leave(get_varint(get_varint(at, function), file));
      if (FunctionId(function) != function_) {
        last_ = {};
      }
      function_ = FunctionId(function);
      file_ = NameId(file);
      continue;
    }
    record_.is_estimated = (estimates & kEstimatedCostBit) != 0;
    record_.is_count_estimated = (estimates & kEstimatedCountBit) != 0;
    leave(read(at, control, wide));
    return &record_;
  }
}

const uint8_t* RecordCursor::read(const uint8_t* at, uint8_t control, bool wide) {
  const auto mark = static_cast<uint8_t>(control & 7);
  uint64_t address = 0;
  uint64_t line = 0;
  at = get_delta(at, control >> kAddressShift & 3, address);
  at = get_delta(at, control >> kLineShift & 3, line);
  last_ = {last_.address + address, last_.line + line};
  record_.part = parts_begun_ - 1;
  record_.function = ids_ == nullptr ? function_ : ids_->function(function_);
  record_.file = ids_ == nullptr ? file_ : ids_->names[file_.index()];
  record_.at = last_;
  record_.target.reset();
  switch (mark) {
    case kSelfMark:
      record_.kind = RecordKind::kSelf;
      return read_costs(at, wide);
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
      return read_costs(at, wide);
    default:
      record_.kind = mark == kJcndMark ? RecordKind::kConditionalJump : RecordKind::kJump;
      at = get_position(at, last_, record_.target.emplace());
      at = get_varint(at, record_.other.value);
      at = get_varint(at, record_.target_file.value);
      at = get_varint(at, record_.count);
      record_.followed = record_.count;
      record_.costs.clear();
      if (ids_ != nullptr) {
        record_.other = ids_->function(record_.other);
        record_.target_file = ids_->names[record_.target_file.index()];
      }
      return mark == kJcndMark ? get_varint(at, record_.followed) : at;
  }
}

const uint8_t* RecordCursor::read_costs(const uint8_t* at, bool wide) {
  if (!wide && width_ == 1) {
    uint64_t cost = 0;
    at = get_varint(at, cost);
    record_.costs.assign(1, cost);
    return at;
  }
  uint64_t given = 0;
  at = get_varint(at, given);
  record_.costs.resize(given);
  for (int128& cost : record_.costs) {
    uint128 bits = 0;
    at = get_varint(at, bits);
    cost = wide ? static_cast<int128>(bits >> 1 ^ (uint128{0} - (bits & 1)))
                : static_cast<int128>(bits);
  }
  return at;
}

}  // namespace quern
