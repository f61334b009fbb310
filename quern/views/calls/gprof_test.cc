// SPDX-License-Identifier: MIT
#include "quern/views/calls/gprof.h"

#include <string>

#include "quern/query/test_support.h"

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
            "(root) 0/7 of 7, 0 calls; > 1=7\n"
            "main 5/7 of 7, 0 calls; 0=7 > 2=7\n"
            "f 7/7 of 7, 0 calls; 2=7 1=7 > 2=7\n");
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

TEST(Gprof, CountsPathsWhereAskedFor) {
  const auto profile = read_text(kDump);
  Selection selection = selected(*profile);
  EXPECT_FALSE(gprof(*profile, selection)[0].has_paths);
  selection.counts_paths = true;
  const Gprof report = gprof(*profile, selection)[0];
  EXPECT_TRUE(report.has_paths);
  std::string told;
  for (const GprofRow& row : report.rows) {
    told += std::string(row.name.is_root ? "(root)" : row.name.name) + " " +
            std::to_string(row.self_paths) + " of " + std::to_string(row.paths) + ";";
    for (const GprofEdge& callee : row.callees) {
      told += " " + std::to_string(callee.row) + "=" + std::to_string(callee.paths);
    }
    told += "\n";
  }
  EXPECT_EQ(told,
            "(root) 0 of 1; 1=1\n"
            "main 1 of 1; 2=1 3=1\n"
            "f 2 of 2; 2=1 3=1\n"
            "g 2 of 2;\n");
  EXPECT_EQ(report.rows[2].callers.front().paths, 1U);
}

TEST(Gprof, WhatIsSeenNearestToTheRootsComesFirst) {
  const auto profile = read_text(
      "P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(z))+1\nC2 FN1=(F0+2 N=(b))+1\n"
      "C3 FN2=(F0+3 N=(a))+1\nC4 FN3=(F0+4 N=(c))+1 V0=(A):(1,9,9)\n"
      "C1 FN3+1\nC2 FN4=(F0+5 N=(never))+1 V1=(B):(1,1,1)\n");
  EXPECT_EQ(told_report(gprof(*profile, selected(*profile))[0]),
            "(root) 0/9 of 9, 0 calls; > 2=9\n"
            "c 9/0 of 9, 0 calls; 4=9 >\n"
            "z 0/9 of 9, 0 calls; 0=9 > 3=9\n"
            "b 0/9 of 9, 0 calls; 2=9 > 4=9\n"
            "a 0/9 of 9, 0 calls; 3=9 > 1=9\n");
}

TEST(Gprof, KeepsWhatCostsNothingButWasCounted) {
  const auto profile = read_text(
      "P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(f))+1 V0=(MEM_LIVE):(2,0,0)\n"
      "C1 FN1=(F0+2 N=(g))+1 V0:(0,0,8)\n");
  EXPECT_EQ(told_report(gprof(*profile, selected(*profile))[0]),
            "(root) 0/0 of 0, 2 calls; > 1=0\n"
            "f 0/0 of 0, 2 calls; 0=0 >\n");
}

}  // namespace
}  // namespace quern
