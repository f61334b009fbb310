// SPDX-License-Identifier: MIT
#include "quern/base/parallel.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <utility>

namespace quern {
namespace {

TEST(MadeByThreads, KeepsTheOrderWhateverTheThreads) {
  for (const unsigned threads : {0U, 1U, 3U, 100U}) {
    const std::vector<std::unique_ptr<size_t>> made = made_by_threads<std::unique_ptr<size_t>>(
        50, threads, [](size_t at) { return std::make_unique<size_t>(at * at); });
    ASSERT_EQ(made.size(), 50U);
    for (size_t at = 0; at < made.size(); ++at) {
      EXPECT_EQ(*made[at], at * at);
    }
  }
}

TEST(MadeByThreads, OfNothingMakesNothing) {
  EXPECT_TRUE(made_by_threads<int>(0, 4, [](size_t) { return 1; }).empty());
}

TEST(MadeByThreads, ThrowsWhatOneOfThemThrows) {
  for (const unsigned threads : {1U, 3U, 50U}) {
    const auto make = [](size_t at) { return at == 30 ? throw std::bad_alloc() : at; };
    EXPECT_THROW((void)made_by_threads<size_t>(50, threads, make), std::bad_alloc);
  }
}

TEST(DoBoth, HasDoneBothOnceItReturns) {
  int first = 0;
  int second = 0;
  do_both([&] { first = 1; }, [&] { second = 2; });
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
}

TEST(DoBoth, ThrowsWhatOneOfThemThrowsOnceBothHaveEnded) {
  int done = 0;
  const auto work = [&] { done = 1; };
  const auto fail = [] { throw std::bad_alloc(); };
  EXPECT_THROW(do_both(work, fail), std::bad_alloc);
  EXPECT_EQ(std::exchange(done, 0), 1);
  EXPECT_THROW(do_both(fail, work), std::bad_alloc);
  EXPECT_EQ(done, 1);
}

TEST(MadeOnce, IsMadeOnce) {
  const MadeOnce<int> made;
  int times = 0;
  EXPECT_EQ(made.get([&] { return ++times; }), 1);
  EXPECT_EQ(made.get([&] { return ++times; }), 1);
}

TEST(MadeOnce, IsMadeByTheNextWhereTheFirstFailed) {
  const MadeOnce<int> made;
  EXPECT_THROW((void)made.get([]() -> int { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_EQ(made.get([] { return 7; }), 7);
}

TEST(ThreadsFor, DoesAsItIsTold) {
  EXPECT_EQ(threads_for(5), 5U);
  EXPECT_GE(threads_for(0), 1U);
}

}  // namespace
}  // namespace quern
