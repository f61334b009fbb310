// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/calls_below.h"

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

/// Fewer than `end`.
std::vector<ListedCall> random_calls(std::mt19937_64& random, size_t functions, size_t end) {
  std::vector<ListedCall> calls(random() % end);
  for (ListedCall& each : calls) {
    each = {static_cast<uint32_t>(random() % functions),
            static_cast<uint32_t>(random() % functions)};
  }
  return calls;
}

std::vector<FunctionId> callees_of(const std::vector<ListedCall>& calls) {
  std::vector<FunctionId> callees;
  for (const ListedCall& each : calls) {
    callees.emplace_back(each.callee);
  }
  return callees;
}

TEST(CallsBelow, OnlyWhatStartsLeadToNeedBeKnown) {
  // 0 calls 1, which 2 calls too; 2 and 3 call each other
  const std::vector<ListedCall> calls = {{0, 1}, {2, 1}, {2, 3}, {3, 2}};
  const auto profile = listed_profile(4, calls);
  const PartSet all = PartSet::all(*profile);
  const CallsBelow below(*profile, all, callees_of({{0, 1}}));
  EXPECT_NE(below.component(FunctionId(size_t{0})), below.component(FunctionId(size_t{1})));
  const CallsBelow around(*profile, all, callees_of({{2, 3}}));
  EXPECT_EQ(around.component(FunctionId(size_t{2})), around.component(FunctionId(size_t{3})));
  EXPECT_NE(around.component(FunctionId(size_t{1})), around.component(FunctionId(size_t{2})));
}

TEST(CallsBelow, TellTheSameRecursiveCallsAsTheCallGraph) {
  EXPECT_TRUE(rc::check("call components", [](uint64_t seed) {
    std::mt19937_64 random(seed);
    const size_t functions = 1 + random() % 12;
    const std::vector<ListedCall> calls = random_calls(random, functions, 40);
    const auto profile = listed_profile(functions, calls);
    const PartSet all = PartSet::all(*profile);
    const Cycles cycles = find_cycles(profile_graph(*profile, all, {}));
    const std::vector<ListedCall> asked(
        calls.begin(),
        calls.begin() + static_cast<std::ptrdiff_t>(calls.empty() ? 0 : random() % calls.size()));
    const CallsBelow found(*profile, all, callees_of(asked));
    for (const ListedCall& each : asked) {
      RC_ASSERT(
          (found.component(FunctionId(each.caller)) == found.component(FunctionId(each.callee))) ==
          (cycles.component(each.caller) == cycles.component(each.callee)));
    }
  }));
}

/// By caller, then callee: whether calls lead there, or they are the same.
std::vector<std::vector<bool>> reach_of(size_t functions, std::span<const ListedCall> calls) {
  std::vector<std::vector<bool>> leads(functions, std::vector<bool>(functions));
  for (size_t function = 0; function < functions; ++function) {
    leads[function][function] = true;
  }
  for (size_t round = 0; round < functions; ++round) {
    for (const ListedCall& call : calls) {
      for (size_t goal = 0; goal < functions; ++goal) {
        leads[call.caller][goal] = leads[call.caller][goal] || leads[call.callee][goal];
      }
    }
  }
  return leads;
}

TEST(CallsBelow, TellWhichFunctionsLeadToOthers) {
  EXPECT_TRUE(rc::check("calls below", [](uint64_t seed) {
    std::mt19937_64 random(seed);
    const size_t functions = 2 + random() % 12;
    const std::vector<ListedCall> calls = random_calls(random, functions, 30);
    const auto profile = listed_profile(functions, calls);
    const std::vector<std::vector<bool>> leads = reach_of(functions, calls);
    for (size_t round = 0; round < 4; ++round) {
      const std::vector<FunctionId> from = {FunctionId(random() % functions),
                                            FunctionId(random() % functions)};
      const std::vector<FunctionId> goals = {FunctionId(random() % functions),
                                             FunctionId(random() % functions)};
      CallsBelow below(*profile, PartSet::all(*profile), from);
      const bool expected =
          leads[from[0].index()][goals[0].index()] || leads[from[0].index()][goals[1].index()] ||
          leads[from[1].index()][goals[0].index()] || leads[from[1].index()][goals[1].index()];
      RC_ASSERT(below.may_lead(from, goals) == expected);
      RC_ASSERT(below.may_lead(from, goals) == expected);  // nothing is left of the first answer
    }
  }));
}

}  // namespace
}  // namespace quern
