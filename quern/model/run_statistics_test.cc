// SPDX-License-Identifier: MIT
#include "quern/model/run_statistics.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

FunctionId id(uint32_t number) {
  return FunctionId(number);
}

TEST(RunStatistics, WhatBecameOneFunctionHasNone) {
  RunStatistics statistics;
  statistics.functions = {
      {id(2), {.runs = 1}}, {id(0), {.runs = 2}}, {id(2), {.runs = 3}}, {id(1), {.runs = 4}}};
  statistics.edges = {
      {id(1), id(0), {.runs = 5}}, {id(0), id(1), {.runs = 6}}, {id(1), id(0), {.runs = 7}}};
  statistics.settle();
  ASSERT_EQ(statistics.functions.size(), 2U);
  EXPECT_EQ(statistics.of(id(0))->runs, 2U);
  EXPECT_EQ(statistics.of(id(1))->runs, 4U);
  EXPECT_EQ(statistics.of(id(2)), nullptr);
  ASSERT_EQ(statistics.edges.size(), 1U);
  EXPECT_EQ(statistics.of(id(0), id(1))->runs, 6U);
  EXPECT_EQ(statistics.of(id(1), id(0)), nullptr);
}

TEST(RunStatistics, RunsWithoutACostCountAsZero) {
  RunCosts costs{.runs = 4};
  const EventId event(uint32_t{3});
  for (const int128 cost : {5, 7, 9}) {
    costs.cell(RunCosts::column(event, RunCost::kInclusive))
        .add(Distribution(cost, 1), std::less());
  }
  const RunSummary inclusive = costs.summary(event, RunCost::kInclusive);
  EXPECT_EQ(inclusive.min, 0);
  EXPECT_EQ(inclusive.median, 5);
  EXPECT_EQ(inclusive.max, 9);
  EXPECT_EQ(inclusive.mean(), 21.0 / 4);
  const RunSummary self = costs.summary(event, RunCost::kSelf);
  EXPECT_EQ(self.runs, 4U);
  EXPECT_EQ(self.max, 0);
  EXPECT_EQ(self.run, std::nullopt);
}

}  // namespace
}  // namespace quern
