// SPDX-License-Identifier: MIT
//
// The lines of one file in `diff --view annotate` as text: columns of numbers, line numbers of both
// sources, marks, the text, and below a line what it was and whose calls changed. What of that
// pages show too is shown in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/compare/source/diff_annotation.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/render.h"
#include "quern/output/text/row_table.h"

namespace quern {

/// The event that leads with both sides, then the changes of the others; "." where a side has none.
/// Self costs, and costs with inlined code if they are known.
[[nodiscard]] RowTable<DiffLine> line_changes(const Selection& selection, bool knows_inlined,
                                              const Style& style);
/// The columns of the accounting, of costs that add up.
[[nodiscard]] RowTable<ChangeLine> account_columns(const DiffAnnotation& answer,
                                                   const Style& style);
/// The index of the column that lines are ranked by.
[[nodiscard]] inline size_t leading_column(const DiffAnnotation& answer) {
  return answer.files().knows_inlined() ? 1 : 0;
}
/// "+3 calls, +120 Ir (+12.00 %)", without what did not change; of one side alone "3 calls, 120 Ir
/// <new>".
[[nodiscard]] std::string call_change_phrase(const DiffCallRow& call, const Selection& selection);
/// " <inlined>" of a call that inlined code makes, or nothing.
[[nodiscard]] std::string_view inlined_mark(const DiffCallRow& call);
/// Those told below a line, and "→ 12 more functions" of the others; nothing where there are none.
[[nodiscard]] std::span<const DiffCallRow> listed_calls(const DiffLine& line,
                                                        const DiffAnnotationRequest& request);
[[nodiscard]] std::string calls_not_listed(const DiffLine& line,
                                           const DiffAnnotationRequest& request);
/// Jumps told below a line.
[[nodiscard]] std::span<const DiffJump> listed_jumps(const DiffLine& line,
                                                     const DiffAnnotationRequest& request);
/// "jump to 22 (old 20), 3 of 10 → 5 of 12 times", from a line at `place`.
[[nodiscard]] std::string jump_change_text(const DiffJump& jump, const LinePlace& place,
                                           const Style& style);
/// "+" of a new line, "-" of one that is gone, "~" of one that is another now, else " ".
[[nodiscard]] std::string_view pair_mark(const PairedLine& pair);

/// False once nobody takes bytes any more.
[[nodiscard]] bool write_changed_lines(const DiffAnnotatedFile& file, const DiffAnnotation& answer,
                                       const Style& style, BufferedText& stream);

}  // namespace quern
