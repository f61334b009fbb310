// SPDX-License-Identifier: MIT
//
// Compared source lines in every form. The new sources lie in tests/golden/sources, the old ones in
// its folder `before`.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "quern/output/test_support.h"

namespace quern {
namespace {

// Lines that moved, were rewritten, are new and gone; code inlined from another file, costs beyond
// the end of a source, without line, without source and without file.
constexpr std::string_view kOldLines = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
positions: line
events: Ir Dr

fl=/build/1/sort.c
fn=sort
4 12 4
5 60 20
6 4000 1300
fi=/build/1/swap.inc
2 900 300
3 600 200
4 600 100
fe=/build/1/sort.c
7 450 150
9 40 0
10 6 2
0 17 3

fn=unused
12 3 1
13 700 10

fn=main
24 20 9
26 300 100
27 800 200
cfn=parse
calls=100 1
27 70000 9000
cfn=void number::check<std::vector<int> >(std::vector<int> const&, int)
calls=100 1
27 1200 30
cfn=f1
calls=1 1
27 9 1
cfn=f2
calls=2 1
27 8 1
29 6 3
cfn=sort
calls=1 4
29 6685 2079
50 5 1

fl=report.c
fn=report
1 200 12
3 300 8

fl=gone.c
fn=gone
7 31 1

fl=same.c
fn=same
7 1000 1

fl=???
fn=strtol
0 1000 100
totals: 11050 2525
)";

constexpr std::string_view kNewLines = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
positions: line
events: Ir Dr

fl=/build/2/sort.c
fn=sort
4 12 4
5 60 20
6 9 9
7 3000 1200
fi=/build/2/swap.inc
2 450 150
3 300 100
4 300 50
fe=/build/2/sort.c
8 225 75
10 40 0
11 6 2
0 12 3

fn=main
21 20 9
23 300 100
24 800 210
cfn=parse
calls=110 1
24 77000 9900
cfn=void number::check<std::vector<int> >(std::vector<int> const&, int)
calls=90 1
24 1080 27
cfn=f1
calls=1 1
24 8 1
cfn=f3
calls=5 1
24 80 1
26 6 3
cfn=sort
calls=1 4
26 4385 1579
60 8 1

fl=report.c
fn=report
1 200 12
3 1300 8

fl=same.c
fn=same
7 1000 1

fl=???
fn=strtol
0 1010 101
totals: 9058 2058
)";

class GoldenDiffLines : public ::testing::Test {
 protected:
  GoldenDiffLines() { std::filesystem::current_path(QUERN_SOURCE_DIR "/tests/golden/sources"); }
  ~GoldenDiffLines() override { std::filesystem::current_path(before_); }

  static GoldenSides sides(const SelectionWords& words) {
    GoldenSides pair;
    pair.add(kOldLines, Version::kOld, words);
    pair.add(kNewLines, Version::kNew, words);
    return pair;
  }

  static DiffAnnotation of(const GoldenSides& pair, DiffAnnotationRequest request) {
    request.places.old_places.maps = {{"/build/1", "before"}};
    request.places.new_places.maps = {{"/build/2", "."}};
    request.most_calls = 2;
    Result<DiffAnnotation> answer = DiffAnnotation::make(pair.runs, std::move(request));
    EXPECT_TRUE(answer) << answer.error().message;
    return std::move(*answer);
  }

  std::filesystem::path before_ = std::filesystem::current_path();
};

TEST_F(GoldenDiffLines, OfTheFilesThatChangedMost) {
  SelectionWords words = some_rows(4, SortBy::kSelf);
  words.all_events = true;
  const GoldenSides pair = sides(words);
  compare_view("diff_lines", of(pair, {}));
}

TEST_F(GoldenDiffLines, OfAFunction) {
  const GoldenSides pair = sides(some_rows(20, SortBy::kSelf));
  compare_view("diff_lines_function", of(pair, {.target = "sort", .context = 1}));
}

TEST_F(GoldenDiffLines, AroundALine) {
  const GoldenSides pair = sides(some_rows(20, SortBy::kSelf));
  compare_view("diff_lines_line",
               of(pair, {.target = "sort.c:24", .context = 2, .unchanged = true}));
}

TEST_F(GoldenDiffLines, OfSeveralRuns) {
  const SelectionWords words = some_rows(2, SortBy::kSelf);
  const auto changed = [](std::string text, std::string_view row, std::string_view other) {
    text.replace(text.find(row), row.size(), other);
    return text;
  };
  GoldenSides runs = sides(words);
  runs.add(changed(std::string(kOldLines), "7 450", "7 200"), Version::kOld, words);
  runs.add(changed(std::string(kOldLines), "13 700", "13 690"), Version::kOld, words);
  compare_view("diff_lines_runs", of(runs, {.context = 0, .least_share = 100}));
}

// Jumps that changed, that are new and gone, into another file, of a line that was rewritten.
TEST_F(GoldenDiffLines, OfJumps) {
  const SelectionWords words = some_rows(2, SortBy::kSelf);
  const auto with_jumps = [](std::string_view text, std::string_view sort, std::string_view main) {
    std::string all(text);
    all.insert(all.find("fi="), sort);
    all.insert(all.find("\nfl=report.c"), main);
    return all;
  };
  GoldenSides jumps;
  jumps.add(with_jumps(kOldLines, "jump=9 6\n5\njcnd=90/99 9\n6\njcnd=9/99 5\n6\n",
                       "jcnd=99/100 27\n26\n"),
            Version::kOld, words);
  jumps.add(with_jumps(kNewLines, "jump=9 7\n5\njcnd=80/99 10\n7\njcnd=19/109 5\n7\n",
                       "jcnd=99/100 24\n23\njfi=report.c\njfn=report\njump=1 3\n26\n"),
            Version::kNew, words);
  compare_view("diff_lines_jumps", of(jumps, {.context = 1}));
  compare_view("diff_lines_jumps_all",
               of(jumps, {.target = "sort", .context = 1, .unchanged = true}));
}

TEST_F(GoldenDiffLines, AsAList) {
  SelectionWords words = some_rows(4, SortBy::kSelf);
  words.all_events = true;
  words.group_by = GroupBy::kLine;
  const GoldenSides pair = sides(words);
  const PlacesOfSides places{.old_places = {.maps = {{"/build/1", "before"}}},
                             .new_places = {.maps = {{"/build/2", "."}}}};
  Result<LineChanges> answer = LineChanges::make(pair.runs, places, {}, LineChanges::By::kRanked);
  ASSERT_TRUE(answer) << answer.error().message;
  compare_view("diff_line_list", *answer);
}

TEST_F(GoldenDiffLines, NothingChanged) {
  const SelectionWords words = some_rows(2, SortBy::kSelf);
  GoldenSides same;
  same.add(kOldLines, Version::kOld, words);
  same.add(kOldLines, Version::kNew, words);
  compare_view("diff_lines_same", of(same, {}));
}

}  // namespace
}  // namespace quern
