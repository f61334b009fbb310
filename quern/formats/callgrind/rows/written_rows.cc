// SPDX-License-Identifier: MIT
//
// Rows that every reader understands alike. Two rules of the format are disputed: whether the row
// of a call moves the base, and which file a callee without `cfi=` is in. Both questions are
// avoided: a position is relative only if it does not matter which rule a reader has, and files are
// written out wherever readers could differ.
#include "quern/formats/callgrind/rows/written_rows.h"

#include <algorithm>

#include "quern/formats/callgrind/rows/digits.h"

namespace quern::callgrind {

namespace {

constexpr int128 kZero[1] = {0};
/// What a record without costs has: no row is without any.
constexpr std::span<const int128> kFree = kZero;

constexpr size_t kLongestRow = 128;  ///< without costs: a key and four numbers
constexpr size_t kLongestCost = size_t{kLongestNumber} + 2;

}  // namespace

std::string_view WrittenRows::begin_part(const PositionKinds& positions) {
  positions_ = positions;
  has_address_ = positions.instr;
  has_line_ = positions.line || !has_address_;
  names_.begin_part();
  function_.reset();
  object_ = file_ = kUnknownName;
  base_holds_ = false;
  return !has_address_ ? "line" : has_line_ ? "instr line" : "instr";
}

/// `ob=` and `fl=` only where they change, but always in a part's first block, since a new part
/// forgets them.
void WrittenRows::enter(FunctionId function) {
  end_block();
  text_ += '\n';
  const FunctionKey& key = symbols_->functions[function];
  const NameId object = canonical(key.object);
  const bool is_first = !function_;
  if (object != object_ || (is_first && has_objects_)) {
    names_.object(text_, "ob", object);
    object_ = object;
    has_objects_ = true;
  }
  own_file_ = canonical(key.file);
  if (is_first || own_file_ != file_) {
    names_.file(text_, "fl", own_file_);
  }
  file_ = self_file_ = own_file_;
  names_.function(text_, "fn", function);
  function_ = function;
  after_association_ = false;
  base_holds_ = false;  // a block can be read without the one before
}

void WrittenRows::end_block() {
  if (function_ && file_ != own_file_) {
    names_.file(text_, "fe", own_file_);
    file_ = own_file_;
  }
}

void WrittenRows::enter_file(NameId file, bool must_say) {
  if (file != file_ || (must_say && file != own_file_)) {
    names_.file(text_, file == own_file_ ? "fe" : "fi", file);
    file_ = file;
  }
}

void WrittenRows::self_cost(NameId file, const Position& at, std::span<const int128> row) {
  enter_file(canonical(file), after_association_);
  after_association_ = false;
  self_file_ = file_;
  const Position place_written = written(at);
  place_and_costs(place_written, base_holds_, row.empty() ? kFree : row);
  base_ = place_written;
  base_holds_ = !is_plain_;
}

/// Where a call or jump stands: where the last self cost did, or at an absolute place, so that it
/// does not matter whether the line moves a reader's base.
void WrittenRows::source(const Position& recorded, std::span<const int128> row) {
  const Position at = written(recorded);
  const bool is_same = base_holds_ && at == base_;
  place_and_costs(at, is_same, row);
  base_holds_ = is_same;
  after_association_ = true;
}

/// `cob=` and `cfi=` only if they differ from what every reader assumes without them.
void WrittenRows::call(const WrittenCall& call, std::span<const int128> inclusive) {
  enter_file(canonical(call.file), after_association_);
  const FunctionKey& key = symbols_->functions[call.callee];
  const NameId object = canonical(key.object);
  if (object != object_) {
    names_.object(text_, "cob", object);
    has_objects_ = true;
  }
  target_file("cfi", canonical(key.file));
  names_.function(text_, "cfn", call.callee);
  constexpr std::string_view kCalls = "calls=";
  append_row(text_, kLongestRow, [&](char* end) {
    end = put_number(std::ranges::copy(kCalls, end).out, call.count);
    if (call.target) {
      *end++ = ' ';
      end = put_place(end, written(*call.target), false);
    }
    *end++ = '\n';
    return end;
  });
  source(call.at, inclusive.empty() ? kFree : inclusive);
}

/// Readers differ in what a target without a file is in, once files were entered.
void WrittenRows::target_file(std::string_view key, NameId file) {
  if (file != file_ || file != self_file_ || after_association_) {
    names_.file(text_, key, file);
  }
}

void WrittenRows::jump(const WrittenJump& jump) {
  enter_file(canonical(jump.file), after_association_);
  target_file("jfi", canonical(jump.target_file));
  if (jump.target != function_) {
    names_.function(text_, "jfn", jump.target);
  }
  const std::string_view key = jump.is_conditional ? "jcnd=" : "jump=";
  append_row(text_, kLongestRow, [&](char* end) {
    end = std::ranges::copy(key, end).out;
    if (jump.is_conditional) {
      end = put_number(end, jump.followed);
      *end++ = '/';
    }
    end = put_number(end, jump.executed);
    *end++ = ' ';
    end = put_place(end, written(jump.to), false);
    *end++ = '\n';
    return end;
  });
  source(jump.at, {});
}

/// The format has no word for a line that is not known.
Position WrittenRows::written(const Position& at) const {
  return {at.address, positions_.knows(at.line) ? at.line : 0};
}

char* WrittenRows::put_place(char* out, const Position& at, bool may_be_relative) const {
  if (has_address_) {
    if (char* const end =
            may_be_relative ? put_distance(out, base_.address, at.address) : nullptr) {
      out = end;
    } else {
      *out++ = '0';
      *out++ = 'x';
      out = put_hex(out, at.address);
    }
    if (has_line_) {
      *out++ = ' ';
    }
  }
  if (has_line_) {
    char* const end = may_be_relative ? put_distance(out, base_.line, at.line) : nullptr;
    out = end != nullptr ? end : put_number(out, at.line);
  }
  return out;
}

/// A row of its own: all costs but the zeros at the end; the first one stays. Jumps have none.
void WrittenRows::place_and_costs(const Position& at, bool may_be_relative,
                                  std::span<const int128> costs) {
  size_t used = costs.size();
  while (used > 1 && costs[used - 1] == 0) {
    --used;
  }
  append_row(text_, kLongestRow + used * kLongestCost, [&](char* end) {
    end = put_place(end, at, may_be_relative);
    for (const int128 cost : costs.first(used)) {
      *end++ = ' ';
      if (cost < 0) [[unlikely]] {
        *end++ = '-';
      }
      end = put_number(end, static_cast<uint64_t>(cost < 0 ? -cost : cost));
    }
    *end++ = '\n';
    return end;
  });
}

}  // namespace quern::callgrind
