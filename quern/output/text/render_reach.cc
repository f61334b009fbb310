// SPDX-License-Identifier: MIT
#include "quern/output/text/render_reach.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flat_cells.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

std::string_view word_of(const Reach& reach) {
  return reach.of == ReachOf::kCallers ? "callers" : "callees";
}

class ReachText {
 public:
  ReachText(const Reach& reach, const Style& style)
      : reach_(reach), style_(style), table_(heads(), style.color) {
    for (const ReachRow& row : reach.rows) {
      table_.measure(cells(row), name(row));
    }
    table_.fit(style.width);
  }

  void write(BufferedText& stream) const {
    table_.head(stream.text());
    for (const ReachRow& row : reach_.rows) {
      table_.line(stream.text(), cells(row), name(row));
      if (!stream.drain()) {
        return;
      }
    }
  }

 private:
  [[nodiscard]] bool has_events() const {
    return reach_.selection.sort_column < reach_.selection.columns.size();
  }
  [[nodiscard]] bool has_bounds() const {
    return has_events() && std::ranges::any_of(reach_.rows, [this](const ReachRow& row) {
             return certainty_of(cost(row)) == Certainty::kBounded;
           });
  }
  [[nodiscard]] const Amount& cost(const ReachRow& row) const {
    return row.together[reach_.selection.sort_column];
  }

  [[nodiscard]] std::vector<TableColumn> heads() const {
    std::vector<TableColumn> heads;
    const auto add = [&heads](std::string head, unsigned spare) {
      heads.push_back({std::move(head), TableColumn::Align::kRight, spare});
    };
    if (has_events()) {
      add("together", 0);
      add("%", 1);
      if (has_bounds()) {
        add("at most", 0);
      }
    }
    add("calls away", 0);
    heads.push_back({fmt::format("all {}", word_of(reach_)), TableColumn::Align::kLeft, 0});
    return heads;
  }

  [[nodiscard]] std::vector<std::string> cells(const ReachRow& row) const {
    std::vector<std::string> cells;
    if (has_events()) {
      const size_t column = reach_.selection.sort_column;
      const Event& event = reach_.selection.columns[column].event;
      cells = {cost_text(event, cost(row)), percent_text(cost(row), reach_.totals[column])};
      if (has_bounds()) {
        cells.push_back(cost_text(event, upper_of(cost(row))));
      }
    }
    cells.push_back(row.farthest && *row.farthest != row.nearest
                        ? fmt::format("{}-{}", row.nearest, *row.farthest)
                        : fmt::format("{}", row.nearest));
    return cells;
  }

  [[nodiscard]] TableName name(const ReachRow& row) const {
    return name_cell(row.name,
                     row.is_self       ? " <recursive>"
                     : row.is_in_cycle ? cycle_mark(reach_.function.cycle)
                                       : "",
                     style_);
  }

  const Reach& reach_;
  const Style& style_;
  Table table_;
};

void write_reach_text(const Reach& reach, const Style& style, ByteSink& out) {
  const Selection& selection = reach.selection;
  std::vector<std::string> pieces = {
      fmt::format("all {} of {}", word_of(reach), shown_name(reach.function.name.name, style))};
  if (selection.sort_column < selection.columns.size()) {
    pieces.push_back(total_phrase(selection.columns[selection.sort_column].event,
                                  reach.totals[selection.sort_column]));
  }
  pieces.emplace_back(reach.is_exact ? "from exact stacks" : "from the call graph");
  add_scope(pieces, selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  if (reach.in_all == 0) {
    stream.text() += reach.of == ReachOf::kCallers ? "called from nowhere that is recorded\n"
                                                   : "calls nothing that is recorded\n";
    return;
  }
  ReachText(reach, style).write(stream);
  if (reach.rows.size() < reach.in_all) {
    stream.text() += fmt::format("\nnot shown: {} more, -n 0 shows all\n",
                                 grouped(static_cast<int128>(reach.in_all - reach.rows.size())));
  }
  stream.text() += "\ntogether: what was spent while both were on the stack\n";
}

void write_reach_json(const Reach& reach, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.reach/1", reach.selection.completeness);
  write_event_names(json, reach.selection);
  write_totals(json, reach.selection, reach.totals);
  json.key("group_by").string(to_string(reach.selection.group_by));
  json.key("direction").string(word_of(reach));
  json.key("exact_stacks").boolean(reach.is_exact).newline();
  json.key("function").begin_object();
  write_top_row(json, reach.selection, reach.function);
  json.end_object().newline().key("rows").begin_array();
  for (const ReachRow& row : reach.rows) {
    json.newline().begin_object();
    write_reached(json, row);
    json.end_object();
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", reach.rows.size());
  write_count(json, "of", reach.in_all);
  json.end_object().newline();
}

void write_reach_flat(const Reach& reach, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns;
  add_name_columns(columns);
  add_columns(columns, "inclusive", reach.selection);
  add_columns(columns, "inclusive_max", reach.selection);
  columns.insert(columns.end(), {{"distance", true}, {"distance_max", true}});
  FlatWriter writer(form, out, columns);
  for (const ReachRow& row : reach.rows) {
    Cells cells;
    add_name(cells, row.name);
    for (const Amount& amount : row.together) {
      cells.push_back(to_decimal(lower_of(amount)));
    }
    for (const Amount& amount : row.together) {
      cells.push_back(to_decimal(upper_of(amount)));
    }
    add_number(cells, std::optional(row.nearest));
    add_number(cells, row.farthest);
    if (!writer.row(cells)) {
      return;
    }
  }
}

}  // namespace

void write_reached(JsonWriter& json, const ReachRow& row) {
  write_name(json, row.name);
  write_inclusive(json, row.together);
  json.key("distance").integer(row.nearest).key("distance_max");
  if (row.farthest) {
    json.integer(*row.farthest);
  } else {
    json.null();
  }
  json.key("recursive").boolean(row.is_self).key("in_cycle").boolean(row.is_in_cycle);
}

void render(const Reach& reach, const Style& style, ByteSink& out) {
  if (style.form == Form::kText) {
    write_reach_text(reach, style, out);
  } else if (style.form == Form::kJson) {
    write_reach_json(reach, out);
  } else {
    const FlatForm form = style.form == Form::kCsv   ? FlatForm::kCsv
                          : style.form == Form::kTsv ? FlatForm::kTsv
                                                     : FlatForm::kMarkdown;
    write_reach_flat(reach, form, out);
    if (form == FlatForm::kMarkdown && reach.rows.size() < reach.in_all) {
      BufferedText(out).text() = fmt::format(
          "\nnot shown: {} more\n", grouped(static_cast<int128>(reach.in_all - reach.rows.size())));
    }
  }
}

}  // namespace quern
