// SPDX-License-Identifier: MIT
//
// Annotated sources in every form. The sources lie in tests/golden/sources.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "quern/output/test_support.h"

namespace quern {
namespace {

// A function with another inlined into it, jumps, many callees, a line beyond the end of its file,
// costs without line, without source and without file.
constexpr std::string_view kInlined = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
positions: line
events: Ir Dr

fl=sort.c
fn=sort
4 12 4
5 60 20
jump=9 7
5
7 3000 1200
jcnd=90/99 10
7
jcnd=9/99 5
7
fi=/build/swap.inc
2 900 300
3 600 200
4 600 100
fe=sort.c
8 450 150
10 40 0
jump=9 5
10
11 6 2
0 17 3

fn=main
21 20 9
23 300 100
24 800 200
cfn=parse
calls=100 1
24 70000 9000
cfn=void number::check<std::vector<int> >(std::vector<int> const&, int)
calls=100 1
24 1200 30
cfn=f1
calls=1 1
24 9 1
cfn=f2
calls=1 1
24 8 1
jcnd=99/100 23
24
26 6 3
cfn=sort
calls=1 4
26 5685 1979
27 4 2
cfl=report.c
cfn=report
calls=1 1
27 500 20
jfi=report.c
jfn=report
jump=1 3
27
41 5 1

fl=report.c
fn=report
1 200 12
3 300 8

fl=parse.c
fn=parse
5 69000 8900

fl=???
fn=strtol
0 1000 100
totals: 77320 11314
)";

class GoldenAnnotation : public ::testing::Test {
 protected:
  GoldenAnnotation() { std::filesystem::current_path(QUERN_SOURCE_DIR "/tests/golden/sources"); }
  ~GoldenAnnotation() override { std::filesystem::current_path(before_); }

  [[nodiscard]] Annotation annotated(AnnotationRequest request, const SelectionWords& words) const {
    request.places.maps = {{"/build", "."}};
    request.most_calls = 2;
    Result<Annotation> answer =
        Annotation::make(*profile_, selected(*profile_, words), std::move(request));
    EXPECT_TRUE(answer) << answer.error().message;
    return std::move(*answer);
  }

  std::filesystem::path before_ = std::filesystem::current_path();
  std::unique_ptr<const Profile> profile_ = read_profile(kInlined);
};

void compare_html(const std::string& name, const Annotation& answer) {
  StringSink sink;
  render_html(answer, style_of(Form::kText), sink);
  compare(name + ".html", sink.text());
}

TEST_F(GoldenAnnotation, OfTheHottestFiles) {
  SelectionWords words = some_rows(3, SortBy::kSelf);
  words.all_events = true;
  AnnotationRequest request;
  request.least_share = 100;
  request.lists_without_source = false;
  const Annotation answer = annotated(request, words);
  compare_view("annotate", answer);
  compare_html("annotate", answer);
}

TEST_F(GoldenAnnotation, OfAFunction) {
  const Annotation answer = annotated({.target = "sort"}, some_rows(20, SortBy::kSelf));
  compare_view("annotate_function", answer);
  compare_html("annotate_function", answer);
}

TEST_F(GoldenAnnotation, OfAFileWithoutSource) {
  const Annotation answer = annotated({.target = "report.c"}, some_rows(20, SortBy::kSelf));
  compare_view("annotate_file", answer);
}

TEST_F(GoldenAnnotation, AroundALine) {
  const Annotation answer =
      annotated({.target = "sort.c:24", .context = 2}, some_rows(20, SortBy::kSelf));
  compare_view("annotate_line", answer);
}

TEST_F(GoldenAnnotation, OfTheHottestLinesWithRatios) {
  SelectionWords words = some_rows(20, SortBy::kSelf);
  words.events = {"Ir", "Dr/Ir", "Ir/calls"};
  words.takes_ratios = true;
  const Annotation answer = annotated({.target = "sort.c", .context = 0, .most_lines = 5}, words);
  compare_view("annotate_limited", answer);
  compare_html("annotate_limited", answer);
}

}  // namespace
}  // namespace quern
