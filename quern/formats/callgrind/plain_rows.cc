// SPDX-License-Identifier: MIT
//
// The rows that nearly all of a dump consists of, in their plain forms:
//
//   +3 12                   self costs              0x4011a0 7 1      the same, by instruction
//   cfn=(12)                a call:                 jcnd=2/9 +4       a jump:
//   calls=2 +20             all three rows          -4                both rows
//   +3 480                  are read at once
//
// Anything unusual (tabs, CR, ranges, hex costs, 19 digits, a missing base …) makes these give up
// without having changed anything; the row is then read by costs.cc.
#include <algorithm>
#include <cstring>

#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

namespace {

/// The LF, after the blank that Callgrind writes behind a target.
bool plain_row_end(const char*& at) {
  at += *at == ' ' ? 1 : 0;
  return *at++ == '\n';
}

}  // namespace

/// Costs up to and with the LF; what is missing becomes 0. False: not plain.
/// One cost is the most frequent case, and is read without a loop over events.
[[gnu::always_inline]] inline bool Reader::plain_costs(const char*& at, int64_t* costs) const {
  const size_t width = records_.width();
  uint64_t cost = 0;
  if (width == 1 && *at == ' ') [[likely]] {
    const char* cursor = at + 1;
    if (fast_decimal(cursor, cost) && *cursor == '\n') [[likely]] {
      *costs = static_cast<int64_t>(cost);
      at = cursor + 1;
      return true;
    }
  }
  size_t event = 0;
  while (*at == ' ') {
    if (*++at == '\n') {
      break;
    }
    if (event == width || !fast_decimal(at, cost)) {
      return false;
    }
    costs[event++] = static_cast<int64_t>(cost);
  }
  for (; event < width; ++event) {
    costs[event] = 0;
  }
  return *at++ == '\n';
}

/// Whether nothing is open that only the full path can settle before a record of this block.
bool Reader::is_plain_block() const {
  return records_.are_plain() && part_is_open_ && positions_.have_plain_base() && names_.is_plain();
}

/// Self-cost rows from `at` on, as long as they are plain and follow each other. Null: not plain.
template <bool kInstr, bool kLine>
const char* Reader::plain_self_rows(const char* at, const char* stop) {
  if (names_.has_callee() || !is_plain_block()) {
    return nullptr;
  }
  Positions::Plain base = positions_.plain();
  if (!base.read<kInstr, kLine>(at)) {
    return nullptr;
  }
  if (!plain_costs(at, records_.next_costs())) {
    return nullptr;
  }
  prepare_self({row_number_, 1});
  records_.place(names_.function(), names_.file_of_positions());
  for (;;) {
    records_.add(base.position<kInstr, kLine>());
    ++row_number_;
    // The next row is tried at once. `base` and `at` stay behind the last row that was read, so
    // that a row which is not plain can be given to the full path unchanged.
    Positions::Plain next = base;
    const char* cursor = at;
    if (at == stop || !starts_cost(*at) || !next.read<kInstr, kLine>(cursor)) {
      break;
    }
    if (!plain_costs(cursor, records_.next_costs())) {
      break;
    }
    base = next;
    at = cursor;
  }
  positions_.move(base);
  return at;
}

/// `jump=COUNT TARGET` or `jcnd=FOLLOWED/EXECUTED TARGET` and its source row. Null: not plain.
template <bool kInstr, bool kLine>
const char* Reader::plain_jump(const char* at, const char* stop) {
  const bool is_conditional = at[1] == 'c';
  if (at[4] != '=' || at[2] != (is_conditional ? 'n' : 'm') ||
      at[3] != (is_conditional ? 'd' : 'p') || (!is_conditional && at[1] != 'u') ||
      names_.names_jump_function() || !is_plain_block()) {
    return nullptr;
  }
  JumpRecord record;
  record.is_conditional = is_conditional;
  const char* cursor = at + 5;
  if (!fast_decimal(cursor, record.followed)) {
    return nullptr;
  }
  record.executed = record.followed;
  if (is_conditional && (*cursor++ != '/' || !fast_decimal(cursor, record.executed) ||
                         record.followed > record.executed)) {
    return nullptr;
  }
  Positions::Plain target = positions_.plain();
  Positions::Plain source = target;
  if (*cursor++ != ' ' || !target.read<kInstr, kLine>(cursor) || !plain_row_end(cursor) ||
      cursor == stop || !starts_cost(*cursor) || !source.read<kInstr, kLine>(cursor) ||
      !plain_row_end(cursor)) {
    return nullptr;
  }
  fix_function({row_number_, 1});
  record.from = names_.function();
  record.from_file = names_.file_of_positions();
  names_.take_jump_target(record);
  record.at = source.position<kInstr, kLine>();
  record.target = target.position<kInstr, kLine>();
  records_.add(record);
  any_records_ = true;
  end_association(source);
  row_number_ += 2;
  return cursor;
}

/// `calls=COUNT TARGET` and, if it is in the window too, its cost row. Null: not plain.
template <bool kInstr, bool kLine>
const char* Reader::plain_call(const char* at, const char* stop, Alias* alias) {
  if (names_.has_late_objects() || std::memcmp(at, "calls=", 6) != 0 || !is_plain_block()) {
    return nullptr;
  }
  uint64_t count = 0;
  const char* cursor = at + 6;
  Positions::Plain target = positions_.plain();
  Positions::Plain source = target;
  if (!fast_decimal(cursor, count) || *cursor++ != ' ') {
    return nullptr;
  }
  if (dialect_->is_xdebug() && std::memcmp(cursor, "0 0\n", 4) == 0) {
    cursor += 3;  // that is all it ever writes
    target = {};
  } else if (dialect_->is_xdebug() || dialect_->is_converter() ||
             !target.read<kInstr, kLine>(cursor)) {
    return nullptr;
  }
  std::array<int64_t, CostRows::kDense> costs;
  if (!plain_row_end(cursor) || cursor == stop || !starts_cost(*cursor) ||
      !source.read<kInstr, kLine>(cursor) || !plain_costs(cursor, costs.data())) {
    return nullptr;
  }
  fix_function({row_number_, 1});
  records_.add({.caller = names_.function(),
                .callee = names_.take_callee(alias),
                .file = names_.file_of_positions(),
                .at = source.position<kInstr, kLine>(),
                .target = target.position<kInstr, kLine>(),
                .has_target = true,
                .count = count,
                .inclusive = {costs.data(), records_.width()},
                .wide_inclusive = {},
                .is_estimated = false,
                .is_count_estimated = false},
               {row_number_, 1});
  any_records_ = true;
  end_association(source);
  row_number_ += 2;
  return cursor;
}

/// `cfn=(12)` or `cfn=(12) f` and the rows of its call where they follow. Null: not plain.
template <bool kInstr, bool kLine>
const char* Reader::plain_callee(const char* at, const char* stop) {
  const char* end = at + 5;
  uint64_t id = 0;
  if (std::memcmp(at, "cfn=(", 5) != 0 || !fast_decimal(end, id) || *end++ != ')') {
    return nullptr;
  }
  Alias* alias = names_.aliases().find(NameKind::kFunction, id);
  // Tables of aliases exceed the caches in large dumps.
  __builtin_prefetch(alias);  // take_callee() needs it once the next row has been read
  if (*end++ != '\n') {
    end = plain_definition(NameKind::kFunction, id, end - 1, stop, alias);
  }
  if (end == nullptr || alias == nullptr) {
    return nullptr;
  }
  const Place place{row_number_++, 1};
  signs_.has_callees = part_.has_body = any_row_ = true;
  if (end != stop) {
    if (const char* const next = plain_call<kInstr, kLine>(end, stop, alias)) {
      return next;
    }
  }
  names_.set_callee(alias->name, place);
  return end;
}

/// Compiled for each combination of positions, so that no row asks which it has. The first letter
/// decides which of the forms a row can be.
template <bool kInstr, bool kLine>
const char* Reader::plain_rows_of(const char* at, const char* stop) {
  while (at != stop) {
    const char* next = nullptr;
    if (starts_cost(*at)) {
      next = plain_self_rows<kInstr, kLine>(at, stop);
    } else if (*at == 'c' && at[1] == 'f' && at[2] == 'n') {
      next = plain_callee<kInstr, kLine>(at, stop);
    } else if (*at == 'c' && at[1] == 'a') {
      next = names_.has_callee() ? plain_call<kInstr, kLine>(at, stop, nullptr) : nullptr;
    } else if (*at == 'j') {
      next = plain_jump<kInstr, kLine>(at, stop);
    } else {
      next = plain_spec(at, stop);
    }
    if (next == nullptr) {
      break;
    }
    at = next;
  }
  return at;
}

/// Rows from `at` on, up to the first that is not plain.
const char* Reader::plain_rows(const char* at, const char* stop) {
  if (positions_.kinds.instr) {
    return positions_.kinds.line ? plain_rows_of<true, true>(at, stop)
                                 : plain_rows_of<true, false>(at, stop);
  }
  return plain_rows_of<false, true>(at, stop);
}

}  // namespace quern::callgrind
