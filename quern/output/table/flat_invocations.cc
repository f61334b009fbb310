// SPDX-License-Identifier: MIT
#include <array>

#include "quern/output/answers/calls.h"
#include "quern/output/render.h"
#include "quern/output/shared/flat_cells.h"

namespace quern {

namespace {

constexpr std::array<std::string_view, 4> kQuantiles = {"min", "median", "p95", "max"};

void add_quantile_columns(std::vector<FlatColumn>& columns, const Selection& selection) {
  for (const std::string kind : {"self_", "inclusive_"}) {
    for (const std::string_view quantile : kQuantiles) {
      add_columns(columns, kind + std::string(quantile), selection);
    }
  }
}

void add_quantiles(Cells& cells, const Spread& row, const Selection& selection, FlatForm form) {
  for (const std::vector<Quantiles>* const costs : {&row.self, &row.inclusive}) {
    for (const auto quantile :
         {&Quantiles::min, &Quantiles::median, &Quantiles::p95, &Quantiles::max}) {
      std::vector<int128> values;
      for (const Quantiles& each : *costs) {
        values.push_back(each.*quantile);
      }
      add_costs(cells, values, selection, form);
    }
  }
}

}  // namespace

void write_flat(const Invocations& calls, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns = {{"number", true}};
  add_name_columns(columns);
  columns.insert(columns.end(), {{"call_file"}, {"line", true}});
  add_columns(columns, "self", calls.selection());
  add_columns(columns, "inclusive", calls.selection());
  columns.insert(columns.end(), {{"depth", true}, {"callers"}});
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    const Invocation row = calls.row(rank);
    Cells cells = {std::to_string(row.number)};
    add_name(cells, row.name);
    cells.emplace_back(row.file);
    add_number(cells, row.line);
    add_costs(cells, row.self, calls.selection(), form);
    add_costs(cells, row.inclusive, calls.selection(), form);
    cells.push_back(std::to_string(row.depth));
    cells.push_back(callers_cell(row.callers, row.depth));
    if (!writer.row(cells)) {
      return;
    }
  }
}

void write_flat(const Spreads& spreads, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns;
  add_name_columns(columns);
  columns.push_back({"calls", true});
  add_quantile_columns(columns, spreads.selection);
  FlatWriter writer(form, out, columns);
  for (const Spread& row : spreads.rows) {
    Cells cells;
    add_name(cells, row.name);
    cells.push_back(std::to_string(row.calls));
    add_quantiles(cells, row, spreads.selection, form);
    if (!writer.row(cells)) {
      return;
    }
  }
}

}  // namespace quern
