// SPDX-License-Identifier: MIT
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
  const FunctionId function = numbers_->function(record.function);
  const NameId file = numbers_->name(record.file);
  if (narrow(record)) {
    packed_.self_costs({function, file, {&record.at, 1}, row_.data(), record.is_estimated});
  } else {
    packed_.self_cost({function, file, record.at, record.costs, record.is_estimated});
  }
}

void RecordPacker::add_call(const Record& record) {
  CallRecord call;
  call.caller = numbers_->function(record.function);
  call.callee = numbers_->function(record.other);
  call.file = numbers_->name(record.file);
  call.at = record.at;
  call.has_target = record.target.has_value();
  call.target = record.target.value_or(Position());
  call.count = record.count;
  call.is_estimated = record.is_estimated;
  call.is_count_estimated = record.is_count_estimated;
  if (narrow(record)) {
    call.inclusive = row_;
  } else {
    call.wide_inclusive = record.costs;
  }
  packed_.call(call);
}

void RecordPacker::add_jump(const Record& record) {
  JumpRecord jump;
  jump.is_conditional = record.kind == RecordKind::kConditionalJump;
  jump.from = numbers_->function(record.function);
  jump.from_file = numbers_->name(record.file);
  jump.at = record.at;
  jump.to = numbers_->function(record.other);
  jump.to_file = numbers_->name(record.target_file);
  jump.target = record.target.value_or(Position());
  jump.executed = record.count;
  jump.followed = record.followed;
  packed_.jump(jump);
}

}  // namespace quern::snapshot
