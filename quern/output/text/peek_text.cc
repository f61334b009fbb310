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
#include "quern/output/shared/short_names.h"
#include "quern/output/shared/wrapped.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_table.h"

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
  return {&peek.callers, peek.callers_in_all,   &peek.from_callers,   "callers",
          "called from", "no recorded callers", peek.callers_left_out};
}

Side callees_of(const Peek& peek) {
  return {&peek.callees, peek.callees_in_all,   &peek.into_callees,   "callees",
          "calls into",  "no recorded callees", peek.callees_left_out};
}

/// The function, one of its neighbors, which has no self costs here, or the sums of a side.
struct PeekLine : TopRow {
  bool is_sum = false;
};

RowTable<PeekLine> peek_columns(const Peek& peek, const Style& style) {
  const Selection& selection = peek.selection;
  RowTable<PeekLine> table(selection, style);
  if (table.has_costs()) {
    const Amount& whole = is_of_parent(selection) ? peek.function.inclusive[selection.sort_column]
                                                  : peek.totals[selection.sort_column];
    if (selection.shows_runs) {
      table.cost("inclusive", &PeekLine::inclusive, 4);
      table.percent("incl %", &PeekLine::inclusive, whole, 8);
      table.runs(&TopRow::runs, false, 1);
      return table;
    }
    table.cost("self", &PeekLine::self, 4);
    table.percent("self %", &PeekLine::self, whole, 5);
    table.cost("inclusive", &PeekLine::inclusive, 0);
    table.percent("incl %", &PeekLine::inclusive, whole, 1);
  }
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    table.ratio("self", &PeekLine::self_ratios, ratio, 7);
    table.ratio("incl", &PeekLine::inclusive_ratios, ratio, 6);
  }
  table.add("calls", selection.sorts_calls ? 0 : 2, [](const PeekLine& line) {
    return line.is_sum ? std::string() : count_text(line.calls);
  });
  return table;
}

/// The function and its sides, whose numbers stand in the same columns.
class PeekTable {
 public:
  PeekTable(const Peek& peek, const Style& style, std::vector<Side> before,
            std::vector<Side> behind)
      : peek_(peek),
        style_(style),
        before_(std::move(before)),
        behind_(std::move(behind)),
        columns_(peek_columns(peek, style)),
        table_(columns_.table(rows_head(peek.selection.group_by))) {
    table_.measure(own_cells(), own_name());
    for (const auto* sides : {&before_, &behind_}) {
      for (const Side& side : *sides) {
        each_line(side, [this](const PeekLine& line, const TableName& name) {
          table_.measure(columns_.cells(line), name);
        });
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
  [[nodiscard]] std::vector<std::string> own_cells() const {
    return columns_.cells(PeekLine{peek_.function});
  }
  [[nodiscard]] TableName own_name() const {
    return name_cell(peek_.function.name, cycle_mark(peek_.function), style_);
  }
  [[nodiscard]] TableName name(const PeekNeighbour& row) const {
    const std::string mark = row.is_self       ? " <recursive>"
                             : row.is_in_cycle ? cycle_mark(peek_.function)
                                               : "";
    return name_cell(row.name, mark, style_);
  }

  /// The neighbors, then the sums of all where some are not listed. Sums have no ratios: their
  /// calls overlap.
  template <class Take>
  void each_line(const Side& side, const Take& take) const {
    for (const PeekNeighbour& row : *side.rows) {
      PeekLine line;
      line.inclusive = row.inclusive;
      line.inclusive_ratios = row.inclusive_ratios;
      line.runs = row.runs;
      line.calls = row.count;
      take(line, name(row));
    }
    if (side.rows->size() < side.in_all) {
      PeekLine sums;
      sums.is_sum = true;
      sums.inclusive = *side.sums;
      take(sums, {fmt::format("(all {} {}{})", grouped(static_cast<int128>(side.in_all)), side.word,
                              left_out_by_query(peek_.selection, side.left_out)),
                  {},
                  {},
                  {}});
    }
  }

  void append(BufferedText& stream, const Side& side) const {
    if (side.in_all == 0) {
      stream.text().append(side.none).append("\n");
      return;
    }
    table_.head(stream.text(), side.head);
    each_line(side, [&](const PeekLine& line, const TableName& name) {
      table_.line(stream.text(), columns_.cells(line), name);
      (void)stream.drain();
    });
  }

  const Peek& peek_;
  const Style& style_;
  std::vector<Side> before_;
  std::vector<Side> behind_;
  RowTable<PeekLine> columns_;
  Table table_;
};

bool has_recursion(const Side& side) {
  return std::ranges::any_of(
      *side.rows, [](const PeekNeighbour& row) { return row.is_self || row.is_in_cycle; });
}

/// The most expensive neighbor that is not the function itself: a callee, else a caller.
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
std::string books_text(const Peek& peek, const Style& style) {
  const Selection& selection = peek.selection;
  const size_t column = selection.sort_column;
  if (!peek.books || column >= selection.columns.size()) {
    return {};
  }
  const CycleBreakdown& books = *peek.books;
  const Event& event = selection.columns[column].event;
  const std::vector<std::pair<std::string, std::string_view>> lines = {
      {cost_text(event, books.self[column]), "self costs"},
      {cost_text(event, books.leaving[column]), "calls out of it"},
      {cost_text(event, books.whole[column]), "sum: the cycle, each cost counted once"},
      {cost_text(event, books.entering[column]), "calls into it, as recorded"},
      {cost_text(event, books.inside[column]), "calls within it, as recorded (not included)"}};
  size_t width = 0;
  for (const auto& [cost, what] : lines) {
    width = std::max(width, display_width(cost));
  }
  std::string text = books.members == 1
                         ? std::string("\nthe function with its recursive calls:\n")
                         : fmt::format("\ncycle {}, {}:\n", books.cycle,
                                       counted_rows(books.members, selection.group_by));
  for (const auto& [cost, what] : lines) {
    std::string before = std::string(width + 2 - display_width(cost), ' ') + cost;
    const size_t left =
        style.width == 0 ? SIZE_MAX : style.width - std::min(style.width, width + 4);
    for (const std::string& line : wrapped(what, left)) {
      text += fmt::format("{}  {}\n", before, line);
      before.assign(width + 2, ' ');
    }
  }
  return text;
}

std::string_view words_of_sides(PeekSides sides) {
  return sides == PeekSides::kCallers   ? "Callers of "
         : sides == PeekSides::kCallees ? "Callees of "
                                        : "Callers and callees of ";
}

Head head_of_peek(const Peek& peek, PeekSides sides, const Style& style) {
  const Selection& selection = peek.selection;
  Head head;
  head.what = words_of_sides(sides);
  head.name = shown_name(peek.function.name.name, style);
  set_base(head, selection, peek.totals);
  if (is_of_parent(selection)) {
    head.notes.push_back(percent_phrase(selection, "the function's inclusive cost"));
  }
  add_where(head.notes, selection);
  add_scope(head.notes, selection);
  return head;
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
    pieces.push_back(piece + left_out_by_query(peek.selection, side.left_out));
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
  std::vector<Side> before;
  std::vector<Side> behind;
  if (sides != PeekSides::kCallees) {
    before.push_back(callers_of(peek));
  }
  if (sides != PeekSides::kCallers) {
    behind.push_back(callees_of(peek));
  }
  BufferedText stream(out);
  append_head(stream.text(), head_of_peek(peek, sides, style), style);
  (void)stream.drain();
  PeekTable(peek, style, before, behind).write(stream);
  if (std::ranges::any_of(before, has_recursion) || std::ranges::any_of(behind, has_recursion)) {
    stream.text() += "\n" + overlap_note();
  }
  stream.text() += books_text(peek, style);
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
  const RowName* const next = next_name(behind, before);
  const std::string commands =
      first_two({next_annotate(peek.function.name, selection.group_by, style),
                 next != nullptr ? next_peek(*next, selection.group_by, style) : std::string()});
  stream.text() += commands.empty() ? "" : "\n" + commands;
}

}  // namespace quern
