// SPDX-License-Identifier: MIT
#include "quern/compare/trees/diff_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "quern/compare/trees/diff_flame.h"
#include "quern/query/test_support.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/views/trees/flame.h"

namespace quern {
namespace {

DiffRun tree_run(const Profile& profile, size_t limit = 0, SortBy sort = SortBy::kInclusive) {
  Words words;
  words.limit = limit;
  words.default_sort = sort;
  words.rows = RowKind::kBranches;
  return {&profile, select(profile, words.words()).value()};
}

DiffRuns tree_runs(const Profile& was, const Profile& is, size_t limit = 0) {
  return {.old_runs = {tree_run(was, limit)}, .new_runs = {tree_run(is, limit)}, .layers = {}};
}

/// "main 90→100", with the depth as blanks; what is not exact has a "~".
std::string told_rows(const DiffTree& tree) {
  std::string text;
  const auto side = [](const std::optional<DiffSide>& costs) {
    return costs ? told(costs->inclusive) : std::string("-");
  };
  for (const DiffTreeRow& row : tree.rows) {
    text += std::string(row.depth, ' ') + std::string(row.name.name) + " " + side(row.old_side) +
            ">" + side(row.new_side) + "\n";
  }
  return text;
}

constexpr std::string_view kBefore =
    "events: Ir\nfn=main\n1 10\ncfn=parse\ncalls=2 1\n2 60\ncfn=print\ncalls=1 1\n3 30\n"
    "fn=parse\n10 60\nfn=print\n20 30\n";
/// parse is called once more and costs more, print is gone, show is new.
constexpr std::string_view kAfter =
    "events: Ir\nfn=main\n1 10\ncfn=parse\ncalls=3 1\n2 120\ncfn=show\ncalls=1 1\n3 5\n"
    "fn=parse\n10 120\nfn=show\n20 5\n";

TEST(DiffTree, TellsWhatEachPathCostOnEitherSide) {
  const auto was = read_text(kBefore);
  const auto is = read_text(kAfter);
  const DiffTree tree = diff_tree(tree_runs(*was, *is), {}).value();
  EXPECT_EQ(told_rows(tree), "main 100>135\n parse 60>120\n print 30>-\n show ->5\n");
  EXPECT_EQ(told(tree.old_totals), "100");
  EXPECT_EQ(told(tree.new_totals), "135");
  EXPECT_FALSE(tree.is_exact);
  EXPECT_EQ(tree.rows[2].status, DiffStatus::kRemoved);
  EXPECT_EQ(tree.rows[3].status, DiffStatus::kAdded);
  ASSERT_TRUE(tree.rows[1].change.split);
  EXPECT_EQ(told(tree.rows[1].change.split->more_calls), "30");
  EXPECT_EQ(told(tree.rows[1].change.split->dearer_calls), "30");
}

TEST(DiffTree, LeavesOutWhatDidNotChange) {
  const auto was = read_text(kBefore);
  const DiffTree same = diff_tree(tree_runs(*was, *was), {}).value();
  EXPECT_TRUE(same.rows.empty());
  EXPECT_EQ(same.unchanged, 1U);
  EXPECT_EQ(same.hidden.count, 1U);
  const DiffTree all = diff_tree(tree_runs(*was, *was), {.unchanged = true}).value();
  EXPECT_EQ(told_rows(all), "main 100>100\n parse 60>60\n print 30>30\n");
}

TEST(DiffTree, OpensWhatChangedMostFirst) {
  const auto was = read_text(kBefore);
  const auto is = read_text(kAfter);
  EXPECT_EQ(told_rows(diff_tree(tree_runs(*was, *is, 2), {}).value()),
            "main 100>135\n parse 60>120\n");
  const DiffTree path = diff_tree(tree_runs(*was, *is), {.heaviest_path = true}).value();
  EXPECT_EQ(told_rows(path), "main 100>135\n parse 60>120\n");
  EXPECT_EQ(path.rows[0].hidden.count, 2U);
  EXPECT_EQ(told(path.rows[0].hidden.old_inclusive), "30");
  EXPECT_EQ(told(path.rows[0].hidden.new_inclusive), "5");
  const DiffTree shallow = diff_tree(tree_runs(*was, *is), {.depth = 1}).value();
  EXPECT_EQ(told_rows(shallow), "main 100>135\n");
  EXPECT_EQ(shallow.rows[0].hidden.count, 3U);
  EXPECT_EQ(told_rows(diff_tree(tree_runs(*was, *is), {.least_share = 2500}).value()),
            "main 100>135\n parse 60>120\n")
      << "a quarter of the larger total";
}

TEST(DiffTree, GoesUpFromFunctionsToTheirCallers) {
  const auto was = read_text(kBefore);
  const auto is = read_text(kAfter);
  EXPECT_EQ(told_rows(diff_tree(tree_runs(*was, *is), {.bottom_up = true}).value()),
            "parse 60>120\n main 60>120\nprint 30>-\n main 30>-\nshow ->5\n main ->5\n");
}

TEST(DiffTree, KeepsTheMarkOfEstimates) {
  const auto was = read_text(kShared);
  const auto is = read_text(
      "events: Ir\nfl=a.c\n"
      "fn=main\n1 10\ncfn=left\ncalls=1 1\n2 60\ncfn=right\ncalls=2 1\n3 60\n"
      "fn=left\n1 20\ncfn=leaf\ncalls=4 1\n1 40\n"
      "fn=right\n1 40\ncfn=leaf\ncalls=1 1\n1 20\n"
      "fn=leaf\n1 60\n");
  const DiffTree tree = diff_tree(tree_runs(*was, *is), {.unchanged = true}).value();
  for (const DiffTreeRow& row : tree.rows) {
    EXPECT_EQ(certainty_of(row.change.self[0]) == Certainty::kEstimated, row.name.name == "leaf")
        << row.name.name;
  }
}

/// The median of the runs' ratios counts, as in lists, and not the ratio of their medians.
TEST(DiffTree, QueriesOfSeveralRunsSeeTheMedianOfTheirRatios) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  const auto rows = [&](const std::string& where) {
    const auto run = [&](int calls, int cost) {
      profiles.push_back(read_text(
          "events: Ir\nfn=main\n1 10\ncfn=parse\ncalls=" + std::to_string(calls) + " 1\n2 " +
          std::to_string(cost) + "\nfn=parse\n10 " + std::to_string(cost) + "\n"));
      Words words{.where = "name = main or " + where};
      words.rows = RowKind::kBranches;
      words.default_sort = SortBy::kInclusive;
      return DiffRun{profiles.back().get(), select(*profiles.back(), words.words()).value()};
    };
    const DiffRuns runs{.old_runs = {run(10, 50)},
                        .new_runs = {run(10, 100), run(40, 120), run(30, 90)},
                        .layers = {}};
    return told_rows(diff_tree(runs, {}).value());
  };
  EXPECT_EQ(rows("incl(Ir)/calls = 3"), "main 60>110\n parse 50>100\n");
  EXPECT_EQ(rows("incl(Ir)/calls > 3"), "main 60>110\n");
}

TEST(DiffTree, TakesTheMedianOfSeveralRuns) {
  const auto run = [](int cost) {
    return read_text("events: Ir\nfn=main\n1 " + std::to_string(cost) + "\n");
  };
  const std::array olds = {run(10), run(30), run(20)};
  const std::array news = {run(25), run(60)};
  DiffRuns runs{.old_runs = {}, .new_runs = {}, .layers = {}};
  for (const auto& old : olds) {
    runs.old_runs.push_back(tree_run(*old));
  }
  for (const auto& fresh : news) {
    runs.new_runs.push_back(tree_run(*fresh));
  }
  const DiffTree tree = diff_tree(runs, {}).value();
  EXPECT_EQ(told_rows(tree), "main 20>25\n");
  EXPECT_TRUE(tree.rows[0].is_noise);
  EXPECT_EQ(told(tree.old_totals), "20");
}

/// Stacks of few functions, so that two of them share paths; costs may be 0.
std::string random_stacks(testing::RandomChoice& random) {
  std::string text = "P=(ID=1 N=(p) T=0.005000)\n";
  std::array<bool, 4> is_known{};
  bool is_first = true;
  size_t depth = 0;
  for (uint64_t left = 1 + random.below(30); left > 0; --left) {
    depth = 1 + random.below(depth + 1);
    const size_t function = random.below(is_known.size());
    text += "C" + std::to_string(depth) + " FN" + std::to_string(function);
    if (!is_known[function]) {
      is_known[function] = true;
      text += "=(F" + std::to_string(function) + "=(lib)+1 N=(" +
              std::string(1, static_cast<char>('a' + function)) + "))";
    }
    text += "+1";
    if (random.chance(70)) {
      const std::string cost = std::to_string(random.below(20));
      text += std::string(is_first ? " V0=(T)" : " V0") + ":(1," + cost + ")";
      is_first = false;
    }
    text += "\n";
  }
  return text;
}

using PathCosts = std::map<std::string, int128>;

/// What each path costs with all below it, from the contexts alone.
PathCosts path_costs(const Profile& profile) {
  const Contexts& contexts = profile.contexts();
  const Symbols& symbols = profile.symbols();
  const auto path_of = [&](ContextId id) {
    const FunctionKey& function = symbols.functions[contexts.frame(id).function];
    return std::string(symbols.names.text(function.name));
  };
  PathCosts costs;
  std::vector<std::string> paths;
  for (uint32_t at = 0; at < contexts.size(); ++at) {
    const ContextId id(at);
    const ContextId parent = contexts.parent(id);
    paths.push_back((parent == kNoContext ? "" : paths[parent.index()]) + path_of(id));
    costs[paths.back()] += 0;
  }
  ContextCosts walk(contexts);
  while (walk.next()) {
    const std::string& path = paths[walk.context().index()];
    for (const EventCost& each : walk.costs()) {
      for (size_t depth = 1; each.event.index() == 0 && depth <= path.size(); ++depth) {
        costs[path.substr(0, depth)] += each.cost;
      }
    }
  }
  return costs;
}

TEST(DiffTree, IsTheSameAsBothSidesPathByPath) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    testing::RandomChoice random(seed);
    const auto was = read_text(random_stacks(random), Keep::kAll);
    const auto is = read_text(random_stacks(random), Keep::kAll);
    DiffRuns runs = tree_runs(*was, *is);
    if (runs.old_runs[0].selection.columns.empty() || runs.new_runs[0].selection.columns.empty()) {
      continue;
    }
    const DiffTree tree = diff_tree(runs, {.unchanged = true}).value();
    ASSERT_TRUE(tree.is_exact);
    PathCosts old_costs;
    PathCosts new_costs;
    std::vector<std::string> paths;
    for (const DiffTreeRow& row : tree.rows) {
      paths.push_back((row.parent ? paths[*row.parent] : "") + std::string(row.name.name));
      if (row.old_side) {
        old_costs[paths.back()] = exactly(row.old_side->inclusive)[0];
      }
      if (row.new_side) {
        new_costs[paths.back()] = exactly(row.new_side->inclusive)[0];
      }
    }
    ASSERT_TRUE(old_costs == path_costs(*was)) << seed;
    ASSERT_TRUE(new_costs == path_costs(*is)) << seed;
  }
}

TEST(DiffFlame, GivesEveryCostAPlaceOfItsOwn) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    testing::RandomChoice random(seed);
    const auto was = read_text(random_stacks(random), Keep::kAll);
    const auto is = read_text(random_stacks(random), Keep::kAll);
    DiffRuns runs = tree_runs(*was, *is, random.below(12));
    if (runs.old_runs[0].selection.columns.empty() || runs.new_runs[0].selection.columns.empty()) {
      continue;
    }
    for (auto* side : {&runs.old_runs, &runs.new_runs}) {
      (*side)[0].selection.columns.resize(1);
      (*side)[0].selection.sort_column = 0;
    }
    for (const DiffWidths widths : {DiffWidths::kBoth, DiffWidths::kOld, DiffWidths::kNew}) {
      const DiffFlame flame = diff_flame(runs, {.shape = {}, .widths = widths}).value();
      EXPECT_EQ(flame.squeezed, 0U) << seed;
      int128 sum = flame.small + flame.rest;
      for (size_t at = 0; at < flame.places.size(); ++at) {
        const FlamePlace& place = flame.places[at];
        const DiffTreeRow& row = flame.tree.rows[at];
        EXPECT_TRUE(place.own >= 0 && place.width > 0) << seed;
        sum += place.own + place.small;
        const int128 old_cost = row.old_side ? lower_of(row.old_side->inclusive[0]) : 0;
        const int128 new_cost = row.new_side ? lower_of(row.new_side->inclusive[0]) : 0;
        EXPECT_TRUE(widths == DiffWidths::kOld   ? place.width == old_cost
                    : widths == DiffWidths::kNew ? place.width == new_cost
                                                 : place.width >= std::max(old_cost, new_cost))
            << seed;
        if (row.parent) {
          const FlamePlace& parent = flame.places[*row.parent];
          EXPECT_TRUE(parent.x <= place.x && place.x + place.width <= parent.x + parent.width)
              << seed;
        }
      }
      EXPECT_TRUE(sum == flame.total) << seed;
      if (widths != DiffWidths::kBoth) {
        const auto& totals =
            widths == DiffWidths::kOld ? flame.tree.old_totals : flame.tree.new_totals;
        EXPECT_TRUE(flame.total == exactly(totals[0])) << seed;
      }
    }
  }
}

TEST(DiffFlame, TellsWhatTheChosenSideLacks) {
  const auto was = read_text(kBefore);
  const auto is = read_text(kAfter);
  const DiffFlame fresh =
      diff_flame(tree_runs(*was, *is), {.shape = {}, .widths = DiffWidths::kNew}).value();
  EXPECT_EQ(told_rows(fresh.tree), "main 100>135\n parse 60>120\n show ->5\n");
  EXPECT_EQ(fresh.tree.elsewhere, 1U);
  EXPECT_EQ(to_decimal(fresh.tree.elsewhere_cost), "30");
  const DiffFlame both = diff_flame(tree_runs(*was, *is), {}).value();
  EXPECT_EQ(to_decimal(both.total), "165") << "own 10, parse 120, print 30, show 5";
}

TEST(DiffFlame, IsAroundOneFunction) {
  const auto was = read_text(kBefore);
  const auto is = read_text(kAfter);
  const auto around = [&](std::string_view name, bool bottom_up = false) {
    const DiffFlame flame =
        diff_flame_around(tree_runs(*was, *is), {.shape = {.bottom_up = bottom_up}}, name).value();
    return told_rows(flame.tree) + told(flame.tree.old_whole) + ">" + told(flame.tree.new_whole) +
           " of " + to_decimal(flame.total);
  };
  EXPECT_EQ(around("parse"), "parse 60>120\n60>120 of 120");
  EXPECT_EQ(around("print"), "print 30>-\n30>0 of 30");
  EXPECT_EQ(around("show", true), "show ->5\n main ->5\n0>5 of 5");
  EXPECT_EQ(around("main"), "main 100>135\n parse 60>120\n print 30>-\n show ->5\n100>135 of 165");
  const auto none = diff_flame_around(tree_runs(*was, *is), {}, "nobody");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "no-such-function");
}

TEST(DiffFlame, AroundAFunctionIsTheSameAsBothSides) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    testing::RandomChoice random(seed);
    const auto was = read_text(random_stacks(random), Keep::kAll);
    const auto is = read_text(random_stacks(random), Keep::kAll);
    DiffRuns runs = tree_runs(*was, *is);
    if (runs.old_runs[0].selection.columns.size() != 1 ||
        runs.new_runs[0].selection.columns.size() != 1) {
      continue;
    }
    const bool bottom_up = random.below(2) == 0;
    for (uint32_t at = 0; at < was->symbols().functions.size(); ++at) {
      const std::string name(was->symbols().name(FunctionId(at)));
      const auto old_flame =
          flame_around(*was, runs.old_runs[0].selection, {.bottom_up = bottom_up}, name);
      const auto flame = diff_flame_around(
          runs, {.shape = {.bottom_up = bottom_up}, .widths = DiffWidths::kOld}, name);
      if (!old_flame || !flame) {
        continue;
      }
      ++compared;
      EXPECT_TRUE(flame->total == old_flame->total) << seed << " " << name;
      EXPECT_TRUE(flame->rest == old_flame->rest) << seed << " " << name;
      EXPECT_EQ(flame->tree.rows.size(), old_flame->tree.rows.size()) << seed << " " << name;
    }
  }
  EXPECT_GT(compared, 100U);
}

TEST(DiffFlame, IsOfOneEvent) {
  const auto profile = read_text("events: Ir Dr\nfn=main\n1 10 5\n");
  Words words;
  words.all_events = true;
  const DiffRun run{profile.get(), select(*profile, words.words()).value()};
  const auto answer = diff_flame({.old_runs = {run}, .new_runs = {run}, .layers = {}}, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "one-event");
}

TEST(DiffFlame, OfInputsWithoutEventsHasNoFrames) {
  const auto profile =
      read_text("P=(HEX ID=1 N=(p) T=0.0)\nC1 FN0=(F0=(p)+10 N=(main))+1\n", Keep::kAll);
  const DiffFlame flame = diff_flame(tree_runs(*profile, *profile), {}).value();
  EXPECT_TRUE(flame.tree.rows.empty());
  EXPECT_EQ(diff_tree(tree_runs(*profile, *profile), {.unchanged = true, .least_share = 100})
                .value()
                .rows.size(),
            1U);
  const Selection selection = select(*profile, Words().words()).value();
  EXPECT_TRUE(quern::flame(*profile, selection, {}).value().tree.rows.empty());
}

}  // namespace
}  // namespace quern
