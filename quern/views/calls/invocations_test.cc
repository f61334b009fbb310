// SPDX-License-Identifier: MIT
#include "quern/views/calls/invocations.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "quern/query/test_support.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/views/calls/callers.h"
#include "quern/views/calls/spread_costs.h"

namespace quern {
namespace {

/// {main} calls f (which calls itself and g) and g, twice.
constexpr std::string_view kRun =
    "version: 1\ncreator: xdebug 3.1.0 (PHP 8.1.0)\ncmd: a.php\npart: 1\npositions: line\n\n"
    "events: Time_(10ns) Memory_(bytes)\n\n"
    "fl=(1) a.php\nfn=(1) g\n7 5 1\n\n"
    "fl=(1)\nfn=(2) f\n3 10 0\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n4 5 1\n\n"
    "fl=(1)\nfn=(2)\n3 20 2\ncfl=(1)\ncfn=(2)\ncalls=1 0 0\n5 15 1\n\n"
    "fl=(1)\nfn=(1)\n7 40 0\n\n"
    "fl=(1)\nfn=(3) {main}\n1 100 9\ncfl=(1)\ncfn=(2)\ncalls=1 0 0\n11 35 3\n"
    "cfl=(1)\ncfn=(1)\ncalls=1 0 0\n12 40 0\n\n";

std::string told_rows(const Invocations& calls) {
  std::string text;
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    const Invocation row = calls.row(rank);
    text += std::to_string(row.number) + " " + std::string(row.name.name);
    text += " " + told(row.self) + " / " + told(row.inclusive);
    text += row.line ? " at " + std::string(row.file) + ":" + std::to_string(*row.line) : "";
    for (const RowName& caller : row.callers) {
      text += " < " + std::string(caller.name);
    }
    text += "\n";
  }
  return text;
}

Invocations invocations_of(const Profile& profile, const InvocationRequest& request, Words words) {
  words.default_sort = SortBy::kInclusive;
  return Invocations::find(profile, selected(profile, words), request).value();
}

TEST(Invocations, ShowsTheMostExpensiveWithTheirCallers) {
  const auto profile = read_text(kRun);
  const Invocations calls = invocations_of(*profile, {}, {.limit = 3, .all_events = true});
  EXPECT_EQ(told_rows(calls),
            "1 {main} 100 9 / 175 12\n"
            "5 g 40 0 / 40 0 at a.php:12 < {main}\n"
            "2 f 20 2 / 35 3 at a.php:11 < {main}\n");
  EXPECT_EQ(calls.row_count(), 5U);
}

TEST(Invocations, StandInTheirOrderOnRequest) {
  const auto profile = read_text(kRun);
  const Invocations calls =
      invocations_of(*profile, {.of = {}, .chronological = true}, {.limit = 0});
  EXPECT_EQ(told_rows(calls),
            "1 {main} 100 / 175\n"
            "2 f 20 / 35 at a.php:11 < {main}\n"
            "3 f 10 / 15 at a.php:5 < f < {main}\n"
            "4 g 5 / 5 at a.php:4 < f < f < {main}\n"
            "5 g 40 / 40 at a.php:12 < {main}\n");
}

TEST(Invocations, OfAFunctionSpread) {
  const auto profile = read_text(kRun);
  const Invocations calls = invocations_of(*profile, {.of = "g"}, {});
  EXPECT_EQ(calls.row_count(), 2U);
  ASSERT_TRUE(calls.spread());
  EXPECT_EQ(calls.spread()->inclusive,
            (std::vector<Quantiles>{{.min = 5, .median = 5, .p95 = 40, .max = 40}}));
  const auto refused = Invocations::find(*profile, selected(*profile), {.of = "nothing"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "no-such-function");
}

TEST(Invocations, AreRefusedWhereThereAreSums) {
  const auto profile = read_text("events: Ir\nfn=f\n1 1\n");
  const auto calls = Invocations::find(*profile, selected(*profile), {});
  ASSERT_FALSE(calls);
  EXPECT_EQ(calls.error().code, "no-invocations");
  EXPECT_FALSE(spreads(*profile, selected(*profile), ""));
  const auto dump = read_text("P=(HEX ID=5 N=(x) T=0.005000)\nC1 FN0=(F0=(x)+1 N=(main))+1\n");
  EXPECT_FALSE(spreads(*dump, selected(*dump), ""));
}

TEST(Invocations, CallersAreBounded) {
  std::string text(kRun.substr(0, kRun.find("fl=")));
  text += "fl=a\nfn=f\n1 1 0\n\n";
  for (int depth = 1; depth < 100; ++depth) {
    text += "fl=a\nfn=f\n1 1 0\ncfl=a\ncfn=f\ncalls=1 0 0\n2 " + std::to_string(depth) + " 0\n\n";
  }
  const auto profile = read_text(text);
  const Invocation row =
      invocations_of(*profile, {.of = {}, .chronological = true}, {.limit = 0}).row(99);
  EXPECT_EQ(row.depth, 99U);
  EXPECT_EQ(row.callers.size(), kMostCallers);
}

TEST(Invocations, ARunWithoutRecordsIsNoObstacle) {
  const std::string marker = "\n==== NEW PROFILING FILE ====\n";
  const std::string header(kRun.substr(0, kRun.find("fl=")));
  const std::string run(kRun);
  for (const std::string& text : {run + marker + header, header + marker + run, header}) {
    const auto profile = read_text(text);
    EXPECT_TRUE(Invocations::find(*profile, selected(*profile), {})) << text;
  }
}

TEST(Spreads, LeaveOutFunctionsOfOtherParts) {
  const std::string text = std::string(kRun) + "\n==== NEW PROFILING FILE ====\n" +
                           std::string(kRun.substr(0, kRun.find("fl="))) +
                           "fl=a\nfn=other\n1 5 0\n\n";
  const auto profile = read_text(text);
  Selection selection = selected(*profile);
  selection.parts = PartSet::none(*profile);
  selection.parts.add(PartId(1U));
  const Spreads answer = spreads(*profile, selection, "").value();
  ASSERT_EQ(answer.rows.size(), 1U);
  EXPECT_EQ(answer.rows[0].name.name, "other");
}

/// A call as the definition has it.
struct Truth {
  std::string name;
  int128 self = 0;
  int128 inclusive = 0;
};

std::vector<Truth> truths(const Profile& profile) {
  std::vector<Truth> all;
  const Contexts& contexts = profile.contexts();
  for (size_t at = 0; at < contexts.size(); ++at) {
    const FunctionId function = contexts.frame(ContextId(at)).function;
    all.push_back({std::string(profile.symbols().name(function)) + "|" +
                   std::string(profile.symbols().file(function))});
  }
  ContextCosts walk(contexts);
  while (walk.next()) {
    for (const EventCost& cost : walk.costs()) {
      if (cost.event.index() == 0) {
        all[walk.context().index()].self += cost.cost;
      }
    }
  }
  for (size_t at = 0; at < contexts.size(); ++at) {
    for (ContextId up(at); up != kNoContext; up = contexts.parent(up)) {
      all[up.index()].inclusive += all[at].self;
    }
  }
  return all;
}

Quantiles sorted_quantiles(std::vector<int128> costs) {
  std::ranges::sort(costs);
  const auto at = [&](size_t percent) { return costs[(costs.size() * percent + 99) / 100 - 1]; };
  return {costs.front(), at(50), at(95), costs.back()};
}

TEST(InvocationsProperty, AgreeWithTheDefinition) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const auto profile = read_text(testing::generate_xdebug(seed).bytes);
    const Selection selection = selected(*profile, {.limit = 0});
    if (profile->contexts().empty() || !Invocations::find(*profile, selection, {})) {
      continue;  // an aggregate
    }
    const std::vector<Truth> truth = truths(*profile);
    std::map<std::string, std::pair<std::vector<int128>, std::vector<int128>>> by_function;
    for (const Truth& each : truth) {
      by_function[each.name].first.push_back(each.self);
      by_function[each.name].second.push_back(each.inclusive);
    }
    const Invocations calls =
        Invocations::find(*profile, selection, {.of = {}, .chronological = true}).value();
    ASSERT_EQ(calls.row_count(), truth.size()) << seed;
    for (size_t rank = 0; rank < truth.size(); ++rank) {
      const Invocation row = calls.row(rank);
      ASSERT_EQ(row.number, rank + 1) << seed;
      ASSERT_EQ(told(row.self), told(Costs{truth[rank].self})) << seed;
      ASSERT_EQ(told(row.inclusive), told(Costs{truth[rank].inclusive})) << seed;
    }
    const Spreads answer = spreads(*profile, selection, "").value();
    for (const Spread& row : answer.rows) {
      const auto& [self, inclusive] =
          by_function[std::string(row.name.name) + "|" + std::string(row.name.file)];
      ASSERT_EQ(row.calls, self.size()) << seed;
      if (row.calls != 0) {
        ASSERT_EQ(row.self[0], sorted_quantiles(self)) << seed;
        ASSERT_EQ(row.inclusive[0], sorted_quantiles(inclusive)) << seed;
      }
    }
  }
}

TEST(Quantiles, AreOfTheNearestRank) {
  std::vector<int128> costs;
  EXPECT_EQ(quantiles_of(std::span(costs)), Quantiles{});
  for (int cost = 1; cost <= 300; ++cost) {
    costs.push_back(cost * 7919 % 307);
    std::vector<int128> shuffled = costs;
    ASSERT_EQ(quantiles_of(std::span(shuffled)), sorted_quantiles(costs)) << cost;
  }
}

TEST(Spreads, HoldCostsBeyond64Bits) {
  std::string text(kRun.substr(0, kRun.find("fl=")));
  text += "fl=a\nfn=f\n1 18446744073709551615 0\n\nfl=a\nfn=f\n1 5 0\n\n";
  const auto profile = read_text(text);
  const Spreads answer = spreads(*profile, selected(*profile), "").value();
  EXPECT_EQ(answer.rows[0].self[0].max, int128{UINT64_MAX});
  EXPECT_EQ(answer.rows[0].self[0].min, 5);
}

}  // namespace
}  // namespace quern
