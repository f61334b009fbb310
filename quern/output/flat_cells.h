// SPDX-License-Identifier: MIT
//
// What the answers as CSV, TSV and Markdown are made of: a writer of rows, and the cells and
// columns that several answers share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/drained_text.h"
#include "quern/base/text.h"
#include "quern/output/flat_rows.h"
#include "quern/views/rows.h"
#include "quern/views/selection.h"

namespace quern {

class FlatWriter {
 public:
  FlatWriter(FlatForm form, ByteSink& out, std::span<const FlatColumn> columns)
      : form_(form), stream_(out) {
    append_flat_head(stream_.text(), form, columns);
  }

  bool row(std::span<const std::string> cells) {
    append_flat_row(stream_.text(), form_, cells);
    return stream_.drain();
  }

 private:
  FlatForm form_;
  DrainedText stream_;
};

using Cells = std::vector<std::string>;

inline void add_name(Cells& cells, const RowName& name) {
  cells.emplace_back(name.name);
  cells.emplace_back(name.file);
  cells.emplace_back(name.object);
}

inline void add_costs(Cells& cells, std::span<const int128> costs) {
  for (const int128 cost : costs) {
    cells.push_back(to_decimal(cost));
  }
}

template <class Number>
void add_number(Cells& cells, const std::optional<Number>& number) {
  cells.push_back(number ? to_decimal(static_cast<int128>(*number)) : "");
}

inline void add_number(Cells& cells, uint64_t known) {
  cells.push_back(known != 0 ? to_decimal(static_cast<int128>(known)) : "");
}

/// The column KIND:EVENT of each event.
inline void add_columns(std::vector<FlatColumn>& columns, std::string_view kind,
                        const Selection& selection) {
  for (const auto& column : selection.columns) {
    columns.push_back({std::string(kind) + ":" + column.event.name, true});
  }
}

/// The columns KIND:RATIO of each ratio.
inline void add_ratio_columns(std::vector<FlatColumn>& columns, std::string_view kind,
                              const Selection& selection) {
  for (const size_t at : selection.ratios) {
    columns.push_back({std::string(kind) + ":" + selection.computed[at].event.name, true});
  }
}

/// Whole numbers exactly, others as the nearest double; empty for none.
void add_ratios(Cells& cells, std::span<const std::optional<Fraction>> ratios);

inline void add_name_columns(std::vector<FlatColumn>& columns, const std::string& prefix = {}) {
  if (prefix.empty()) {
    columns.insert(columns.end(), {{"name"}, {"file"}, {"object"}});
  } else {
    columns.insert(columns.end(), {{prefix}, {prefix + "_file"}, {prefix + "_object"}});
  }
}

/// Callers as one cell, the innermost first; they are the first of `depth`.
inline std::string callers_cell(std::span<const RowName> callers, uint64_t depth) {
  std::string cell;
  for (const RowName& caller : callers) {
    cell += (cell.empty() ? "" : " < ") + std::string(caller.name);
  }
  return cell + (callers.size() < depth ? " < …" : "");
}

}  // namespace quern
