// SPDX-License-Identifier: MIT
//
// How trees are drawn as text: rows move to the right with their depth, and behind the children of
// a row stands one line for those that are not shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/output/text/table.h"

namespace quern {

/// Deep levels are shown as a number, so that `width` columns (0: any) keep room for names.
[[nodiscard]] std::string tree_indent(uint32_t depth, size_t width);

/// Calls line(row) for each row and hidden_line(hidden, depth) where branches have no row (and
/// `shows_hidden`), until one answers false. Rows stand depth first.
template <class Row, class Hidden, class Line, class HiddenLine>
void each_tree_line(const std::vector<Row>& rows, const Hidden& hidden_roots, bool shows_hidden,
                    const Line& line, const HiddenLine& hidden_line) {
  std::vector<size_t> open;  // rows whose children are being listed
  const auto close_to = [&](uint32_t depth) {
    for (; !open.empty() && rows[open.back()].depth >= depth; open.pop_back()) {
      const Row& row = rows[open.back()];
      if (shows_hidden && row.hidden.count != 0 && !hidden_line(row.hidden, row.depth + 1)) {
        return false;
      }
    }
    return true;
  };
  for (size_t at = 0; at < rows.size(); ++at) {
    if (!close_to(rows[at].depth) || !line(rows[at])) {
      return;
    }
    open.push_back(at);
  }
  if (close_to(0) && shows_hidden && hidden_roots.count != 0) {
    (void)hidden_line(hidden_roots, 0U);
  }
}

/// A table of the lines that `each(line)` calls line(cells, name) for, until one answers false:
/// once to measure them, once to write them.
template <class Each>
void write_measured(Table& table, size_t width, BufferedText& stream, const Each& each) {
  each([&](const std::vector<std::string>& cells, const TableName& name) {
    table.measure(cells, name);
    return true;
  });
  table.fit(width);
  table.head(stream.text());
  each([&](const std::vector<std::string>& cells, const TableName& name) {
    table.line(stream.text(), cells, name);
    return stream.drain();
  });
}

}  // namespace quern
