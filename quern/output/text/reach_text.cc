// SPDX-License-Identifier: MIT

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/head.h"
#include "quern/output/text/row_table.h"

namespace quern {
namespace {

std::string_view word_of(const Reach& reach) {
  return reach.of == ReachOf::kCallers ? "callers" : "callees";
}

std::string_view singular_of(const Reach& reach) {
  return reach.of == ReachOf::kCallers ? "caller" : "callee";
}

RowTable<ReachRow> reach_columns(const Reach& reach, const Style& style) {
  const Selection& selection = reach.selection;
  RowTable<ReachRow> table(selection, style);
  if (table.has_costs()) {
    const size_t column = selection.sort_column;
    const Event& event = selection.columns[column].event;
    table.cost("joint cost", &ReachRow::together, 0);
    table.percent("%", &ReachRow::together, reach.totals[column], 1);
    const bool has_bounds = std::ranges::any_of(reach.rows, [column](const ReachRow& row) {
      return certainty_of(row.together[column]) == Certainty::kBounded;
    });
    if (has_bounds) {
      table.add("at most", 3, [&event, column](const ReachRow& row) {
        return cost_text(event, upper_of(row.together[column]));
      });
    }
  }
  table.add("distance", 2, [](const ReachRow& row) {
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
  const std::string rows = fmt::format("{} {}{}", grouped(static_cast<int128>(reach.in_all)),
                                       reach.in_all == 0 ? "" : "direct and indirect ",
                                       reach.in_all == 1 ? singular_of(reach) : word_of(reach));
  Head head;
  head.what = shown_rows(reach.rows.size(), reach.in_all, rows, "", selection) + " of ";
  head.name = shown_name(reach.function.name.name, style);
  set_base(head, selection, reach.totals);
  head.notes.emplace_back(reach.is_exact ? "from exact stacks" : "from the call graph");
  add_scope(head.notes, selection);
  BufferedText stream(out);
  append_head(stream.text(), head, style);
  if (reach.in_all == 0) {
    stream.text() +=
        reach.of == ReachOf::kCallers ? "no recorded callers\n" : "no recorded callees\n";
    return;
  }
  const auto name_of = [&](const ReachRow& row) {
    return name_cell(row.name,
                     row.is_self       ? " <recursive>"
                     : row.is_in_cycle ? cycle_mark(reach.function)
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
  stream.text() +=
      "\njoint cost: cost while both functions were on the stack; distance: calls between them\n";
}

}  // namespace quern
