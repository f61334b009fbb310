// SPDX-License-Identifier: MIT
//
// Text tables. Rows are laid out in two passes, so that a million of them need no memory: each is
// first shown to measure(), then, after fit(), appended by line(). Where the width does not do,
// columns that can be spared go first, then names are shortened: they end a row and keep their last
// component.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/text/number_columns.h"

namespace quern {

/// A last cell: a name (or "one → another", or "f ← g ← … 12 more"), a mark that is never cut, and
/// dim places, the preferred one first; the first that fits is shown.
struct TableName {
  std::string text;
  std::string second;  ///< empty: there is but one name
  std::string mark;
  std::vector<std::string> places;
  std::string indent = {};                ///< of a tree, before the name; never cut
  bool keeps_place = false;               ///< the name is cut so that its last place stays
  std::vector<std::string> callers = {};  ///< the nearest first; those that have no room become "…"
};

class Table {
 public:
  /// What the last column keeps as long as other columns can be spared: more where the last
  /// components of names need it, but no more than so many eighths of the width. Rows of two names
  /// keep more, if most are such.
  static constexpr size_t kLeastName = 28;
  static constexpr size_t kEighths = 3;
  static constexpr size_t kEighthsOfTwo = 4;

  /// The last column holds names.
  explicit Table(std::vector<TableColumn> columns, bool color = false);

  /// `cells`: one a column but the last.
  void measure(std::span<const std::string> cells, const TableName& name);
  /// Decides for `width` columns in all; 0: no limit. Must stand between measure() and line().
  void fit(size_t width);
  [[nodiscard]] const NumberColumns& numbers() const { return numbers_; }

  void head(std::string& out) const { head(out, name_head_); }
  /// With other words above the names.
  void head(std::string& out, std::string_view name_head) const;
  void line(std::string& out, std::span<const std::string> cells, const TableName& name) const;

 private:
  /// The name (or both, or all) in at most `room` columns.
  [[nodiscard]] static std::string cut_name(const TableName& name, size_t room);
  void append_whole_name(std::string& out, const TableName& name) const;
  void append_name(std::string& out, const TableName& name) const;
  void append_place(std::string& out, const TableName& name, size_t used) const;
  /// What is left of `room` for the name.
  [[nodiscard]] static size_t room_beside_place(const TableName& name, size_t room);

  std::string name_head_;
  NumberColumns numbers_;
  bool color_;
  /// So many rows tell how wide last components are.
  static constexpr size_t kRowsLookedAt = 1000;
  size_t rows_ = 0;
  size_t rows_of_two_ = 0;
  size_t widest_name_;       ///< without places
  size_t widest_least_ = 0;  ///< the same, shortened to last components
  size_t name_width_ = 0;    ///< what the last column may take; 0: any
};

}  // namespace quern
