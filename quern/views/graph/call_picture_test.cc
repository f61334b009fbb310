// SPDX-License-Identifier: MIT
#include "quern/views/graph/call_picture.h"

#include <algorithm>
#include <string>
#include <vector>

#include "quern/filters/filter_plan.h"
#include "quern/views/graph/test_support.h"

namespace quern {
namespace {

std::unique_ptr<const Profile> read_folded(const std::string& text) {
  OpenOptions options;
  options.dialect = "folded";
  Result<Opened> opened = open_bytes("in.folded", text, options);
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    return nullptr;
  }
  return std::move(opened->profile);
}

/// A function that calls others: "main 10 left:60 right:30".
std::string function(const std::string& name, const std::string& self,
                     const std::vector<std::pair<std::string, std::string>>& calls = {}) {
  std::string text = "fn=" + name + "\n1 " + self + "\n";
  for (const auto& [callee, cost] : calls) {
    text += "cfn=" + callee + "\ncalls=1 1\n1 " + cost + "\n";
  }
  return text;
}

/// main > a > b > c > leaf, each spends 10, leaf 60.
std::string chain_text() {
  return "events: Ir\n" + function("main", "10", {{"a", "90"}}) +
         function("a", "10", {{"b", "80"}}) + function("b", "10", {{"c", "70"}}) +
         function("c", "10", {{"leaf", "60"}}) + function("leaf", "60");
}

TEST(CallPicture, ShowsTheWholeProgram) {
  const auto profile = read_text(kShared);
  const CallPicture picture = picture_of(*profile);
  EXPECT_EQ(told_nodes(picture), "main 10/100*, leaf 60/60*, left 20/60*, right 10/30");
  EXPECT_EQ(told_edges(picture),
            "main>left 60 1x*, main>right 30 2x, left>leaf 40 4x*, right>leaf 20 1x");
  EXPECT_EQ(told_dashed(picture), "");
  EXPECT_EQ(told_cut(picture), "0 functions 0, 0 edges");
  EXPECT_EQ(told(picture.totals), "100");
  EXPECT_FALSE(picture.focus);
}

TEST(CallPicture, GoesUpAndDownFromAFunction) {
  const auto profile = read_text(chain_text());
  EXPECT_EQ(told_nodes(picture_of(*profile, {.up = 1, .down = 1}, "b")),
            "b 10/80*, a 10/90* +1^, c 10/70* +1v");
  EXPECT_EQ(told_nodes(picture_of(*profile, {.up = 0, .down = 2}, "b")),
            "b 10/80* +1^, c 10/70*, leaf 60/60*");
  EXPECT_EQ(told_nodes(picture_of(*profile, {.up = 9, .down = 0}, "b")),
            "b 10/80* +1v, main 10/100*, a 10/90*");
  const CallPicture alone = picture_of(*profile, {.up = 0, .down = 0}, "b");
  EXPECT_EQ(told_nodes(alone), "b 10/80* +1^ +1v");
  EXPECT_EQ(told_cut(alone), "4 functions 90, 4 edges");
  EXPECT_EQ(alone.focus, 0U);
}

TEST(CallPicture, MeasuresSharesOfACheapFunctionByItsOwnCost) {
  const auto profile = read_text("events: Ir\n" + function("main", "99000", {{"cheap", "1000"}}) +
                                 function("cheap", "800", {{"half", "195"}, {"tiny", "5"}}) +
                                 function("half", "195") + function("tiny", "5"));
  EXPECT_EQ(told_nodes(picture_of(*profile, {}, "cheap")),
            "cheap 800/1000* +1v, main 99000/100000*, half 195/195*");
  EXPECT_EQ(told_nodes(picture_of(*profile)), "main 99000/100000*, cheap 800/1000* +2v");
}

TEST(CallPicture, LeavesOutWhatCostsLittle) {
  const auto profile = read_text(kShared);
  const CallPicture picture = picture_of(*profile, {.least_node_share = 4000});
  EXPECT_EQ(told_nodes(picture), "main 10/100* +1v, leaf 60/60* +1^, left 20/60*");
  EXPECT_EQ(told_cut(picture), "1 functions 10, 2 edges");
  const CallPicture edges = picture_of(*profile, {.least_edge_share = 3001});
  EXPECT_EQ(told_edges(edges), "main>left 60 1x*, left>leaf 40 4x*");
  EXPECT_EQ(told_cut(edges), "0 functions 0, 2 edges");
  EXPECT_EQ(told_dashed(edges), "") << "a cheap call is no way through hidden functions";
}

TEST(CallPicture, KeepsTheMostExpensiveThenTheFirstByName) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_nodes(picture_of(*profile, {.most_nodes = 2})),
            "main 10/100* +2v, leaf 60/60* +2^");
  EXPECT_EQ(told_nodes(picture_of(*profile, {.most_nodes = 1})), "main 10/100* +2v");
  EXPECT_EQ(told_nodes(picture_of(*profile, {.most_nodes = 1}, "right")), "right 10/30* +1^ +1v");
  EXPECT_EQ(told_nodes(picture_of(*profile, {.most_nodes = 2}, "right")),
            "right 10/30* +1v, main 10/100* +1v");
}

TEST(CallPicture, DashesWaysThroughOneHiddenFunction) {
  const auto profile = read_text(kShared);
  const CallPicture picture = picture_of(*profile, {.least_node_share = 0, .most_nodes = 2});
  EXPECT_EQ(told_edges(picture), "");
  EXPECT_EQ(told_dashed(picture), "main>leaf 2 hidden 0..60*");
  EXPECT_EQ(told_cut(picture), "2 functions 30, 4 edges");
}

TEST(CallPicture, DashesWaysThroughManyHiddenFunctions) {
  // Hidden: a, b1, b2 and c, and end, which is on no way to leaf.
  const auto profile = read_text(
      "events: Ir\n" + function("main", "50", {{"a", "50"}}) +
      function("a", "0", {{"b1", "20"}, {"b2", "12"}, {"end", "18"}}) +
      function("b1", "0", {{"c", "20"}}) + function("b2", "0", {{"c", "12"}}) +
      function("c", "2", {{"leaf", "30"}}) + function("leaf", "30", {}) + function("end", "18"));
  Words words;
  words.where = "name ~ /^(main|leaf)$/";
  const CallPicture picture = picture_of(*profile, {}, {}, words);
  EXPECT_EQ(told_nodes(picture), "main 50/100* +1v, leaf 30/30* +1^");
  EXPECT_EQ(told_dashed(picture), "main>leaf 4 hidden 0..30*");
}

TEST(CallPicture, DashesNoEdgeWhereOthersLead) {
  // main reaches leaf through left, which is shown, and through right, which is not.
  const auto profile = read_text(kShared);
  const CallPicture picture = picture_of(*profile, {.most_nodes = 3});
  EXPECT_EQ(told_edges(picture), "main>left 60 1x*, left>leaf 40 4x*");
  EXPECT_EQ(told_dashed(picture), "");
  EXPECT_EQ(picture.nodes[1].callers_cut, 1U);
}

TEST(CallPicture, DashesOnlyWaysOfExpensiveCallsButCountsAll) {
  const auto profile =
      read_text("events: Ir\n" + function("main", "40", {{"wide", "50"}, {"thin", "10"}}) +
                function("wide", "0", {{"leaf", "50"}}) +
                function("thin", "8", {{"leaf", "1"}, {"other", "1"}}) + function("leaf", "51") +
                function("other", "1"));
  Words words;
  words.where = "name ~ /^(main|leaf|other)$/";
  const CallPicture picture =
      picture_of(*profile, {.least_node_share = 0, .least_edge_share = 200}, {}, words);
  EXPECT_EQ(told_dashed(picture), "main>leaf 2 hidden 0..51*") << "thin is on a way too";
  EXPECT_EQ(told_nodes(picture), "main 40/100* +2v, leaf 51/51* +2^, other 1/1 +1^");
}

TEST(CallPicture, DashesThroughHiddenRecursion) {
  const auto profile =
      read_text("events: Ir\n" + function("main", "10", {{"f", "90"}}) +
                function("f", "0", {{"g", "90"}, {"leaf", "40"}}) +
                function("g", "0", {{"f", "40"}, {"leaf", "50"}}) + function("leaf", "90"));
  Words words;
  words.where = "name ~ /^(main|leaf)$/";
  for (const bool opens : {false, true}) {
    PictureRequest request = everything();
    request.opens_cycles = opens;
    EXPECT_EQ(told_dashed(picture_of(*profile, request, {}, words)), "main>leaf 2 hidden 0..90*");
  }
}

constexpr std::string_view kCycleText =
    "events: Ir\nfl=a.c\n"
    "fn=main\n1 1\ncfn=f\ncalls=2 1\n1 100\n"
    "fn=f\n1 40\ncfn=f\ncalls=5 1\n1 10\ncfn=g\ncalls=3 1\n1 50\ncfn=h\ncalls=4 1\n1 20\n"
    "fn=g\n1 40\ncfn=f\ncalls=1 1\n1 10\n"
    "fn=h\n1 20\n";

TEST(CallPicture, DrawsACycleAsOneNode) {
  const auto profile = read_text(kCycleText);
  const CallPicture picture = picture_of(*profile);
  EXPECT_EQ(told_nodes(picture), "main 1/101*, f 80/100* [f 40/100..100 g 40/40..50], h 20/20*");
  EXPECT_EQ(told_edges(picture), "main>f 100 2x*, f>f 70 9x recursive, f>h 20 4x*");
  EXPECT_EQ(picture.nodes[1].member_count, 2U);
  EXPECT_EQ(picture.nodes[1].cycle, 1U);
  EXPECT_FALSE(picture.nodes[0].cycle);
  EXPECT_EQ(told_nodes(picture_of(*profile, {.up = 0, .down = 1}, "g")),
            "f 80/100* +1^ [f 40/100..100 g 40/40..50], h 20/20*");
}

TEST(CallPicture, OpensACycle) {
  const auto profile = read_text(kCycleText);
  const CallPicture picture = picture_of(*profile, {.opens_cycles = true});
  EXPECT_EQ(told_nodes(picture), "main 1/101*, f 40/100..100*, g 40/40..50*, h 20/20");
  EXPECT_EQ(told_edges(picture),
            "main>f 100 2x*, f>f 10 5x recursive, f>g 50 3x* recursive, f>h 20 4x, "
            "g>f 10 1x recursive");
  EXPECT_EQ(picture.nodes[2].cycle, 1U);
  EXPECT_EQ(picture.nodes[2].member_count, 1U);
}

TEST(CallPicture, CutsTheMembersOfACycleTogether) {
  const auto profile = read_text(kCycleText);
  EXPECT_EQ(told_cut(picture_of(*profile, {.most_nodes = 1})), "3 functions 100, 3 edges");
}

TEST(CallPicture, ShowsDirectRecursionAsAnEdge) {
  const auto profile = read_text("events: Ir\n" + function("main", "1", {{"f", "9"}}) +
                                 function("f", "9", {{"f", "5"}}));
  const CallPicture picture = picture_of(*profile);
  EXPECT_EQ(told_nodes(picture), "main 1/10*, f 9/9*");
  EXPECT_EQ(told_edges(picture), "main>f 9 1x*, f>f 5 1x recursive");
  EXPECT_EQ(picture.nodes[1].cycle, 1U);
  EXPECT_EQ(told_nodes(picture_of(*profile, {.least_edge_share = 6000})), "main 1/10*, f 9/9*")
      << "a function is no caller of itself that is missing";
}

TEST(CallPicture, DrawsExactStacks) {
  const auto profile = read_folded("main;a;b;a 5\nmain;a 3\nmain;c;b 2\n");
  const CallPicture picture = picture_of(*profile);
  EXPECT_EQ(told_nodes(picture), "main 0/10*, a 8/8*, b 2/7*, c 0/2");
  EXPECT_EQ(told_edges(picture), "main>a 8*, main>c 2, a>b 5* recursive, b>a 5 recursive, c>b 2");
  EXPECT_EQ(told_cut(picture), "0 functions 0, 0 edges");
}

TEST(CallPicture, DashesHiddenPartsOfExactStacks) {
  const auto profile = read_folded("main;x;y;leaf 6\nmain;x;z 1\nmain;y;leaf 3\n");
  Words words;
  words.where = "name ~ /^(main|leaf)$/";
  const CallPicture picture = picture_of(*profile, {}, {}, words);
  EXPECT_EQ(told_nodes(picture), "main 0/10* +2v, leaf 9/9* +1^");
  EXPECT_EQ(told_dashed(picture), "main>leaf 2 hidden 0..9*");
}

TEST(CallPicture, HasNodesWithoutCalls) {
  const auto profile = read_text("events: Ir\nfn=a\n1 60\nfn=b\n1 40\n");
  const CallPicture picture = picture_of(*profile);
  EXPECT_EQ(told_nodes(picture), "a 60/60*, b 40/40");
  EXPECT_EQ(told_edges(picture), "");
}

TEST(CallPicture, SaysNoCallCountsWhereNoneAreKnown) {
  const auto profile = read_folded("main;a 1\n");
  EXPECT_EQ(told_edges(picture_of(*profile)), "main>a 1*");
}

TEST(CallPicture, ShowsGroups) {
  const auto profile = read_text(
      "events: Ir\nob=app\nfn=main\n1 1\ncob=lib\ncfn=f\ncalls=2 1\n1 9\n"
      "ob=lib\nfn=f\n1 4\ncfn=g\ncalls=3 1\n1 5\nfn=g\n1 5\n");
  const CallPicture picture = picture_of(*profile, {}, {}, {.group_by = "object"});
  EXPECT_EQ(told_nodes(picture), "app 1/10*, lib 9/9*");
  EXPECT_EQ(told_edges(picture), "app>lib 9 2x*, lib>lib 5 3x recursive");
  EXPECT_FALSE(picture.nodes[1].cycle) << "calls inside a group are no recursion";
  EXPECT_EQ(told_nodes(picture_of(*profile, {.up = 0}, "lib", {.group_by = "object"})),
            "lib 9/9* +1^");
}

TEST(CallPicture, ClustersNodesWhoseFunctionsAgree) {
  const auto profile = read_text(
      "events: Ir\nob=app\nfl=a.c\nfn=main\n1 1\ncob=lib\ncfi=l.c\ncfn=f\ncalls=2 1\n1 9\n"
      "ob=lib\nfl=l.c\nfn=f\n1 4\ncfi=m.c\ncfn=g\ncalls=3 1\n1 5\n"
      "fl=m.c\nfn=g\n1 5\ncfi=l.c\ncfn=f\ncalls=1 1\n1 1\n"
      "ob=\nfl=\nfn=stray\n1 1\n");
  const auto clusters = [&](GroupBy by, bool opens) {
    const CallPicture picture = picture_of(*profile, {.opens_cycles = opens, .cluster_by = by});
    std::string text;
    for (const PictureNode& node : picture.nodes) {
      text += std::string(node.name.name) + ":" +
              (node.cluster ? picture.clusters[*node.cluster] : "-") + " ";
    }
    return text;
  };
  EXPECT_EQ(clusters(GroupBy::kObject, false), "main:app g:lib stray:- ");
  EXPECT_EQ(clusters(GroupBy::kFile, false), "main:a.c g:- stray:- ");
  EXPECT_EQ(clusters(GroupBy::kFile, true), "main:a.c f:l.c g:m.c stray:- ");
}

TEST(CallPicture, ClustersByRules) {
  const auto profile = read_text(kShared);
  Result<GroupRules> rules = GroupRules::read("sides: name ~ /^(left|right)$/\n", "rules");
  ASSERT_TRUE(rules);
  const CallPicture picture = picture_of(
      *profile, {.cluster_by = GroupBy::kRules,
                 .cluster_rules = std::make_shared<const GroupRules>(std::move(*rules))});
  EXPECT_EQ(picture.clusters, (std::vector<std::string>{"(other)", "sides"}));
  EXPECT_EQ(picture.nodes[2].cluster, 1U);
}

TEST(CallPicture, FollowsTheHottestPathUpAndDown) {
  // shared is called by left for 30 and by right for 50; it calls cold and hot.
  const auto profile = read_text(
      "events: Ir\n" + function("main", "0", {{"left", "50"}, {"right", "50"}}) +
      function("left", "20", {{"shared", "30"}}) + function("right", "0", {{"shared", "50"}}) +
      function("shared", "10", {{"cold", "30"}, {"hot", "40"}}) + function("cold", "30") +
      function("hot", "40"));
  EXPECT_EQ(told_edges(picture_of(*profile, {}, "shared")),
            "shared>hot 40 1x*, shared>cold 30 1x, main>left 50 1x, main>right 50 1x*, "
            "left>shared 30 1x, right>shared 50 1x*");
}

TEST(CallPicture, AnswersForOneEventAndSomeParts) {
  const auto profile = read_text(
      "version: 1\nevents: Ir Dr\npart: 1\nfn=a\n1 1 7\ncfn=b\ncalls=1 1\n1 4 0\n"
      "\nevents: Ir Dr\npart: 2\nfn=a\n1 10 1\ncfn=b\ncalls=2 1\n1 40 1\nfn=b\n1 40 1\n");
  EXPECT_EQ(told_edges(picture_of(*profile, {}, {}, {.parts = "2"})), "a>b 40 2x*");
  EXPECT_EQ(told_nodes(picture_of(*profile, everything(), {}, {.events = {"Dr"}})),
            "a 8/9*, b 1/1*");
  const auto several = call_picture(*profile, selected(*profile, {.all_events = true}), {});
  ASSERT_FALSE(several);
  EXPECT_EQ(several.error().code, "one-event");
  EXPECT_EQ(several.error().message, "a call graph shows one event, but several are named");
}

TEST(CallPicture, SaysWhichFunctionIsMissing) {
  const auto profile = read_text(kShared);
  const auto picture = call_picture_around(*profile, selected(*profile), {}, "nowhere");
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, "no-such-function");
}

TEST(CallPicture, NeedsNoEvent) {
  const auto profile = read_text(kShared);
  Selection selection = selected(*profile);
  selection.columns.clear();
  const CallPicture picture = call_picture(*profile, selection, {.most_nodes = 3}).value();
  EXPECT_EQ(told_nodes(picture), "leaf 0/0* +1^, left 0/0, main 0/0 +1v");
  EXPECT_EQ(told_edges(picture), "left>leaf 0 4x, main>left 0 1x");
  EXPECT_EQ(told_cut(picture), "1 functions 0, 2 edges");
}

TEST(CallPicture, MarksWhatAFilterSplit) {
  const auto whole = read_text(
      "events: Ir\nfn=main\n1 1\ncfn=f\ncalls=1 1\n2 60\ncfn=g\ncalls=1 1\n3 60\n"
      "fn=f\n10 20\ncfn=h\ncalls=4 1\n11 40\nfn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\n"
      "fn=h\n30 30\ncfn=i\ncalls=3 1\n32 30\nfn=i\n40 30\n",
      Keep::kAll);
  const Result<Opened> focused = filter_profile(*whole, {.focus = {"^f$"}});
  ASSERT_TRUE(focused.has_value());
  const CallPicture picture = picture_of(*focused->profile, {.most_nodes = 3});
  EXPECT_EQ(told_nodes(picture), "f 20/60*, main 0/60*, h ~20/40* +1v");
  EXPECT_EQ(told_edges(picture), "f>h 40 4x*, main>f 60 1x*");
  EXPECT_EQ(told_cut(picture), "1 functions ~20, 1 edges");
}

constexpr size_t kMany = 50'000;

std::string many_functions(const std::string& calls) {
  return "events: Ir\n" + calls;
}

TEST(CallPictureOfManyFunctions, DrawsAChain) {
  std::string text;
  for (size_t at = 0; at < kMany; ++at) {
    text += "fn=f" + std::to_string(at) + "\n1 1\n";
    if (at + 1 < kMany) {
      text += "cfn=f" + std::to_string(at + 1) + "\ncalls=1 1\n1 " +
              std::to_string(kMany - at - 1) + "\n";
    }
  }
  const auto profile = read_text(many_functions(text));
  const CallPicture picture = picture_of(*profile);
  EXPECT_EQ(picture.nodes.size(), 60U);
  EXPECT_EQ(picture.edges.size(), 59U);
  EXPECT_EQ(told_cut(picture), "49940 functions 49940, 49940 edges");
  // Every 500th function is shown, so that each dashed edge hides 499.
  Words words;
  words.where = "name ~ /^f[0-9]*(000|500)$/";
  PictureRequest request = everything();
  const CallPicture dashed = picture_of(*profile, request, {}, words);
  EXPECT_EQ(dashed.dashed_edges.size(), dashed.nodes.size() - 1);
  EXPECT_EQ(dashed.dashed_edges[3].functions, 499U);
}

TEST(CallPictureOfManyFunctions, DrawsAStar) {
  std::string callers;
  std::string callees;
  for (size_t at = 0; at < kMany; ++at) {
    callers += "fn=in" + std::to_string(at) + "\n1 1\ncfn=hub\ncalls=1 1\n1 2\n";
    callees += "cfn=out" + std::to_string(at) + "\ncalls=1 1\n1 2\n";
  }
  const auto profile = read_text(many_functions(callers + "fn=hub\n1 1\n" + callees));
  PictureRequest request = everything();
  request.most_nodes = 300;
  const CallPicture picture = picture_of(*profile, request);
  EXPECT_EQ(picture.nodes.size(), 300U);
  EXPECT_EQ(picture.edges.size(), 299U);
  EXPECT_EQ(picture.nodes[0].name.name, "hub");
  EXPECT_EQ(picture.nodes[0].callees_cut, kMany);
  Words words;
  words.where = "name ~ /^(in|out)1?[0-9][0-9]$/";
  const CallPicture hidden = picture_of(*profile, request, {}, words);
  EXPECT_EQ(hidden.dashed_edges.size(), 300U) << "no more than nodes";
  EXPECT_EQ(hidden.cut.dashed_edges + 300, 190U * 110U);
  std::vector<bool> is_connected(300);
  for (const DashedEdge& edge : hidden.dashed_edges) {
    is_connected[edge.from] = is_connected[edge.to] = true;
    EXPECT_EQ(edge.functions, 1U);
  }
  EXPECT_EQ(std::ranges::count(is_connected, true), 300);
}

TEST(CallPictureOfManyFunctions, DrawsADenseGraph) {
  constexpr size_t kNodes = 700;
  std::string text;
  for (size_t from = 0; from < kNodes; ++from) {
    text += "fn=f" + std::to_string(from) + "\n1 1\n";
    for (size_t to = 0; to < kNodes; ++to) {
      text += "cfn=f" + std::to_string(to) + "\ncalls=1 1\n1 1\n";
    }
  }
  const auto profile = read_text(many_functions(text));
  const CallPicture one = picture_of(*profile);
  EXPECT_EQ(one.nodes.size(), 1U);
  EXPECT_EQ(one.nodes[0].members.size(), PictureNode::kMostMembers);
  EXPECT_EQ(one.nodes[0].member_count, kNodes);
  PictureRequest request = everything();
  request.opens_cycles = true;
  const CallPicture opened = picture_of(*profile, request);
  EXPECT_EQ(opened.nodes.size(), PictureRequest::kMostNodes);
  EXPECT_EQ(opened.edges.size(), PictureRequest::most_edges(PictureRequest::kMostNodes));
}

}  // namespace
}  // namespace quern
