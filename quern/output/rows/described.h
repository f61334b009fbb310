// SPDX-License-Identifier: MIT
//
// What the rows of each question hold: see RowPen.
#pragma once

#include <optional>

#include "quern/output/rows/row_pen.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/calls/reach.h"
#include "quern/views/held/leaks.h"
#include "quern/views/lists/lines.h"
#include "quern/views/lists/loops.h"
#include "quern/views/lists/top.h"
#include "quern/views/trees/tree.h"

namespace quern {

/// A row of Lines, with the function that all of its costs belong to.
struct LineRow : TopRow {
  std::optional<RowName> function;
  bool knows_inlined = false;  ///< whether rows have costs with what was inlined
};
[[nodiscard]] LineRow line_row(const Lines& lines, size_t rank);

/// A row of Loops.
struct LoopRow : TopRow {
  Loop loop;
  std::optional<LineSpan> lines;
};
[[nodiscard]] LoopRow loop_row(const Loops& loops, size_t rank);

void describe(RowPen& pen, const TopRow& row);
/// Self costs, with what rows and those above cost where it is asked for.
void describe_self(RowPen& pen, const TopRow& row);
void describe(RowPen& pen, const LineRow& row);
void describe(RowPen& pen, const LoopRow& row);
void describe(RowPen& pen, const CallRow& row);
void describe(RowPen& pen, const ReachRow& row);
void describe(RowPen& pen, const Invocation& row);
void describe(RowPen& pen, const Spread& row);
/// Of calls that no name is for.
void describe_costs(RowPen& pen, const Spread& row);
void describe(RowPen& pen, const TreeRow& row);
/// By column, of a tree of its selection.
[[nodiscard]] std::vector<Amount> total_amounts(const Tree& tree);
void describe(RowPen& pen, const Leaks& leaks, const LeakRow& row);

}  // namespace quern
