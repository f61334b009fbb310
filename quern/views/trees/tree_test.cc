// SPDX-License-Identifier: MIT
#include "quern/views/trees/tree.h"

#include <optional>
#include <string>

#include "quern/analysis/costs/contradictions.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

std::string told_row(const TreeRow& row) {
  std::string text(row.depth, ' ');
  text += std::string(row.name.name) + " " + told(row.inclusive[0]) + " self " + told(row.self[0]);
  text += row.calls ? " calls " + std::to_string(*row.calls) : "";
  text += row.is_recursive ? " recursive" : "";
  if (row.hidden.count != 0) {
    text += " hidden " + std::to_string(row.hidden.count) + ": " +
            to_decimal(lower_of(row.hidden.inclusive[0]));
  }
  return text;
}

std::string told_tree(const Tree& tree) {
  std::string text;
  for (const TreeRow& row : tree.rows) {
    text += told_row(row) + "\n";
  }
  if (tree.hidden.count != 0) {
    text += "hidden " + std::to_string(tree.hidden.count) + ": " +
            to_decimal(lower_of(tree.hidden.inclusive[0]));
  }
  return text;
}

Tree tree_of(const Profile& profile, const TreeRequest& request, const Words& words = {}) {
  return tree(profile, selected(profile, words), request).value();
}

TEST(Tree, TellsEstimatesBelowAFunctionWithSeveralCallers) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_tree(tree_of(*profile, {})),
            "main 100 self 10\n"
            " left 60 self 20 calls 1\n"
            "  leaf 40 self ~40 calls 4\n"
            " right 30 self 10 calls 2\n"
            "  leaf 20 self ~20 calls 1\n");
}

/// main of app calls work of lib, which calls helper of app: the objects call each other in a ring.
constexpr std::string_view kRing =
    "events: Ir\nob=app\nfn=main\n1 10\ncob=lib\ncfn=work\ncalls=1 5\n2 90\nfn=helper\n9 20\n"
    "ob=lib\nfn=work\n5 70\ncob=app\ncfn=helper\ncalls=2 9\n6 20\n";

TEST(Tree, GroupsOfFunctionsWithOneCallerEachAreExact) {
  const auto profile = read_text(kRing);
  const Tree tree = tree_of(*profile, {}, {.group_by = "object"});
  EXPECT_TRUE(tree.is_exact);
  EXPECT_EQ(told_tree(tree),
            "app 100 self 10\n"
            " lib 90 self 70 calls 1\n"
            "  app 20 self 20 calls 2\n");
}

TEST(Tree, ARingOfGroupsStartsWhereNobodyCalls) {
  // helper has two callers now, so that stacks are not known; lib still starts nothing.
  const auto profile = read_text(
      std::string(kRing) + "ob=app\nfn=main\n3 0\ncfn=helper\ncalls=1 9\n3 5\nfn=helper\n9 5\n");
  const Tree tree = tree_of(*profile, {}, {.group_by = "object"});
  EXPECT_FALSE(tree.is_exact);
  ASSERT_FALSE(tree.rows.empty());
  EXPECT_EQ(tree.rows[0].name.name, "app");
  EXPECT_EQ(lower_of(tree.rows[0].inclusive[0]), 105);
}

TEST(Tree, RatiosAreEachBranchsOwnWhereItIsExact) {
  const auto profile = read_text(kShared);
  SelectionWords words;
  words.events = {"Ir", "Ir/calls"};
  words.takes_ratios = true;
  words.rows = RowKind::kBranches;
  words.default_sort = SortBy::kInclusive;
  const Tree answer = tree(*profile, select(*profile, words).value(), {}).value();
  std::string text;
  for (const TreeRow& row : answer.rows) {
    const std::optional<Fraction>& inclusive = row.inclusive_ratios.at(0);
    const std::optional<Fraction>& self = row.self_ratios.at(0);
    text += std::string(row.name.name) + " " +
            (inclusive ? to_decimal(inclusive->numerator) : "-") + " " +
            (self ? to_decimal(self->numerator) : "-") + "\n";
  }
  // main is called by nobody; leaf's branches are estimates, or exact with what is below them.
  EXPECT_EQ(text, "main - -\nleft 60 20\nleaf 10 -\nright 15 5\nleaf 20 -\n");
  words.sort = "Ir/calls";
  EXPECT_FALSE(select(*profile, words).has_value());
}

/// The node of a function by its name.
uint32_t node_called(const Profile& profile, std::string_view name) {
  for (uint32_t at = 0; at < profile.symbols().functions.size(); ++at) {
    if (profile.symbols().name(FunctionId(at)) == name) {
      return at;
    }
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(Tree, GrowsBelowAnyBranch) {
  const auto profile = read_text(kShared);
  const uint32_t main = node_called(*profile, "main");
  const uint32_t left = node_called(*profile, "left");
  const Tree below = tree_of(*profile, {.below = {main, left}});
  EXPECT_EQ(told_tree(below), "leaf 40 self ~40 calls 4\n");
  ASSERT_EQ(below.path.size(), 2U);
  EXPECT_EQ(told_row(below.path[0]), "main 100 self 10");
  EXPECT_EQ(told_row(below.path[1]), " left 60 self 20 calls 1");
  const Result<Tree> nowhere = tree(*profile, selected(*profile, Words()), {.below = {left, main}});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, "no-such-branch");
}

TEST(Tree, GrowsAgainFromTheSameGround) {
  const auto profile = read_text(kShared);
  const Selection selection = selected(*profile, Words());
  for (const bool bottom_up : {false, true}) {
    const TreeRequest request{.bottom_up = bottom_up};
    const TreeGround ground = TreeGround::make(*profile, selection, request).value();
    const std::string once = told_tree(tree(*profile, selection, request).value());
    EXPECT_EQ(told_tree(tree(ground, selection, request).value()), once);
    EXPECT_EQ(told_tree(tree(ground, selection, request).value()), once);
  }
}

TEST(Tree, ShowsTheHottestBranchesAndSaysWhatItLeavesOut) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_tree(tree_of(*profile, {}, {.limit = 2})),
            "main 100 self 10 hidden 1: 30\n"
            " left 60 self 20 calls 1 hidden 1: 40\n");
  EXPECT_EQ(told_tree(tree_of(*profile, {.least_share = 3500})),
            "main 100 self 10 hidden 1: 30\n"
            " left 60 self 20 calls 1\n"
            "  leaf 40 self ~40 calls 4\n");
  EXPECT_EQ(told_tree(tree_of(*profile, {.depth = 1})), "main 100 self 10 hidden 2: 90\n");
}

TEST(Tree, GoesUpFromCosts) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_tree(tree_of(*profile, {.bottom_up = true}, {.limit = 4})),
            "leaf 60 self 60 hidden 1: 20\n"
            " left 40 self 0\n"
            "  main 40 self 0\n"
            "left 20 self 20 hidden 1: 20\n"
            "hidden 2: 20");
}

TEST(Tree, FollowsTheHeaviestPathAlone) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_tree(tree_of(*profile, {.heaviest_path = true})),
            "main 100 self 10 hidden 1: 30\n"
            " left 60 self 20 calls 1\n"
            "  leaf 40 self ~40 calls 4\n");
}

TEST(Tree, OfAnInputWithoutEventsIsEmptyOrHasNoCosts) {
  const auto profile = read_text("events: Ir\nfn=a\n");
  EXPECT_TRUE(tree_of(*profile, {}).rows.empty());
}

TEST(Tree, KnowsContradictionsOfItsColumns) {
  const auto profile =
      read_text("events: Ir Dr\nfn=main\n1 10 1\ncfn=work\ncalls=1 1\n2 100 9\nfn=work\n1 60 9\n");
  const Tree costs = tree_of(*profile, {});
  EXPECT_EQ(costs.contradictions.count(kCallsAboveCallee), 1U);
  EXPECT_EQ(costs.contradictions.count(kInclusiveAboveTotal), 1U);
  EXPECT_TRUE(tree_of(*profile, {}, {.events = {"Dr"}}).contradictions.empty());
}

}  // namespace
}  // namespace quern
