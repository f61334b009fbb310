// SPDX-License-Identifier: MIT
//
// What was spent in each file of source code, by the positions of records: code that was inlined
// from another file is that file's. With what belongs to no file, files add up to the total.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "quern/base/int128.h"
#include "quern/base/segmented.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"
#include "quern/query/selection.h"
#include "quern/views/code/code_costs.h"
#include "quern/views/code/row_marks.h"

namespace quern {

/// Functions whose records count, by FunctionId; empty: all.
using FunctionSet = std::vector<bool>;

[[nodiscard]] inline bool is_in(const FunctionSet& scope, FunctionId function) {
  return scope.empty() || scope[function.index()];
}

class FileCosts {
 public:
  static constexpr uint32_t kNoFile = ~uint32_t{0};
  /// Objects remembered of each file.
  static constexpr size_t kObjects = 4;

  /// `code` was added up for this selection, and must outlive this.
  FileCosts(const CodeCosts& code, const Selection& selection, const FunctionSet& scope);

  /// Files with a record of these functions, numbered in order of first appearance.
  [[nodiscard]] size_t size() const { return files_.size(); }
  [[nodiscard]] NameId file(uint32_t slot) const { return files_[slot]; }
  [[nodiscard]] std::string_view name(uint32_t slot) const;
  /// kNoFile where it has no record.
  [[nodiscard]] uint32_t slot(NameId file) const { return slots_[file.index()]; }
  [[nodiscard]] int128 self(uint32_t slot, size_t column) const { return costs_.at(slot, column); }
  [[nodiscard]] Amount self_amount(uint32_t slot, size_t column) const {
    return amount_of(self(slot, column), self_marks_.has(slot));
  }
  [[nodiscard]] std::vector<Amount> self(uint32_t slot) const {
    return costs(slot, 0, self_marks_);
  }
  /// What is spent at the lines of this file and in code inlined there: each cost counts for the
  /// outermost file that is known, so that files add up to the total.
  [[nodiscard]] std::vector<Amount> outermost(uint32_t slot) const {
    return costs(slot, first_outermost_, first_outermost_ != 0 ? outermost_marks_ : self_marks_);
  }
  [[nodiscard]] int128 outermost(uint32_t slot, size_t column) const {
    return costs_.at(slot, first_outermost_ + column);
  }
  /// Of self costs what was spent in functions of other files.
  [[nodiscard]] std::vector<Amount> inlined(uint32_t slot) const {
    return costs(slot, columns_, inlined_marks_);
  }
  /// The first few objects whose functions have code of this file.
  [[nodiscard]] std::vector<std::string> objects(uint32_t slot) const;
  /// By column: outermost costs of these functions without a file, and those of all other
  /// functions.
  [[nodiscard]] std::vector<Amount> without_file() const { return without_file_.amounts(); }
  [[nodiscard]] std::vector<Amount> of_others() const { return of_others_.amounts(); }

 private:
  struct Objects {
    NameId names[kObjects];
    size_t count = 0;
  };
  /// What belongs to no file that is asked about.
  struct Rest {
    std::vector<int128> costs;  ///< by column
    bool is_estimated = false;
    void add(const CodeCosts& code, size_t row);
    [[nodiscard]] std::vector<Amount> amounts() const;
  };
  uint32_t slot_of(NameId file);
  void add_spot(size_t row);
  void add_stack_spot(const CodeSpot& spot);
  void add_costs(uint32_t slot, size_t first, RowMarks& marks, size_t row);
  void add_object(uint32_t slot, NameId object);
  void add_stacks(const Selection& selection, const FunctionSet& scope);
  [[nodiscard]] std::vector<Amount> costs(uint32_t slot, size_t first, const RowMarks& marks) const;

  const CodeCosts* code_;
  size_t columns_;
  size_t first_outermost_;       ///< cell of costs_; 0: they are the self costs
  std::vector<uint32_t> slots_;  ///< by id
  std::vector<NameId> files_;
  std::vector<Objects> objects_;  ///< by slot
  CostRows costs_;  ///< by slot: self by column, what of it was inlined, outermost costs
  RowMarks self_marks_, inlined_marks_, outermost_marks_;
  Rest without_file_, of_others_;
};

/// Costs of code, with those of all its files: for several answers.
struct CodeWithFiles {
  CodeWithFiles(const Profile& profile, const Selection& selection, const SourcePlaces& places,
                Instructions instructions = Instructions::kTogether)
      : code(profile, selection, places, instructions), files(code, selection, {}) {}
  CodeWithFiles(const CodeWithFiles&) = delete;
  CodeWithFiles& operator=(const CodeWithFiles&) = delete;

  CodeCosts code;
  FileCosts files;
};

}  // namespace quern
