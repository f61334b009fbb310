// SPDX-License-Identifier: MIT
//
// Lines of source text on a terminal: behind columns of numbers, the arrows of jumps and the
// numbers of the lines; and the rows below a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/render.h"
#include "quern/output/shared/jump_margin.h"
#include "quern/output/shared/paint.h"
#include "quern/output/text/number_columns.h"

namespace quern {

class SourceLines {
 public:
  /// What the text keeps as long as columns of numbers can be spared.
  static constexpr size_t kLeastText = 36;

  /// Keeps a reference to `style`.
  SourceLines(std::vector<TableColumn> numbers, JumpMargin margin, const Style& style);

  void measure(std::span<const std::string> cells) { numbers_.measure(cells); }
  /// Once all cells are measured. `places`: columns that the numbers of lines take, with what
  /// stands between them and the text.
  void fit(size_t places);
  [[nodiscard]] const NumberColumns& numbers() const { return numbers_; }
  /// What the width leaves to text; 0: any.
  [[nodiscard]] size_t room() const;

  void append_head(std::string& out, std::string_view places) const;
  /// A cell painted, or, where it has nothing to tell, dim.
  void append_number(std::string& out, size_t column, std::string_view cell, Paint paint) const;
  /// The arrows beside the line at `place`; lines come in ascending order.
  void append_arrows(std::string& out, uint64_t place);
  /// The text in what is left of the width, without blanks at its end; `mark` is never cut.
  void append_text(std::string& out, std::string_view text, std::string_view mark = {}) const;
  void append_painted_text(std::string& out, std::string_view text, Paint paint,
                           std::string_view mark = {}) const;
  /// What belongs to no line of its own.
  void append_below(std::string& out, std::string_view text, Paint paint) const;
  /// Lines that are left out; nothing of none.
  void append_fold(std::string& out, uint64_t lines) const;

 private:
  [[nodiscard]] size_t margin_width() const {
    return margin_.width() != 0 ? margin_.width() + 1 : 0;
  }
  void append_margin(std::string& out, const std::string& arrows) const;
  void append_shown(std::string& out, std::string_view text, Paint paint, bool is_painted,
                    std::string_view mark) const;

  NumberColumns numbers_;
  JumpMargin margin_;
  const Style& style_;
  size_t places_ = 0;
};

}  // namespace quern
