// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/answers/lists.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/shares.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

/// One side of the function: callers or callees.
struct Side {
  const std::vector<PeekNeighbour>* rows = nullptr;
  size_t in_all = 0;
  const std::vector<Amount>* sums = nullptr;  ///< over all, by column
  std::string_view word;                      ///< "callers"
  std::string_view head;                      ///< above the names
  std::string_view none;                      ///< what is said where there are none
  size_t left_out = 0;                        ///< by the query
};

Side callers_of(const Peek& peek) {
  return {&peek.callers,        peek.callers_in_all,
          &peek.from_callers,   "callers",
          "called from",        "called from nowhere that is recorded",
          peek.callers_left_out};
}

Side callees_of(const Peek& peek) {
  return {&peek.callees,        peek.callees_in_all,
          &peek.into_callees,   "callees",
          "calls into",         "calls nothing that is recorded",
          peek.callees_left_out};
}

/// The function and its sides, whose numbers stand in the same columns: self costs are the
/// function's alone.
class PeekTable {
 public:
  PeekTable(const Peek& peek, const Style& style, std::vector<Side> before,
            std::vector<Side> behind)
      : peek_(peek),
        style_(style),
        selection_(peek.selection),
        before_(std::move(before)),
        behind_(std::move(behind)),
        table_(heads(), style.color) {
    table_.measure(own_cells(), own_name());
    for (const auto* sides : {&before_, &behind_}) {
      for (const Side& side : *sides) {
        measure(side);
      }
    }
    table_.fit(style.width);
  }

  void write(BufferedText& stream) const {
    for (const Side& side : before_) {
      append(stream, side);
      stream.text().push_back('\n');
    }
    table_.head(stream.text());
    table_.line(stream.text(), own_cells(), own_name());
    (void)stream.drain();
    for (const Side& side : behind_) {
      stream.text().push_back('\n');
      append(stream, side);
    }
  }

 private:
  [[nodiscard]] bool has_events() const {
    return selection_.sort_column < selection_.columns.size();
  }
  [[nodiscard]] const Event& leading_event() const {
    return selection_.columns[selection_.sort_column].event;
  }
  /// What 100 % is.
  [[nodiscard]] const Amount& total() const {
    return is_of_parent(selection_) ? peek_.function.inclusive[selection_.sort_column]
                                    : peek_.totals[selection_.sort_column];
  }

  [[nodiscard]] std::vector<TableColumn> heads() const {
    std::vector<TableColumn> heads;
    const auto add = [&heads](std::string head, unsigned spare) {
      heads.push_back({std::move(head), TableColumn::Align::kRight, spare});
    };
    if (has_events()) {
      add("self", 4);
      add("self %", 5);
      add("inclusive", 0);
      add("incl %", 1);
    }
    for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
      add("self " + ratio_name(selection_, ratio), 7);
      add("incl " + ratio_name(selection_, ratio), 6);
    }
    add("calls", selection_.sorts_calls ? 0 : 2);
    const GroupBy by = selection_.group_by;
    heads.push_back({std::string(by == GroupBy::kFunction ? "function" : to_string(by)),
                     TableColumn::Align::kLeft, 0});
    return heads;
  }

  [[nodiscard]] std::vector<std::string> own_cells() const {
    const TopRow& row = peek_.function;
    std::vector<std::string> cells;
    if (has_events()) {
      const Amount& self = row.self[selection_.sort_column];
      const Amount& inclusive = row.inclusive[selection_.sort_column];
      cells = {cost_text(leading_event(), self), percent_text(self, total()),
               cost_text(leading_event(), inclusive), percent_text(inclusive, total())};
    }
    for (size_t ratio = 0; ratio < row.self_ratios.size(); ++ratio) {
      cells.push_back(ratio_text(row.self_ratios[ratio]));
      cells.push_back(ratio_text(row.inclusive_ratios[ratio]));
    }
    cells.push_back(count_text(row.calls));
    return cells;
  }

  [[nodiscard]] TableName own_name() const {
    return name_cell(peek_.function.name, cycle_mark(peek_.function.cycle), style_);
  }

  /// `ratios`: none of sums, whose calls overlap.
  [[nodiscard]] std::vector<std::string> cells(const std::vector<Amount>& inclusive,
                                               std::span<const std::optional<Fraction>> ratios,
                                               std::string count) const {
    std::vector<std::string> cells;
    if (has_events()) {
      const Amount& cost = inclusive[selection_.sort_column];
      cells = {"", "", cost_text(leading_event(), cost), percent_text(cost, total())};
    }
    for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
      cells.emplace_back();
      cells.push_back(ratios.empty() ? std::string() : ratio_text(ratios[ratio]));
    }
    cells.push_back(std::move(count));
    return cells;
  }

  [[nodiscard]] TableName name(const PeekNeighbour& row) const {
    const std::string mark = row.is_self       ? " <recursive>"
                             : row.is_in_cycle ? cycle_mark(peek_.function.cycle)
                                               : "";
    return name_cell(row.name, mark, style_);
  }

  [[nodiscard]] static TableName sum_name(const Side& side) {
    return {fmt::format("(all {} {}{})", grouped(static_cast<int128>(side.in_all)), side.word,
                        left_out_by_query(side.left_out)),
            {},
            {},
            {}};
  }

  void measure(const Side& side) {
    for (const PeekNeighbour& row : *side.rows) {
      table_.measure(cells(row.inclusive, row.inclusive_ratios, count_text(row.count)), name(row));
    }
    if (side.rows->size() < side.in_all) {
      table_.measure(cells(*side.sums, {}, ""), sum_name(side));
    }
  }

  void append(BufferedText& stream, const Side& side) const {
    std::string& out = stream.text();
    if (side.in_all == 0) {
      out.append(side.none).append("\n");
      return;
    }
    table_.head(out, side.head);
    for (const PeekNeighbour& row : *side.rows) {
      table_.line(out, cells(row.inclusive, row.inclusive_ratios, count_text(row.count)),
                  name(row));
      (void)stream.drain();
    }
    if (side.rows->size() < side.in_all) {
      table_.line(out, cells(*side.sums, {}, ""), sum_name(side));
    }
  }

  const Peek& peek_;
  const Style& style_;
  const Selection& selection_;
  std::vector<Side> before_;
  std::vector<Side> behind_;
  Table table_;
};

bool has_recursion(const Side& side) {
  return std::ranges::any_of(
      *side.rows, [](const PeekNeighbour& row) { return row.is_self || row.is_in_cycle; });
}

/// The dearest that is not the function itself: down if there is one, else up.
const RowName* next_name(std::span<const Side> behind, std::span<const Side> before) {
  for (const std::span<const Side> sides : {behind, before}) {
    for (const Side& side : sides) {
      const auto found = std::ranges::find(*side.rows, false, &PeekNeighbour::is_self);
      if (found != side.rows->end()) {
        return &found->name;
      }
    }
  }
  return nullptr;
}

/// What the cycle's inclusive cost is made of, and which calls are not: with one event, a sum that
/// can be followed.
std::string books_text(const Peek& peek) {
  const Selection& selection = peek.selection;
  const size_t column = selection.sort_column;
  if (!peek.books || column >= selection.columns.size()) {
    return {};
  }
  const CycleBreakdown& books = *peek.books;
  const Event& event = selection.columns[column].event;
  const std::vector<std::pair<std::string, std::string_view>> lines = {
      {cost_text(event, books.self[column]), "self costs"},
      {cost_text(event, books.leaving[column]), "calls that leave it"},
      {cost_text(event, books.whole[column]), "both: the cycle, each cost once"},
      {cost_text(event, books.entering[column]), "calls into it, as recorded"},
      {cost_text(event, books.inside[column]), "calls within it, as recorded: left out"}};
  size_t width = 0;
  for (const auto& [cost, what] : lines) {
    width = std::max(width, display_width(cost));
  }
  std::string text = books.members == 1
                         ? std::string("\nthe function with the calls to itself:\n")
                         : fmt::format("\ncycle {}, {}:\n", books.cycle,
                                       counted_rows(books.members, selection.group_by));
  for (const auto& [cost, what] : lines) {
    text +=
        fmt::format("{}{}  {}\n", std::string(width + 2 - display_width(cost), ' '), cost, what);
  }
  return text;
}

}  // namespace

std::string rest_line(const Peek& peek, PeekSides sides) {
  const size_t column = peek.selection.sort_column;
  std::vector<std::string> pieces;
  const auto add = [&](const Side& side, std::string_view word) {
    const size_t count = side.in_all - side.rows->size();
    if (count == 0) {
      return;
    }
    std::string piece = counted(count, word);
    // Peaks do not add up.
    if (column < side.sums->size() &&
        peek.selection.columns[column].event.combine != Combine::kMax) {
      Amount rest = (*side.sums)[column];
      for (const PeekNeighbour& row : *side.rows) {
        rest = amount_of(lower_of(rest) - lower_of(row.inclusive[column]),
                         certainty_of(rest) != Certainty::kExact);
      }
      piece += " of " + cost_phrase(peek.selection.columns[column].event, rest);
    }
    pieces.push_back(piece + left_out_by_query(side.left_out));
  };
  if (sides != PeekSides::kCallees) {
    add(callers_of(peek), "caller");
  }
  if (sides != PeekSides::kCallers) {
    add(callees_of(peek), "callee");
  }
  return pieces.empty() ? std::string() : fmt::format("not shown: {}\n", fmt::join(pieces, ", "));
}

void write_text(const Peek& peek, PeekSides sides, const Style& style, ByteSink& out) {
  const Selection& selection = peek.selection;
  std::vector<std::string> pieces = {shown_name(peek.function.name.name, style)};
  if (selection.sort_column < selection.columns.size()) {
    pieces.push_back(total_phrase(selection.columns[selection.sort_column].event,
                                  peek.totals[selection.sort_column]));
  }
  if (is_of_parent(selection)) {
    pieces.push_back(percent_phrase(selection, "the function's inclusive cost"));
  }
  add_where(pieces, selection);
  add_scope(pieces, selection);
  std::vector<Side> before;
  std::vector<Side> behind;
  if (sides != PeekSides::kCallees) {
    before.push_back(callers_of(peek));
  }
  if (sides != PeekSides::kCallers) {
    behind.push_back(callees_of(peek));
  }
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  pieces.clear();
  (void)stream.drain();
  PeekTable(peek, style, before, behind).write(stream);
  if (std::ranges::any_of(before, has_recursion) || std::ranges::any_of(behind, has_recursion)) {
    stream.text() += "\n" + overlap_note();
  }
  stream.text() += books_text(peek);
  const bool is_of_bound =
      is_of_parent(selection) && selection.sort_column < selection.columns.size() &&
      certainty_of(peek.function.inclusive[selection.sort_column]) == Certainty::kBounded;
  if (is_of_bound) {
    stream.text() +=
        "\n~ % is an estimate: the function is on a cycle, and its inclusive cost may be "
        "more than this bound\n";
  }
  if (selection.has_estimates) {
    stream.text() += "\n" + estimate_note(selection, style);
  }
  if (const RowName* const next = next_name(behind, before)) {
    const std::string command = next_peek(*next, selection.group_by, style);
    stream.text() += command.empty() ? "" : "\n" + command;
  }
}

}  // namespace quern
