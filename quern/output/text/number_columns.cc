// SPDX-License-Identifier: MIT
#include "quern/output/text/number_columns.h"

#include <algorithm>
#include <utility>

#include "quern/output/shared/display_width.h"

namespace quern {

NumberColumns::NumberColumns(std::vector<TableColumn> columns)
    : columns_(std::move(columns)), is_there_(columns_.size(), true) {
  for (const TableColumn& column : columns_) {
    widths_.push_back(display_width(column.head));
  }
}

void NumberColumns::measure(std::span<const std::string> cells) {
  for (size_t at = 0; at < cells.size(); ++at) {
    widths_[at] = std::max(widths_[at], display_width(cells[at]));
  }
}

size_t NumberColumns::width() const {
  size_t width = 0;
  for (size_t at = 0; at < columns_.size(); ++at) {
    width += is_there_[at] ? widths_[at] + kGap : 0;
  }
  return width;
}

void NumberColumns::fit(size_t width_in_all, size_t rest) {
  while (width() + rest > width_in_all) {
    size_t spared = columns_.size();
    for (size_t at = 0; at < columns_.size(); ++at) {
      const bool is_next =
          is_there_[at] && columns_[at].spare != 0 &&
          (spared == columns_.size() || columns_[at].spare > columns_[spared].spare);
      spared = is_next ? at : spared;
    }
    if (spared == columns_.size()) {
      return;
    }
    is_there_[spared] = false;
  }
}

void NumberColumns::append(std::string& out, size_t column, std::string_view text) const {
  if (!is_there_[column]) {
    return;
  }
  if (columns_[column].align == TableColumn::Align::kRight) {
    append_right(out, text, display_width(text), widths_[column]);
  } else {
    append_left(out, text, display_width(text), widths_[column]);
  }
  out.append(kGap, ' ');
}

void NumberColumns::append_heads(std::string& out) const {
  for (size_t at = 0; at < columns_.size(); ++at) {
    append(out, at, columns_[at].head);
  }
}

void NumberColumns::append_cells(std::string& out, std::span<const std::string> cells) const {
  for (size_t at = 0; at < cells.size(); ++at) {
    append(out, at, cells[at]);
  }
}

}  // namespace quern
