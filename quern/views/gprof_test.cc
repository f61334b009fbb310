// SPDX-License-Identifier: MIT
#include "quern/views/gprof.h"

#include <string>

#include "quern/views/test_support.h"

namespace quern {
namespace {

std::string told_edges(const std::vector<GprofEdge>& edges) {
  std::string text;
  for (const GprofEdge& edge : edges) {
    text += " " + std::to_string(edge.row) + "=" + to_decimal(edge.cost.cost);
  }
  return text;
}

std::string told_report(const Gprof& report) {
  std::string text;
  for (const GprofRow& row : report.rows) {
    text += std::string(row.name.is_root ? "(root)" : row.name.name) + " " +
            to_decimal(row.self.cost) + "/" + to_decimal(row.children) + " of " +
            to_decimal(row.inclusive.cost) + ", " + to_decimal(row.inclusive.calls) + " calls;" +
            told_edges(row.callers) + " >" + told_edges(row.callees) + "\n";
  }
  return text;
}

/// main calls f, which calls itself and g; g is called by main too.
const std::string kDump =
    "P=(HEX ID=1 N=(a) T=0.010000)\n"
    "C1 FN0=(F0=(a)+1 N=(main))+1 V0=(PERF_TICKS):(1,1,1) V1=(A_MAX):(1,5,5)\n"
    "C2 FN1=(F0+10 N=(f))+1 V0:(2,2,2)\n"
    "C3 FN1+2 V0:(3,3,3) V1:(1,7,7)\n"
    "C4 FN2=(F0+20 N=(g))+1 V0:(4,4,4)\n"
    "C2 FN2+3 V0:(5,5,5)\n";

TEST(Gprof, ShowsEachFunctionBetweenItsCallersAndCallees) {
  const auto profile = read_text(kDump);
  const std::vector<Gprof> reports = gprof(*profile, selected(*profile));
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].period, 0.01);
  EXPECT_EQ(told_report(reports[0]),
            "(root) 0/15 of 15, 0 calls; > 1=15\n"
            "main 1/14 of 15, 0 calls; 0=15 > 2=9 3=5\n"
            "f 5/4 of 9, 0 calls; 2=7 1=9 > 2=7 3=4\n"
            "g 9/0 of 9, 0 calls; 2=4 1=5 >\n");
}

TEST(Gprof, ChildrenOfHighestValuesAreNotSums) {
  const auto profile = read_text(kDump);
  const std::vector<Gprof> reports =
      gprof(*profile, selected(*profile, {.events = {"A_MAX", "PERF_TICKS"}}));
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_FALSE(reports[0].period);
  EXPECT_EQ(told_report(reports[0]),
            "(root) 0/7 of 7, 0 calls; > 2=7\n"
            "f 7/7 of 7, 0 calls; 2=7 1=7 > 1=7 3=0\n"
            "main 5/7 of 7, 0 calls; 0=7 > 1=7 3=0\n"
            "g 0/0 of 0, 0 calls; 2=0 1=0 >\n");
}

TEST(Gprof, CountsAllocations) {
  const auto profile = read_text(
      "P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(f))+1 V0=(MEM_TOTAL):(2,20,5)\n"
      "C2 FN1=(F0+2 N=(g))+1 V0:(3,8,8)\n");
  EXPECT_EQ(told_report(gprof(*profile, selected(*profile))[0]),
            "(root) 0/40 of 40, 5 calls; > 1=40\n"
            "f 32/8 of 40, 5 calls; 0=40 > 2=8\n"
            "g 8/0 of 8, 3 calls; 1=8 >\n");
}

}  // namespace
}  // namespace quern
