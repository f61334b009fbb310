// SPDX-License-Identifier: MIT
//
// Cost rows and calls in the plain forms that nearly all rows have:
//
//   +3 12                 0x4011a0 7 1                 calls=2 +20
//                                                      +3 480
// Anything unusual (tabs, CR, ranges, hex costs, 19 digits, a missing base …) makes these give up
// without having changed anything; the row is then read by costs.cc.
#include <cstring>

#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

namespace {

constexpr size_t kBatch = 256;

/// The LF, after the blank that Callgrind writes behind a target.
bool fast_row_end(const char*& at) {
  at += *at == ' ' ? 1 : 0;
  return *at++ == '\n';
}

}  // namespace

/// Hands the collected self costs to the sink.
void Reader::flush() {
  if (batch_size_ != 0) {
    if (invocations_.is_open()) {
      feed_tree();
      fed_rows_ = 0;
    }
    sink_->self_costs(
        {batch_function_, batch_file_, {batch_at_.data(), batch_size_}, batch_costs_.data()});
    batch_size_ = 0;
  }
}

/// Room for one more record of the current function and file.
void Reader::place_batch() {
  const FunctionId own = function();
  if (batch_size_ == kBatch || batch_function_ != own || batch_file_ != position_file_) {
    flush();
    batch_function_ = own;
    batch_file_ = position_file_;
  }
  if (batch_costs_.size() < kBatch * width_) {
    batch_at_.resize(kBatch);
    batch_costs_.resize(kBatch * width_);
  }
}

/// Costs up to and with the LF; what is missing becomes 0. Null: not plain.
const char* Reader::fast_cost_list(const char* at, int64_t* costs) const {
  if (width_ == 1 && *at == ' ') [[likely]] {
    const char* cursor = at + 1;
    uint64_t cost = 0;
    if (fast_decimal(cursor, cost) && *cursor == '\n') [[likely]] {
      *costs = static_cast<int64_t>(cost);
      return cursor + 1;
    }
  }
  size_t event = 0;
  while (*at == ' ') {
    if (*++at == '\n') {
      break;
    }
    uint64_t cost = 0;
    if (event == width_ || !fast_decimal(at, cost)) {
      return nullptr;
    }
    costs[event++] = static_cast<int64_t>(cost);
  }
  if (*at != '\n') {
    return nullptr;
  }
  for (; event < width_; ++event) {
    costs[event] = 0;
  }
  return at + 1;
}

/// Whether nothing is open that only the full path can settle before a record of this block.
bool Reader::is_plain_block() const {
  return is_plain_ && part_is_open_ && (!positions_.instr || has_base_[0]) &&
         (!positions_.line || has_base_[2]) &&
         (block_.is_fixed || (block_.is_named && block_.late_spec.line == 0));
}

/// Self-cost rows from `at` on, as long as they are plain and follow each other.
const char* Reader::fast_costs(const char* at, const char* stop) {
  if (callee_.name || !is_plain_block()) {
    return nullptr;
  }
  if (positions_.instr) {
    return positions_.line ? fast_self_rows<true, true>(at, stop)
                           : fast_self_rows<true, false>(at, stop);
  }
  return fast_self_rows<false, true>(at, stop);
}

template <bool kInstr, bool kLine>
const char* Reader::fast_self_rows(const char* at, const char* stop) {
  const char* const first = at;
  uint64_t address = base_[0];
  uint64_t line = base_[2];
  while (at != stop && starts_cost(*at)) {
    uint64_t next_address = address;
    uint64_t next_line = line;
    const char* cursor = at;
    if constexpr (kInstr) {
      if (!fast_subposition(cursor, next_address)) {
        break;
      }
      if constexpr (kLine) {
        if (*cursor++ != ' ') {
          break;
        }
      }
    }
    if constexpr (kLine) {
      if (!fast_subposition(cursor, next_line)) {
        break;
      }
    }
    if (at == first) {
      prepare_self({row_number_, 1});
      place_batch();
    } else if (batch_size_ == kBatch) {
      flush();
    }
    cursor = fast_cost_list(cursor, batch_costs_.data() + batch_size_ * width_);
    if (cursor == nullptr) {
      break;
    }
    address = next_address;
    line = next_line;
    batch_at_[batch_size_++] = {kInstr ? address : 0, kLine ? line : 0};
    ++row_number_;
    at = cursor;
  }
  base_[0] = address;
  base_[2] = line;
  return at == first ? nullptr : at;
}

/// Positions of a call or jump, of the kinds that the part has.
struct Reader::Plain {
  uint64_t address;
  uint64_t line;
};

inline Position Reader::plain_position(const Plain& plain) const {
  return {positions_.instr ? plain.address : 0, positions_.line ? plain.line : 0};
}

inline void Reader::move_base(const Plain& plain) {
  base_[0] = plain.address;
  base_[2] = plain.line;
}

/// Moves from what `plain` is to what stands at `at`.
inline bool Reader::fast_position(const char*& at, Plain& plain) const {
  if (positions_.instr) {
    if (!fast_subposition(at, plain.address)) {
      return false;
    }
    if (positions_.line && *at++ != ' ') {
      return false;
    }
  }
  return !positions_.line || fast_subposition(at, plain.line);
}

/// `jump=COUNT TARGET` or `jcnd=FOLLOWED/EXECUTED TARGET` and its source row. Null: not plain.
const char* Reader::fast_jump(const char* at, const char* stop) {
  const bool is_conditional = at[1] == 'c';
  if (at[4] != '=' || at[2] != (is_conditional ? 'n' : 'm') ||
      at[3] != (is_conditional ? 'd' : 'p') || (!is_conditional && at[1] != 'u') ||
      jump_target_.name || !is_plain_block()) {
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
  Plain target{base_[0], base_[2]};
  Plain source = target;
  if (*cursor++ != ' ' || !fast_position(cursor, target) || !fast_row_end(cursor) ||
      cursor == stop || !starts_cost(*cursor) || !fast_position(cursor, source) ||
      !fast_row_end(cursor)) {
    return nullptr;
  }
  fix_function({row_number_, 1});
  record.from = record.to = function();
  record.from_file = position_file_;
  record.to_file = jump_target_.file.value_or(target_file());
  jump_target_ = {};
  record.at = plain_position(source);
  record.target = plain_position(target);
  sink_->jump(record);
  any_records_ = true;
  end_association(source);
  row_number_ += 2;
  return cursor;
}

/// `calls=COUNT TARGET` and, if it is in the window too, its cost row. Null: not plain.
const char* Reader::fast_calls(const char* at, const char* stop) {
  if (!callee_.name || !block_.late_objects.empty() || std::memcmp(at, "calls=", 6) != 0 ||
      !is_plain_block()) {
    return nullptr;
  }
  CallRecord record;
  const char* cursor = at + 6;
  Plain target{base_[0], base_[2]};
  Plain source = target;
  if (!fast_decimal(cursor, record.count) || *cursor++ != ' ') {
    return nullptr;
  }
  if (dialect_->is_xdebug() && std::memcmp(cursor, "0 0\n", 4) == 0) {
    cursor += 3;  // that is all it ever writes
    target = {};
  } else if (dialect_->is_xdebug() || dialect_->is_converter() || !fast_position(cursor, target)) {
    return nullptr;
  }
  if (!fast_row_end(cursor) || cursor == stop || !starts_cost(*cursor) ||
      !fast_position(cursor, source)) {
    return nullptr;
  }
  std::array<int64_t, CostRows::kDense> costs;
  cursor = fast_cost_list(cursor, costs.data());
  if (cursor == nullptr) {
    return nullptr;
  }
  fix_function({row_number_, 1});
  const FunctionKey callee = callee_key();
  callee_ = {};
  last_callee_ = callee;
  record.caller = function();
  record.callee = symbols_->functions.intern(callee);
  record.file = position_file_;
  record.at = plain_position(source);
  record.target = plain_position(target);
  record.has_target = true;
  record.inclusive = {costs.data(), width_};
  push_call(record, {row_number_, 1});
  any_records_ = true;
  end_association(source);
  row_number_ += 2;
  return cursor;
}

}  // namespace quern::callgrind
