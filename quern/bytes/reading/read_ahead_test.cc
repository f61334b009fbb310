// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/read_ahead.h"

#include <gtest/gtest.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <new>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::drain;
using test::Drained;
using test::TextSource;

std::string read_ahead_sample(size_t size) {
  std::string text(size, '\0');
  for (size_t at = 0; at < size; ++at) {
    text[at] = static_cast<char>(at * 131 + at / 251);
  }
  return text;
}

TEST(ReadAhead, GivesTheSameBytesForAnySizes) {
  const std::string text = read_ahead_sample(5'000);
  for (const size_t buffer : {1U, 7U, 1'000U, 10'000U}) {
    for (const size_t buffers : {0U, 1U, 2U, 3U, 8U}) {
      for (const size_t room : {1U, 10U, 4'096U, 100'000U}) {
        TextSource sample(text);
        const auto source = read_ahead(sample, buffer, buffers);
        const Drained drained = drain(*source, room);
        ASSERT_TRUE(drained.text == text) << buffer << ' ' << buffers << ' ' << room;
        ASSERT_FALSE(drained.error);
      }
    }
  }
}

TEST(ReadAhead, FillsTheRoomUnlessTheSourceEnds) {
  TextSource text(read_ahead_sample(1'000));
  const auto source = read_ahead(text, 7, 3);
  std::array<char, 600> room{};
  EXPECT_EQ(source->read(room), 600U);
  EXPECT_EQ(source->read(room), 400U);
  EXPECT_EQ(source->read(room), 0U);
  EXPECT_EQ(source->read(room), 0U);
}

TEST(ReadAhead, FindsAnEmptySourceEmpty) {
  TextSource text("");
  const auto source = read_ahead(text, 100, 2);
  EXPECT_EQ(drain(*source).text, "");
}

TEST(ReadAhead, GivesTheErrorBehindTheBytes) {
  TextSource text(read_ahead_sample(1'000), 300);
  text.failing_with("compressed-stream");
  const auto source = read_ahead(text, 64, 4);
  for (int i = 0; i < 2; ++i) {
    const Drained drained = drain(*source);
    EXPECT_EQ(drained.text.size(), i == 0 ? 1'000U : 0U);
    ASSERT_TRUE(drained.error);
    EXPECT_EQ(drained.error->code, "compressed-stream");
  }
}

TEST(ReadAhead, StopsReadingWhenDestroyedEarly) {
  TextSource text(read_ahead_sample(1'000'000));
  {
    const auto source = read_ahead(text, 100, 3);
    std::array<char, 10> room{};
    ASSERT_EQ(source->read(room), 10U);
  }
  EXPECT_LE(text.given(), 400U);  // the ring, and no more
  {
    const auto never_read = read_ahead(text, 100, 3);
  }
  EXPECT_LE(text.given(), 800U);
}

TEST(ReadAhead, RunsAhead) {
  /// Tells when three reads have been made, though its user has asked for nothing.
  struct Watched final : ByteSource {
    std::mutex mutex;
    std::condition_variable changed;
    int reads = 0;
    Result<size_t> read(std::span<char> room) override {
      const std::lock_guard lock(mutex);
      ++reads;
      changed.notify_all();
      return room.size();
    }
  };
  Watched watched;
  const auto source = read_ahead(watched, 10, 3);
  std::unique_lock lock(watched.mutex);
  watched.changed.wait(lock, [&] { return watched.reads == 3; });
  EXPECT_EQ(watched.reads, 3);
}

TEST(ReadAhead, LeavesABorrowedInputItsCounts) {
  Input input = memory_input("name", read_ahead_sample(1'000));
  {
    const auto source = read_ahead(input, 64, 4);
    EXPECT_TRUE(drain(*source).text == read_ahead_sample(1'000));
  }
  EXPECT_EQ(input.counts().text_bytes, 1'000U);
}

TEST(ReadAhead, CarriesExhaustedMemoryOver) {
  struct Exhausted final : ByteSource {
    Result<size_t> read(std::span<char>) override { throw std::bad_alloc(); }
  };
  Exhausted exhausted;
  const auto source = read_ahead(exhausted, 64, 4);
  std::array<char, 10> room{};
  EXPECT_THROW((void)source->read(room), std::bad_alloc);
}

}  // namespace
}  // namespace quern
