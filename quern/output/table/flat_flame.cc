// SPDX-License-Identifier: MIT
//
// A flame graph as CSV, TSV and Markdown: a row a frame, depth first, with its place. The
// certainty is that of the least certain of its costs; the bounds are those of the inclusive one.
#include "quern/output/answers/trees.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flat_cells.h"

namespace quern {
namespace {

/// Of an exact cost itself; nothing where an estimate has none.
std::optional<int128> bound(const TreeRow& row, int128 Bounded::* side) {
  const Amount& inclusive = row.inclusive.front();
  if (certainty_of(inclusive) == Certainty::kExact) {
    return lower_of(inclusive);
  }
  return row.bounds.empty() ? std::nullopt : std::optional(row.bounds.front().*side);
}

}  // namespace

void write_flat(const Flame& flame, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns = {{"depth", true}};
  add_name_columns(columns);
  columns.insert(columns.end(), {{"x", true}, {"width", true}});
  add_columns(columns, "self", flame.tree.selection);
  add_columns(columns, "inclusive", flame.tree.selection);
  columns.insert(columns.end(), {{"certainty"},
                                 {"lower", true},
                                 {"upper", true},
                                 {"calls", true},
                                 {"own", true},
                                 {"small", true}});
  FlatWriter writer(form, out, columns);
  for (size_t at = 0; at < flame.places.size(); ++at) {
    const TreeRow& row = flame.tree.rows[at];
    const FlamePlace& place = flame.places[at];
    const Amount& inclusive = row.inclusive.front();
    const Event& event = flame.tree.selection.columns.front().event;
    Cells cells = {std::to_string(row.depth)};
    add_name(cells, row.name);
    add_costs(cells, std::vector<int128>{place.x, place.width});
    for (const Amount& amount : {row.self.front(), inclusive}) {
      cells.push_back(cost_cell(event, amount, form));
    }
    cells.emplace_back(to_string(least_certain(row.self, inclusive)));
    add_number(cells, bound(row, &Bounded::lower));
    add_number(cells, bound(row, &Bounded::upper));
    add_number(cells, row.calls);
    add_costs(cells, std::vector<int128>{place.own, place.small});
    if (!writer.row(cells)) {
      return;
    }
  }
}

}  // namespace quern
