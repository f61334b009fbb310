// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/contradictions.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/completeness.h"

namespace quern {
namespace {

struct Called {
  uint32_t caller, callee;
  int64_t cost;
};

/// Functions f0, f1, … with one event; each call stands for one.
std::unique_ptr<const Profile> sound_profile(const std::vector<int64_t>& selfs,
                                             const std::vector<Called>& calls,
                                             const std::string& format = "callgrind",
                                             PartHeader header = {}) {
  ProfileBuilder builder(Keep::kSums);
  Symbols& symbols = builder.symbols();
  for (size_t function = 0; function < selfs.size(); ++function) {
    symbols.functions.intern(
        {symbols.names.intern("f" + std::to_string(function)), kUnknownName, kUnknownName});
  }
  const std::vector<EventId> events = {builder.event("Ir")};
  builder.begin_part({}, events);
  for (size_t function = 0; function < selfs.size(); ++function) {
    const Position at;
    builder.self_costs({FunctionId(function), {}, {&at, 1}, &selfs[function]});
  }
  for (const Called& call : calls) {
    CallRecord record;
    record.caller = FunctionId(call.caller);
    record.callee = FunctionId(call.callee);
    record.count = 1;
    record.inclusive = {&call.cost, 1};
    builder.call(record);
  }
  builder.end_part(std::move(header));
  InputInfo input;
  input.format = format;
  builder.end_input(std::move(input));
  return builder.finish();
}

std::vector<std::string> told(const Findings& findings) {
  std::vector<std::string> lines;
  for (const Findings::Kind& kind : findings.kinds()) {
    for (const Finding& finding : kind.kept) {
      lines.push_back(std::string(kind.code->name) + ": " + finding.message);
    }
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Contradictions, NoneWhereEachCallCostsWhatItsCalleeHas) {
  EXPECT_EQ(told(contradictions(*sound_profile({10, 60, 40}, {{0, 1, 100}, {1, 2, 40}}))), Lines{});
}

TEST(Contradictions, ACallMayNotCostMoreThanItsCallee) {
  EXPECT_EQ(
      told(contradictions(*sound_profile({10, 60}, {{0, 1, 100}}))),
      (Lines{"inclusive-above-total: inclusive cost of f0 is 110 Ir, above the total of 70 Ir",
             "calls-above-callee: calls to f1 cost 100 Ir, but its inclusive cost is 60 Ir"}));
}

TEST(Contradictions, ACallMayNotCostLessThanTheCallsItMakes) {
  const auto profile = sound_profile({10, 5, 200}, {{0, 1, 100}, {1, 2, 200}});
  EXPECT_EQ(told(contradictions(*profile)),
            (Lines{"callees-above-caller: callees of f1 cost 200 Ir, but all calls to f1 cost only "
                   "100 Ir"}));
}

TEST(Contradictions, AFunctionThatNobodyCallsIsARoot) {
  EXPECT_EQ(told(contradictions(*sound_profile({10, 200}, {{0, 1, 200}}))), Lines{});
}

TEST(Contradictions, CallsInsideACycleOverlap) {
  EXPECT_EQ(
      told(contradictions(*sound_profile({10, 20, 30}, {{0, 1, 50}, {1, 2, 50}, {2, 1, 40}}))),
      Lines{});
}

TEST(Contradictions, RecursionIsNoCallFromElsewhere) {
  EXPECT_EQ(told(contradictions(*sound_profile({10, 20}, {{0, 1, 20}, {1, 1, 15}}))), Lines{});
}

TEST(Contradictions, XdebugRoundsEachCall) {
  const std::vector<Called> calls = {{0, 1, 21}, {1, 2, 7}, {1, 2, 7}};
  EXPECT_EQ(told(contradictions(*sound_profile({10, 4, 14}, calls, "xdebug"))), Lines{});
  EXPECT_FALSE(contradictions(*sound_profile({10, 4, 14}, calls)).empty());
}

TEST(Contradictions, ParrotsCallsAreUpperBounds) {
  EXPECT_EQ(
      told(contradictions(*sound_profile({10, 60}, {{0, 1, 100}}, "parrot"))),
      (Lines{"inclusive-above-total: inclusive cost of f0 is 110 Ir, above the total of 70 Ir"}));
}

TEST(Contradictions, TheTotalIsWhatTheSummaryDeclares) {
  PartHeader header;
  header.has_summary_as_base = true;
  header.summaries = {{110}};
  EXPECT_EQ(
      told(contradictions(*sound_profile({10, 60}, {{0, 1, 100}}, "callgrind", std::move(header)))),
      (Lines{"calls-above-callee: calls to f1 cost 100 Ir, but its inclusive cost is 60 Ir"}));
}

TEST(Contradictions, OfAnIncompleteProfileNoneAreSearched) {
  PartHeader header;
  header.descriptions = {std::string(kIncompleteStart) + "cut"};
  EXPECT_TRUE(
      contradictions(*sound_profile({10, 60}, {{0, 1, 100}}, "callgrind", std::move(header)))
          .empty());
}

TEST(Contradictions, ADifferenceOfACountOrTwoIsANote) {
  const Findings found = contradictions(*sound_profile({10, 60}, {{0, 1, 62}}));
  EXPECT_EQ(told(found),
            (Lines{"inclusive-above-total: inclusive cost of f0 is 72 Ir, above the total of 70 Ir",
                   "calls-above-callee: calls to f1 cost 62 Ir, but its inclusive cost is 60 Ir"}));
  for (const Findings::Kind& kind : found.kinds()) {
    EXPECT_EQ(kind.code->severity, Severity::kNote);
  }
}

TEST(Contradictions, ATotalBelowZeroBoundsNothing) {
  const auto profile = sound_profile({0, 0}, {{0, 1, 0}});
  const std::vector<EventSum> columns = {event_sum(EventId(0U))};
  const CallGraph graph = profile_graph(*profile, PartSet::all(*profile), columns);
  const InclusiveCosts inclusive = inclusive_costs(graph, find_cycles(graph));
  const auto found_of = [&](int128 total) {
    const std::vector<ColumnTotal> totals = {
        {.event = "Ir", .combine = Combine::kSum, .total = total}};
    return told(inclusive_above_total(inclusive, graph.self_rows(), totals,
                                      [](uint32_t) { return std::string_view("f"); }));
  };
  EXPECT_EQ(found_of(-1'000), Lines{}) << "what is not in the rows costs less than nothing";
  EXPECT_EQ(found_of(0), Lines{});
}

TEST(Contradictions, TheLargestAreKeptAndAllAreCounted) {
  std::vector<int64_t> selfs = {10};
  std::vector<Called> calls;
  for (uint32_t function = 1; function <= 100; ++function) {
    selfs.push_back(1'000);
    calls.push_back({0, function, 1'002 + function});
  }
  const Findings found = contradictions(*sound_profile(selfs, calls));
  EXPECT_EQ(found.count(kCallsAboveCallee), 100U);
  EXPECT_EQ(found.kinds().back().kept.size(), 10U);
  EXPECT_EQ(found.kinds().back().first().message,
            "calls to f100 cost 1,102 Ir, but its inclusive cost is 1,000 Ir");
}

/// The slow twin: each function by its edges.
std::vector<uint64_t> counts_of(const Profile& profile) {
  const std::vector<EventSum> columns = {event_sum(EventId(0U))};
  const CallGraph graph = profile_graph(profile, PartSet::all(profile), columns);
  const Cycles cycles = find_cycles(graph);
  const InclusiveCosts inclusive = inclusive_costs(graph, cycles);
  const int128 total = totals(profile, PartSet::all(profile), columns).front();
  std::vector<uint64_t> counts(3);
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    counts[0] += inclusive.lower(node, 0) > total ? 1U : 0U;
    if (cycles.is_mutual(node)) {
      continue;
    }
    int128 entering = 0;
    int128 leaving = 0;
    for (const uint32_t edge : graph.calls_to(node)) {
      entering += graph.caller(edge) != node ? graph.inclusive(edge, 0) : int128{0};
    }
    for (const uint32_t edge : graph.calls_from(node)) {
      leaving += graph.callee(edge) != node ? graph.inclusive(edge, 0) : int128{0};
    }
    const bool is_called = graph.calls(node) != 0;
    counts[1] += is_called && entering > graph.self(node, 0) + leaving ? 1U : 0U;
    counts[2] += is_called && leaving > entering ? 1U : 0U;
  }
  return counts;
}

TEST(Contradictions, OfAnyCallsAreWhatEachFunctionsEdgesTell) {
  std::mt19937_64 random(20261125);
  const auto below = [&random](uint64_t end) { return random() % end; };
  uint64_t found_any = 0;
  for (int round = 0; round < 4'000; ++round) {
    std::vector<int64_t> selfs(1 + below(10));
    for (int64_t& self : selfs) {
      self = static_cast<int64_t>(below(100));
    }
    std::vector<Called> calls(below(14));
    for (Called& call : calls) {
      call = {static_cast<uint32_t>(below(selfs.size())),
              static_cast<uint32_t>(below(selfs.size())), static_cast<int64_t>(below(120))};
    }
    const auto profile = sound_profile(selfs, calls);
    const Findings found = contradictions(*profile);
    const std::vector<uint64_t> counts = {
        found.count(kInclusiveAboveTotal) + found.count(kInclusiveSlightlyAboveTotal),
        found.count(kCallsAboveCallee) + found.count(kCallsSlightlyAboveCallee),
        found.count(kCalleesAboveCaller)};
    ASSERT_EQ(counts, counts_of(*profile)) << "round " << round;
    found_any += counts[0] + counts[1] + counts[2];
  }
  EXPECT_GT(found_any, 4'000U);
}

}  // namespace
}  // namespace quern
