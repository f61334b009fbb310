// SPDX-License-Identifier: MIT
#include "quern/compare/graph/diff_picture.h"

#include <string>
#include <vector>

#include "quern/compare/graph/test_support.h"

namespace quern {
namespace {

/// A function that calls others once each: "main 10 left:60 right:30".
std::string fn(const std::string& name, int self,
               const std::vector<std::pair<std::string, int>>& calls = {}) {
  std::string text = "fn=" + name + "\n1 " + std::to_string(self) + "\n";
  for (const auto& [callee, cost] : calls) {
    text += "cfn=" + callee + "\ncalls=1 1\n1 " + std::to_string(cost) + "\n";
  }
  return text;
}

struct TwoSides {
  std::unique_ptr<const Profile> was, is;

  TwoSides(const std::string& old_calls, const std::string& new_calls)
      : was(read_text("events: Ir\n" + old_calls)), is(read_text("events: Ir\n" + new_calls)) {}
  [[nodiscard]] DiffPicture picture(const PictureRequest& request = {}, std::string_view name = {},
                                    const Words& words = {}) const {
    return picture_of(picture_runs(*was, *is, words), request, name);
  }
};

/// parse costs more, print is gone, show is new.
TwoSides changed_calls() {
  return {fn("main", 10, {{"parse", 60}, {"print", 30}}) + fn("parse", 60) + fn("print", 30),
          fn("main", 10, {{"parse", 120}, {"show", 5}}) + fn("parse", 120) + fn("show", 5)};
}

TEST(DiffPicture, ShowsBothSidesInOneGraph) {
  const TwoSides sides = changed_calls();
  const DiffPicture picture = sides.picture();
  EXPECT_EQ(told_nodes(picture),
            "main 10/100>10/135*, parse 60/60>120/120*, print 30/30>-, show ->5/5");
  EXPECT_EQ(told_edges(picture),
            "main>parse 60 1x > 120 1x*, main>print 30 1x > -, main>show - > 5 1x");
  EXPECT_EQ(told_dashed(picture), "");
  EXPECT_EQ(told_cut(picture), "0 functions 0>0 (0), 0 edges");
  EXPECT_EQ(told(picture.old_totals) + ">" + told(picture.new_totals), "100>135");
  EXPECT_EQ(told(picture.nodes[1].change.inclusive), "60");
  EXPECT_EQ(told(picture.nodes[2].change.self), "-30");
  EXPECT_EQ(picture.nodes[2].status, DiffStatus::kRemoved);
  EXPECT_EQ(picture.nodes[3].status, DiffStatus::kAdded);
  EXPECT_EQ(picture.edges[1].status_of_sides(), DiffStatus::kRemoved);
  EXPECT_EQ(told(picture.edges[1].change.inclusive), "-30");
  EXPECT_EQ(told(*picture.edges[2].change.calls), "1");
  EXPECT_TRUE(picture.differs);
  EXPECT_FALSE(picture.focus);
}

TEST(DiffPicture, ShowsWhatOneSideMakesExpensive) {
  // Shares are of the larger total, 135: print has 22 % of it, and 30 % of its own side's.
  const TwoSides sides = changed_calls();
  const DiffPicture shown = sides.picture({.least_node_share = 2200});
  EXPECT_EQ(told_nodes(shown), "main 10/100>10/135* +1v, parse 60/60>120/120*, print 30/30>-");
  EXPECT_EQ(told_cut(shown), "1 functions 0>5 (5), 1 edges");
  EXPECT_EQ(told_nodes(sides.picture({.least_node_share = 2300})),
            "main 10/100>10/135* +2v, parse 60/60>120/120*");
  const DiffPicture edges = sides.picture({.least_node_share = 0, .least_edge_share = 2300});
  EXPECT_EQ(told_edges(edges), "main>parse 60 1x > 120 1x*");
  EXPECT_EQ(told_cut(edges), "0 functions 0>0 (0), 2 edges");
  EXPECT_EQ(told_nodes(sides.picture({.most_nodes = 1})), "main 10/100>10/135* +3v");
}

TEST(DiffPicture, GoesUpAndDownByCallsOfEitherSide) {
  // Only the old main calls b; only the new b calls d.
  const TwoSides sides(fn("main", 10, {{"b", 90}}) + fn("b", 90),
                       fn("main", 10, {{"c", 90}}) + fn("c", 30, {{"b", 60}}) +
                           fn("b", 20, {{"d", 40}}) + fn("d", 40));
  EXPECT_EQ(told_nodes(sides.picture({.up = 1, .down = 1}, "b")),
            "b 90/90>20/60*, main 10/100>10/100*, c ->30/90, d ->40/40");
  const DiffPicture alone = sides.picture({.up = 0, .down = 0}, "b");
  EXPECT_EQ(told_nodes(alone), "b 90/90>20/60* +2^ +1v");
  EXPECT_EQ(told_cut(alone), "3 functions 10>80 (70), 4 edges");
  EXPECT_EQ(alone.focus, 0U);
}

TEST(DiffPicture, MatchesFunctionsAsDiffDoes) {
  const TwoSides sides(fn("main", 10, {{"work.constprop.0", 90}}) + fn("work.constprop.0", 90),
                       fn("main", 10, {{"work", 50}}) + fn("work", 50));
  const DiffPicture picture = sides.picture({}, "work.constprop.0");
  EXPECT_EQ(told_nodes(picture), "work 90/90>50/50*, main 10/100>10/60*");
  EXPECT_EQ(told_edges(picture), "main>work 90 1x > 50 1x*");
  EXPECT_EQ(picture.nodes[0].status, DiffStatus::kRenamed);
  EXPECT_EQ(picture.nodes[0].match, Match::kNormalised);
  ASSERT_TRUE(picture.nodes[0].old_name);
  EXPECT_EQ(picture.nodes[0].old_name->name, "work.constprop.0");
}

TEST(DiffPicture, JoinsACycleOfOneSide) {
  // f and g call each other on the new side only.
  const TwoSides sides(
      fn("main", 1, {{"f", 60}}) + fn("f", 20, {{"g", 40}}) + fn("g", 40),
      fn("main", 1, {{"f", 90}}) + fn("f", 40, {{"f", 10}, {"g", 60}}) + fn("g", 50, {{"f", 20}}));
  const DiffPicture picture = sides.picture();
  EXPECT_EQ(told_nodes(picture),
            "main 1/61>1/91*, g 60/60>90/90* [g 40/40>50/50..60, f 20/60>40/90..90]");
  EXPECT_EQ(told_edges(picture), "main>g 60 1x > 90 1x*, g>g 40 1x > 90 3x recursive");
  EXPECT_EQ(picture.nodes[1].member_count, 2U);
  EXPECT_EQ(told(picture.nodes[1].change.inclusive), "30");
  EXPECT_EQ(told_cut(sides.picture({.most_nodes = 1})), "2 functions 60>90 (30), 2 edges");
}

TEST(DiffPicture, JoinsACycleOfBothSidesTogether) {
  const TwoSides sides(fn("main", 1, {{"f", 60}}) + fn("f", 20, {{"g", 40}}) + fn("g", 40),
                       fn("main", 1, {{"g", 30}}) + fn("g", 20, {{"f", 10}}) + fn("f", 10));
  const DiffPicture picture = sides.picture();
  EXPECT_EQ(told_nodes(picture), "main 1/61>1/31*, g 60/60>30/30* [g 40/40>20/30, f 20/60>10/10]");
  EXPECT_EQ(told_edges(picture), "main>g 60 1x > 30 1x*, g>g 40 1x > 10 1x recursive");
  const DiffPicture opened = sides.picture({.opens_cycles = true});
  EXPECT_EQ(told_nodes(opened), "main 1/61>1/31*, f 20/60>10/10*, g 40/40>20/30*");
  EXPECT_EQ(
      told_edges(opened),
      "main>f 60 1x > -*, main>g - > 30 1x, f>g 40 1x > -* recursive, g>f - > 10 1x recursive");
}

TEST(DiffPicture, JoinsNothingInExactStacks) {
  const auto was = read_generated("main;a;b;a 5\nmain;a 3\n", "folded");
  const auto is = read_generated("main;b;a 4\nmain;a;b 3\n", "folded");
  const DiffPicture picture = picture_of(picture_runs(*was, *is));
  EXPECT_EQ(told_nodes(picture), "a 8/8>4/7, main 0/8>0/7*, b 0/5>3/7*");
  EXPECT_EQ(told_edges(picture),
            "a>b 5 > 3 recursive, main>a 8 > 3, main>b - > 4*, b>a 5 > 4 recursive");
}

TEST(DiffPicture, TakesTheMedianOfACycleInSeveralRuns) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  const auto run = [&](int f, int g) {
    profiles.push_back(read_text("events: Ir\n" + fn("main", 10, {{"f", f + g}}) +
                                 fn("f", f, {{"g", g}}) + fn("g", g, {{"f", 1}})));
    return DiffRun{profiles.back().get(), selected(*profiles.back())};
  };
  const DiffRuns runs{
      .old_runs = {run(10, 20)}, .new_runs = {run(10, 90), run(50, 20), run(20, 30)}, .layers = {}};
  const DiffPicture picture = picture_of(runs);
  EXPECT_EQ(told_node_side(picture.nodes[1].new_side), "70/70");
  EXPECT_EQ(picture.nodes[1].new_side->ranges.size(), 1U);
  EXPECT_TRUE(picture.nodes[1].new_side->ranges[0].high == 100);
}

TEST(DiffPicture, ACycleIsOnTheSidesOfItsMembers) {
  const TwoSides sides(
      fn("main", 10, {{"f", 90}}) + fn("f", 50, {{"g", 40}}) + fn("g", 40, {{"f", 5}}),
      fn("main", 10));
  const DiffPicture gone = sides.picture();
  EXPECT_EQ(gone.nodes[1].status, DiffStatus::kRemoved);
  EXPECT_FALSE(gone.nodes[1].new_side);
  EXPECT_EQ(told(gone.nodes[1].change.inclusive), "-90");
}

TEST(DiffPicture, DashesWaysOverCallsOfBothSides) {
  // main reaches leaf through a, whose callers and callees are of different sides.
  Words words;
  words.where = "name ~ /^(main|leaf)$/";
  const TwoSides both(fn("main", 10, {{"a", 60}}) + fn("a", 0, {{"leaf", 60}}) + fn("leaf", 60),
                      fn("main", 10, {{"a", 80}}) + fn("a", 0, {{"b", 80}}) +
                          fn("b", 0, {{"leaf", 80}}) + fn("leaf", 80));
  EXPECT_EQ(told_dashed(both.picture({}, {}, words)), "main>leaf 2 hidden 0..60 > 0..80");
  const TwoSides half(fn("main", 10, {{"a", 60}}) + fn("a", 60) + fn("leaf", 5),
                      fn("main", 10) + fn("a", 0, {{"leaf", 80}}) + fn("leaf", 80));
  EXPECT_EQ(told_dashed(half.picture({}, {}, words)), "main>leaf 1 hidden 0..0 > 0..0");
}

TEST(DiffPicture, FollowsTheLargestChangeInOneDirection) {
  // main changes by 5 only: f costs 40 more, of which h has most, and g costs 35 less.
  const TwoSides sides(fn("main", 0, {{"f", 50}, {"g", 50}}) + fn("f", 10, {{"h", 20}, {"k", 20}}) +
                           fn("g", 30, {{"k", 20}}) + fn("h", 20) + fn("k", 40),
                       fn("main", 0, {{"f", 90}, {"g", 15}}) + fn("f", 20, {{"h", 45}, {"k", 25}}) +
                           fn("g", 15) + fn("h", 45) + fn("k", 25));
  EXPECT_EQ(told_edges(sides.picture()),
            "main>f 50 1x > 90 1x*, main>g 50 1x > 15 1x, f>h 20 1x > 45 1x*, "
            "f>k 20 1x > 25 1x, g>k 20 1x > -");
  EXPECT_EQ(told_edges(sides.picture({.up = 1, .down = 1}, "g")),
            "g>k 20 1x > -*, main>g 50 1x > 15 1x*");
}

TEST(DiffPicture, HasNoPathIfNothingChanged) {
  const auto profile = read_text(kShared);
  const DiffPicture picture = picture_of(picture_runs(*profile, *profile));
  EXPECT_EQ(told_nodes(picture),
            "main 10/100>10/100, leaf 60/60>60/60, left 20/60>20/60, right 10/30>10/30");
  EXPECT_EQ(told(picture.nodes[0].change.inclusive), "0");
  EXPECT_FALSE(picture.differs);
}

TEST(DiffPicture, ClustersByTheNewSide) {
  const TwoSides sides("fl=a.c\n" + fn("main", 10) + "fl=b.c\n" + fn("gone", 20) + fn("moves", 30),
                       "fl=a.c\n" + fn("main", 10) + "fl=c.c\n" + fn("moves", 30));
  const DiffPicture picture = sides.picture({.cluster_by = GroupBy::kFile});
  std::string clusters;
  for (const DiffPictureNode& node : picture.nodes) {
    clusters += std::string(node.name.name) + ":" + picture.clusters.at(*node.cluster) + " ";
  }
  EXPECT_EQ(clusters, "moves:c.c gone:b.c main:a.c ");
}

TEST(DiffPicture, ComparesGroups) {
  const TwoSides sides("ob=app\n" + std::string("fn=main\n1 1\ncob=lib\ncfn=f\ncalls=2 1\n1 9\n") +
                           "ob=lib\n" + fn("f", 9),
                       "ob=app\n" + std::string("fn=main\n1 3\ncob=lib\ncfn=g\ncalls=1 1\n1 4\n") +
                           "ob=lib\n" + fn("g", 4));
  const DiffPicture picture = sides.picture({}, {}, {.group_by = "object"});
  EXPECT_EQ(told_nodes(picture), "app 1/10>3/7*, lib 9/9>4/4*");
  EXPECT_EQ(told_edges(picture), "app>lib 9 2x > 4 1x*");
}

TEST(DiffPicture, TakesTheMedianOfSeveralRuns) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  const auto run = [&](int cost) {
    profiles.push_back(read_text("events: Ir\n" + fn("main", 10, {{"f", cost}}) + fn("f", cost)));
    return DiffRun{profiles.back().get(), selected(*profiles.back())};
  };
  const DiffRuns runs{.old_runs = {run(50)}, .new_runs = {run(90), run(70), run(60)}, .layers = {}};
  const DiffPicture picture = picture_of(runs, {.most_nodes = 1});
  EXPECT_EQ(told_nodes(picture), "main 10/60>10/80* +1v");
  EXPECT_EQ(told_cut(picture), "1 functions 50>70 (20), 1 edges");
  EXPECT_EQ(told_edges(picture_of(runs)), "main>f 50 1x > 70 1x*");
}

TEST(DiffPicture, IsOfOneEvent) {
  const auto profile = read_text("events: Ir Dr\nfn=main\n1 10 5\n");
  const auto picture = diff_picture(picture_runs(*profile, *profile, {.all_events = true}), {});
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, "one-event");
  EXPECT_EQ(picture.error().message, "a call graph shows one event, but several are named");
}

TEST(DiffPicture, SaysWhichFunctionIsMissing) {
  const auto profile = read_text(kShared);
  const auto picture = diff_picture_around(picture_runs(*profile, *profile), {}, "nowhere");
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, "no-such-function");
}

TEST(DiffPicture, NeedsNoEvent) {
  const TwoSides sides(fn("main", 1, {{"f", 1}}) + fn("f", 1),
                       fn("main", 1, {{"g", 1}}) + fn("g", 1));
  DiffRuns runs = picture_runs(*sides.was, *sides.is);
  for (DiffRun* const run : runs.all()) {
    run->selection.columns.clear();
  }
  runs.layers.guess = false;
  const DiffPicture picture = picture_of(runs, {.most_nodes = 2});
  EXPECT_EQ(told_nodes(picture), "f />- +1^, g ->/ +1^");
  EXPECT_EQ(told_cut(picture), "1 functions 0>0 (0), 2 edges");
  EXPECT_EQ(told_edges(picture_of(runs)), "main>f  1x > -, main>g - >  1x");
}

}  // namespace
}  // namespace quern
