// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/head.h"
#include "quern/output/text/row_table.h"

namespace quern {
namespace {

RowTable<Invocation> invocation_columns(const Selection& selection, const Style& style) {
  RowTable<Invocation> table(selection, style);
  for (size_t column = 0; column < selection.columns.size(); ++column) {
    const Event& event = selection.columns[column].event;
    const bool leads = column == selection.sort_column;
    const std::string name = selection.columns.size() > 1 ? " " + event_text(event) : "";
    table.add("inclusive" + name, leads ? 0 : 4, [&event, column](const Invocation& row) {
      return cost_text(event, row.inclusive[column]);
    });
    table.add("self" + name, leads ? 2 : 5, [&event, column](const Invocation& row) {
      return cost_text(event, row.self[column]);
    });
  }
  table.add("call no.", 3,
            [](const Invocation& row) { return grouped(static_cast<int128>(row.number)); });
  return table;
}

TableName invocation_name(const Invocation& row, const Style& style) {
  TableName name;
  name = path_cell(row.name, row.callers, row.depth, style);
  if (!row.file.empty()) {
    const std::string line = row.line ? ":" + std::to_string(*row.line) : "";
    const std::string file = printable(row.file);
    name.places = {file + line, std::string(base_name(file)) + line};
  }
  return name;
}

std::string quantiles_line(const Event& event, std::string_view kind, const Quantiles& costs) {
  return fmt::format("{}: min {}, median {}, p95 {}, max {} {}\n", kind,
                     cost_text(event, costs.min), cost_text(event, costs.median),
                     cost_text(event, costs.p95), cost_text(event, costs.max), event_text(event));
}

/// The quantiles of the kind of cost that rows are sorted by, then those of the other.
RowTable<Spread> spread_columns(const Selection& selection, const Style& style) {
  RowTable<Spread> table(selection, style);
  table.add("calls", 0, [](const Spread& row) { return grouped(static_cast<int128>(row.calls)); });
  if (!table.has_costs()) {
    return table;
  }
  for (unsigned at = 0; at < 2; ++at) {
    const bool is_self = (at == 0) == (selection.sort_by == SortBy::kSelf);
    const auto add = [&](std::string_view word, int128 Quantiles::* quantile, unsigned spare) {
      const size_t column = selection.sort_column;
      table.add(
          fmt::format("{} {}", is_self ? "self" : "incl", word), 6 * at + spare,
          [is_self, quantile, column, &event = selection.columns[column].event](const Spread& row) {
            return cost_text(event, (is_self ? row.self : row.inclusive)[column].*quantile);
          });
    };
    add("min", &Quantiles::min, 5);
    add("median", &Quantiles::median, 1);
    add("p95", &Quantiles::p95, 2);
    add("max", &Quantiles::max, 0);
  }
  return table;
}

Head head_of_invocations(const Invocations& calls) {
  const Selection& selection = calls.selection();
  const bool has_events = selection.sort_column < selection.columns.size();
  const bool is_in_order = calls.request().chronological || !has_events;
  const std::string by = is_in_order ? "in order of time" : sorted_by(selection).substr(1);
  const std::string rows = counted(calls.row_count(), "single call");
  const bool is_of_one = !calls.request().of.empty();
  Head head;
  head.what = is_in_order && calls.shown() < calls.row_count()
                  ? fmt::format("First {} of {}", grouped(static_cast<int128>(calls.shown())), rows)
                  : shown_rows(calls.shown(), calls.row_count(), rows, "", selection);
  if (is_of_one) {
    head.what += " of ";
    head.name = printable(calls.request().of);
    head.notes.push_back(by);
  } else {
    head.what += " " + by;
  }
  set_base(head, selection, calls.totals());
  add_scope(head.notes, selection);
  return head;
}

}  // namespace

std::string rest_line(const Invocations& calls) {
  return calls.shown() == calls.row_count()
             ? fmt::format("all {} shown\n", counted(calls.row_count(), "call"))
             : fmt::format("not shown: {}\n", counted(calls.row_count() - calls.shown(), "call"));
}

std::string rest_line(const Spreads& spreads) {
  return spreads.rows.size() == spreads.of
             ? fmt::format("all {} shown\n", counted(spreads.of, "function"))
             : fmt::format("not shown: {}\n",
                           counted(spreads.of - spreads.rows.size(), "function"));
}

void write_text(const Invocations& calls, const Style& style, ByteSink& out) {
  const Selection& selection = calls.selection();
  const size_t column = selection.sort_column;
  const bool has_events = column < selection.columns.size();
  BufferedText stream(out);
  append_head(stream.text(), head_of_invocations(calls), style);
  if (calls.spread() && has_events) {
    const Event& event = selection.columns[column].event;
    stream.text() += counted(calls.row_count(), "call") + "\n";
    stream.text() += quantiles_line(event, "inclusive", calls.spread()->inclusive[column]);
    stream.text() += quantiles_line(event, "self", calls.spread()->self[column]) + "\n";
  }
  if (calls.shown() != 0 &&
      !invocation_columns(selection, style)
           .write(
               stream, "function ← its callers", calls.shown(),
               [&](size_t rank) { return calls.row(rank); },
               [&](const Invocation& row) { return invocation_name(row, style); })) {
    return;
  }
  stream.text() += rest_line(calls);
}

void write_text(const Spreads& spreads, const Style& style, ByteSink& out) {
  const Selection& selection = spreads.selection;
  const std::string rows = counted(spreads.of, "function");
  Head head;
  head.what =
      shown_rows(spreads.rows.size(), spreads.of, rows, " by cost of single calls", selection);
  set_base(head, selection, spreads.totals);
  add_scope(head.notes, selection);
  BufferedText stream(out);
  append_head(stream.text(), head, style);
  const bool is_wanted = spread_columns(selection, style)
                             .write(
                                 stream, "function", spreads.rows.size(),
                                 [&](size_t rank) -> const Spread& { return spreads.rows[rank]; },
                                 [&](const Spread& row) { return name_cell(row.name, "", style); });
  if (!is_wanted) {
    return;
  }
  stream.text() += rest_line(spreads);
}

}  // namespace quern
