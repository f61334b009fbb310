// SPDX-License-Identifier: MIT
//
// Comparisons of two sides in every form, as people and programs get them.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/output/test_support.h"

namespace quern {
namespace {

constexpr std::string_view kOld = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
positions: line
events: Ir D1mr
ob=/usr/local/bin/sort
fl=/home/build/sort/src/main.cc
fn=main
16 20 5
cfn=parse_list
calls=2 5
18 30000 1700
cfn=quick
calls=1 50
17 98000 40000
cfn=retired
calls=1 1
19 400 0
fn=parse_list
5 21000 1500
cfn=parse_item.isra.0
calls=300 30
6 9000 200
fn=parse_item.isra.0
30 9000 200
fn=quick
50 60000 30000
cfn=quick
calls=1022 50
54 700000 300000
cfn=less
calls=20000 7
55 38000 10000
fn=less
7 38000 10000
fn=retired
1 400 0
totals: 128420 41705
)";

constexpr std::string_view kNew = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
positions: line
events: Ir D1mr
ob=/usr/local/bin/sort
fl=/home/build/sort/src/main.cc
fn=main
16 20 5
cfn=parse_list
calls=2 5
18 43200 1900
cfn=quick
calls=1 50
17 98000 40000
cfn=report
calls=3 1
19 999 0
fn=parse_list
5 23400 1500
cfn=parse_item.constprop.0
calls=330 30
6 19800 400
fn=parse_item.constprop.0
30 19800 400
fn=quick
50 60000 30000
cfn=quick
calls=1022 50
54 700000 300000
cfn=less
calls=20000 7
55 38000 10000
fn=less
7 38000 10000
fn=report
1 999 0
totals: 142219 41905
)";

GoldenSides both(const SelectionWords& words) {
  GoldenSides pair;
  pair.add(kOld, Version::kOld, words);
  pair.add(kNew, Version::kNew, words);
  // Guesses would take what is gone for what is new: they have the same caller.
  pair.runs.layers.guess = false;
  return pair;
}

TEST(GoldenDiff, Functions) {
  compare_view("diff", Diff(both(some_rows(4, SortBy::kSelf)).runs, {}));
}

TEST(GoldenDiff, AllEventsByInclusiveCost) {
  SelectionWords words = some_rows(0, SortBy::kInclusive);
  words.all_events = true;
  compare_view("diff_all", Diff(both(words).runs, {.unchanged = true}));
}

TEST(GoldenDiff, LeastChange) {
  const DiffFilter filter{.unchanged = true, .least_change = parse_least_change("5%")};
  compare_view("diff_least", Diff(both(some_rows(0, SortBy::kSelf)).runs, filter));
  compare_view("diff_least_calls", DiffCalls(both(some_rows(0, SortBy::kInclusive)).runs, filter));
}

TEST(GoldenDiff, AUnit) {
  SelectionWords words = some_rows(2, SortBy::kSelf);
  words.all_events = true;
  words.sort = "Time_(10ns)";
  words.unit = "us";
  GoldenSides sides;
  sides.add("events: Ir Time_(10ns)\nfl=a.c\nfn=f\n1 10 250\nfn=g\n1 5 7\n", Version::kOld, words);
  sides.add("events: Ir Time_(10ns)\nfl=a.c\nfn=f\n1 10 4321\nfn=g\n1 6 6\n", Version::kNew, words);
  compare_view("diff_unit", Diff(sides.runs, {}));
}

TEST(GoldenDiff, Matches) {
  compare_view("diff_matches", Diff(both(some_rows(0, SortBy::kSelf)).runs, {.matched = true}));
}

TEST(GoldenDiff, Files) {
  SelectionWords words = some_rows(0, SortBy::kSelf);
  words.group_by = GroupBy::kFile;
  compare_view("diff_files", Diff(both(words).runs, {}));
}

TEST(GoldenDiff, Ratios) {
  SelectionWords words = some_rows(4, SortBy::kSelf);
  words.events = {"Ir", "Ir/calls", "Rate"};
  words.defines = {"Rate [%] = 100 D1mr / Ir : misses"};
  words.takes_ratios = true;
  compare_view("diff_ratios", Diff(both(words).runs, {}));
  words.sort = "Ir/calls";
  compare_view("diff_ratios_sorted", Diff(both(words).runs, {}));
  words.sort = "";
  words.rows = RowKind::kCalls;
  compare_view("diff_ratios_calls", DiffCalls(both(words).runs, {}));
}

TEST(GoldenDiff, SeveralRuns) {
  const SelectionWords words = some_rows(3, SortBy::kSelf);
  GoldenSides runs = both(words);
  runs.add(kNew, Version::kOld, words);
  runs.add(kOld, Version::kOld, words);
  compare_view("diff_runs", Diff(runs.runs, {}));
}

/// Three points: two runs of which one is new, and what was before.
TEST(GoldenDiff, Trend) {
  SelectionWords words = some_rows(3, SortBy::kSelf);
  GoldenSides runs;
  runs.add(kOld, Version::kOld, words);
  runs.add(kOld, Version::kOld, words);
  runs.add(kNew, Version::kOld, words);
  runs.add(kNew, Version::kNew, words);
  std::vector<TrendPoint> points;
  points.push_back({.label = "1.0"});
  points.push_back({.label = "1.1 | <b>", .runs = 2, .outliers = 1});
  points.push_back({.label = "2.0"});
  compare_view("trend", Trend(runs.runs, std::move(points)));
}

TEST(GoldenDiff, NothingChanged) {
  GoldenSides same;
  same.add(kOld, Version::kOld, some_rows(4, SortBy::kSelf));
  same.add(kOld, Version::kNew, some_rows(4, SortBy::kSelf));
  compare_view("diff_same", Diff(same.runs, {}));
}

TEST(GoldenDiff, Calls) {
  compare_view("diff_calls", DiffCalls(both(some_rows(3, SortBy::kInclusive)).runs, {}));
}

TEST(GoldenDiff, Tree) {
  const GoldenSides pair = both(some_rows(6, SortBy::kInclusive));
  compare_view("diff_tree", diff_tree(pair.runs, {}).value());
}

TEST(GoldenDiff, TreeBottomUpOfAllEvents) {
  SelectionWords words = some_rows(5, SortBy::kInclusive);
  words.all_events = true;
  compare_view("diff_tree_up", diff_tree(both(words).runs, {.bottom_up = true}).value());
}

TEST(GoldenDiff, TreeOfWhatDidNotChange) {
  GoldenSides same;
  same.add(kOld, Version::kOld, some_rows(4, SortBy::kInclusive));
  same.add(kOld, Version::kNew, some_rows(4, SortBy::kInclusive));
  compare_view("diff_tree_same", diff_tree(same.runs, {}).value());
}

TEST(GoldenDiff, Flame) {
  const GoldenSides pair = both(some_rows(0, SortBy::kInclusive));
  const DiffFlame flame = diff_flame(pair.runs, {.shape = {.least_part = 200}}).value();
  compare_view("diff_flame", flame);
  compare_pictures("diff_flame", flame, {.pixels = 600});
  StringSink folded;
  render_folded(flame, folded);
  compare("diff_flame.folded", folded.text());
}

TEST(GoldenDiff, FlameOfOneSide) {
  const GoldenSides pair = both(some_rows(0, SortBy::kInclusive));
  compare_view("diff_flame_old",
               diff_flame(pair.runs, {.shape = {}, .widths = DiffWidths::kOld}).value());
}

TEST(GoldenDiff, Peek) {
  const GoldenSides pair = both(some_rows(5, SortBy::kInclusive));
  const Result<DiffPeek> answer = diff_peek(pair.runs, "parse_list");
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  compare_view("diff_peek", *answer);
}

}  // namespace
}  // namespace quern
