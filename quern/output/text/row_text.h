// SPDX-License-Identifier: MIT
//
// What the text answers about functions have in common: how a row is named and described.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/render.h"
#include "quern/output/text/table.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/top.h"

namespace quern {

/// A name made printable, short where the style wants it; "???" where there is none.
[[nodiscard]] std::string shown_name(std::string_view name, const Style& style);

/// The end of a run's path, for a column.
[[nodiscard]] std::string run_name(std::string_view path);

/// The last cell of a row: its name, "FILE:OBJECT" behind it and ever shorter forms of that. A
/// group does not repeat its own name there.
[[nodiscard]] TableName name_cell(const RowName& name, std::string mark, const Style& style);

/// " <cycle 3>", " <recursive>" of a function that calls only itself again, or nothing.
[[nodiscard]] std::string cycle_mark(const TopRow& row);

/// "f ← g ← … 12 more": a function and the first of its `depth` callers, the innermost first.
[[nodiscard]] TableName path_cell(const RowName& name, std::span<const RowName> callers,
                                  uint64_t depth, const Style& style);

/// "1 function", "12 classes".
[[nodiscard]] std::string counted_rows(uint64_t count, GroupBy by);
/// "functions", "classes".
[[nodiscard]] std::string rows_word(GroupBy by);

/// "100 % is PARENT", where percentages are of what a row is a part of; else empty.
[[nodiscard]] std::string percent_phrase(const Selection& selection, std::string_view parent);

/// "D1MissRate", with its unit: "D1MissRate (%)".
[[nodiscard]] std::string ratio_name(const Selection& selection, size_t ratio);
/// "; 12 do not match the query", "; 12 are below --min 50", both with "or", or nothing.
[[nodiscard]] std::string left_out_by_query(const Selection& selection, size_t left_out);

/// BEFORE NAME BEHIND and LF, the name cut so that the line fits the width: numbers stay whole.
[[nodiscard]] std::string fitted_line(std::string_view before, std::string_view name,
                                      std::string_view behind, const Style& style);

/// A sentence in lines that fit the width, each with LF.
[[nodiscard]] std::string note_lines(std::string_view words, const Style& style);
[[nodiscard]] std::string note_lines(const std::vector<std::string>& notes, const Style& style);
/// What `~` means, with LF; nothing where a filter made no estimates.
[[nodiscard]] std::string estimate_note(const Selection& selection);
/// estimate_note() in lines that fit the width.
[[nodiscard]] std::string estimate_note(const Selection& selection, const Style& style);

/// What to know of costs that stand beside recursive calls; with LF.
[[nodiscard]] std::string overlap_note();

/// "not shown: 3 callers, 1 callee" with LF; empty where all are.
[[nodiscard]] std::string neighbours_not_shown(size_t callers, size_t callees);

/// Columns that do not fit, so that no event is lost in silence; nothing where `names` is empty.
[[nodiscard]] std::string left_out_line(std::span<const std::string> names);

/// Completes the line below a comparison, of which `count` rows ("3 functions") did not change.
[[nodiscard]] std::string with_unchanged(std::string line, size_t count, std::string_view rows);

}  // namespace quern
