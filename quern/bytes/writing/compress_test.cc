// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/compress.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <vector>

#include "quern/bytes/reading/source.h"

namespace quern {
namespace {

constexpr std::array kCompressions = {Compression::kNone, Compression::kGzip, Compression::kBzip2,
                                      Compression::kZstd, Compression::kXz};

std::string packed(std::string_view text, Compression compression, size_t piece,
                   Effort effort = Effort::kUsual) {
  StringSink out;
  CompressedSink sink(out, compression, effort);
  for (size_t at = 0; at < text.size(); at += piece) {
    sink.write(text.substr(at, piece));
  }
  sink.finish();
  return out.text();
}

std::string unpacked(std::string bytes, Compression expected) {
  Input input = memory_input("packed", std::move(bytes));
  EXPECT_EQ(input.compression(), expected);
  std::string text;
  std::vector<char> room(1000);
  for (;;) {
    const Result<size_t> got = input.read(room);
    EXPECT_TRUE(got) << got.error().message;
    if (!got || *got == 0) {
      return text;
    }
    text.append(room.data(), *got);
  }
}

/// Noise does not shrink, so that the output is larger than the room of one step.
std::string noise(size_t bytes) {
  std::string text(bytes, 0);
  uint64_t state = 1;
  for (char& c : text) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    c = static_cast<char>(state >> 56);
  }
  return text;
}

TEST(CompressedSink, GivesWhatReadersInflate) {
  std::string text = "fn=main\n1 2\n";
  for (int doublings = 0; doublings < 15; ++doublings) {
    text += text;
  }
  for (const Compression compression : kCompressions) {
    for (const std::string& each : {std::string("x"), text, noise(300'000)}) {
      const std::string bytes = packed(each, compression, 70'001);
      EXPECT_EQ(unpacked(bytes, compression), each) << to_string(compression);
      EXPECT_EQ(packed(each, compression, 70'001), bytes) << "the same bytes every time";
    }
  }
}

TEST(CompressedSink, MakesAnEmptyStreamOfNothing) {
  for (const Compression compression : kCompressions) {
    EXPECT_EQ(unpacked(packed("", compression, 1), compression), "");
  }
}

TEST(CompressedSink, TriesAsHardAsItIsTold) {
  std::string text;
  for (int row = 0; row < 50'000; ++row) {
    text += "+" + std::to_string(row % 97) + " " + std::to_string(row * 31 % 1013) + "\n";
  }
  const std::string usual = packed(text, Compression::kGzip, 70'001);
  for (const std::string& each : {std::string(), std::string("x"), text, noise(300'000)}) {
    for (const size_t piece : {size_t{1'000}, size_t{70'001}, size_t{1} << 20}) {
      const std::string least = packed(each, Compression::kGzip, piece, Effort::kLeast);
      EXPECT_EQ(unpacked(least, Compression::kGzip), each);
      EXPECT_EQ(packed(each, Compression::kGzip, piece, Effort::kLeast), least);
    }
  }
  EXPECT_GT(packed(text, Compression::kGzip, 70'001, Effort::kLeast).size(), usual.size());
  EXPECT_EQ(packed(text, Compression::kZstd, 70'001, Effort::kLeast),
            packed(text, Compression::kZstd, 70'001));
}

TEST(CompressedSink, GoesByTheEndOfTheName) {
  EXPECT_EQ(compression_named_by("a.callgrind.gz"), Compression::kGzip);
  EXPECT_EQ(compression_named_by("a.bz2"), Compression::kBzip2);
  EXPECT_EQ(compression_named_by("a.zst"), Compression::kZstd);
  EXPECT_EQ(compression_named_by("a.xz"), Compression::kXz);
  EXPECT_EQ(compression_named_by("gz"), Compression::kNone);
  EXPECT_EQ(without_compression("a.callgrind.gz"), "a.callgrind");
  EXPECT_EQ(without_compression("a.callgrind"), "a.callgrind");
}

}  // namespace
}  // namespace quern
