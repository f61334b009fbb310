// SPDX-License-Identifier: MIT
#include "quern/output/answers/held.h"
#include "quern/output/render.h"
#include "quern/output/shared/flat_cells.h"

namespace quern {

void write_flat(const Leaks& leaks, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns;
  const LeaksBy by = leaks.request.by;
  const bool has_names = by != LeaksBy::kSize && by != LeaksBy::kPage;
  const bool has_callers = by == LeaksBy::kStack || by == LeaksBy::kBlock;
  if (has_names) {
    add_name_columns(columns);
  }
  if (has_callers) {
    columns.insert(columns.end(), {{"depth", true}, {"callers"}});
  }
  columns.insert(columns.end(), {{"first", true},
                                 {"last", true},
                                 {"blocks", true},
                                 {"size:" + leaks.event.name, true},
                                 {"largest", true},
                                 {"pages", true}});
  add_ratio_columns(columns, "self", leaks.selection);
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < leaks.shown(); ++rank) {
    const LeakRow row = leaks.row(rank);
    Cells cells;
    if (has_names) {
      add_name(cells, row.name);
    }
    if (has_callers) {
      cells.push_back(std::to_string(row.depth));
      cells.push_back(callers_cell(row.callers, row.depth));
    }
    for (const uint64_t number : {row.first, row.last, row.held.blocks}) {
      cells.push_back(std::to_string(number));
    }
    cells.push_back(cost_cell(leaks.event, Exact{row.held.size}, form));
    cells.push_back(std::to_string(row.held.largest));
    cells.push_back(leaks.has_pages ? std::to_string(row.held.pages) : "");
    add_ratios(cells, row.ratios);
    if (!writer.row(cells)) {
      return;
    }
  }
}

}  // namespace quern
