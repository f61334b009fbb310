// SPDX-License-Identifier: MIT
//
// Packs records again for the snapshot, with the ids that it uses. A block ends when it is full or
// its part does, and begins with the place of its first record, so blocks can be read one by one.
#include "quern/formats/snapshot/record_packer.h"

#include <algorithm>

#include "quern/model/records/cost_rows.h"

namespace quern::snapshot {

void RecordPacker::begin_part(size_t width) {
  width_ = width;
  packed_ = RecordStore();
  packed_.begin_part(width);
  is_empty_ = true;
}

void RecordPacker::flush() {
  if (is_empty_) {
    return;
  }
  blocks_->flush();
  packed_.append_to(blocks_->item(kind_));
  blocks_->flush();
  begin_part(width_);
}

void RecordPacker::end_part() {
  flush();
}

void RecordPacker::add(const Record& record) {
  if (packed_.bytes() >= kFullBlock) {
    flush();
  }
  is_empty_ = false;
  switch (record.kind) {
    case RecordKind::kSelf:
      return add_self(record);
    case RecordKind::kCall:
      return add_call(record);
    case RecordKind::kJump:
    case RecordKind::kConditionalJump:
      return add_jump(record);
  }
}

/// Whether all costs have 64 bits: they are then in row_, as wide as the part.
bool RecordPacker::narrow(const Record& record) {
  if (width_ > CostRows::kDense || !std::ranges::all_of(record.costs, fits_int64)) {
    return false;
  }
  row_.assign(width_, 0);
  std::ranges::transform(record.costs, row_.begin(),
                         [](int128 cost) { return static_cast<int64_t>(cost); });
  return true;
}

void RecordPacker::add_self(const Record& record) {
  WideSelf self = record.as_self();
  self.function = numbers_->function(record.function);
  self.file = numbers_->name(record.file);
  if (narrow(record)) {
    packed_.self_costs({self.function, self.file, {&self.at, 1}, row_.data(), self.is_estimated});
  } else {
    packed_.self_cost(self);
  }
}

void RecordPacker::add_call(const Record& record) {
  CallRecord call = record.as_call();
  call.caller = numbers_->function(record.function);
  call.callee = numbers_->function(record.other);
  call.file = numbers_->name(record.file);
  if (narrow(record)) {
    call.inclusive = row_;
    call.wide_inclusive = {};
  }
  packed_.call(call);
}

void RecordPacker::add_jump(const Record& record) {
  JumpRecord jump = record.as_jump();
  jump.from = numbers_->function(record.function);
  jump.from_file = numbers_->name(record.file);
  jump.to = numbers_->function(record.other);
  jump.to_file = numbers_->name(record.target_file);
  packed_.jump(jump);
}

}  // namespace quern::snapshot
