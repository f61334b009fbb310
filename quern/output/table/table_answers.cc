// SPDX-License-Identifier: MIT
//
// Answers about one profile as CSV, TSV and Markdown.
#include <array>

#include "quern/output/answers/calls.h"
#include "quern/output/answers/held.h"
#include "quern/output/answers/lists.h"
#include "quern/output/answers/trees.h"
#include "quern/output/table/table_pen.h"

namespace quern {
namespace {

/// The function that is looked at, a caller or a callee.
struct PeekRow {
  std::string_view role;
  TopRow row;  ///< of callers and callees without self costs
};

PeekRow neighbour_row(std::string_view role, const Peek& peek, const PeekNeighbour& neighbour) {
  PeekRow row{role, {}};
  row.row.name = neighbour.name;
  row.row.inclusive = neighbour.inclusive;
  row.row.calls = neighbour.count;
  row.row.cycle = neighbour.is_in_cycle ? peek.function.cycle : std::nullopt;
  row.row.inclusive_ratios = neighbour.inclusive_ratios;
  row.row.runs = neighbour.runs;
  return row;
}

/// Of an exact cost itself; nothing where an estimate has none.
std::optional<int128> bound(const TreeRow& row, int128 Bounded::* side) {
  const Amount inclusive = row.inclusive.empty() ? Exact{} : row.inclusive.front();
  if (certainty_of(inclusive) == Certainty::kExact) {
    return lower_of(inclusive);
  }
  return row.bounds.empty() ? std::nullopt : std::optional(row.bounds.front().*side);
}

/// The certainty is that of the least certain cost; the bounds are those of the inclusive cost.
void draw_frame(TablePen& pen, const TreeRow& row, const FlamePlace& place) {
  pen.number("depth", row.depth);
  pen.name("", row.name);
  pen.number("x", place.x);
  pen.number("width", place.width);
  pen.costs("self", row.self);
  pen.costs("inclusive", row.inclusive);
  pen.certainty_column();
  pen.number("lower", bound(row, &Bounded::lower));
  pen.number("upper", bound(row, &Bounded::upper));
  pen.number("calls", wide(row.calls));
  pen.number("own", place.own);
  pen.number("small", place.small);
}

}  // namespace

void write_flat(const Top& top, FlatForm form, ByteSink& out) {
  write_table(form, top.selection(), top.shown(), [&](size_t rank) { return top.row(rank); }, out);
}

void write_flat(const Matches& matches, FlatForm form, ByteSink& out) {
  write_flat(matches.top, form, out);
}

void write_flat(const Lines& lines, FlatForm form, ByteSink& out) {
  TablePen pen(form, out, lines.selection());
  write_table(
      pen, lines.shown(), [&](size_t rank) { return line_row(lines, rank); },
      [&lines](RowPen& to, LineRow row) {
        row.knows_inlined = lines.inlined().is_known();  // the row of heads holds nothing
        describe(to, row);
      });
}

void write_flat(const Loops& loops, FlatForm form, ByteSink& out) {
  write_table(
      form, loops.selection(), loops.shown(), [&](size_t rank) { return loop_row(loops, rank); },
      out);
}

void write_flat(const Calls& calls, FlatForm form, ByteSink& out) {
  write_table(
      form, calls.selection(), calls.shown(), [&](size_t rank) { return calls.row(rank); }, out);
}

void write_flat(const Invocations& calls, FlatForm form, ByteSink& out) {
  write_table(
      form, calls.selection(), calls.shown(), [&](size_t rank) { return calls.row(rank); }, out);
}

void write_flat(const Spreads& spreads, FlatForm form, ByteSink& out) {
  write_table(
      form, spreads.selection, spreads.rows.size(),
      [&](size_t rank) -> const Spread& { return spreads.rows[rank]; }, out);
}

void write_flat(const Leaks& leaks, FlatForm form, ByteSink& out) {
  TablePen table(form, out, leaks.selection);
  write_table(
      table, leaks.shown(), [&](size_t rank) { return leaks.row(rank); },
      [&](RowPen& pen, const LeakRow& row) { describe(pen, leaks, row); });
}

void write_flat(const Peek& peek, PeekSides sides, FlatForm form, ByteSink& out) {
  const size_t callers = sides == PeekSides::kCallees ? 0 : peek.callers.size();
  const size_t callees = sides == PeekSides::kCallers ? 0 : peek.callees.size();
  const auto row_at = [&](size_t rank) {
    return rank < callers    ? neighbour_row("caller", peek, peek.callers[rank])
           : rank == callers ? PeekRow{"function", peek.function}
                             : neighbour_row("callee", peek, peek.callees[rank - callers - 1]);
  };
  const auto draw = [&](RowPen& pen, const PeekRow& row) {
    pen.text("role", row.role);
    describe(pen, row.row);
    pen.percents(row.row.inclusive, peek.function.inclusive);
  };
  TablePen table(form, out, peek.selection);
  write_table(table, callers + 1 + callees, row_at, draw);
}

void write_flat(const Reach& reach, FlatForm form, ByteSink& out) {
  TablePen table(form, out, reach.selection);
  const auto draw = [](TablePen& pen, const ReachRow& row) {
    pen.name("", row.name);
    pen.lower_costs("inclusive", row.together);
    pen.upper_costs("inclusive_max", row.together);
    pen.number("distance", row.nearest);
    pen.number("distance_max", wide(row.farthest));
  };
  write_table(
      table, reach.rows.size(), [&](size_t at) -> const ReachRow& { return reach.rows[at]; }, draw);
}

void write_flat(const Tree& tree, FlatForm form, ByteSink& out) {
  const std::vector<Amount> totals = total_amounts(tree);
  const auto draw = [&](RowPen& pen, const TreeRow& row) {
    describe(pen, row);
    pen.percents(row.inclusive, row.parent ? tree.rows[*row.parent].inclusive : totals);
  };
  TablePen table(form, out, tree.selection);
  write_table(
      table, tree.rows.size(), [&](size_t at) -> const TreeRow& { return tree.rows[at]; }, draw);
}

/// A row a frame, depth first, with its place.
void write_flat(const Flame& flame, FlatForm form, ByteSink& out) {
  TablePen pen(form, out, flame.tree.selection);
  draw_frame(pen, {}, {});
  bool is_wanted = pen.end_row();
  for (size_t at = 0; at < flame.places.size() && is_wanted; ++at) {
    draw_frame(pen, flame.tree.rows[at], flame.places[at]);
    is_wanted = pen.end_row();
  }
}

}  // namespace quern
