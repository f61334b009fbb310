// SPDX-License-Identifier: MIT

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_table.h"

namespace quern {
namespace {

std::string_view word_of(const Reach& reach) {
  return reach.of == ReachOf::kCallers ? "callers" : "callees";
}

RowTable<ReachRow> reach_columns(const Reach& reach, const Style& style) {
  const Selection& selection = reach.selection;
  RowTable<ReachRow> table(selection, style);
  if (table.has_costs()) {
    const size_t column = selection.sort_column;
    const Event& event = selection.columns[column].event;
    table.cost("together", &ReachRow::together, 0);
    table.percent("%", &ReachRow::together, reach.totals[column], 1);
    const bool has_bounds = std::ranges::any_of(reach.rows, [column](const ReachRow& row) {
      return certainty_of(row.together[column]) == Certainty::kBounded;
    });
    if (has_bounds) {
      table.add("at most", 0, [&event, column](const ReachRow& row) {
        return cost_text(event, upper_of(row.together[column]));
      });
    }
  }
  table.add("calls away", 0, [](const ReachRow& row) {
    return row.farthest && *row.farthest != row.nearest
               ? fmt::format("{}-{}", row.nearest, *row.farthest)
               : fmt::format("{}", row.nearest);
  });
  return table;
}

}  // namespace

std::string rest_line(const Reach& reach) {
  return reach.rows.size() < reach.in_all
             ? fmt::format("not shown: {} more\n",
                           grouped(static_cast<int128>(reach.in_all - reach.rows.size())))
             : std::string();
}

void write_text(const Reach& reach, const Style& style, ByteSink& out) {
  const Selection& selection = reach.selection;
  std::vector<std::string> pieces = {
      fmt::format("all {} of {}", word_of(reach), shown_name(reach.function.name.name, style))};
  if (selection.sort_column < selection.columns.size()) {
    pieces.push_back(
        total_phrase(selection, selection.sort_column, reach.totals[selection.sort_column]));
  }
  pieces.emplace_back(reach.is_exact ? "from exact stacks" : "from the call graph");
  add_scope(pieces, selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  if (reach.in_all == 0) {
    stream.text() += reach.of == ReachOf::kCallers ? "called from nowhere that is recorded\n"
                                                   : "calls nothing that is recorded\n";
    return;
  }
  const auto name_of = [&](const ReachRow& row) {
    return name_cell(row.name,
                     row.is_self       ? " <recursive>"
                     : row.is_in_cycle ? cycle_mark(reach.function.cycle)
                                       : "",
                     style);
  };
  const bool is_wanted =
      reach_columns(reach, style)
          .write(
              stream, fmt::format("all {}", word_of(reach)), reach.rows.size(),
              [&](size_t rank) -> const ReachRow& { return reach.rows[rank]; }, name_of);
  if (!is_wanted) {
    return;
  }
  if (reach.rows.size() < reach.in_all) {
    stream.text() += fmt::format("\nnot shown: {} more, -n 0 shows all\n",
                                 grouped(static_cast<int128>(reach.in_all - reach.rows.size())));
  }
  stream.text() += "\ntogether: what was spent while both were on the stack\n";
}

}  // namespace quern
