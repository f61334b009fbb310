// SPDX-License-Identifier: MIT
//
// What is known of the lines of some files: self costs, what was inlined there, calls made from
// there, jumps. One pass over the stacks, where there are some; memory is that of the distinct
// lines, calls and jumps of these files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "quern/base/dense_index.h"
#include "quern/base/int128.h"
#include "quern/base/owned_rows.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"
#include "quern/query/selection.h"
#include "quern/views/code/code_costs.h"
#include "quern/views/code/file_costs.h"
#include "quern/views/code/row_marks.h"

namespace quern {

class CallsBelow;

/// Lines of 0 are not known.
struct LineKey {
  uint64_t line = 0;
  uint32_t slot = 0;
  bool operator==(const LineKey&) const = default;
  [[nodiscard]] uint64_t hash() const { return mixed(mixed(slot, 0), line); }
};

struct LineCallKey {
  uint64_t line = 0;
  uint32_t slot = 0;
  FunctionId callee;
  bool is_inlined = false;  ///< made by code that was inlined into the line
  bool operator==(const LineCallKey&) const = default;
  [[nodiscard]] uint64_t hash() const {
    return mixed(mixed(uint64_t{slot} << 32 | callee.value, is_inlined ? 1 : 0), line);
  }
};

struct LineJumpKey {
  uint64_t line = 0;
  uint32_t slot = 0;
  bool is_conditional = false;
  FunctionId function;  ///< that is jumped to
  NameId file;          ///< that is jumped to
  uint64_t target = 0;  ///< its line
  bool operator==(const LineJumpKey&) const = default;
  [[nodiscard]] uint64_t hash() const {
    const uint64_t to = uint64_t{function.value} << 32 | file.value;
    return mixed(mixed(mixed(mixed(slot, 0), line), to), target * 2 + (is_conditional ? 1 : 0));
  }
};

/// Whether someone asks which calls are recursive: telling takes a look at all calls.
enum class RecursiveCalls : uint8_t { kIgnored, kMarked };

class LineCosts {
 public:
  /// Of the files that `slot_of` (by id) gives a number below `slots`; of the functions in `scope`
  /// alone. `code` was added up for this selection.
  LineCosts(const CodeCosts& code, const Selection& selection, const FunctionSet& scope,
            std::vector<uint32_t> slot_of, size_t slots, RecursiveCalls recursive);

  /// Of one file, by line, then as they appeared; numbers that the functions below take.
  [[nodiscard]] std::span<const uint32_t> lines(uint32_t slot) const { return lines_.of(slot); }
  [[nodiscard]] std::span<const uint32_t> calls(uint32_t slot) const { return calls_.of(slot); }
  [[nodiscard]] std::span<const uint32_t> jumps(uint32_t slot) const { return jumps_.of(slot); }

  [[nodiscard]] uint64_t line(uint32_t row) const { return line_keys_[row].line; }
  /// Of any column, those beside too.
  [[nodiscard]] int128 self(uint32_t row, size_t column) const { return selfs_.at(row, column); }
  [[nodiscard]] Amount self_amount(uint32_t row, size_t column) const {
    return amount_of(self(row, column), self_marks_.has(row));
  }
  /// Whether a record gives the line itself costs.
  [[nodiscard]] bool has_self(uint32_t row) const { return has_self_[row]; }
  /// Self costs and those of all code that was inlined into the line, at any depth.
  [[nodiscard]] int128 with_inlined(uint32_t row, size_t column) const {
    return knows_inlined_ ? self(row, column) + inlined_costs_.at(row, column) : self(row, column);
  }
  [[nodiscard]] Amount with_inlined_amount(uint32_t row, size_t column) const {
    return amount_of(with_inlined(row, column), self_marks_.has(row) || inlined_marks_.has(row));
  }
  /// Costs of code of which no line further outward is known: over all lines they are the total.
  [[nodiscard]] Amount outermost_amount(uint32_t row, size_t column) const {
    return knows_inlined_ ? amount_of(outermost_.at(row, column),
                                      self_marks_.has(row) || inlined_marks_.has(row))
                          : self_amount(row, column);
  }
  /// The spots of code that was inlined into the line: rows of CodeCosts.
  [[nodiscard]] std::vector<uint32_t> inlined_spots(uint32_t row) const;
  /// The spots of the line itself, if CodeCosts::has_instructions().
  [[nodiscard]] std::vector<uint32_t> own_spots(uint32_t row) const;
  [[nodiscard]] const LineCallKey& call(uint32_t row) const { return call_keys_[row]; }
  [[nodiscard]] int128 count(uint32_t row) const { return call_costs_.at(row, 0); }
  [[nodiscard]] int128 inclusive(uint32_t row, size_t column) const {
    return call_costs_.at(row, column + 1);
  }
  /// Where a filter left a part of some calls, which of their lines it left is a guess.
  [[nodiscard]] bool is_call_estimated(uint32_t row) const { return call_marks_.has(row); }
  [[nodiscard]] Amount count_amount(uint32_t row) const {
    return amount_of(count(row), is_call_estimated(row));
  }
  [[nodiscard]] Amount inclusive_amount(uint32_t row, size_t column) const {
    return amount_of(inclusive(row, column), is_call_estimated(row));
  }
  /// Whether calls of this row are within one cycle of functions; false where that is ignored.
  [[nodiscard]] bool is_recursive(uint32_t row) const {
    return row < is_recursive_.size() && is_recursive_[row];
  }
  /// Whether functions that share the line of this row may call each other, so that calls and costs
  /// of the line may be part of other calls from it; false where recursion is ignored.
  [[nodiscard]] bool may_nest(uint32_t row) const {
    return row < may_nest_.size() && may_nest_[row];
  }
  [[nodiscard]] bool has_jumps() const { return jump_keys_.size() != 0; }
  [[nodiscard]] const LineJumpKey& jump(uint32_t row) const { return jump_keys_[row]; }
  [[nodiscard]] int128 executed(uint32_t row) const { return jump_counts_.at(row, 0); }
  [[nodiscard]] int128 followed(uint32_t row) const { return jump_counts_.at(row, 1); }

 private:
  class StackVisitor;
  [[nodiscard]] uint32_t slot_of(NameId file) const { return slot_of_[file.index()]; }
  void add_self(const CodeCosts& code, size_t row);
  void add_to(CostRows& costs, RowMarks& marks, uint32_t line, const CodeCosts& code, size_t row);
  void add_call(const CodeCosts& code, size_t row);
  void add_call(const LineCallKey& key, const CodeCosts& code, size_t row);
  void add_jump(const CodeCosts& code, size_t row);
  /// Calls use(line) for each line of these files that the steps lead to, once, without `own`.
  template <class Use>
  void each_outer(std::span<const InlineStep> steps, const LineKey& own, const Use& use) const;
  uint32_t line_row(const LineKey& key);
  uint32_t call_row(const LineCallKey& key, FunctionId caller);
  void collect_stacks(const CodeCosts& code, const Selection& selection, const FunctionSet& scope);
  [[nodiscard]] std::vector<FunctionId> callees() const;
  void find_recursive(const CallsBelow& calls);
  void find_nested(CallsBelow& calls, size_t slots);
  void sort(size_t slots);

  const Profile* profile_;
  bool knows_inlined_;
  std::vector<uint32_t> slot_of_;
  DenseIndex<LineKey> line_keys_;
  CostRows selfs_;
  // By row of lines, where it is known what was inlined:
  CostRows inlined_costs_;  ///< what was inlined there, without self costs
  CostRows outermost_;
  /// Rows of lines and of spots, sorted.
  std::vector<std::pair<uint32_t, uint32_t>> inlined_spots_, own_spots_;
  std::vector<bool> has_self_;
  RowMarks self_marks_, inlined_marks_;
  DenseIndex<LineCallKey> call_keys_;
  CostRows call_costs_;  ///< the count, then inclusive by column
  RowMarks call_marks_;
  /// Code of one line may be in several functions.
  struct Owners {
    struct More {
      uint32_t row;
      FunctionId function;
    };
    std::vector<FunctionId> first, last;  ///< by row
    std::vector<More> more;
    void add(uint32_t row, FunctionId function);
    /// Once `more` is sorted by row.
    void append_to(std::vector<FunctionId>& functions, uint32_t row) const;
  };
  bool marks_recursion_;
  Owners spenders_;                 ///< by row of lines: whose costs they are
  Owners callers_;                  ///< by row of calls
  std::vector<bool> is_recursive_;  ///< by row of calls
  std::vector<bool> may_nest_;      ///< by row of calls, alike for those of one line
  DenseIndex<LineJumpKey> jump_keys_;
  CostRows jump_counts_{2};
  OwnedRows lines_, calls_, jumps_;  ///< by slot: rows by line, then as they appeared
};

}  // namespace quern
