// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

class CallsTable {
 public:
  CallsTable(const Calls& calls, const Style& style)
      : calls_(calls), style_(style), selection_(calls.selection()) {
    choose_columns();
  }

  bool write(BufferedText& stream) {
    Table table(heads_, style_.color);
    for (size_t rank = 0; rank < calls_.shown(); ++rank) {
      const CallRow row = calls_.row(rank);
      table.measure(cells(row), name(row));
      has_recursion_ = has_recursion_ || row.is_recursive;
    }
    table.fit(style_.width);
    table.head(stream.text());
    for (size_t rank = 0; rank < calls_.shown(); ++rank) {
      const CallRow row = calls_.row(rank);
      table.line(stream.text(), cells(row), name(row));
      if (!stream.drain()) {
        return false;
      }
    }
    stream.text() += left_out_line(events_without_room(table));
    return true;
  }

  [[nodiscard]] bool has_recursion() const { return has_recursion_; }

 private:
  void choose_columns() {
    const size_t events = selection_.columns.size();
    const size_t leading = selection_.sort_column;
    const auto add = [this](std::string head, unsigned spare) {
      heads_.push_back({std::move(head), TableColumn::Align::kRight, spare});
    };
    if (leading < events) {
      add(events > 1 ? "inclusive " + event_name(leading) : "inclusive", 0);
      add("incl %", 1);
    }
    for (size_t event = 0; event < events; ++event) {
      if (event != leading) {
        others_.push_back(event);
        add("incl " + event_name(event), 3 + static_cast<unsigned>(event));
      }
    }
    for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
      // What rows are sorted by is never spared.
      const bool is_leading = selection_.sort_ratio == selection_.ratios[ratio];
      add("incl " + ratio_name(selection_, ratio),
          is_leading ? 0 : 3 + static_cast<unsigned>(events + ratio));
    }
    add("calls", selection_.sorts_calls ? 0 : 2);
    heads_.push_back({"caller → callee", TableColumn::Align::kLeft, 0});
  }

  [[nodiscard]] std::string event_name(size_t column) const {
    return printable(selection_.columns[column].event.name);
  }

  [[nodiscard]] std::vector<std::string> cells(const CallRow& row) const {
    std::vector<std::string> cells;
    const size_t leading = selection_.sort_column;
    if (leading < selection_.columns.size()) {
      cells.push_back(cost_text(selection_.columns[leading].event, row.inclusive[leading]));
      cells.push_back(percent_text(row.inclusive[leading], calls_.totals()[leading]));
    }
    for (const size_t event : others_) {
      cells.push_back(cost_text(selection_.columns[event].event, row.inclusive[event]));
    }
    for (const std::optional<Fraction>& ratio : row.inclusive_ratios) {
      cells.push_back(ratio_text(ratio));
    }
    cells.push_back(count_text(row.count));
    return cells;
  }

  /// Both names; behind them both places, or the one they share.
  [[nodiscard]] TableName name(const CallRow& row) const {
    TableName caller = name_cell(row.caller, row.is_recursive ? " <recursive>" : "", style_);
    const TableName callee = name_cell(row.callee, "", style_);
    caller.second = callee.text;
    if (caller.places == callee.places) {
      return caller;
    }
    const auto place = [](const std::vector<std::string>& places, bool is_short) {
      return places.empty() ? "???" : is_short ? places.back() : places.front();
    };
    std::vector<std::string> places;
    for (const bool is_short : {false, true}) {
      places.push_back(
          fmt::format("{} → {}", place(caller.places, is_short), place(callee.places, is_short)));
    }
    caller.places = std::move(places);
    return caller;
  }

  [[nodiscard]] std::vector<std::string> events_without_room(const Table& table) const {
    std::vector<std::string> names;
    for (size_t at = 0; at < others_.size() + selection_.ratios.size(); ++at) {
      if (!table.has(2 + at)) {
        names.push_back(heads_[2 + at].head);
      }
    }
    return names;
  }

  const Calls& calls_;
  const Style& style_;
  const Selection& selection_;
  std::vector<size_t> others_;  ///< events that do not lead
  std::vector<TableColumn> heads_;
  bool has_recursion_ = false;
};

}  // namespace

std::string rest_line(const Calls& calls) {
  const Selection& selection = calls.selection();
  const auto pairs = [](size_t count) { return counted(count, "pair"); };
  if (calls.row_count() == 0) {
    return "the input records no calls\n";
  }
  if (calls.shown() == calls.row_count()) {
    return fmt::format("all {} of caller and callee shown\n", pairs(calls.row_count()));
  }
  std::string line =
      fmt::format("not shown: {} of caller and callee", pairs(calls.row_count() - calls.shown()));
  if (const std::optional<Amount> count = calls.count_not_shown()) {
    line += fmt::format(", {} calls", count_text(count));
  }
  const std::vector<Amount> highest = calls.highest_not_shown();
  const size_t leading = selection.sort_column;
  if (leading < highest.size()) {
    line += fmt::format(", none above {} ({} %)",
                        cost_phrase(selection.columns[leading].event, highest[leading]),
                        percent_text(highest[leading], calls.totals()[leading]));
  }
  return line + left_out_by_query(calls.left_out()) + "\n";
}

void write_text(const Calls& calls, const Style& style, ByteSink& out) {
  const Selection& selection = calls.selection();
  std::vector<std::string> pieces = {selection.group_by == GroupBy::kFunction
                                         ? "calls"
                                         : "calls between " + rows_word(selection.group_by)};
  if (!selection.columns.empty()) {
    pieces.push_back(total_phrase(selection.columns[selection.sort_column].event,
                                  calls.totals()[selection.sort_column]));
    pieces.push_back(sort_phrase(selection));
  }
  add_where(pieces, selection);
  add_scope(pieces, selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  CallsTable table(calls, style);
  if (calls.shown() != 0 && !table.write(stream)) {
    return;
  }
  stream.text() += rest_line(calls);
  stream.text() += estimate_note(selection, style);
  if (table.has_recursion()) {
    stream.text() += overlap_note();
  }
  if (calls.shown() != 0) {
    stream.text() += next_peek(calls.row(0).callee, selection.group_by, style);
  }
}

}  // namespace quern
