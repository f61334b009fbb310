// SPDX-License-Identifier: MIT
//
// Trends as text, CSV, TSV, Markdown and quern.trend/1:
//   {"schema","events","group_by","by":"self|inclusive","event":EVENT|null,
//    "points":[{"label","runs":N,"outliers":N,"totals":[…],"certainty","range":[low,high],
//      "step":STEP|null}],
//    "rows":[{"name","file","object","old_name":{"name","file","object"}|null,
//      "match":"exact|rule|normalised|guess"|null,"costs":[[…],…],"certainty",
//      "ranges":[[low,high],…],"change":N,"step":STEP}],
//    "shown","of","unchanged","not_shown":N|null,"highest_not_shown":N}
// STEP = {"point":N,"change":N,"noise":bool}: from the point before to this one, counted from 0.
// "totals" and each of "costs" are by event, "costs" and "ranges" by point; ranges, changes and
// steps are of "event", by which rows are sorted. Of bounds the lower ones are told.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flat_cells.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

/// Points that a course has at most in text: more would leave no room for names.
constexpr size_t kCourse = 32;

bool has_event(const Trend& trend) {
  return trend.selection().sort_column < trend.selection().columns.size();
}

const Event& leading_event(const Trend& trend) {
  return trend.selection().columns[trend.selection().sort_column].event;
}

std::string label_text(const Trend& trend, size_t point) {
  return printable(trend.points()[point].label);
}

/// A bar for each point between the lowest and the highest of the row; of many points so many,
/// evenly chosen, the first and the last among them.
std::string course(std::span<const int128> costs) {
  static constexpr std::string_view kBars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr int128 kHighest = std::size(kBars) - 1;
  const auto [low, high] = std::ranges::minmax(costs);
  // So much less than 128 bits that seven times as much has room.
  unsigned spare = 0;
  while (((high - low) >> spare) > kInt64Max) {
    ++spare;
  }
  const int128 span = (high - low) >> spare;
  const size_t count = std::min(costs.size(), kCourse);
  std::string bars;
  for (size_t at = 0; at < count; ++at) {
    const int128 cost = costs[at * (costs.size() - 1) / (count - 1)];
    const int128 level = span == 0 ? 0 : (((cost - low) >> spare) * kHighest + span / 2) / span;
    bars += kBars[static_cast<size_t>(level)];
  }
  return bars;
}

std::string step_words(const Trend& trend, const TrendStep& step) {
  return label_text(trend, step.point) + (step.is_noise ? " (noise)" : "");
}

class TrendTable {
 public:
  TrendTable(const Trend& trend, const Style& style)
      : trend_(trend), style_(style), selection_(trend.selection()) {}

  bool write(BufferedText& stream) const {
    Table table(heads(), style_.color);
    for (size_t rank = 0; rank < trend_.shown(); ++rank) {
      const TrendRow row = trend_.row(rank);
      table.measure(cells(row), name(row));
    }
    table.fit(style_.width);
    table.head(stream.text());
    for (size_t rank = 0; rank < trend_.shown(); ++rank) {
      const TrendRow row = trend_.row(rank);
      table.line(stream.text(), cells(row), name(row));
      if (!stream.drain()) {
        return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] std::vector<TableColumn> heads() const {
    const std::string kind = selection_.sort_by == SortBy::kSelf ? "self" : "incl";
    const auto right = TableColumn::Align::kRight;
    const auto left = TableColumn::Align::kLeft;
    return {{"largest step", right, 0},  {"to", left, 0},
            {"change", right, 2},        {"%", right, 4},
            {"first " + kind, right, 6}, {"last " + kind, right, 5},
            {"course", left, 3},         {rows_word(selection_.group_by), left, 0}};
  }

  [[nodiscard]] std::vector<std::string> cells(const TrendRow& row) const {
    const Event& event = leading_event(trend_);
    const size_t column = selection_.sort_column;
    const Amount& first = row.values.front()[column];
    std::vector<int128> costs;
    for (const std::vector<Amount>& point : row.values) {
      costs.push_back(lower_of(point[column]));
    }
    return {change_text(event, row.step.change),
            step_words(trend_, row.step),
            change_text(event, row.change),
            lower_of(first) == 0 && lower_of(row.change) != 0
                ? "new"
                : change_percent(row.change, lower_of(first)),
            cost_text(event, first),
            cost_text(event, row.values.back()[column]),
            course(costs)};
  }

  [[nodiscard]] TableName name(const TrendRow& row) const {
    return name_cell(row.name, is_told(row.match) ? fmt::format(" <{}>", to_string(row.match)) : "",
                     style_);
  }

  const Trend& trend_;
  const Style& style_;
  const Selection& selection_;
};

/// The points with their totals, one a line.
void append_points(std::string& out, const Trend& trend, const Style& style) {
  const Event& event = leading_event(trend);
  const size_t column = trend.selection().sort_column;
  using enum TableColumn::Align;
  Table table({{"total", kRight, 0},
               {"step", kRight, 1},
               {"%", kRight, 2},
               {"runs", kRight, 3},
               {"range", kRight, 4},
               {"point", kLeft, 0}},
              style.color);
  const auto cells = [&](size_t at) -> std::vector<std::string> {
    const TrendPoint& point = trend.points()[at];
    const std::string range = point.runs == 1 ? ""
                                              : cost_text(event, point.range.low) + " to " +
                                                    cost_text(event, point.range.high);
    const std::string runs = std::to_string(point.runs);
    if (at == 0) {
      return {cost_text(event, point.totals[column]), "", "", runs, range};
    }
    const TrendStep step = trend.total_step_at(at);
    return {cost_text(event, point.totals[column]), change_text(event, step.change),
            change_percent(step.change, lower_of(trend.points()[at - 1].totals[column])), runs,
            range};
  };
  const auto name = [&](size_t at) -> TableName {
    std::string mark = at != 0 && trend.total_step_at(at).is_noise ? " (noise)" : "";
    if (const size_t out_of = trend.points()[at].outliers; out_of != 0) {
      mark += fmt::format(" ({} left out)", out_of);
    }
    mark += trend.points()[at].is_complete ? "" : " (incomplete)";
    return {label_text(trend, at), {}, std::move(mark), {}};
  };
  for (size_t at = 0; at < trend.points().size(); ++at) {
    table.measure(cells(at), name(at));
  }
  table.fit(style.width);
  table.head(out);
  for (size_t at = 0; at < trend.points().size(); ++at) {
    table.line(out, cells(at), name(at));
  }
}

std::vector<std::string> trend_head(const Trend& trend) {
  std::vector<std::string> pieces = {fmt::format("trend of {} points", trend.points().size())};
  if (has_event(trend)) {
    const size_t column = trend.selection().sort_column;
    pieces.push_back(total_change(leading_event(trend), trend.points().front().totals[column],
                                  trend.points().back().totals[column]));
    pieces.push_back(
        fmt::format("sorted by largest step of {} cost",
                    trend.selection().sort_by == SortBy::kSelf ? "self" : "inclusive"));
  }
  add_scope(pieces, trend.selection());
  return pieces;
}

}  // namespace

std::string rest_line(const Trend& trend) {
  const GroupBy by = trend.selection().group_by;
  std::string line;
  if (trend.row_count() == 0) {
    line = "no change";
  } else if (trend.shown() == trend.row_count()) {
    line = fmt::format("all {} shown", counted_rows(trend.row_count(), by));
  } else {
    line = fmt::format("not shown: {}", counted_rows(trend.row_count() - trend.shown(), by));
    if (const std::optional<Amount> rest = trend.not_shown()) {
      line += fmt::format(", {} {} self", change_text(leading_event(trend), *rest),
                          printable(leading_event(trend).name));
    }
    line += fmt::format(", no step above {}",
                        cost_phrase(leading_event(trend), trend.highest_not_shown()));
  }
  if (trend.unchanged() != 0) {
    line += fmt::format("; {} did not change", counted_rows(trend.unchanged(), by));
  }
  return line + "\n";
}

namespace {

void write_step(JsonWriter& json, const TrendStep& step) {
  json.key("step").begin_object();
  write_count(json, "point", step.point);
  json.key("change").integer(lower_of(step.change));
  json.key("noise").boolean(step.is_noise).end_object();
}

void write_range(JsonWriter& json, const CostRange& range) {
  json.begin_array().integer(range.low).integer(range.high).end_array();
}

void write_points(JsonWriter& json, const Trend& trend) {
  json.key("points").begin_array();
  for (size_t at = 0; at < trend.points().size(); ++at) {
    const TrendPoint& point = trend.points()[at];
    json.newline().begin_object().key("label").string(point.label);
    write_count(json, "runs", point.runs);
    write_count(json, "outliers", point.outliers);
    json.key("complete").boolean(point.is_complete);
    write_costs(json, "totals", point.totals);
    json.key("certainty").string(to_string(least_certain(point.totals, std::nullopt)));
    json.key("range");
    write_range(json, point.range);
    if (at == 0) {
      json.key("step").null();
    } else {
      write_step(json, trend.total_step_at(at));
    }
    json.end_object();
  }
  json.end_array().newline();
}

Certainty certainty_of(const TrendRow& row) {
  Certainty certainty = Certainty::kExact;
  for (const std::vector<Amount>& point : row.values) {
    certainty = std::max(certainty, least_certain(point, std::nullopt));
  }
  return certainty;
}

void write_row(JsonWriter& json, const TrendRow& row) {
  json.newline().begin_object();
  write_name(json, row.name);
  write_old_name(json, row.old_name);
  json.text_or_null("match", to_string(row.match));
  json.key("costs").begin_array();
  for (const std::vector<Amount>& point : row.values) {
    json.begin_array();
    for (const Amount& amount : point) {
      json.integer(lower_of(amount));
    }
    json.end_array();
  }
  json.end_array().key("certainty").string(to_string(certainty_of(row)));
  json.key("ranges").begin_array();
  for (const CostRange& range : row.ranges) {
    write_range(json, range);
  }
  json.end_array().key("change").integer(lower_of(row.change));
  write_step(json, row.step);
  json.end_object();
}

}  // namespace

void write_text(const Trend& trend, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head_line(stream.text(), trend_head(trend), style);
  if (!has_event(trend)) {
    return;
  }
  append_points(stream.text(), trend, style);
  stream.text() += '\n';
  if (trend.shown() != 0 && !TrendTable(trend, style).write(stream)) {
    return;
  }
  stream.text() += rest_line(trend) + estimate_note(trend.selection(), style);
  if (trend.row_count() != 0) {
    stream.text() += next_line("diff", style);
  }
}

void write_json(const Trend& trend, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  const Selection& selection = trend.selection();
  begin_document(json, "quern.trend/1", selection.completeness);
  json.newline();
  write_event_names(json, selection);
  json.key("group_by").string(to_string(selection.group_by));
  json.key("by").string(selection.sort_by == SortBy::kSelf ? "self" : "inclusive");
  json.key("event");
  if (has_event(trend)) {
    json.string(leading_event(trend).name);
  } else {
    json.null();
  }
  json.newline();
  write_points(json, trend);
  json.key("rows").begin_array();
  for (size_t rank = 0; rank < trend.shown(); ++rank) {
    write_row(json, trend.row(rank));
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", trend.shown());
  write_count(json, "of", trend.row_count());
  write_count(json, "unchanged", trend.unchanged());
  write_number(json, "not_shown", trend.not_shown());
  json.key("highest_not_shown").integer(lower_of(trend.highest_not_shown()));
  json.end_object().newline();
}

void write_flat(const Trend& trend, FlatForm form, ByteSink& out) {
  const Selection& selection = trend.selection();
  const std::string_view kind = selection.sort_by == SortBy::kSelf ? "self" : "inclusive";
  std::vector<FlatColumn> columns;
  add_name_columns(columns);
  columns.insert(columns.end(), {{"match"},
                                 {"old_name"},
                                 {"change", true},
                                 {"largest step", true},
                                 {"step to"},
                                 {"noise"},
                                 {"certainty"}});
  for (const TrendPoint& point : trend.points()) {
    add_columns(columns, fmt::format("{} {}", point.label, kind), selection);
  }
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < trend.shown(); ++rank) {
    const TrendRow row = trend.row(rank);
    Cells cells;
    add_name(cells, row.name);
    cells.emplace_back(to_string(row.match));
    cells.emplace_back(row.old_name ? row.old_name->name : std::string_view());
    cells.push_back(cell_of(row.change, form));
    cells.push_back(cell_of(row.step.change, form));
    cells.push_back(trend.points()[row.step.point].label);
    cells.emplace_back(row.step.is_noise ? "yes" : "");
    cells.emplace_back(to_string(certainty_of(row)));
    for (const std::vector<Amount>& point : row.values) {
      add_lower(cells, point, selection, form);
    }
    if (!writer.row(cells)) {
      return;
    }
  }
}

}  // namespace quern
