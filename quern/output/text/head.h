// SPDX-License-Identifier: MIT
//
// The head of a text answer: one line that says what is shown, the total that percentages refer to,
// and which files were read. It fits the width: the names of files are shortened first, then left
// out.
//   Top 20 of 580 functions by self Ir · 13,920,001 Ir in total · callgrind.out.4711
// A wide line also has the event's long name: "13,920,001 Ir in total (Instruction Fetch)".
// Notes follow on lines of their own: what restricts the answer, such as a query or filters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/render.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

struct Head {
  std::string what;        ///< "Top 20 of 580 functions by self Ir", "Callers of "
  std::string name;        ///< follows `what`, shortened where the line is too narrow for it
  std::string base;        ///< "13,920,001 Ir in total"; empty without events
  std::string meaning;     ///< the event's long name, shown where all else has room; may be empty
  std::string short_base;  ///< replaces `base` where the line is too narrow for it; may be empty
  std::vector<std::string> notes;
};

/// The head, in bold, and an empty line.
void append_head(std::string& out, const Head& head, const Style& style);

/// "Top 20 of 580 functions by self Ir", "All 580 functions by self Ir", "1 function", "No
/// functions"; `rows` is "580 functions", `by` is " by self Ir". Rows that are not sorted by a cost
/// or a count are the first ones, not the top ones.
[[nodiscard]] std::string shown_rows(size_t shown, size_t of, std::string_view rows,
                                     std::string_view by, const Selection& selection);
/// " by self Ir", " by name", " by calls"; empty without events.
[[nodiscard]] std::string sorted_by(const Selection& selection);

/// "1,220 Ir in total".
[[nodiscard]] std::string in_total(const Event& event, const Amount& total);
[[nodiscard]] std::string in_total(const Event& event, int128 total);
/// in_total() of the event that rows are sorted by; empty without events.
template <class Costs>  // of Amount, or of int128 where all costs are exact
[[nodiscard]] std::string base_of(const Selection& selection, const Costs& totals) {
  const size_t column = selection.sort_column;
  return column < selection.columns.size() && column < totals.size()
             ? in_total(selection.columns[column].event, totals[column])
             : std::string();
}
/// Sets the base to base_of(), with the long name of its event.
template <class Costs>
void set_base(Head& head, const Selection& selection, const Costs& totals) {
  head.base = base_of(selection, totals);
  if (!head.base.empty()) {
    head.meaning = selection.columns[selection.sort_column].event.long_name;
  }
}

/// Adds notes about the base: parts and stacks that were left out, costs that were split in
/// proportion, and costs that `summary:` declares but no row has.
void add_scope(std::vector<std::string>& notes, const Selection& selection);
/// Adds "where QUERY" and "--min N" if they choose the rows.
void add_where(std::vector<std::string>& notes, const Selection& selection);

}  // namespace quern
