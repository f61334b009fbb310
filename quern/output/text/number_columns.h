// SPDX-License-Identifier: MIT
//
// Columns of numbers in front of a name or a line of source. They are as wide as their widest cell;
// where the width does not do, those that can be spared go first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

struct TableColumn {
  enum class Align : uint8_t { kLeft, kRight };
  std::string head;
  Align align = Align::kRight;
  /// 0: always there; else the column with the highest is spared first.
  unsigned spare = 0;
};

class NumberColumns {
 public:
  /// Blanks behind a column.
  static constexpr size_t kGap = 2;

  explicit NumberColumns(std::vector<TableColumn> columns);

  void measure(std::span<const std::string> cells);
  /// Spares columns until these and `rest` more fit into the width, as far as that goes.
  void fit(size_t width, size_t rest);
  /// False where a column was spared.
  [[nodiscard]] bool has(size_t column) const { return is_there_[column]; }
  [[nodiscard]] size_t size() const { return columns_.size(); }
  /// With gaps.
  [[nodiscard]] size_t width() const;

  /// A cell with its gap; nothing of one that was spared.
  void append(std::string& out, size_t column, std::string_view text) const;
  void append_heads(std::string& out) const;
  void append_cells(std::string& out, std::span<const std::string> cells) const;

 private:
  std::vector<TableColumn> columns_;
  std::vector<size_t> widths_;  ///< of the widest cell
  std::vector<bool> is_there_;
};

}  // namespace quern
