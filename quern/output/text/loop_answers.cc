// SPDX-License-Identifier: MIT
//
// Loops as text, CSV, TSV, Markdown and quern.loops/1:
//   {"schema","events","totals","ratios","total_ratios",
//    "rows":[{"name","file","object","first_line":N|null,"last_line":N|null,"address",
//      "last_address","depth","self","inclusive","inclusive_max","certainty","iterations",
//      "entries":N|null,"self_ratios","inclusive_ratios"}],"shown","of","where"}
// The name, file and object are those of the loop's function.
#include <fmt/format.h>

#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/lists.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flat_cells.h"
#include "quern/output/shared/shares.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"
#include "quern/query/computed_values.h"

namespace quern {
namespace {

/// "a.c:12-18", or addresses where no line is known.
std::string loop_place(const Loops& loops, size_t rank, const TopRow& row) {
  const std::optional<LineSpan> lines = loops.lines(rank);
  if (!lines) {
    const Loop& loop = loops.loop(rank);
    return fmt::format("{:#x}-{:#x}", loop.first, loop.last);
  }
  const std::string file = row.name.file.empty() ? "???" : printable(row.name.file);
  return lines->first == lines->last ? fmt::format("{}:{}", file, lines->first)
                                     : fmt::format("{}:{}-{}", file, lines->first, lines->last);
}

class LoopTable {
 public:
  LoopTable(const Loops& loops, const Style& style)
      : loops_(loops), style_(style), selection_(loops.selection()) {
    choose_columns();
  }

  bool write(BufferedText& stream) const {
    Table table(heads_, style_.color);
    for (size_t rank = 0; rank < loops_.shown(); ++rank) {
      table.measure(cells(rank), name(rank));
    }
    table.fit(style_.width);
    table.head(stream.text());
    for (size_t rank = 0; rank < loops_.shown(); ++rank) {
      table.line(stream.text(), cells(rank), name(rank));
      if (!stream.drain()) {
        return false;
      }
    }
    stream.text() += left_out_line(without_room(table));
    return true;
  }

 private:
  void choose_columns() {
    const size_t events = selection_.columns.size();
    const auto add = [this](std::string head, unsigned spare) {
      heads_.push_back({std::move(head), TableColumn::Align::kRight, spare});
    };
    if (const size_t leading = selection_.sort_column; leading < events) {
      const std::string event = events > 1 ? " " + event_name(leading) : "";
      add("self" + event, 0);
      add("self %", 1);
      add("inclusive" + event, 2);
      add("incl %", kSpareSoon);
      add("self/iteration", kSpareSoon);
    }
    asked_ = heads_.size();
    for (size_t event = 0; event < events; ++event) {
      if (event != selection_.sort_column) {
        add("self " + event_name(event), 3 + static_cast<unsigned>(event));
      }
    }
    for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
      const unsigned spare = 3 + static_cast<unsigned>(events + ratio);
      add("self " + ratio_name(selection_, ratio), spare);
      add("incl " + ratio_name(selection_, ratio), spare);
    }
    asked_end_ = heads_.size();
    add("iterations", selection_.sorts_calls ? 0 : 2);
    add("entries", kSpareSoon + 1);
    heads_.push_back({"loop", TableColumn::Align::kLeft, 0});
  }

  [[nodiscard]] std::string event_name(size_t column) const {
    return printable(selection_.columns[column].event.name);
  }

  [[nodiscard]] std::vector<std::string> cells(size_t rank) const {
    const TopRow row = loops_.row(rank);
    std::vector<std::string> cells;
    const size_t leading = selection_.sort_column;
    if (leading < selection_.columns.size()) {
      const Event& event = selection_.columns[leading].event;
      const Amount& total = loops_.totals()[leading];
      cells = {cost_text(event, row.self[leading]), percent_text(row.self[leading], total),
               cost_text(event, row.inclusive[leading]),
               percent_text(row.inclusive[leading], total), per_iteration(row, leading)};
    }
    for (size_t event = 0; event < row.self.size(); ++event) {
      if (event != leading) {
        cells.push_back(cost_text(selection_.columns[event].event, row.self[event]));
      }
    }
    for (size_t ratio = 0; ratio < row.self_ratios.size(); ++ratio) {
      cells.push_back(ratio_text(row.self_ratios[ratio]));
      cells.push_back(ratio_text(row.inclusive_ratios[ratio]));
    }
    cells.push_back(count_text(row.calls));
    const std::optional<int128> entries = loops_.loop(rank).entries;
    cells.push_back(entries ? grouped(*entries) : "");
    return cells;
  }

  /// Nothing where the loop was never gone round, and of what is not exact.
  [[nodiscard]] static std::string per_iteration(const TopRow& row, size_t column) {
    const std::optional<int128> self = known_exactly(row.self[column]);
    const std::optional<int128> iterations = known_exactly(row.calls);
    return self && iterations && *iterations > 0
               ? fmt::format("{:.1f}",
                             static_cast<double>(*self) / static_cast<double>(*iterations))
               : "";
  }

  [[nodiscard]] TableName name(size_t rank) const {
    const TopRow row = loops_.row(rank);
    return {loop_place(loops_, rank, row), {}, {}, {shown_name(row.name.name, style_)}};
  }

  [[nodiscard]] std::vector<std::string> without_room(const Table& table) const {
    std::vector<std::string> names;
    for (size_t at = asked_; at < asked_end_; ++at) {
      if (!table.has(at)) {
        names.push_back(heads_[at].head);
      }
    }
    return names;
  }

  static constexpr unsigned kSpareSoon = ~0U - 1;

  const Loops& loops_;
  const Style& style_;
  const Selection& selection_;
  std::vector<TableColumn> heads_;
  size_t asked_ = 0, asked_end_ = 0;  ///< columns that were asked for
};

}  // namespace

std::string rest_line(const Loops& loops) {
  const Selection& selection = loops.selection();
  if (loops.row_count() == 0) {
    return "no jump leads back within its function\n";
  }
  if (loops.shown() == loops.row_count()) {
    return fmt::format("all {} shown\n", counted_rows(loops.row_count(), selection.group_by));
  }
  std::string line = fmt::format(
      "not shown: {}", counted_rows(loops.row_count() - loops.shown(), selection.group_by));
  if (const size_t leading = selection.sort_column; leading < selection.columns.size()) {
    const Amount highest = loops.highest_not_shown()[leading];
    line += fmt::format(", none above {} ({} %) themselves",
                        cost_phrase(selection.columns[leading].event, highest),
                        percent_text(highest, loops.totals()[leading]));
  }
  return line + left_out_by_query(loops.left_out()) + "\n";
}

namespace {

std::vector<std::string> loops_head(const Loops& loops) {
  const Selection& selection = loops.selection();
  std::vector<std::string> pieces = {"loops"};
  if (!selection.columns.empty()) {
    pieces.push_back(total_phrase(selection.columns[selection.sort_column].event,
                                  loops.totals()[selection.sort_column]));
    pieces.push_back(sort_phrase(selection));
  }
  add_where(pieces, selection);
  add_scope(pieces, selection);
  return pieces;
}

}  // namespace

void write_loop(JsonWriter& json, const Loops& loops, size_t rank) {
  const Selection& selection = loops.selection();
  const TopRow row = loops.row(rank);
  const Loop& loop = loops.loop(rank);
  const std::optional<LineSpan> lines = loops.lines(rank);
  write_name(json, row.name);
  write_number(json, "first_line", lines ? std::optional<int128>(lines->first) : std::nullopt);
  write_number(json, "last_line", lines ? std::optional<int128>(lines->last) : std::nullopt);
  json.key("address").integer(loop.first).key("last_address").integer(loop.last);
  json.key("depth").integer(loop.depth);
  write_self(json, selection, row);
  write_inclusive(json, row.inclusive);
  write_number(json, "iterations", row.calls);
  write_number(json, "entries", loop.entries);
  write_ratios(json, "self_ratios", row.self_ratios);
  write_ratios(json, "inclusive_ratios", row.inclusive_ratios);
}

void write_text(const Loops& loops, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head_line(stream.text(), loops_head(loops), style);
  if (loops.shown() != 0 && !LoopTable(loops, style).write(stream)) {
    return;
  }
  stream.text() += rest_line(loops) + estimate_note(loops.selection(), style);
  if (loops.shown() != 0) {
    RowName name = loops.row(0).name;
    const std::string line = fmt::format("{}:{}", name.file, name.line);
    if (name.line == 0 || name.file.empty()) {
      stream.text() += next_peek(name, GroupBy::kFunction, style);
    } else {
      name.name = line;
      stream.text() += next_annotate(name, style);
    }
  }
}

void write_json(const Loops& loops, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  const Selection& selection = loops.selection();
  begin_document(json, "quern.loops/1", selection.completeness);
  json.newline();
  write_event_names(json, selection);
  write_totals(json, selection, loops.totals());
  write_ratio_names(json, selection);
  write_ratios(json, "total_ratios", loops.total_ratios());
  json.newline().key("rows").begin_array();
  for (size_t rank = 0; rank < loops.shown(); ++rank) {
    json.newline().begin_object();
    write_loop(json, loops, rank);
    json.end_object();
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", loops.shown());
  write_count(json, "of", loops.row_count());
  write_where(json, selection, loops.left_out());
  json.end_object().newline();
}

void write_flat(const Loops& loops, FlatForm form, ByteSink& out) {
  const Selection& selection = loops.selection();
  std::vector<FlatColumn> columns;
  add_name_columns(columns);
  for (const std::string_view number :
       {"first_line", "last_line", "address", "last_address", "depth"}) {
    columns.push_back({std::string(number), true});
  }
  add_columns(columns, "self", selection);
  add_inclusive_columns(columns, selection, form);
  add_ratio_columns(columns, "self", selection);
  add_ratio_columns(columns, "inclusive", selection);
  columns.insert(columns.end(), {{"iterations", true}, {"entries", true}});
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < loops.shown(); ++rank) {
    const TopRow row = loops.row(rank);
    const Loop& loop = loops.loop(rank);
    const std::optional<LineSpan> lines = loops.lines(rank);
    Cells cells;
    add_name(cells, row.name);
    add_number(cells, lines ? std::optional(lines->first) : std::nullopt);
    add_number(cells, lines ? std::optional(lines->last) : std::nullopt);
    cells.insert(cells.end(), {fmt::format("{:#x}", loop.first), fmt::format("{:#x}", loop.last)});
    add_number(cells, std::optional<uint64_t>(loop.depth));
    add_amounts(cells, row.self, selection, form);
    add_inclusive(cells, row.inclusive, selection, form, least_certain(row.self, std::nullopt));
    add_ratios(cells, row.self_ratios);
    add_ratios(cells, row.inclusive_ratios);
    cells.push_back(cell_of(row.calls, form));
    add_number(cells, loop.entries);
    if (!writer.row(cells)) {
      return;
    }
  }
}

}  // namespace quern
