// SPDX-License-Identifier: MIT
//
// What the text answers about functions have in common: how a row is named, the line on top that
// says what is shown, and the commands suggested below.
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

namespace quern {

/// A name made printable, short where the style wants it; "???" where there is none.
[[nodiscard]] std::string shown_name(std::string_view name, const Style& style);

/// The last cell of a row: its name, "FILE:OBJECT" behind it and ever shorter forms of that. A
/// group does not repeat its own name there.
[[nodiscard]] TableName name_cell(const RowName& name, std::string mark, const Style& style);

/// " <cycle 3>", or nothing.
[[nodiscard]] std::string cycle_mark(std::optional<uint32_t> cycle);

/// "f ← g ← … 12 more": a function and the first of its `depth` callers, the innermost first.
[[nodiscard]] std::string path_text(const RowName& name, std::span<const RowName> callers,
                                    uint64_t depth, const Style& style);

/// "1 function", "12 classes".
[[nodiscard]] std::string counted_rows(uint64_t count, GroupBy by);
/// "functions", "classes".
[[nodiscard]] std::string rows_word(GroupBy by);

/// "total 1,220 Ir (Instruction Fetch)".
[[nodiscard]] std::string total_phrase(const Event& event, const Amount& total);
[[nodiscard]] std::string total_phrase(const Event& event, int128 total);
/// "sorted by self cost", with the event where several are shown.
[[nodiscard]] std::string sort_phrase(const Selection& selection);

/// "100 % is PARENT", where percentages are of what a row is a part of; else empty.
[[nodiscard]] std::string percent_phrase(const Selection& selection, std::string_view parent);

/// "D1MissRate", with its unit: "D1MissRate (%)".
[[nodiscard]] std::string ratio_name(const Selection& selection, size_t ratio);
/// Adds to the pieces of a head line which part of the inputs the totals are of, how much of them
/// was apportioned, and how much `summary:` declares without rows for it.
void add_scope(std::vector<std::string>& pieces, const Selection& selection);
/// "where QUERY" and "--min N" as pieces of the line on top; nothing if all rows are asked for.
void add_where(std::vector<std::string>& pieces, const Selection& selection);
/// "; 12 do not match the query", "; 12 are below --min 50", or nothing.
[[nodiscard]] std::string left_out_by_query(const Selection& selection, size_t left_out);

/// The pieces with " · " between, broken there to the width; bold; with LF and an empty line.
void append_head_line(std::string& out, std::span<const std::string> pieces, const Style& style);

/// BEFORE NAME BEHIND and LF, the name cut so that the line fits the width: numbers stay whole.
[[nodiscard]] std::string fitted_line(std::string_view before, std::string_view name,
                                      std::string_view behind, const Style& style);

/// " --groups FILE" or " --group-by file": what makes the same groups again; nothing of functions.
[[nodiscard]] std::string group_words(GroupBy by, const Style& style);

/// A command to go on with: "next: quern WORDS INPUT" and LF; nothing without an input.
[[nodiscard]] std::string next_line(std::string_view words, const Style& style);
/// Names that a shell can be given: all is printable as it is, and not too much for a command.
[[nodiscard]] bool can_be_typed(std::string_view name);
/// Likewise `peek` for this row; nothing where its name cannot be typed, or it stands for costs
/// without rows, which have no callers or callees.
[[nodiscard]] std::string next_peek(const RowName& name, GroupBy by, const Style& style);
/// Likewise `annotate` for "FILE:LINE".
[[nodiscard]] std::string next_annotate(const RowName& line, const Style& style);
/// Likewise for two sides that are compared.
[[nodiscard]] std::string next_diff_peek(const RowName& name, const Style& style);

/// A sentence in lines that fit the width, each with LF.
[[nodiscard]] std::string note_lines(std::string_view words, const Style& style);
/// What `~` means, with LF; nothing where a filter made no estimates.
[[nodiscard]] std::string estimate_note(const Selection& selection);
/// Likewise in lines that fit the width.
[[nodiscard]] std::string estimate_note(const Selection& selection, const Style& style);

/// What to know of costs that stand beside recursive calls; with LF.
[[nodiscard]] std::string overlap_note();

/// "not shown: 3 callers, 1 callee" with LF; empty where all are.
[[nodiscard]] std::string neighbours_not_shown(size_t callers, size_t callees);

/// Columns without room, so that no event is lost in silence; nothing where `names` is empty.
[[nodiscard]] std::string left_out_line(std::span<const std::string> names);

}  // namespace quern
