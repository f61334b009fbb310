// SPDX-License-Identifier: MIT
#include "quern/compare/trend/trend.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/commands/sides.h"
#include "quern/cli/options/commands.h"
#include "quern/output/answers/diff.h"

namespace quern::cli {
namespace {

/// The runs of one point.
struct PointFiles {
  std::string label;
  std::vector<std::string> files;
  bool is_named = false;  ///< by LABEL=FILE
};

/// "v1=callgrind.out.4711" unless there is such a file.
PointFiles point_of(const std::string& word) {
  const size_t equals = word.find('=');
  std::error_code problem;
  if (equals == std::string::npos || equals == 0 || std::filesystem::exists(word, problem)) {
    return {word, {word}};
  }
  return {word.substr(0, equals), {word.substr(equals + 1)}, true};
}

/// Files of one label are runs of one point, which stands where the label stood first.
std::vector<PointFiles> points_of(const std::vector<std::string>& words) {
  std::vector<PointFiles> points;
  for (const std::string& word : words) {
    PointFiles point = point_of(word);
    const auto known = std::ranges::find_if(points, [&point](const PointFiles& each) {
      return point.is_named && each.is_named && each.label == point.label;
    });
    if (known != points.end()) {
      known->files.push_back(std::move(point.files.front()));
    } else {
      points.push_back(std::move(point));
    }
  }
  return points;
}

bool ends_piece(char letter) {
  return letter == '/' || letter == '.' || letter == '-' || letter == '_';
}

/// How much at the start of all labels is the same, up to the end of a piece of a name.
size_t common_start(const std::vector<PointFiles>& points) {
  std::string_view common = points.front().label;
  for (const PointFiles& point : points) {
    const auto [end, other] = std::ranges::mismatch(common, point.label);
    common = common.substr(0, static_cast<size_t>(end - common.begin()));
  }
  while (!common.empty() && !ends_piece(common.back())) {
    common.remove_suffix(1);
  }
  return common.size();
}

/// The same at their end, from a point on: ".out.gz".
size_t common_end(const std::vector<PointFiles>& points) {
  std::string_view common = points.front().label;
  for (const PointFiles& point : points) {
    const std::string_view label = point.label;
    const auto [end, other] =
        std::mismatch(common.rbegin(), common.rend(), label.rbegin(), label.rend());
    common.remove_prefix(common.size() - static_cast<size_t>(end - common.rbegin()));
  }
  const size_t first_point = common.find('.');
  return first_point == std::string_view::npos ? 0 : common.size() - first_point;
}

/// Names of files are told by what they differ in, where that leaves something of each.
void shorten_labels(std::vector<PointFiles>& points) {
  const auto is_named = [](const PointFiles& point) { return point.is_named; };
  if (std::ranges::any_of(points, is_named)) {
    return;
  }
  const size_t start = common_start(points);
  const size_t end = common_end(points);
  const auto has_more = [&](const PointFiles& each) { return each.label.size() > start + end; };
  if (std::ranges::all_of(points, has_more)) {
    for (PointFiles& point : points) {
      point.label = point.label.substr(start, point.label.size() - start - end);
    }
  }
}

/// The last point is the new side, all others in order the old one.
SideFiles sides_of(const std::vector<PointFiles>& points) {
  SideFiles files;
  for (const PointFiles& point : points) {
    const std::vector<RunFiles> runs = runs_of(point.files);
    std::vector<RunFiles>& side = &point == &points.back() ? files.new_runs : files.old_runs;
    side.insert(side.end(), runs.begin(), runs.end());
  }
  return files;
}

/// The runs by point, those that are outliers left out where that is asked for.
std::vector<TrendPoint> count_runs(const Session& session, Sides& sides,
                                   const std::vector<PointFiles>& points) {
  std::vector<TrendPoint> counted;
  std::vector<DiffRun> kept;
  auto next = sides.runs.old_runs.begin();
  for (const PointFiles& point : points) {
    const bool is_last = &point == &points.back();
    std::vector<DiffRun> runs;
    if (is_last) {
      runs = std::move(sides.runs.new_runs);
    } else {
      const auto end = next + static_cast<std::ptrdiff_t>(point.files.size());
      std::move(next, end, std::back_inserter(runs));
      next = end;
    }
    const size_t left_out = drop_outliers(session, runs);
    const bool is_complete = std::ranges::all_of(
        runs, [](const DiffRun& run) { return run.selection.completeness.is_complete(); });
    counted.push_back({.label = point.label,
                       .runs = runs.size(),
                       .outliers = left_out,
                       .is_complete = is_complete});
    if (is_last) {
      sides.runs.new_runs = std::move(runs);
    } else {
      std::ranges::move(runs, std::back_inserter(kept));
    }
  }
  sides.runs.old_runs = std::move(kept);
  return counted;
}

}  // namespace

Result<ExitCode> run_trend(Session& session) {
  const Arguments& arguments = session.arguments;
  std::vector<PointFiles> points = points_of(arguments.words);
  if (points.size() < 2) {
    return failure(usage_error("missing-argument", "'quern trend' lacks a second point",
                               "several runs, the oldest first: quern trend v1.out v2.out v3.out; "
                               "LABEL=FILE puts all runs of a label into one point"));
  }
  shorten_labels(points);
  SidesRequest request;
  request.has_points = true;
  request.renames = arguments.group_by == GroupBy::kFunction && !arguments.groups
                        ? Renames::kLeft
                        : Renames::kApplied;
  Result<Sides> sides = open_sides(session, sides_of(points), request);
  if (!sides) {
    return failure(sides.error());
  }
  std::vector<TrendPoint> counted = count_runs(session, *sides, points);
  const Trend answer(std::move(sides->runs), std::move(counted));
  Style style = session.answerer.style(sides->files);
  style.input.clear();
  style.source = fmt::format("{} points", points.size());
  const size_t to = answer.total_step().point;
  if (points[to].files.size() == 1 && points[to - 1].files.size() == 1) {
    const RunFiles both = {points[to - 1].files.front(), points[to].files.front()};
    const Style of_both = session.answerer.style(both);
    style.input = of_both.input;
    style.can_read_again = of_both.can_read_again;
  }
  return session.answerer.show(answer, style);
}

}  // namespace quern::cli
