// SPDX-License-Identifier: MIT
//
// Recognizes folded stacks, which have no sign of their own: any table with `;` and a number at the
// end of its rows looks like one. So the format is only ever a "maybe", most rows have to be
// stacks, and rows of equal length with a column of numbers are a table.
#include "quern/formats/folded/folded.h"

#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/formats/folded/codes.h"
#include "quern/formats/folded/reader.h"
#include "quern/formats/folded/row.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern::folded {

namespace {

/// Columns that are numbers in every row, as tables have them and stacks do not.
class Columns {
 public:
  void add(std::string_view stack) {
    size_t column = 0;
    for (bool has_more = true; has_more; ++column) {
      const size_t end = stack.find(';');
      const bool is_number = is_table_number(stack.substr(0, end));
      if (rows_ == 0) {
        are_numbers_.push_back(is_number);
      } else if (column < are_numbers_.size()) {
        are_numbers_[column] = are_numbers_[column] && is_number;
      }
      has_more = end != std::string_view::npos;
      stack.remove_prefix(has_more ? end + 1 : stack.size());
    }
    is_even_ = is_even_ && column == are_numbers_.size();
    ++rows_;
  }
  [[nodiscard]] bool are_a_table() const {
    return rows_ > 1 && is_even_ && std::ranges::find(are_numbers_, true) != are_numbers_.end();
  }

 private:
  /// "12", "-1.5", "3,25", "1 024", "12 %", "2024-05-01", "10:30".
  static bool is_table_number(std::string_view cell) {
    const auto belongs = [](char c) {
      return is_digit(c) || std::string_view(" \t.,+-:/%\"").contains(c);
    };
    return std::ranges::any_of(cell, is_digit) && std::ranges::all_of(cell, belongs);
  }

  std::vector<bool> are_numbers_;
  bool is_even_ = true;
  size_t rows_ = 0;
};

/// A first row of which not even the end is among the first bytes, and so not its count.
bool begins_long_stack(std::string_view first_bytes) {
  constexpr size_t kLongestName = 4096;
  if (first_bytes.size() < kFirstBytes) {
    return false;
  }
  first_bytes = without_byte_order_mark(first_bytes);
  if (first_bytes.contains('\n') || std::string_view("{[<\"").contains(first_bytes.front())) {
    return false;
  }
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; };
  if (std::ranges::any_of(first_bytes, is_control)) {
    return false;
  }
  for (size_t at = 0; at < first_bytes.size();) {
    const size_t end = first_bytes.find(';', at);
    const size_t length = std::min(end, first_bytes.size()) - at;
    if (length > kLongestName || (length == 0 && end != std::string_view::npos)) {
      return false;
    }
    at += length + 1;
  }
  return true;
}

/// Nothing marks the format, so the first row has to be of it, and most others to look like it.
Probe probe(std::string_view first_bytes) {
  constexpr size_t kOneIn = 10;
  Probe found{Likeness::kMaybe, "rows of functions separated by `;`, each with a count at its end"};
  if (begins_long_stack(first_bytes)) {
    return found;
  }
  size_t rows = 0;
  size_t others = 0;
  bool has_stack = false;
  Columns columns;
  for (std::string_view rest = without_byte_order_mark(whole_rows(first_bytes)); !rest.empty();) {
    const std::string_view text = take_row(rest);
    if (is_comment(text)) {
      continue;
    }
    const Row row = split_row(text, 1);
    // A count in a cell of its own is a table's.
    const bool is_own = !row.first.empty() && !row.stack.empty() && !text.contains('\0') &&
                        !row.stack.ends_with(';');
    if (rows++ == 0 && !is_own) {
      return {};
    }
    others += is_own || text.contains(';') ? 0U : 1U;
    has_stack = has_stack || (is_own && row.stack.contains(';'));
    columns.add(row.stack);
  }
  if (!has_stack || others * kOneIn > rows || columns.are_a_table()) {
    return {};
  }
  return found;
}

}  // namespace

const Format kFormat = {
    "folded", "folded stacks, with one count or two", {}, kCodes, probe, read_by<Reader>,
};

}  // namespace quern::folded
