// SPDX-License-Identifier: MIT
#include "quern/views/lists/lazy_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <thread>

#include "quern/compare/lists/diff.h"
#include "quern/query/test_support.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/top.h"

namespace quern {
namespace {

/// Functions whose names share beginnings, end within each other, or are equal in several files.
std::unique_ptr<const Profile> profile_of_likes(std::mt19937& dice, size_t functions) {
  std::string text = "events: Ir\n";
  for (size_t at = 0; at < functions; ++at) {
    text += dice() % 4 == 0 ? "fl=file" + std::to_string(dice() % 9) + "\n" : "";
    text += "fn=std::__cxx11::basic_string<";
    for (size_t more = dice() % 25; more != 0; --more) {
      text += std::string_view("ab\0\xff", 4)[dice() % 4];
    }
    text += "\n1 " + std::to_string(dice() % 5) + "\n";
  }
  return read_text(text);
}

TEST(LazyOrder, IsTheOrderOfAFullSort) {
  std::mt19937 dice(20261123);
  for (const size_t functions : {1U, 2U, 13U, 400U, 3000U}) {
    const auto profile = profile_of_likes(dice, functions);
    const Nodes nodes(*profile, GroupBy::kFunction);
    std::vector<int128> costs(nodes.size());
    std::ranges::generate(costs, [&dice] { return int128{dice() % 7} - 2; });
    const auto cost = [&costs](uint32_t node) { return costs[node]; };
    std::vector<uint32_t> expected = nodes.listed();
    std::vector<uint32_t> rows = expected;
    std::ranges::shuffle(rows, dice);
    std::ranges::sort(expected, [&](uint32_t left, uint32_t right) {
      return costs[left] != costs[right] ? costs[left] > costs[right]
                                         : nodes.is_before(left, right);
    });
    LazyOrder order(rows, {.cost = cost, .names = nodes.order()});
    std::vector<size_t> ranks(rows.size());
    std::iota(ranks.begin(), ranks.end(), size_t{0});
    std::ranges::shuffle(ranks, dice);
    for (const size_t rank : ranks) {
      if (dice() % 2 == 0) {
        EXPECT_EQ(order.at(rank), expected[rank]);
      } else {
        EXPECT_EQ(order.rank_of(expected[rank]), rank);
      }
    }
    EXPECT_EQ(order.rank_of(static_cast<uint32_t>(nodes.size())), std::nullopt);
  }
}

/// Names are looked at only where rows cost the same as one that is looked at.
TEST(LazyOrder, LeavesAloneWhatNobodyLooksAt) {
  std::mt19937 dice(7);
  const auto profile = profile_of_likes(dice, 2000);
  const Nodes nodes(*profile, GroupBy::kFunction);
  std::vector<uint32_t> rows = nodes.listed();
  const uint32_t half = rows[rows.size() / 2];
  LazyOrder order(rows, {.cost = [half](uint32_t node) { return int128{node < half}; },
                         .names = nodes.order()});
  const uint32_t last = order.at(rows.size() - 1);
  const std::vector<uint32_t> before(rows.begin(), rows.begin() + half);
  EXPECT_NE(order.at(rows.size() - 2), last);
  EXPECT_GE(last, half);
  EXPECT_TRUE(std::ranges::equal(std::span(rows).first(half), before));
  std::vector<uint32_t> by_cost = before;
  sort_by_name(by_cost, nodes.order());
  EXPECT_NE(by_cost, before);
  EXPECT_EQ(order.at(0), by_cost.front());
}

TEST(Diff, IsInOneOrderHoweverFarItIsLookedAt) {
  std::mt19937 dice(13);
  const auto was = profile_of_likes(dice, 700);
  const auto is = profile_of_likes(dice, 900);
  const auto diff_of = [&](size_t limit, const std::string& sort) {
    DiffRuns runs;
    const Words words{.sort = sort, .limit = limit};
    runs.old_runs.push_back({was.get(), selected(*was, words)});
    runs.new_runs.push_back({is.get(), selected(*is, words)});
    return Diff(runs, {.unchanged = true});
  };
  for (const std::string sort : {"self:Ir", "incl:Ir"}) {
    const Diff whole = diff_of(0, sort);
    const Diff some = diff_of(20, sort);
    EXPECT_EQ(some.shown(), 20);
    for (size_t rank = whole.row_count(); rank-- != 0;) {
      const DiffRow row = some.row(rank);
      EXPECT_EQ(row.name.name, whole.row(rank).name.name);
      EXPECT_EQ(row.name.file, whole.row(rank).name.file);
    }
  }
}

TEST(Top, IsInOneOrderHoweverItIsLookedAt) {
  std::mt19937 dice(11);
  const auto profile = profile_of_likes(dice, 1500);
  const Top whole(*profile, selected(*profile, {.limit = 0}));
  const Top some(*profile, selected(*profile, {.limit = 10}));
  std::vector<std::thread> threads;
  for (size_t each = 0; each < 4; ++each) {
    threads.emplace_back([&, each] {
      for (size_t rank = each * 300; rank < whole.row_count(); ++rank) {
        EXPECT_EQ(some.node(rank), whole.node(rank));
      }
      EXPECT_EQ(told(some.covered().front()), told(whole.totals().front()));
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (size_t rank = 0; rank < whole.row_count(); rank += 7) {
    EXPECT_EQ(some.rank_of(whole.node(rank)), rank);
  }
  std::vector<uint32_t> fitting = some.fitting_nodes();
  std::ranges::sort(fitting);
  EXPECT_EQ(fitting.size(), whole.row_count());
  EXPECT_EQ(std::ranges::adjacent_find(fitting), fitting.end());
}

}  // namespace
}  // namespace quern
