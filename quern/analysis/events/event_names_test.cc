// SPDX-License-Identifier: MIT
#include "quern/analysis/events/event_names.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

TEST(EventNames, KnowsCallgrindsEvents) {
  EXPECT_EQ(describe_event("Ir"), (EventName{"Instruction Fetch", "", 1}));
  EXPECT_EQ(describe_event("I1mr").long_name, "L1 Instr. Fetch Miss");
  EXPECT_EQ(describe_event("DLmw").long_name, "LL Data Write Miss");
  EXPECT_EQ(describe_event("D2mr").long_name, "L2 Data Read Miss");
  EXPECT_EQ(describe_event("Ge").long_name, "Global Bus Event");
  EXPECT_EQ(describe_event("sysCpuTime").unit, "ns");
}

TEST(EventNames, KnowsIgprofsCounters) {
  EXPECT_EQ(describe_event("MEM_TOTAL"),
            (EventName{"Memory Allocated in All, Freed or Not", "bytes", 1}));
  EXPECT_EQ(describe_event("MEM_TOTAL:calls"), (EventName{"Allocations in All", "", 1}));
  EXPECT_EQ(describe_event("MEM_LIVE:peak"),
            (EventName{"Memory Not Yet Freed, Most at Once in One Stack", "bytes", 1}));
  EXPECT_EQ(describe_event("PERF_TICKS").unit, "");  // a dump tells how long its ticks are
  EXPECT_EQ(describe_event("CALL_TIME").unit, "cycles");
  EXPECT_EQ(describe_event("FD_LIVE:calls").long_name, "File Descriptors Still Open");
  EXPECT_EQ(describe_event("MEM_TOTAL:other"), EventName{});
  EXPECT_EQ(describe_event("MEM:calls"), EventName{});
}

TEST(EventNames, KnowsNothingOfOthers) {
  EXPECT_EQ(describe_event("Flops"), EventName{});
  EXPECT_EQ(describe_event(""), EventName{});
  EXPECT_EQ(describe_event("ir"), EventName{});
}

TEST(EventNames, ReadsTheUnitFromTheName) {
  EXPECT_EQ(describe_event("Time_(10ns)"), (EventName{"", "ns", 10}));
  EXPECT_EQ(describe_event("Memory_(bytes)"), (EventName{"", "bytes", 1}));
  EXPECT_EQ(describe_event("cpu(ms)"), (EventName{"", "ms", 1}));
  EXPECT_EQ(describe_event("cpu(ns)"), (EventName{"", "ns", 1}));
  EXPECT_EQ(describe_event("cpu(nanoseconds)"), (EventName{"", "ns", 1}));
  EXPECT_EQ(describe_event("samples(count)"), (EventName{"", "", 1}));
  EXPECT_EQ(describe_event("f(x)(100us)"), (EventName{"", "us", 100}));
}

TEST(EventNames, TakesNoOtherBracketsForUnits) {
  for (const char* name : {"(ns)", "Time(", "Time()", "Time(10)", "Time(0ns)", "Time(a b)",
                           "Time(ns", "Time(ns)x", "Time(99999999999999999999ns)"}) {
    EXPECT_EQ(describe_event(name), EventName{}) << name;
  }
}

TEST(EventNames, FillsInWhatEventsLack) {
  std::vector<Event> events(3);
  events[0].name = "Ir";
  events[1].name = "Time_(10ns)";
  events[2] = {"Dr", "reads", "", 1, Combine::kSum, {}};
  const std::vector<Event> named = named_events(events, {});
  EXPECT_EQ(named[0].long_name, "Instruction Fetch");
  EXPECT_EQ(named[1].unit, "ns");
  EXPECT_EQ(named[1].scale, 10U);
  EXPECT_EQ(named[2].long_name, "reads");
}

TEST(EventNames, PrefersTheInputsOwnLongName) {
  std::vector<Event> events(2);
  events[0].name = "Ir";
  events[1].name = "Dr";
  const std::vector<EventDefinition> definitions = {
      {"Ir", {}, "first"}, {"Dr", "2 Ir", {}}, {"Ir", {}, "Instructions"}};
  const std::vector<Event> named = named_events(events, definitions);
  EXPECT_EQ(named[0].long_name, "Instructions");
  EXPECT_EQ(named[1].long_name, "Data Read Access");
}

TEST(EventNames, KnowsTheUnitOfSystemTimeOnlyBesideCpuTime) {
  std::vector<Event> events(1);
  events[0].name = "sysTime";
  EXPECT_EQ(named_events(events, {})[0].unit, "");
  events.emplace_back().name = "sysCpuTime";
  EXPECT_EQ(named_events(events, {})[0].unit, "ns");
}

TEST(EventNames, CarryTheirUnitInBrackets) {
  EXPECT_EQ(name_without_unit("Time_(10ns)"), "Time");
  EXPECT_EQ(name_without_unit("Memory_(bytes)"), "Memory");
  EXPECT_EQ(name_without_unit("cpu(ms)"), "cpu");
  EXPECT_EQ(name_without_unit("Ir"), "Ir");
  EXPECT_EQ(name_without_unit("_(ms)"), "_(ms)");
  EXPECT_EQ(name_without_unit("f(1 2)"), "f(1 2)");
  EXPECT_EQ(name_without_unit(""), "");
}

}  // namespace
}  // namespace quern
