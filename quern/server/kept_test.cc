// SPDX-License-Identifier: MIT
#include "quern/server/kept.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "quern/server/events.h"

namespace quern::server {
namespace {

TEST(Kept, MakesEachOnceHoweverManyAsk) {
  Kept<int> kept(4);
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 100; ++round) {
        const auto got = kept.get("key", [&]() -> Kept<int>::Value {
          ++made;
          return std::make_shared<const int>(7);
        });
        EXPECT_EQ(**got, 7);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(made.load(), 1);
}

TEST(Kept, ForgetsWhatWasUsedLeastLately) {
  Kept<int> kept(2);
  int made = 0;
  const auto ask = [&](const std::string& key) {
    return **kept.get(key,
                      [&]() -> Kept<int>::Value { return std::make_shared<const int>(++made); });
  };
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("b"), 2);
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("c"), 3);  // b goes
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("b"), 4);
}

TEST(Kept, DoesNotKeepErrors) {
  Kept<int> kept(2);
  EXPECT_FALSE(kept.get("a", [] { return Kept<int>::Value(failure(usage_error("x", "y"))); }));
  EXPECT_TRUE(
      kept.get("a", [] { return Kept<int>::Value(std::make_shared<const int>(1)); }).has_value());
  EXPECT_THROW((void)kept.get("b", []() -> Kept<int>::Value { throw std::bad_alloc(); }),
               std::bad_alloc);
  EXPECT_TRUE(
      kept.get("b", [] { return Kept<int>::Value(std::make_shared<const int>(1)); }).has_value());
}

TEST(Events, ReachEveryStreamInOrder) {
  Events events;
  uint64_t early = events.end();
  events.publish("1");
  uint64_t late = events.end();
  events.publish("2");
  EXPECT_EQ(events.wait(early, {}), "1\n2\n");
  EXPECT_EQ(events.wait(late, {}), "2\n");
  EXPECT_EQ(events.wait(late, {}), "");
  events.publish("3");
  events.close();
  EXPECT_EQ(events.wait(late, {}), "3\n");
  EXPECT_EQ(events.wait(late, {}), std::nullopt);
}

TEST(Events, KeepTheLastForStreamsThatFallBehind) {
  Events events;
  uint64_t next = events.end();
  for (int at = 0; at < 1000; ++at) {
    events.publish(std::to_string(at));
  }
  const std::string told = *events.wait(next, {});
  EXPECT_TRUE(told.ends_with("\n999\n")) << told;
  EXPECT_EQ(next, events.end());
}

}  // namespace
}  // namespace quern::server
