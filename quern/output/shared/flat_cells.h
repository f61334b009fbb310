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

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flat_rows.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

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
  BufferedText stream_;
};

using Cells = std::vector<std::string>;

inline void add_name(Cells& cells, const RowName& name) {
  cells.emplace_back(name.name);
  cells.emplace_back(name.file);
  cells.emplace_back(name.object);
}

/// Behind a name, where rows are sorted by place: its line.
inline void add_line(Cells& cells, const Selection& selection, const RowName& name) {
  if (selection.order == RowOrder::kPlace) {
    cells.push_back(name.line != 0 ? to_decimal(static_cast<int128>(name.line)) : "");
  }
}

inline void add_costs(Cells& cells, std::span<const int128> costs) {
  for (const int128 cost : costs) {
    cells.push_back(to_decimal(cost));
  }
}

/// A number with its mark, or beside the column of its row's certainty.
inline std::string cell_of(const Amount& amount, FlatForm form) {
  return form == FlatForm::kMarkdown ? raw_text(amount) : to_decimal(lower_of(amount));
}

inline std::string cell_of(const std::optional<Amount>& amount, FlatForm form) {
  return amount ? cell_of(*amount, form) : std::string();
}

/// A cost with its mark, in Markdown in the unit that was asked for.
inline std::string cost_cell(const Event& event, const Amount& amount, FlatForm form) {
  return form == FlatForm::kMarkdown && !event.shown_unit.empty() ? cost_text(event, amount)
                                                                  : cell_of(amount, form);
}

/// By column.
inline void add_amounts(Cells& cells, std::span<const Amount> amounts, const Selection& selection,
                        FlatForm form) {
  for (size_t column = 0; column < amounts.size(); ++column) {
    cells.push_back(cost_cell(selection.columns[column].event, amounts[column], form));
  }
}

inline void add_costs(Cells& cells, std::span<const int128> costs, const Selection& selection,
                      FlatForm form) {
  for (size_t column = 0; column < costs.size(); ++column) {
    cells.push_back(cost_cell(selection.columns[column].event, Exact{costs[column]}, form));
  }
}

/// Likewise without marks, for rows with a column that tells how sure they are.
inline void add_lower(Cells& cells, std::span<const Amount> amounts, const Selection& selection,
                      FlatForm form) {
  for (size_t column = 0; column < amounts.size(); ++column) {
    cells.push_back(
        cost_cell(selection.columns[column].event, Exact{lower_of(amounts[column])}, form));
  }
}

inline Certainty least_certain(std::span<const Amount> amounts, const std::optional<Amount>& one) {
  Certainty certainty = one ? certainty_of(*one) : Certainty::kExact;
  for (const Amount& amount : amounts) {
    certainty = std::max(certainty, certainty_of(amount));
  }
  return certainty;
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

/// Those of inclusive costs: the lower ones, the upper ones, how sure they are; Markdown has but
/// one, with its mark.
void add_inclusive_columns(std::vector<FlatColumn>& columns, const Selection& selection,
                           FlatForm form);
/// `certainty`: of what else the row has.
void add_inclusive(Cells& cells, std::span<const Amount> amounts, const Selection& selection,
                   FlatForm form, Certainty certainty);

/// Whole numbers exactly, others as the nearest double; empty for none.
void add_ratios(Cells& cells, std::span<const std::optional<Fraction>> ratios);

inline void add_name_columns(std::vector<FlatColumn>& columns, const std::string& prefix = {}) {
  if (prefix.empty()) {
    columns.insert(columns.end(), {{"name"}, {"file"}, {"object"}});
  } else {
    columns.insert(columns.end(), {{prefix}, {prefix + "_file"}, {prefix + "_object"}});
  }
}

/// See add_line().
inline void add_line_column(std::vector<FlatColumn>& columns, const Selection& selection,
                            const std::string& prefix = {}) {
  if (selection.order == RowOrder::kPlace) {
    columns.push_back({prefix + "line", true});
  }
}

/// How often the jumps of a line were met and followed: columns of answers about profiles that
/// record jumps.
inline void add_jump_columns(std::vector<FlatColumn>& columns, const std::string& prefix = {}) {
  columns.push_back({prefix + "jumps", true});
  columns.push_back({prefix + "jumps followed", true});
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
