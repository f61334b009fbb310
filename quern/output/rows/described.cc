// SPDX-License-Identifier: MIT
#include "quern/output/rows/described.h"

namespace quern {
namespace {

/// Both kinds: in tables beside the costs, in JSON behind all.
template <class Row>
void describe_ratios(RowPen& pen, const Row& row, RowPen::For place) {
  if (pen.is_table() == (place == RowPen::For::kTable)) {
    pen.ratios("self", row.self_ratios);
    pen.ratios("inclusive", row.inclusive_ratios);
  }
}

}  // namespace

LineRow line_row(const Lines& lines, size_t rank) {
  return {lines.row(rank), lines.function(rank), lines.inlined().is_known()};
}

LoopRow loop_row(const Loops& loops, size_t rank) {
  return {loops.row(rank), loops.loop(rank), loops.lines(rank)};
}

void describe_self(RowPen& pen, const TopRow& row) {
  const Selection& selection = pen.selection();
  pen.costs("self", row.self);
  if (selection.running && (pen.is_table() || row.running)) {
    pen.cost("running", selection.columns[selection.sort_column].event, row.running);
  }
}

void describe(RowPen& pen, const TopRow& row) {
  pen.placed_name("", row.name);
  describe_self(pen, row);
  pen.inclusive(row.inclusive);
  describe_ratios(pen, row, RowPen::For::kTable);
  pen.count("calls", row.calls);
  pen.number("cycle", wide(row.cycle));
  if (pen.selection().counts_paths) {
    pen.number("paths", wide(row.paths));
  }
  if (pen.selection().shows_runs) {
    pen.runs(row.runs);
  }
  describe_ratios(pen, row, RowPen::For::kJson);
}

void describe(RowPen& pen, const LineRow& row) {
  static constexpr RowName kSeveral{
      .name = {}, .file = {}, .object = {}, .line = 0, .is_root = true};
  pen.text("file", row.name.file);
  pen.number("line", unless_zero(row.name.line));
  pen.name("function", row.function.value_or(kSeveral));
  describe_self(pen, row);
  if (row.knows_inlined) {
    pen.costs("with_inlined", row.with_inlined);
  }
  pen.ratios("self", row.self_ratios);
  pen.certainty();
}

void describe(RowPen& pen, const LoopRow& row) {
  pen.name("", row.name);
  pen.number("first_line", row.lines ? std::optional<int128>(row.lines->first) : std::nullopt);
  pen.number("last_line", row.lines ? std::optional<int128>(row.lines->last) : std::nullopt);
  pen.address("address", row.loop.first);
  pen.address("last_address", row.loop.last);
  pen.number("depth", row.loop.depth);
  pen.costs("self", row.self);
  pen.inclusive(row.inclusive);
  describe_ratios(pen, row, RowPen::For::kTable);
  pen.number("iterations", row.calls ? std::optional(lower_of(*row.calls)) : std::nullopt);
  pen.number("entries", row.loop.entries);
  describe_ratios(pen, row, RowPen::For::kJson);
}

void describe(RowPen& pen, const CallRow& row) {
  pen.placed_name("caller", row.caller);
  pen.placed_name("callee", row.callee);
  pen.calls(row.count, row.inclusive);
  pen.ratios("inclusive", row.inclusive_ratios);
  pen.certainty();
}

void describe(RowPen& pen, const ReachRow& row) {
  pen.name("", row.name);
  pen.inclusive(row.together);
  pen.number("distance", row.nearest);
  pen.number("distance_max", wide(row.farthest));
  pen.flag("recursive", row.is_self);
  pen.flag("in_cycle", row.is_in_cycle);
}

void describe(RowPen& pen, const Invocation& row) {
  pen.number("number", row.number);
  pen.name("", row.name);
  pen.text("call_file", row.file);
  pen.number("line", wide(row.line));
  pen.costs("self", row.self);
  pen.costs("inclusive", row.inclusive);
  pen.callers(row.callers, row.depth);
}

void describe(RowPen& pen, const Spread& row) {
  pen.name("", row.name);
  describe_costs(pen, row);
}

void describe_costs(RowPen& pen, const Spread& row) {
  pen.number("calls", row.calls);
  pen.quantiles("self", row.self);
  pen.quantiles("inclusive", row.inclusive);
}

void describe(RowPen& pen, const TreeRow& row) {
  if (pen.is_table()) {
    pen.number("depth", row.depth);
  }
  pen.name("", row.name);
  pen.costs("self", row.self);
  pen.inclusive(row.inclusive);
  describe_ratios(pen, row, RowPen::For::kTable);
  pen.number("calls", wide(row.calls));
  describe_ratios(pen, row, RowPen::For::kJson);
  if (pen.is_table()) {
    pen.number("children", row.children);
  }
  pen.flag("recursive", row.is_recursive);
  if (!pen.is_table()) {
    pen.number("children", row.children);
  }
}

std::vector<Amount> total_amounts(const Tree& tree) {
  std::vector<Amount> totals;
  for (const int128 total : tree.totals) {
    totals.push_back(amount_of(total, tree.selection.has_estimated_totals));
  }
  return totals;
}

void describe(RowPen& pen, const Leaks& leaks, const LeakRow& row) {
  const LeaksBy by = leaks.request.by;
  if (by != LeaksBy::kSize && by != LeaksBy::kPage) {
    pen.name("", row.name);
  }
  if (by == LeaksBy::kStack || by == LeaksBy::kBlock) {
    pen.callers(row.callers, row.depth);
  }
  pen.number("first", row.first);
  pen.number("last", row.last);
  pen.number("blocks", row.held.blocks);
  if (pen.is_table()) {
    pen.cost("size", leaks.event, Exact{row.held.size});  // in the unit of the event
  } else {
    pen.number("size", row.held.size);
  }
  pen.number("largest", row.held.largest);
  pen.number("pages", leaks.has_pages ? std::optional<int128>(row.held.pages) : std::nullopt);
  pen.ratios("self", row.ratios);
}

}  // namespace quern
