// SPDX-License-Identifier: MIT
//
// quern.trend/1:
//   {"schema","events","group_by","by":"self|inclusive","event":EVENT|null,
//    "points":[{"label","runs":N,"outliers":N,"totals":[…],"certainty","range":[low,high],
//      "step":STEP|null}],
//    "rows":[{"name","file","object","old_name":{"name","file","object"}|null,
//      "match":"exact|rule|normalised|guess"|null,"costs":[[…],…],"certainty",
//      "ranges":[[low,high],…],"change":N,"step":STEP}],
//    "shown","of","unchanged","not_shown":N|null,"highest_not_shown":N}
// STEP = {"point":N,"change":N,"noise":bool}: from the point before to this one, counted from 0.
// "totals" and each of "costs" are by event, "costs" and "ranges" by point; ranges, changes and
// steps are of "event", by which rows are sorted. For bounds, these are the lower ones.
#include <algorithm>

#include "quern/output/answers/diff.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"

namespace quern {
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
    json.key("certainty").string(to_string(certainty_of(point.totals)));
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

Certainty certainty_of_row(const TrendRow& row) {
  Certainty certainty = Certainty::kExact;
  for (const std::vector<Amount>& point : row.values) {
    certainty = std::max(certainty, certainty_of(point));
  }
  return certainty;
}

void write_trend_row(JsonWriter& json, const TrendRow& row) {
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
  json.end_array().key("certainty").string(to_string(certainty_of_row(row)));
  json.key("ranges").begin_array();
  for (const CostRange& range : row.ranges) {
    write_range(json, range);
  }
  json.end_array().key("change").integer(lower_of(row.change));
  write_step(json, row.step);
}

}  // namespace

void write_json(const Trend& trend, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  const Selection& selection = trend.selection();
  begin_answer(json, "quern.trend/1", selection);
  json.key("group_by").string(to_string(selection.group_by));
  json.key("by").string(selection.sort_by == SortBy::kSelf ? "self" : "inclusive");
  const size_t column = selection.sort_column;
  json.text_or_null("event", column < selection.columns.size()
                                 ? std::string_view(selection.columns[column].event.name)
                                 : std::string_view());
  json.newline();
  write_points(json, trend);
  if (!write_rows(json, stream, "rows", trend.shown(),
                  [&](size_t rank) { write_trend_row(json, trend.row(rank)); })) {
    return;
  }
  write_shown(json, trend.shown(), trend.row_count());
  write_count(json, "unchanged", trend.unchanged());
  write_number(json, "not_shown", trend.not_shown());
  json.key("highest_not_shown").integer(lower_of(trend.highest_not_shown()));
  json.end_object().newline();
}

}  // namespace quern
