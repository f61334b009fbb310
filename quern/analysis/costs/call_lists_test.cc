// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/call_lists.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "quern/analysis/graph/cycles.h"
#include "quern/model/builder.h"

namespace quern {
namespace {

struct ListedCall {
  uint32_t caller, callee;
};

/// Calls in this order, of functions 0, 1, … that stand in one part.
std::unique_ptr<const Profile> listed_profile(size_t functions,
                                              const std::vector<ListedCall>& calls) {
  ProfileBuilder builder(Keep::kAll);
  Symbols& symbols = builder.symbols();
  for (size_t function = 0; function < functions; ++function) {
    symbols.functions.intern(
        {symbols.names.intern("f" + std::to_string(function)), kUnknownName, kUnknownName});
  }
  const std::vector<EventId> events = {builder.event("Ir")};
  builder.begin_part({}, events);
  for (const ListedCall& each : calls) {
    CallRecord record;
    record.caller = FunctionId(each.caller);
    record.callee = FunctionId(each.callee);
    record.count = 1;
    builder.call(record);
  }
  builder.end_part({});
  builder.end_input({});
  return builder.finish();
}

std::vector<FunctionId> callees_of(const std::vector<ListedCall>& calls) {
  std::vector<FunctionId> callees;
  for (const ListedCall& each : calls) {
    callees.emplace_back(each.callee);
  }
  return callees;
}

TEST(CallLists, KeepCallersTogetherHoweverTheyAreRead) {
  const auto profile = listed_profile(3, {{0, 1}, {2, 0}, {0, 2}, {0, 2}, {2, 1}});
  const CallLists lists(*profile, PartSet::all(*profile));
  ASSERT_EQ(lists.edge_count(), 4U) << "one call twice in a row is one";
  EXPECT_EQ(lists.callee(lists.first_edge(0)), 1U);
  EXPECT_EQ(lists.callee(lists.first_edge(0) + 1), 2U);
  EXPECT_EQ(lists.first_edge(1), lists.first_edge(2));
  EXPECT_EQ(lists.callee(lists.first_edge(2)), 0U);
  EXPECT_EQ(CallLists(*profile, PartSet::none(*profile)).edge_count(), 0U);
}

TEST(CallLists, OnlyWhatStartsLeadToNeedBeKnown) {
  // 0 calls 1, which 2 calls too; 2 and 3 call each other
  const std::vector<ListedCall> calls = {{0, 1}, {2, 1}, {2, 3}, {3, 2}};
  const auto profile = listed_profile(4, calls);
  const PartSet all = PartSet::all(*profile);
  const std::vector<uint32_t> below = call_components(*profile, all, callees_of({{0, 1}}));
  EXPECT_NE(below[0], below[1]);
  const std::vector<uint32_t> around = call_components(*profile, all, callees_of({{2, 3}}));
  EXPECT_EQ(around[2], around[3]);
  EXPECT_NE(around[1], around[2]);
}

TEST(CallLists, TellTheSameRecursiveCallsAsTheCallGraph) {
  EXPECT_TRUE(rc::check("call components", [](uint64_t seed) {
    std::mt19937_64 random(seed);
    const size_t functions = 1 + random() % 12;
    std::vector<ListedCall> calls(random() % 40);
    for (ListedCall& each : calls) {
      each = {static_cast<uint32_t>(random() % functions),
              static_cast<uint32_t>(random() % functions)};
    }
    const auto profile = listed_profile(functions, calls);
    const PartSet all = PartSet::all(*profile);
    const Cycles cycles = find_cycles(profile_graph(*profile, all, {}));
    const std::vector<ListedCall> asked(
        calls.begin(),
        calls.begin() + static_cast<std::ptrdiff_t>(calls.empty() ? 0 : random() % calls.size()));
    const std::vector<uint32_t> found = call_components(*profile, all, callees_of(asked));
    for (const ListedCall& each : asked) {
      RC_ASSERT((found[each.caller] == found[each.callee]) ==
                (cycles.component(each.caller) == cycles.component(each.callee)));
    }
  }));
}

}  // namespace
}  // namespace quern
