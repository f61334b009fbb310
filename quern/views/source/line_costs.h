// SPDX-License-Identifier: MIT
//
// What records say of the lines of some files: self costs, calls made from there, jumps. One pass
// over all records (and one over the stacks, where there are some); memory is that of the distinct
// lines, calls and jumps of these files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/base/dense_index.h"
#include "quern/base/int128.h"
#include "quern/base/owned_rows.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/file_costs.h"
#include "quern/views/lists/row_marks.h"

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
  bool operator==(const LineCallKey&) const = default;
  [[nodiscard]] uint64_t hash() const {
    return mixed(mixed(uint64_t{slot} << 32 | callee.value, 0), line);
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
  /// Of the files that `slot_of` (by name) gives a number below `slots`; of the functions in
  /// `scope` alone.
  LineCosts(const Profile& profile, const Selection& selection, const FunctionScope& scope,
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
  [[nodiscard]] uint32_t slot_of(NameId file) const;
  void add(const Record& record, std::span<const int128> costs);
  void add_self(const LineKey& key, const Record& record, std::span<const int128> costs);
  uint32_t call_row(const LineCallKey& key, FunctionId caller);
  void add_jump(const Record& record, const LineKey& at, const PositionKinds& kinds);
  void collect_stacks(const Selection& selection, const FunctionScope& scope);
  [[nodiscard]] std::vector<FunctionId> callees() const;
  void find_recursive(const CallsBelow& calls);
  void find_nested(CallsBelow& calls, size_t slots);
  void sort(size_t slots);

  const Profile* profile_;
  std::vector<uint32_t> slot_of_;
  DenseIndex<LineKey> line_keys_;
  CostRows selfs_;
  RowMarks self_marks_;
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
