// SPDX-License-Identifier: MIT
//
// What the records of a profile say of its code, added up once for all questions about lines: self
// costs, calls and jumps, by function, line, and what was inlined around them. One pass over the
// records, which are many; rows are as few as the lines that have costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "quern/base/dense_index.h"
#include "quern/base/diagnostic.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"
#include "quern/query/selection.h"
#include "quern/source/inlines/inlined_code.h"
#include "quern/views/code/code_spot.h"
#include "quern/views/code/row_marks.h"
#include "quern/views/code/stack_spots.h"

namespace quern {

/// A line of 0 says as little as none: compilers write it for code that belongs to no line.
[[nodiscard]] inline bool knows_line(const PositionKinds& kinds, uint64_t line) {
  return line != 0 && kinds.knows(line);
}

/// Whether self costs are added up by line, or each instruction is known.
enum class Instructions : uint8_t { kTogether, kApart };

struct CodeCall {
  CodeSpot from;
  FunctionId callee;
  bool operator==(const CodeCall&) const = default;
  [[nodiscard]] uint64_t hash() const { return mixed(from.hash(), callee.value); }
};

struct CodeJump {
  CodeSpot from;
  bool is_conditional = false;
  FunctionId function;  ///< that is jumped to
  NameId file;          ///< that is jumped to
  uint64_t target = 0;  ///< its line; 0: not known
  bool operator==(const CodeJump&) const = default;
  [[nodiscard]] uint64_t hash() const {
    const uint64_t to = uint64_t{function.value} << 32 | file.value;
    return mixed(mixed(from.hash(), to), target * 2 + (is_conditional ? 1 : 0));
  }
};

/// `no-lines`, with what is known of why.
[[nodiscard]] Diagnostic no_lines(const Profile& profile, const Selection& selection,
                                  const InlinedCode& inlined);

class CodeCosts {
 public:
  /// `places` say where objects are, if they are asked. Columns are those of the selection, with
  /// those beside.
  CodeCosts(const Profile& profile, const Selection& selection, const SourcePlaces& places,
            Instructions instructions = Instructions::kTogether);

  [[nodiscard]] const Profile& profile() const { return *profile_; }
  [[nodiscard]] const InlinedCode& inlined() const { return inlined_; }
  /// As InlinedCode::forget().
  void forget_inlined(const std::vector<bool>& objects) { inlined_.forget(objects); }
  /// For those who need nothing else any more.
  [[nodiscard]] InlinedCode take_inlined() && { return std::move(inlined_); }
  /// Whether any line is known.
  [[nodiscard]] bool has_lines() const { return has_lines_; }
  [[nodiscard]] bool has_instructions() const { return instructions_ == Instructions::kApart; }
  /// Ids of files are below it.
  [[nodiscard]] size_t file_count() const { return inlined_.file_count(); }

  /// The file of a spot's line, and the lines that it was inlined into, from the inside out.
  [[nodiscard]] NameId file(const CodeSpot& spot) const {
    return inlined_.file(spot.chain, spot.file);
  }
  [[nodiscard]] std::span<const InlineStep> steps(const CodeSpot& spot) const {
    return inlined_.steps(spot.chain);
  }

  // Rows of self costs, in order of first appearance.
  [[nodiscard]] size_t spots() const { return spots_.size(); }
  [[nodiscard]] const CodeSpot& spot(size_t row) const { return spots_[row]; }
  [[nodiscard]] int128 self(size_t row, size_t column) const { return selfs_.at(row, column); }
  [[nodiscard]] bool is_self_estimated(size_t row) const { return self_marks_.has(row); }

  // Rows of calls, but for those of exact stacks.
  [[nodiscard]] size_t calls() const { return calls_.size(); }
  [[nodiscard]] const CodeCall& call(size_t row) const { return calls_[row]; }
  [[nodiscard]] int128 count(size_t row) const { return call_costs_.at(row, 0); }
  [[nodiscard]] int128 inclusive(size_t row, size_t column) const {
    return call_costs_.at(row, column + 1);
  }
  [[nodiscard]] bool is_call_estimated(size_t row) const { return call_marks_.has(row); }

  /// Whether self costs of that part are those of its stacks.
  [[nodiscard]] bool takes_stacks(const Part& part) const { return stacks_.has(part); }
  /// Where functions of such stacks are, each place once.
  [[nodiscard]] std::span<const CodeSpot> stack_spots() const { return stacks_.all(); }
  /// Where a stack's function calls another; null: not known.
  [[nodiscard]] const CodeSpot* caller(ContextId context) const {
    return stacks_.of_caller(context);
  }

  /// Functions and files of calls whose costs come from exact stacks instead.
  [[nodiscard]] size_t silent_calls() const { return silent_calls_.size(); }
  [[nodiscard]] const CodeSpot& silent_call(size_t row) const { return silent_calls_[row]; }

  // Rows of jumps.
  [[nodiscard]] size_t jumps() const { return jumps_.size(); }
  [[nodiscard]] const CodeJump& jump(size_t row) const { return jumps_[row]; }
  [[nodiscard]] int128 executed(size_t row) const { return jump_counts_.at(row, 0); }
  [[nodiscard]] int128 followed(size_t row) const { return jump_counts_.at(row, 1); }

 private:
  /// What comes again and again is found without a search.
  template <class Key>
  struct Rows {
    uint32_t of(const Key& key) {
      if (keys.size() == 0 || keys[last] != key) {
        last = keys.of(key);
      }
      return last;
    }
    [[nodiscard]] size_t size() const { return keys.size(); }
    [[nodiscard]] const Key& operator[](size_t row) const { return keys[row]; }
    DenseIndex<Key> keys;
    uint32_t last = 0;
  };

  void add_records(const Selection& selection);
  void add_stacks(const Selection& selection);
  void add(const Record& record, std::span<const int128> costs);
  void add_self(const CodeSpot& spot, bool is_estimated, std::span<const int128> costs);
  void add_call(const CodeSpot& spot, const Record& record, std::span<const int128> costs);
  void add_jump(const CodeSpot& spot, const Record& record, const PositionKinds& kinds);

  const Profile* profile_;
  InlinedCode inlined_;
  StackSpots stacks_;
  Instructions instructions_;
  bool has_lines_ = false;
  Rows<CodeSpot> spots_;
  CostRows selfs_;
  RowMarks self_marks_;
  Rows<CodeCall> calls_;
  CostRows call_costs_;  ///< the count, then inclusive by column
  RowMarks call_marks_;
  Rows<CodeSpot> silent_calls_;
  Rows<CodeJump> jumps_;
  CostRows jump_counts_{2};
};

}  // namespace quern
