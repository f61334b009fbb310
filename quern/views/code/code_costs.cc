// SPDX-License-Identifier: MIT
#include "quern/views/code/code_costs.h"

#include <algorithm>

#include "quern/analysis/costs/record_columns.h"
#include "quern/model/records/record_cursor.h"
#include "quern/query/columns.h"

namespace quern {

namespace {

void add_costs(CostRows& rows, size_t row, size_t first, std::span<const int128> costs) {
  for (size_t column = 0; column < costs.size(); ++column) {
    if (costs[column] != 0) {
      rows.add(row, first + column, costs[column]);
    }
  }
}

}  // namespace

CodeCosts::CodeCosts(const Profile& profile, const Selection& selection, const SourcePlaces& places,
                     Instructions instructions)
    : profile_(&profile),
      inlined_(profile, places),
      instructions_(instructions),
      selfs_(column_sums(selection).size()),
      call_costs_(selfs_.width() + 1) {
  RecordColumns columns(profile, column_sums(selection));
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    if (selection.parts.contains(record->part)) {
      add(*record, columns.of(*record));
    }
  }
  inlined_.settle();
}

void CodeCosts::add(const Record& record, std::span<const int128> costs) {
  const Part& part = profile_->parts()[record.part];
  const PositionKinds& kinds = part.header.positions;
  const bool has_line = knows_line(kinds, record.at.line);
  has_lines_ = has_lines_ || has_line;
  const CodeSpot spot{
      .address = has_instructions() && record.kind == RecordKind::kSelf ? record.at.address : 0,
      .line = has_line ? record.at.line : 0,
      .function = profile_->function(record.function),
      .file = profile_->symbols().names.canonical(record.file),
      .chain = inlined_.chain(record)};
  if (record.kind == RecordKind::kSelf) {
    add_self(spot, record, costs);
  } else if (record.kind != RecordKind::kCall) {
    add_jump(spot, record, kinds);
  } else if (part.contexts == ContextUse::kNone) {
    add_call(spot, record, costs);
  } else {
    (void)silent_calls_.of({.function = spot.function, .file = spot.file});
  }
}

void CodeCosts::add_self(const CodeSpot& spot, const Record& record,
                         std::span<const int128> costs) {
  const uint32_t row = spots_.of(spot);
  if (row == selfs_.size()) {
    selfs_.add_row();
  }
  if (record.is_estimated) [[unlikely]] {
    self_marks_.mark(row);
  }
  add_costs(selfs_, row, 0, costs);
}

void CodeCosts::add_call(const CodeSpot& spot, const Record& record,
                         std::span<const int128> costs) {
  const uint32_t row = calls_.of({spot, profile_->function(record.other)});
  if (row == call_costs_.size()) {
    call_costs_.add_row();
  }
  if (record.is_estimated || record.is_count_estimated) [[unlikely]] {
    call_marks_.mark(row);
  }
  call_costs_.add(row, 0, int128{record.count});
  add_costs(call_costs_, row, 1, costs);
}

void CodeCosts::add_jump(const CodeSpot& spot, const Record& record, const PositionKinds& kinds) {
  const bool has_target = record.target && knows_line(kinds, record.target->line);
  const uint32_t row = jumps_.of({.from = spot,
                                  .is_conditional = record.kind == RecordKind::kConditionalJump,
                                  .function = profile_->function(record.other),
                                  .file = profile_->symbols().names.canonical(record.target_file),
                                  .target = has_target ? record.target->line : 0});
  if (row == jump_counts_.size()) {
    jump_counts_.add_row();
  }
  jump_counts_.add(row, 0, int128{record.count});
  jump_counts_.add(row, 1, int128{record.followed});
}

}  // namespace quern
