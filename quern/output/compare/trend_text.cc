// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_table.h"
#include "quern/output/text/row_text.h"

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

RowTable<TrendRow> trend_columns(const Trend& trend, const Style& style) {
  const Selection& selection = trend.selection();
  const std::string kind = selection.sort_by == SortBy::kSelf ? "self" : "incl";
  const Event& event = leading_event(trend);
  const size_t column = selection.sort_column;
  using enum TableColumn::Align;
  RowTable<TrendRow> table(selection, style);
  table.add("largest step", 0,
            [&event](const TrendRow& row) { return change_text(event, row.step.change); });
  table.add("to", 0, [&trend](const TrendRow& row) { return step_words(trend, row.step); }, kLeft);
  table.add("change", 2, [&event](const TrendRow& row) { return change_text(event, row.change); });
  table.add("%", 4, [column](const TrendRow& row) {
    const int128 first = lower_of(row.values.front()[column]);
    return first == 0 && lower_of(row.change) != 0 ? "new" : change_percent(row.change, first);
  });
  table.add("first " + kind, 6, [&event, column](const TrendRow& row) {
    return cost_text(event, row.values.front()[column]);
  });
  table.add("last " + kind, 5, [&event, column](const TrendRow& row) {
    return cost_text(event, row.values.back()[column]);
  });
  const auto course_of = [column](const TrendRow& row) {
    std::vector<int128> costs;
    for (const std::vector<Amount>& point : row.values) {
      costs.push_back(lower_of(point[column]));
    }
    return course(costs);
  };
  table.add("course", 3, course_of, kLeft);
  return table;
}

TableName trend_name(const TrendRow& row, const Style& style) {
  return name_cell(row.name, is_told(row.match) ? fmt::format(" <{}>", match_word(row.match)) : "",
                   style);
}

struct PointLine {
  size_t at = 0;
};

/// The points with their totals, one a line.
void write_points_text(BufferedText& stream, const Trend& trend, const Style& style) {
  const Event& event = leading_event(trend);
  const size_t column = trend.selection().sort_column;
  RowTable<PointLine> table(trend.selection(), style);
  const auto total = [&trend, column](size_t at) { return trend.points()[at].totals[column]; };
  table.add("total", 0, [&](const PointLine& line) { return cost_text(event, total(line.at)); });
  table.add("step", 1, [&](const PointLine& line) {
    return line.at == 0 ? std::string() : change_text(event, trend.total_step_at(line.at).change);
  });
  table.add("%", 2, [&](const PointLine& line) {
    return line.at == 0
               ? std::string()
               : change_percent(trend.total_step_at(line.at).change, lower_of(total(line.at - 1)));
  });
  table.add("runs", 3,
            [&](const PointLine& line) { return std::to_string(trend.points()[line.at].runs); });
  table.add("range", 4, [&](const PointLine& line) {
    const auto& [low, high] = trend.points()[line.at].range;
    return trend.points()[line.at].runs == 1
               ? std::string()
               : cost_text(event, low) + " to " + cost_text(event, high);
  });
  const auto name_of = [&](const PointLine& line) -> TableName {
    const size_t at = line.at;
    std::string mark = at != 0 && trend.total_step_at(at).is_noise ? " (noise)" : "";
    if (const size_t out_of = trend.points()[at].outliers; out_of != 0) {
      mark += fmt::format(" ({} left out)", out_of);
    }
    mark += trend.points()[at].is_complete ? "" : " (incomplete)";
    return {label_text(trend, at), {}, std::move(mark), {}};
  };
  (void)table.write(
      stream, "point", trend.points().size(), [](size_t at) { return PointLine{at}; }, name_of);
}

Head trend_head(const Trend& trend) {
  const Selection& selection = trend.selection();
  Head head;
  if (!has_event(trend)) {
    head.what = fmt::format("Trend of {} points", trend.points().size());
    return head;
  }
  const std::string rows = counted_rows(trend.row_count(), selection.group_by);
  const std::string_view by =
      selection.sort_by == SortBy::kSelf ? " by largest self step" : " by largest inclusive step";
  head = change_head(shown_rows(trend.shown(), trend.row_count(), rows, by, selection), selection,
                     trend.points().front().totals, trend.points().back().totals);
  add_scope(head.notes, selection);
  return head;
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
  return with_unchanged(std::move(line), trend.unchanged(), counted_rows(trend.unchanged(), by));
}

void write_text(const Trend& trend, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head(stream.text(), trend_head(trend), style);
  if (!has_event(trend)) {
    return;
  }
  write_points_text(stream, trend, style);
  stream.text() += '\n';
  if (trend.shown() != 0 && !trend_columns(trend, style)
                                 .write(
                                     stream, rows_word(trend.selection().group_by), trend.shown(),
                                     [&](size_t rank) { return trend.row(rank); },
                                     [&](const TrendRow& row) { return trend_name(row, style); })) {
    return;
  }
  stream.text() += rest_line(trend) + estimate_note(trend.selection(), style);
  if (trend.row_count() != 0) {
    stream.text() += next_line("diff", style);
  }
}

}  // namespace quern
