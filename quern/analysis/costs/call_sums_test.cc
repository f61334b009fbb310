// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/call_sums.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "quern/model/builder.h"

namespace quern {
namespace {

struct SummedCall {
  uint32_t caller, callee;
  int64_t count;
  std::vector<int64_t> inclusive;
};

/// Of functions 0, 1, … with two events in two parts, in turn: self costs first.
std::unique_ptr<const Profile> profile_of(const std::vector<std::vector<int64_t>>& selfs,
                                          const std::vector<SummedCall>& calls, Keep keep) {
  ProfileBuilder builder(keep);
  Symbols& symbols = builder.symbols();
  for (size_t function = 0; function < selfs.size(); ++function) {
    symbols.functions.intern(
        {symbols.names.intern("f" + std::to_string(function)), kUnknownName, kUnknownName});
  }
  const std::vector<EventId> events = {builder.event("Ir"), builder.event("Dr")};
  for (size_t part = 0; part < 2; ++part) {
    builder.begin_part({}, events);
    for (size_t function = part; function < selfs.size(); function += 2) {
      const Position at;
      builder.self_costs({FunctionId(function), {}, {&at, 1}, selfs[function].data()});
    }
    for (size_t call = part; call < calls.size(); call += 2) {
      CallRecord record;
      record.caller = FunctionId(calls[call].caller);
      record.callee = FunctionId(calls[call].callee);
      record.count = static_cast<uint64_t>(calls[call].count);
      record.inclusive = calls[call].inclusive;
      builder.call(record);
    }
    builder.end_part({});
  }
  builder.end_input({});
  return builder.finish();
}

/// What of the sums a graph tells otherwise; empty if nothing.
std::string sums_difference(const CallSums& sums, const CallGraph& graph) {
  const Cycles cycles = find_cycles(graph);
  const InclusiveCosts inclusive = inclusive_costs(graph, cycles);
  if (sums.self.size() != graph.node_count() || sums.inclusive.size() != graph.node_count() ||
      sums.cycles.cycle_count() != cycles.cycle_count()) {
    return "size";
  }
  for (size_t node = 0; node < graph.node_count(); ++node) {
    if (sums.calls.at(node, 0) != graph.calls(node) ||
        sums.cycles.cycle(node) != cycles.cycle(node)) {
      return "calls or cycle of " + std::to_string(node);
    }
    for (size_t event = 0; event < graph.event_count(); ++event) {
      if (sums.self.at(node, event) != graph.self(node, event) ||
          sums.inclusive.of(node, event) != inclusive.of(node, event)) {
        return "costs of " + std::to_string(node);
      }
    }
  }
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    if (sums.inclusive.of_cycle(cycle, 0) != inclusive.of_cycle(cycle, 0)) {
      return "cycle " + std::to_string(cycle);
    }
  }
  return {};
}

TEST(CallSums, AreWhatTheGraphOfAnyCallsTells) {
  std::mt19937_64 random(20261123);
  const auto below = [&random](uint64_t end) { return random() % end; };
  for (int round = 0; round < 4000; ++round) {
    const size_t functions = 1 + below(12);
    const auto cost = [&] { return static_cast<int64_t>(below(round % 7 == 0 ? INT64_MAX : 50)); };
    std::vector<std::vector<int64_t>> selfs(functions);
    for (std::vector<int64_t>& self : selfs) {
      self = {cost(), cost()};
    }
    std::vector<SummedCall> calls(below(40));
    for (SummedCall& call : calls) {
      call = {static_cast<uint32_t>(below(functions)),
              static_cast<uint32_t>(below(functions)),
              cost(),
              {cost(), cost()}};
    }
    const auto profile = profile_of(selfs, calls, round % 2 == 0 ? Keep::kSums : Keep::kAll);
    ASSERT_TRUE(can_be_summed(*profile));
    PartSet parts = PartSet::none(*profile);
    parts.add(PartId(0U));
    const PartSet& chosen = round % 3 == 0 ? parts : PartSet::all(*profile);
    const std::vector<EventSum> columns = {event_sum(EventId(1U)),
                                           {{{EventId(0U), 3}, {EventId(1U), -1}}}};
    const unsigned threads = round % 4 == 0 ? 2 : 1;
    ASSERT_EQ(sums_difference(call_sums(*profile, chosen, columns, {{}, functions},
                                        BetweenNodes::kNone, threads),
                              profile_graph(*profile, chosen, columns)),
              "")
        << "round " << round;
    std::vector<uint32_t> group_of(functions);
    for (uint32_t& group : group_of) {
      group = static_cast<uint32_t>(below(4));
    }
    ASSERT_EQ(sums_difference(
                  call_sums(*profile, chosen, columns, {group_of, 4}, BetweenNodes::kNone, threads),
                  profile_graph(*profile, chosen, columns, {group_of, 4})),
              "")
        << "groups, round " << round;
  }
}

}  // namespace
}  // namespace quern
