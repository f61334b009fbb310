// SPDX-License-Identifier: MIT
#include "quern/server/shared_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <thread>

#include "quern/server/events.h"

namespace quern::server {
namespace {

TEST(SharedCache, MakesEachOnceHoweverManyAsk) {
  SharedCache<int> kept(4);
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 100; ++round) {
        const auto got = kept.get("key", [&]() -> SharedCache<int>::Value {
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

TEST(SharedCache, ForgetsWhatWasUsedLeastLately) {
  SharedCache<int> kept(2);
  int made = 0;
  const auto ask = [&](const std::string& key) {
    return **kept.get(
        key, [&]() -> SharedCache<int>::Value { return std::make_shared<const int>(++made); });
  };
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("b"), 2);
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("c"), 3);  // b goes
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("b"), 4);
}

TEST(SharedCache, DoesNotKeepErrors) {
  SharedCache<int> kept(2);
  EXPECT_FALSE(
      kept.get("a", [] { return SharedCache<int>::Value(failure(usage_error("x", "y"))); }));
  EXPECT_TRUE(kept.get("a", [] { return SharedCache<int>::Value(std::make_shared<const int>(1)); })
                  .has_value());
  EXPECT_THROW((void)kept.get("b", []() -> SharedCache<int>::Value { throw std::bad_alloc(); }),
               std::bad_alloc);
  EXPECT_TRUE(kept.get("b", [] { return SharedCache<int>::Value(std::make_shared<const int>(1)); })
                  .has_value());
}

/// What asks for 7 that takes until somebody lets it go, or asks it to stop.
class SlowSeven {
 public:
  SharedCache<int>::Value ask(SharedCache<int>& kept, const std::stop_token& stop) {
    return kept.get(
        "seven",
        [this](const std::stop_token& nobody_waits) -> SharedCache<int>::Value {
          ++begun;
          begun.notify_all();
          while (!is_let_go.load() && !nobody_waits.stop_requested()) {
            std::this_thread::yield();
          }
          if (nobody_waits.stop_requested()) {
            return failure(stopped());
          }
          return std::make_shared<const int>(7);
        },
        stop);
  }
  std::atomic<int> begun = 0;
  std::atomic<bool> is_let_go = false;
};

TEST(SharedCache, StopsWhatNobodyWaitsForAnyMore) {
  SharedCache<int> kept(2);
  SlowSeven seven;
  std::stop_source client;
  std::thread asker([&] {
    const auto got = seven.ask(kept, client.get_token());
    ASSERT_FALSE(got.has_value());
    EXPECT_EQ(got.error().code, "stopped");
  });
  seven.begun.wait(0);
  client.request_stop();
  asker.join();
  seven.is_let_go = true;
  EXPECT_EQ(**seven.ask(kept, {}), 7);
  EXPECT_EQ(seven.begun.load(), 2);
  EXPECT_EQ(seven.ask(kept, client.get_token()).error().code, "stopped");
}

TEST(SharedCache, MakesWhatAnotherStillWaitsFor) {
  SharedCache<int> kept(2);
  SlowSeven seven;
  std::stop_source first_client;
  std::stop_source second_client;
  std::thread first([&] { EXPECT_EQ(**seven.ask(kept, first_client.get_token()), 7); });
  seven.begun.wait(0);
  std::thread second([&] { EXPECT_FALSE(seven.ask(kept, second_client.get_token()).has_value()); });
  std::thread third([&] { EXPECT_EQ(**seven.ask(kept, {}), 7); });
  while (kept.waiting("seven") != 3) {
    std::this_thread::yield();
  }
  second_client.request_stop();
  second.join();  // which need not wait any longer
  first_client.request_stop();
  EXPECT_EQ(kept.waiting("seven"), 1);
  seven.is_let_go = true;
  third.join();
  first.join();
  EXPECT_EQ(seven.begun.load(), 1);
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
