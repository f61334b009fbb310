// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/profile_graph.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string_view>

#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/analysis/groups/grouping.h"
#include "quern/model/builder.h"

namespace quern {
namespace {

/// Fills a ProfileBuilder with functions named by a word.
class Maker {
 public:
  explicit Maker(Keep keep) : builder_(keep) {}

  FunctionId function(std::string_view name, std::string_view file = {}) {
    Symbols& symbols = builder_.symbols();
    return symbols.functions.intern(
        {symbols.names.intern(name), symbols.names.intern(file), kUnknownName});
  }
  void begin(std::initializer_list<std::string_view> events) {
    std::vector<EventId> ids;
    for (const std::string_view event : events) {
      ids.push_back(builder_.event(event));
    }
    builder_.begin_part({}, ids);
  }
  void self(std::string_view name, const std::vector<int64_t>& costs) {
    const Position at{0, 1};
    builder_.self_costs({function(name), kUnknownName, {&at, 1}, costs.data()});
  }
  void call(std::string_view caller, std::string_view callee, uint64_t count,
            const std::vector<int64_t>& inclusive) {
    CallRecord record;
    record.caller = function(caller);
    record.callee = function(callee);
    record.count = count;
    record.inclusive = inclusive;
    builder_.call(record);
  }
  void wide_call(std::string_view caller, std::string_view callee,
                 const std::vector<int128>& inclusive) {
    CallRecord record;
    record.caller = function(caller);
    record.callee = function(callee);
    record.count = 1;
    record.wide_inclusive = inclusive;
    builder_.call(record);
  }
  void end() { builder_.end_part({}); }
  ProfileBuilder& builder() { return builder_; }
  auto finish() {
    builder_.end_input({});
    return builder_.finish();
  }

 private:
  ProfileBuilder builder_;
};

/// Two parts of different events: main calls A::f twice and A::g, these call each other.
auto two_parts(Keep keep) {
  Maker make(keep);
  make.begin({"Ir", "Dr"});
  make.self("main", {1, 10});
  make.call("main", "A::f", 2, {100, 200});
  make.call("main", "A::g", 1, {7});
  make.self("A::f", {60, 5});
  make.call("A::f", "A::g", 3, {40, 50});
  make.call("main", "A::f", 1, {1, 1});
  make.end();
  make.begin({"Dw", "Ir"});
  make.self("A::g", {3, 4});
  make.call("A::g", "A::f", 5, {6, 8});
  make.call("main", "A::f", 1, {0, 1000});
  make.end();
  return make.finish();
}

constexpr uint32_t kMain = 0, kF = 1, kG = 2;

std::vector<EventSum> columns(const Profile& profile,
                              std::initializer_list<std::string_view> names) {
  std::vector<EventSum> sums;
  for (const std::string_view name : names) {
    sums.push_back(event_sum(profile.event(name).value()));
  }
  return sums;
}

class ProfileGraph : public ::testing::TestWithParam<Keep> {};

TEST_P(ProfileGraph, AddsUpAllParts) {
  const auto profile = two_parts(GetParam());
  const CallGraph graph =
      profile_graph(*profile, PartSet::all(*profile), columns(*profile, {"Ir", "Dr", "Dw"}));
  ASSERT_EQ(graph.node_count(), 3U);
  ASSERT_EQ(graph.edge_count(), 4U);
  EXPECT_EQ(graph.self(kMain, 0), 1);
  EXPECT_EQ(graph.self(kF, 1), 5);
  EXPECT_EQ(graph.self(kG, 0), 4);
  EXPECT_EQ(graph.self(kG, 2), 3);
  const uint32_t call = graph.find(kMain, kF).value();
  EXPECT_EQ(graph.count(call), 4);
  EXPECT_EQ(graph.inclusive(call, 0), 1101);
  EXPECT_EQ(graph.inclusive(call, 1), 201);
  EXPECT_EQ(graph.inclusive(call, 2), 0);
  EXPECT_EQ(graph.inclusive(*graph.find(kMain, kG), 0), 7);
  EXPECT_EQ(graph.inclusive(*graph.find(kMain, kG), 1), 0);
  EXPECT_EQ(graph.inclusive(*graph.find(kG, kF), 2), 6);
}

TEST_P(ProfileGraph, TakesOnlyTheChosenParts) {
  const auto profile = two_parts(GetParam());
  PartSet second = PartSet::none(*profile);
  second.add(PartId(size_t{1}));
  const auto ir = columns(*profile, {"Ir"});
  const CallGraph graph = profile_graph(*profile, second, ir);
  ASSERT_EQ(graph.edge_count(), 2U);
  EXPECT_EQ(graph.inclusive(*graph.find(kMain, kF), 0), 1000);
  EXPECT_EQ(graph.count(*graph.find(kMain, kF)), 1);
  EXPECT_EQ(graph.self(kF, 0), 0);
  EXPECT_EQ(graph.self(kG, 0), 4);
  EXPECT_EQ(profile_graph(*profile, PartSet::none(*profile), ir).edge_count(), 0U);
}

TEST_P(ProfileGraph, TakesOnlyTheChosenEvents) {
  const auto profile = two_parts(GetParam());
  const CallGraph graph =
      profile_graph(*profile, PartSet::all(*profile), columns(*profile, {"Dw", "Ir"}));
  EXPECT_EQ(graph.event_count(), 2U);
  EXPECT_EQ(graph.inclusive(*graph.find(kG, kF), 0), 6);
  EXPECT_EQ(graph.inclusive(*graph.find(kG, kF), 1), 8);
  const CallGraph counts = profile_graph(*profile, PartSet::all(*profile), {});
  EXPECT_EQ(counts.event_count(), 0U);
  EXPECT_EQ(counts.count(*counts.find(kG, kF)), 5);
}

TEST_P(ProfileGraph, HasDerivedEventsAsColumns) {
  const auto profile = two_parts(GetParam());
  const EventSum sum{{{*profile->event("Ir"), 1}, {*profile->event("Dr"), 10}}};
  const std::vector<EventSum> both = {sum, event_sum(*profile->event("Ir"))};
  const CallGraph graph = profile_graph(*profile, PartSet::all(*profile), both);
  EXPECT_EQ(graph.self(kMain, 0), 101);
  EXPECT_EQ(graph.inclusive(*graph.find(kF, kG), 0), 540);
  EXPECT_EQ(graph.inclusive(*graph.find(kF, kG), 1), 40);
  EXPECT_EQ(graph.inclusive(*graph.find(kMain, kF), 0), 1101 + 2010);
  EXPECT_EQ(totals(*profile, PartSet::all(*profile), both), (std::vector<int128>{215, 65}));
}

TEST_P(ProfileGraph, ContractsGroups) {
  const auto profile = two_parts(GetParam());
  const Grouping groups = group_functions(profile->symbols(), GroupBy::kClass);
  ASSERT_EQ(groups.texts, (std::vector<std::string>{"", "A"}));
  const CallGraph graph = profile_graph(*profile, PartSet::all(*profile), columns(*profile, {"Ir"}),
                                        {groups.group_of, groups.size()});
  ASSERT_EQ(graph.node_count(), 2U);
  EXPECT_EQ(graph.self(1, 0), 64);
  EXPECT_EQ(graph.inclusive(*graph.find(0, 1), 0), 1108);
  EXPECT_EQ(graph.count(*graph.find(0, 1)), 5);
  EXPECT_EQ(graph.inclusive(*graph.find(1, 1), 0), 48);
  const InclusiveCosts costs = inclusive_costs(graph, find_cycles(graph));
  EXPECT_EQ(costs.of(1, 0), Amount(Exact{64})) << "each stack once, though its members recur";
}

TEST_P(ProfileGraph, IsExactBeyond64Bits) {
  Maker make(GetParam());
  make.begin({"Ir"});
  for (int times = 0; times < 3; ++times) {
    make.wide_call("f", "g", {kUint64Max});
    make.call("f", "h", UINT64_MAX, {-5});
  }
  make.end();
  const auto profile = make.finish();
  const CallGraph graph =
      profile_graph(*profile, PartSet::all(*profile), columns(*profile, {"Ir"}));
  EXPECT_EQ(graph.inclusive(*graph.find(0, 1), 0), kUint64Max * 3);
  EXPECT_EQ(graph.inclusive(*graph.find(0, 2), 0), -15);
  EXPECT_EQ(graph.count(*graph.find(0, 2)), kUint64Max * 3);
}

TEST_P(ProfileGraph, FollowsFunctionsThatTurnedOutEqual) {
  Maker make(GetParam());
  Symbols& symbols = make.builder().symbols();
  make.begin({"Ir"});
  const FunctionId late =
      symbols.functions.intern({symbols.names.provisional(), kUnknownName, kUnknownName});
  const std::vector<int64_t> cost = {5};
  CallRecord record;
  record.caller = make.function("main");
  record.callee = late;
  record.count = 1;
  record.inclusive = cost;
  make.builder().call(record);
  make.call("main", "f", 1, {7});
  symbols.names.bind(symbols.functions[late].name, symbols.names.intern("f"));
  make.end();
  const auto profile = make.finish();
  const CallGraph graph =
      profile_graph(*profile, PartSet::all(*profile), columns(*profile, {"Ir"}));
  EXPECT_EQ(graph.node_count(), 2U);
  ASSERT_EQ(graph.edge_count(), 1U);
  EXPECT_EQ(graph.count(0), 2);
  EXPECT_EQ(graph.inclusive(0, 0), 12);
}

TEST_P(ProfileGraph, TakesManyEventsAndManyParts) {
  // More columns than a row keeps in place, and parts that share a table.
  constexpr size_t kEvents = CostRows::kDense + 8;
  Maker make(GetParam());
  std::vector<EventId> events;
  for (size_t event = 0; event < kEvents; ++event) {
    events.push_back(make.builder().event("e" + std::to_string(event)));
  }
  std::vector<int128> costs(kEvents);
  for (size_t event = 0; event < kEvents; ++event) {
    costs[event] = static_cast<int64_t>(event) + 1;
  }
  for (int part = 0; part < 3; ++part) {
    make.builder().begin_part({}, events);
    make.wide_call("f", "g", costs);
    make.builder().self_cost({make.function("f"), kUnknownName, {}, costs});
    make.end();
  }
  const auto profile = make.finish();
  const auto sums = event_sums(events);
  const CallGraph graph = profile_graph(*profile, PartSet::all(*profile), sums);
  for (size_t event = 0; event < kEvents; ++event) {
    EXPECT_EQ(graph.inclusive(0, event), 3 * costs[event]);
    EXPECT_EQ(graph.self(0, event), 3 * costs[event]);
  }
}

INSTANTIATE_TEST_SUITE_P(FromSumsAndRecords, ProfileGraph, testing::Values(Keep::kSums, Keep::kAll),
                         [](const auto& row) {
                           return row.param == Keep::kSums ? "sums" : "records";
                         });

TEST(SelfCosts, AreOneRowAFunction) {
  const auto profile = two_parts(Keep::kSums);
  const CostRows rows =
      self_costs(*profile, PartSet::all(*profile), columns(*profile, {"Dw", "Ir"}));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows.at(kG, 0), 3);
  EXPECT_EQ(rows.at(kG, 1), 4);
  EXPECT_EQ(rows.at(kF, 1), 60);
  PartSet second = PartSet::none(*profile);
  second.add(PartId(size_t{1}));
  EXPECT_EQ(self_costs(*profile, second, columns(*profile, {"Ir"})).at(kF, 0), 0);
}

TEST(Totals, AddUpTheChosenParts) {
  const auto profile = two_parts(Keep::kTotals);
  const auto sums = columns(*profile, {"Ir", "Dr", "Dw"});
  EXPECT_EQ(totals(*profile, PartSet::all(*profile), sums), (std::vector<int128>{65, 15, 3}));
  PartSet first = PartSet::none(*profile);
  first.add(PartId(size_t{0}));
  EXPECT_EQ(totals(*profile, first, sums), (std::vector<int128>{61, 15, 0}));
}

}  // namespace
}  // namespace quern
