// SPDX-License-Identifier: MIT
#include "quern/model/builder.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "quern/model/records/record_cursor.h"

namespace quern {
namespace {

class Fixture {
 public:
  explicit Fixture(Keep keep) : builder(keep) {}

  FunctionId function(std::string_view name) {
    return builder.symbols().functions.intern({builder.symbols().names.intern(name), {}, {}});
  }
  void begin_part(std::initializer_list<std::string_view> names) {
    std::vector<EventId> events;
    for (const std::string_view name : names) {
      events.push_back(builder.event(name));
    }
    builder.begin_part({}, events);
  }
  void self(std::string_view name, std::vector<int64_t> costs) {
    const Position at{0, 1};
    builder.self_costs({function(name), {}, {&at, 1}, costs.data()});
  }
  void call(std::string_view caller, std::string_view callee, uint64_t count, int64_t cost) {
    CallRecord record;
    record.caller = function(caller);
    record.callee = function(callee);
    record.count = count;
    const std::array costs{cost};
    record.inclusive = costs;
    builder.call(record);
  }
  std::unique_ptr<const Profile> finish() {
    builder.end_input({});
    return builder.finish();
  }

  ProfileBuilder builder;
};

/// (caller, callee) -> (count, cost of the first event)
std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, int64_t>> edges(const Profile& profile,
                                                                            size_t& records) {
  std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, int64_t>> found;
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    ++records;
    auto& edge = found[{record->function.value, record->other.value}];
    edge.first += record->count;
    edge.second += record->costs.empty() ? 0 : static_cast<int64_t>(record->costs[0]);
  }
  return found;
}

TEST(ProfileBuilder, AddsUpSelfCostsByFunctionAndPart) {
  Fixture profile(Keep::kSums);
  profile.begin_part({"Ir", "Dr"});
  profile.self("f", {5, 1});
  profile.self("g", {7, 0});
  profile.self("f", {2, 2});
  EXPECT_TRUE((profile.builder.part_totals() == std::vector<int128>{14, 3}));
  profile.builder.end_part({});
  profile.begin_part({"Dr"});
  profile.self("f", {100});
  profile.builder.end_part({});
  const auto done = profile.finish();
  ASSERT_EQ(done->parts().size(), 2U);
  EXPECT_TRUE((done->parts()[0].totals == std::vector<int128>{14, 3}));
  EXPECT_TRUE((done->parts()[1].totals == std::vector<int128>{100}));
  ASSERT_EQ(done->tables().size(), 2U);
  EXPECT_EQ(done->tables()[0].self.size(), 2U);
  EXPECT_EQ(done->tables()[0].self.at(0, 0), 7);
  EXPECT_EQ(done->events()[1].name, "Dr");
  EXPECT_EQ(done->parts()[1].header.events.front(), *done->event("Dr"));
}

TEST(ProfileBuilder, FoldsTheCallsOfABlock) {
  Fixture profile(Keep::kSums);
  profile.begin_part({"Ir"});
  for (int times = 0; times < 10; ++times) {
    profile.call("f", "g", 2, 30);
    profile.call("f", "h", 1, 1);
  }
  profile.call("g", "h", 4, 4);
  profile.call("f", "g", 1, 5);
  profile.builder.end_part({});
  const auto done = profile.finish();
  size_t records = 0;
  const auto found = edges(*done, records);
  EXPECT_EQ(records, 4U);  // f's first block has two, then one each
  EXPECT_EQ(found.size(), 3U);
  EXPECT_EQ((found.at({0, 1})), (std::pair<uint64_t, int64_t>{21, 305}));
  EXPECT_EQ((found.at({0, 2})), (std::pair<uint64_t, int64_t>{10, 10}));
  EXPECT_EQ((found.at({1, 2})), (std::pair<uint64_t, int64_t>{4, 4}));
  EXPECT_EQ(done->counts().calls, 22U);
}

TEST(ProfileBuilder, StoresOnlyTheCostsThatCallsHave) {
  Fixture profile(Keep::kSums);
  std::vector<EventId> events;
  for (size_t event = 0; event < 500; ++event) {
    events.push_back(profile.builder.event("e" + std::to_string(event)));
  }
  profile.builder.begin_part({}, events);
  for (int block = 0; block < 1000; ++block) {
    profile.call("f", "g", 1, 3);
    profile.call("g", "f", 1, 4);
  }
  profile.builder.end_part({});
  const auto done = profile.finish();
  EXPECT_LT(done->records().bytes(), 40'000U) << "2,000 records of one cost each";
  int128 cost = 0;
  RecordCursor cursor(done->records());
  while (const Record* record = cursor.next()) {
    cost += record->costs.at(0);
  }
  EXPECT_TRUE(cost == 7000);
}

TEST(ProfileBuilder, CountsSelfRecordsByTheirPositions) {
  Fixture profile(Keep::kTotals);
  const std::vector<EventId> events = {profile.builder.event("Ir")};
  for (const bool has_lines : {true, false}) {
    profile.builder.begin_part({.instr = !has_lines, .bb = false, .line = has_lines}, events);
    for (int record = 0; record < (has_lines ? 3 : 2); ++record) {
      profile.self("f", {5});
    }
    profile.builder.end_part({});
  }
  const auto done = profile.finish();
  EXPECT_EQ(done->counts().selfs, 5U);
  EXPECT_EQ(done->counts().lines, 3U);
  EXPECT_EQ(done->counts().instructions, 2U);
}

TEST(ProfileBuilder, SplitsCountsBeyond64Bits) {
  Fixture profile(Keep::kSums);
  profile.begin_part({"Ir"});
  profile.call("f", "g", UINT64_MAX, 1);
  profile.call("f", "g", UINT64_MAX, 1);
  profile.builder.end_part({});
  const auto done = profile.finish();
  int128 count = 0;
  int128 cost = 0;
  RecordCursor cursor(done->records());
  while (const Record* record = cursor.next()) {
    count += record->count;
    cost += record->costs.empty() ? 0 : record->costs[0];
  }
  EXPECT_TRUE(count == 2 * kUint64Max);
  EXPECT_TRUE(cost == 2);
}

TEST(ProfileBuilder, KeepsOnlyTotalsWhereAskedTo) {
  Fixture profile(Keep::kTotals);
  profile.begin_part({"Ir"});
  profile.self("f", {5});
  profile.call("f", "g", 1, 1);
  profile.builder.end_part({});
  const auto done = profile.finish();
  EXPECT_TRUE((done->parts()[0].totals == std::vector<int128>{5}));
  EXPECT_EQ(done->tables()[0].self.size(), 0U);
  EXPECT_EQ(done->counts().calls, 1U);
  EXPECT_EQ(done->symbols().functions.size(), 2U);
}

TEST(ProfileBuilder, KeepsEveryRecordOfAFullLoad) {
  Fixture profile(Keep::kAll);
  profile.begin_part({"Ir"});
  profile.self("f", {5});
  profile.call("f", "g", 1, 1);
  profile.call("f", "g", 1, 1);
  profile.builder.end_part({});
  const auto done = profile.finish();
  EXPECT_TRUE(done->has_records());
  size_t records = 0;
  RecordCursor cursor(done->records());
  while (cursor.next() != nullptr) {
    ++records;
  }
  EXPECT_EQ(records, 3U);
}

TEST(ProfileBuilder, ContextsBesideRecordsCountInNoTotalOfALaterPart) {
  Fixture fixture(Keep::kAll);
  fixture.begin_part({"Time"});
  fixture.builder.expect_contexts(ContextUse::kBeside);
  const FrameId frame = fixture.builder.frame({fixture.function("f"), {}, 0, false});
  const EventCost cost{fixture.builder.event("Time"), 5};
  fixture.self("f", {5});
  fixture.builder.context({kNoContext, frame, std::nullopt, {&cost, 1}});
  fixture.builder.end_part({});
  fixture.builder.end_input({});
  fixture.begin_part({});
  fixture.builder.expect_contexts(ContextUse::kAlone);
  fixture.builder.context({kNoContext, frame, std::nullopt, {&cost, 1}});
  PartHeader header;
  header.events = {cost.event};
  fixture.builder.end_part(std::move(header));
  const auto profile = fixture.finish();
  EXPECT_TRUE(profile->parts()[0].totals[0] == 5);
  EXPECT_TRUE(profile->parts()[1].totals[0] == 5);
}

TEST(ProfileBuilder, LateContextsBelongToTheirPart) {
  Fixture fixture(Keep::kAll);
  fixture.begin_part({"Time"});
  fixture.builder.end_part({});
  fixture.builder.end_input({});
  for (int part = 0; part < 3; ++part) {
    fixture.begin_part({"Time"});
    fixture.builder.expect_contexts(ContextUse::kBeside);
    fixture.self("f", {5});
    fixture.builder.end_part({});
  }
  const FrameId frame = fixture.builder.frame({fixture.function("f"), {}, 0, false});
  for (size_t part = 0; part < 3; ++part) {
    fixture.builder.begin_late_contexts(part);
    for (size_t node = 0; node < part; ++node) {
      fixture.builder.context({kNoContext, frame, std::nullopt, {}});
    }
    fixture.builder.end_late_contexts();
  }
  const auto profile = fixture.finish();
  ASSERT_EQ(profile->parts().size(), 4U);
  std::vector<std::array<uint64_t, 2>> ranges;
  for (const Part& part : profile->parts()) {
    ranges.push_back({part.first_context, part.end_context});
  }
  EXPECT_EQ(ranges, (std::vector<std::array<uint64_t, 2>>{{0, 0}, {0, 0}, {0, 1}, {1, 3}}));
}

TEST(ProfileBuilder, AnEventsFirstReaderSaysItsUnit) {
  ProfileBuilder builder(Keep::kAll);
  builder.event({"Time", Combine::kSum, false, "Elapsed Time", "ns", 1000});
  builder.event({"Time", Combine::kSum, false, "other", "s", 1});
  const auto profile = builder.finish();
  EXPECT_EQ(profile->events()[0].long_name, "Elapsed Time");
  EXPECT_EQ(profile->events()[0].unit, "ns");
  EXPECT_EQ(profile->events()[0].scale, 1000U);
}

/// Costs come near the largest or are below 0, and some are estimates: each pair of a caller and a
/// callee has what it had, in one record.
TEST(ProfileBuilder, AddsUpTheCallsOfABlock) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 100; ++round) {
    Fixture profile(Keep::kSums);
    profile.begin_part({"Ir", "Dr"});
    std::map<std::pair<uint32_t, uint32_t>, std::array<int128, 3>> expected;
    for (int step = 0; step < 200; ++step) {
      const std::array costs{static_cast<int64_t>(random() >> (random() % 8 == 0 ? 1 : 40)),
                             static_cast<int64_t>(random() % 1000) - (random() % 8 == 0 ? 500 : 0)};
      CallRecord record;
      record.caller = profile.function("f" + std::to_string(step / 40));
      record.callee = profile.function("f" + std::to_string(random() % 200));
      record.count = random() % 8 == 0 ? random() >> 8 : random() % 100;
      record.inclusive = std::span(costs).first(random() % 3);
      record.is_estimated = random() % 16 == 0;
      record.at = record.target = {7, 8};
      record.has_target = true;
      profile.builder.call(record);
      auto& sums = expected[{record.caller.value, record.callee.value}];
      sums[0] += record.count;
      for (size_t event = 0; event < record.inclusive.size(); ++event) {
        sums[event + 1] += costs[event];
      }
    }
    profile.builder.end_part({});
    const auto built = profile.finish();
    RecordCursor cursor(built->records());
    std::set<std::pair<uint32_t, uint32_t>> met;
    while (const Record* record = cursor.next()) {
      EXPECT_TRUE(met.emplace(record->function.value, record->other.value).second);
      auto& left = expected[{record->function.value, record->other.value}];
      left[0] -= record->count;
      for (size_t event = 0; event < record->costs.size(); ++event) {
        left[event + 1] -= record->costs[event];
      }
      EXPECT_EQ(record->at, Position());
      EXPECT_FALSE(record->target);
    }
    for (const auto& [ends, left] : expected) {
      ASSERT_TRUE(left[0] == 0 && left[1] == 0 && left[2] == 0);
    }
  }
}

}  // namespace
}  // namespace quern
