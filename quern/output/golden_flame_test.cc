// SPDX-License-Identifier: MIT
//
// Flame graphs in every form, of exact stacks and of a call graph.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_script.h"
#include "quern/output/pictures/picture_colors.h"
#include "quern/output/test_support.h"

namespace quern {
namespace {

constexpr std::string_view kGraph =
    "events: Ir\nob=/usr/bin/demo\nfl=a.c\n"
    "fn=main\n1 10\ncfn=left<int>\ncalls=1 1\n2 60\ncfn=right\ncalls=2 1\n3 30\n"
    "fn=left<int>\n1 20\ncfn=leaf\ncalls=4 1\n1 40\n"
    "fn=right\n1 9\ncfn=leaf\ncalls=1 1\n1 20\ncfn=tiny\ncalls=1 1\n1 1\n"
    "fn=tiny\n1 1\n"
    "fn=leaf\n1 50\ncfn=end\ncalls=5 1\n1 10\nfn=end\n1 10\n";

constexpr std::string_view kStacks =
    "P=(HEX ID=4d2 N=(./server) T=0.000000)\n"
    "C1 FN0=(F0=(./server)+1000 N=(main))+10 V0=(MEM_TOTAL):(0,0,0)\n"
    "C2 FN1=(F0+1100 N=(walk))+8 V0:(1,100,100)\n"
    "C3 FN1+9 V0:(1,60,60)\n"
    "C4 FN2=(F1=(/usr/lib/libc.so.6)+9000 N=(malloc))+4 V0:(5,400,400)\n"
    "C3 FN2+5 V0:(2,40,40)\n"
    "C2 FN3=(F0+1200 N=(a;b\x01))+30 V0:(1,4,4)\n";

Flame flame_of(const Profile& profile, const FlameRequest& request) {
  Result<Flame> answer =
      flame(profile, selected(profile, some_rows(0, SortBy::kInclusive)), request);
  if (!answer) {
    ADD_FAILURE() << answer.error().message;
  }
  return std::move(*answer);
}

TEST(GoldenFlame, OfACallGraph) {
  const auto profile = read_profile(kGraph);
  const Flame answer = flame_of(*profile, {.least_part = 50});
  compare_view("flame_graph", answer);
  compare_pictures("flame_graph", answer, {.pixels = 600});
  StringSink folded;
  render_folded(answer, folded);
  compare("flame_graph.folded", folded.text());
}

TEST(GoldenFlame, OfExactStacks) {
  const auto profile = read_profile(kStacks);
  compare_view("flame_stacks", flame_of(*profile, {.bottom_up = true}));
  compare_pictures("flame_stacks", flame_of(*profile, {.merge_recursion = true}),
                   {.colors = FlameColors::kSelf, .pixels = 400});
  const Selection selection = selected(*profile, some_rows(0, SortBy::kInclusive));
  for (const Recursion recursion : {Recursion::kTold, Recursion::kMerged}) {
    const Result<FoldedStacks> stacks = FoldedStacks::of(*profile, selection, recursion);
    ASSERT_TRUE(stacks.has_value()) << stacks.error().message;
    StringSink folded;
    render_folded(*stacks, folded);
    compare(recursion == Recursion::kTold ? "flame_stacks.folded" : "flame_merged.folded",
            folded.text());
  }
}

TEST(GoldenFlame, StyleSheet) {
  compare("flame.css", flame_style_sheet());
}

TEST(FlameColors, AreTheSameForOneText) {
  EXPECT_EQ(group_color("/usr/lib/libc.so.6"), group_color("/usr/lib/libc.so.6"));
  EXPECT_EQ(group_color(""), "none");
  EXPECT_EQ(share_color(0, 1000), "s0");
  EXPECT_EQ(share_color(1, 1000), "s1");
  EXPECT_EQ(share_color(999, 1000), "s5");
}

TEST(FlameScript, StandsInAnyDocument) {
  EXPECT_EQ(flame_script().find("]]>"), std::string_view::npos);
  EXPECT_EQ(flame_script().find("</"), std::string_view::npos);
  EXPECT_EQ(flame_script().find("fetch"), std::string_view::npos);
}

}  // namespace
}  // namespace quern
