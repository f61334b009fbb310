// SPDX-License-Identifier: MIT
//
// One pass over records and stacks that gathers the costs of distinct places in the code. Views ask
// many questions about lines (files, lines, inlined code, calls, jumps), and all are answered from
// these rows: there are far fewer of them than records, and debug information is asked once for
// each. Chains of inlined functions are settled only after the pass, since they are read from the
// objects in one go.
#include "quern/views/code/code_costs.h"

#include <algorithm>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/model/records/record_cursor.h"
#include "quern/query/codes.h"
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

/// Largest costs of lines are not those of the lines that they were inlined into, and no sums.
bool has_largest(const Profile& profile, const Selection& selection) {
  const ColumnCosts columns(profile, column_sums(selection));
  for (size_t column = 0; column < columns.size(); ++column) {
    if (columns.is_max(column)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Diagnostic no_lines(const Profile& profile, const Selection& selection,
                    const InlinedCode& inlined) {
  constexpr std::string_view kRecord =
      "compile with -g and record with Callgrind or Cachegrind (`quern help recording`); `quern "
      "top` and `quern tree` show functions";
  std::string hint = inlined.objects().empty() ? std::string() : inlined.note();
  if (inlined.has_stacks() && has_largest(profile, selection)) {
    hint = "largest values of stacks have no lines; choose another event with --event";
  }
  return usage_error(kNoLines.name, "the profile has no source lines",
                     hint.empty() ? std::string(kRecord) : hint);
}

CodeCosts::CodeCosts(const Profile& profile, const Selection& selection, const SourcePlaces& places,
                     Instructions instructions)
    : profile_(&profile),
      inlined_(profile, places),
      stacks_(profile, inlined_, !has_largest(profile, selection)),
      instructions_(instructions),
      selfs_(column_sums(selection).size()),
      call_costs_(selfs_.width() + 1) {
  add_records(selection);
  add_stacks(selection);
  inlined_.settle();
  has_lines_ = has_lines_ || stacks_.has_lines(inlined_);
}

void CodeCosts::add_records(const Selection& selection) {
  RecordColumns columns(*profile_, column_sums(selection));
  RecordCursor cursor(profile_->records());
  while (const Record* record = cursor.next()) {
    if (selection.parts.contains(record->part)) {
      add(*record, columns.of(*record));
    }
  }
}

/// Stacks of parts that know lines or addresses. Callers are looked up as well as the place that
/// has the cost, because lines show what they call.
void CodeCosts::add_stacks(const Selection& selection) {
  const ColumnCosts columns(*profile_, column_sums(selection));
  const Contexts& contexts = profile_->contexts();
  std::vector<int128> costs(columns.size());
  ContextCosts walk(contexts);
  for (const Part* const part : chosen_parts(*profile_, selection.parts)) {
    if (!stacks_.has(*part)) {
      continue;
    }
    for (uint64_t at = part->first_context; at < part->end_context; ++at) {
      const ContextId id(static_cast<uint32_t>(at));
      if (contexts.parent(id) != kNoContext) {
        (void)stacks_.caller(contexts.parent(id), inlined_);
      }
      const std::span<const EventCost> own = walk.of(id);
      if (!own.empty()) {
        std::ranges::fill(costs, 0);
        columns.add(costs, own);
        CodeSpot spot = stacks_.spender(*part, id, own, inlined_);
        spot.address = has_instructions() ? spot.address : 0;
        add_self(spot, selection.has_estimates, costs);
      }
    }
  }
}

/// Calls of parts that have stacks beside records are not added up here: stacks know them exactly.
/// That the line has a call is remembered all the same.
void CodeCosts::add(const Record& record, std::span<const int128> costs) {
  const Part& part = profile_->parts()[record.part];
  const PositionKinds& kinds = part.header.positions;
  const bool has_line = knows_line(kinds, record.at.line);
  has_lines_ = has_lines_ || has_line;
  if (record.kind == RecordKind::kSelf && stacks_.has(part)) {
    return;
  }
  const CodeSpot spot{.address = !has_instructions() || record.kind != RecordKind::kSelf ? 0
                                 : kinds.instr ? record.at.address
                                               : kNoAddress,
                      .line = has_line ? record.at.line : 0,
                      .function = profile_->function(record.function),
                      .file = profile_->symbols().names.canonical(record.file),
                      .chain = inlined_.chain(record)};
  if (record.kind == RecordKind::kSelf) {
    add_self(spot, record.is_estimated, costs);
  } else if (record.kind != RecordKind::kCall) {
    add_jump(spot, record, kinds);
  } else if (part.contexts == ContextUse::kNone) {
    add_call(spot, record, costs);
  } else {
    (void)silent_calls_.of({.function = spot.function, .file = spot.file});
  }
}

void CodeCosts::add_self(const CodeSpot& spot, bool is_estimated, std::span<const int128> costs) {
  const uint32_t row = spots_.of(spot);
  if (row == selfs_.size()) {
    selfs_.add_row();
  }
  if (is_estimated) [[unlikely]] {
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
