// SPDX-License-Identifier: MIT
//
// What was spent in each file of source code, by the positions of records: code that was inlined
// from another file is that file's. One pass over all records; with what belongs to no file, files
// add up to the total.
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
#include "quern/views/lists/row_marks.h"

namespace quern {

/// Functions whose records count, by FunctionId; empty: all.
using FunctionScope = std::vector<bool>;

[[nodiscard]] inline bool is_in(const FunctionScope& scope, FunctionId function) {
  return scope.empty() || scope[function.index()];
}

/// A line of 0 says as little as none: compilers write it for code that belongs to no line.
[[nodiscard]] inline bool knows_line(const PositionKinds& kinds, uint64_t line) {
  return line != 0 && kinds.knows(line);
}

class FileCosts {
 public:
  static constexpr uint32_t kNoFile = ~uint32_t{0};
  /// Objects remembered of each file.
  static constexpr size_t kObjects = 4;

  FileCosts(const Profile& profile, const Selection& selection, const FunctionScope& scope);

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
  /// Of it what was spent in functions of other files.
  [[nodiscard]] std::vector<Amount> inlined(uint32_t slot) const {
    return costs(slot, columns_, inlined_marks_);
  }
  /// The first few objects whose functions have code of this file.
  [[nodiscard]] std::vector<std::string> objects(uint32_t slot) const;
  /// Whether any line is known, in whatever function.
  [[nodiscard]] bool has_lines() const { return has_lines_; }
  /// By column: costs of these functions without a file, and those of all other functions.
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
    void add(std::span<const int128> more, bool is_more_estimated);
    [[nodiscard]] std::vector<Amount> amounts() const;
  };
  uint32_t slot_of(NameId file);
  void add_self(const Record& record, FunctionId function, std::span<const int128> costs);
  void add_object(uint32_t slot, NameId object);
  void add_stacks(const Selection& selection, const FunctionScope& scope);
  [[nodiscard]] std::vector<Amount> costs(uint32_t slot, size_t first, const RowMarks& marks) const;

  const Profile* profile_;
  size_t columns_;
  std::vector<uint32_t> slots_;  ///< by name
  std::vector<NameId> files_;
  std::vector<Objects> objects_;  ///< by slot
  CostRows costs_;                ///< by slot: self by column, then what of it was inlined
  RowMarks self_marks_, inlined_marks_;
  bool has_lines_ = false;
  Rest without_file_, of_others_;
};

}  // namespace quern
