// SPDX-License-Identifier: MIT
//
// What the text answers that compare have in common: the cells of a row, its words, and the head.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/lists/diff.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/head.h"
#include "quern/output/text/row_table.h"
#include "quern/query/selection.h"

namespace quern {

/// What a line of a comparison shows: a row's, or the sums of rows that are not shown.
struct ChangeLine {
  std::optional<DiffSide> old_side, new_side;
  DiffChange change;
};
/// Of a row with these members.
template <class Row>
[[nodiscard]] ChangeLine change_line(const Row& row) {
  return {row.old_side, row.new_side, row.change};
}

struct ChangesOf {
  bool has_self = true;
  bool has_inclusive = true;
  bool has_calls = true;
  std::string_view self_word = "self";
};
/// The change that rows are sorted by leads, with both sides behind it.
[[nodiscard]] RowTable<ChangeLine> change_columns(const Selection& selection, ChangesOf what,
                                                  const Style& style);

/// " <new>", " <gone>", or nothing.
[[nodiscard]] std::string_view status_word(DiffStatus status);

/// "OLD scaled: Ir × 1.25, Dr × 0.5 to 0.75; Dw of OLD not scaled", where totals were made equal;
/// else empty. Of several runs the lowest factor and the highest.
[[nodiscard]] std::string evened_phrase(const Selection& selection);

/// "1,234 → 1,300 Ir: +66 (+5.35 %)"
[[nodiscard]] std::string total_change(const Event& event, const Amount& was, const Amount& is);

/// The head: what is compared, both totals and their change; a note says which totals were made
/// equal.
[[nodiscard]] Head change_head(std::string what, const Selection& selection,
                               const std::vector<Amount>& was, const std::vector<Amount>& is);
/// " by self change", " by change of calls": what rows of changes are sorted by.
[[nodiscard]] std::string change_sorted_by(const Selection& selection, bool has_self);

/// The head of a list of `rows` ("12 functions"), which are called `words`, sorted `by`.
[[nodiscard]] Head list_head(const DiffList& list, std::string_view words, std::string_view rows,
                             std::string_view by);
/// "; 2 do not match the query; 12 changed by less than 1%", or nothing.
[[nodiscard]] std::string left_out_phrase(const DiffList& list);

/// "exact", "rule", "normalized", "guess": as text shows it. Data keeps to_string().
[[nodiscard]] std::string_view match_word(Match match);
/// "+12 by more calls, -88 by cheaper calls".
[[nodiscard]] std::string split_words(const Event& event, const DiffSplit& split, size_t column);

}  // namespace quern
