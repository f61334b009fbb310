// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/grammar/lexer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace quern::callgrind {
namespace {

NumberFault number(std::string_view token, uint64_t want = 0) {
  uint64_t value = 0;
  const NumberFault fault = parse_number(token, value);
  if (fault == NumberFault::kNone) {
    EXPECT_EQ(value, want) << token;
  }
  return fault;
}

TEST(Lexer, ReadsNumbersInBothBases) {
  EXPECT_EQ(number("0", 0), NumberFault::kNone);
  EXPECT_EQ(number("007", 7), NumberFault::kNone);
  EXPECT_EQ(number("18446744073709551615", UINT64_MAX), NumberFault::kNone);
  EXPECT_EQ(number("0xFfffFFFFffffFFFF", UINT64_MAX), NumberFault::kNone);
  EXPECT_EQ(number("0x0000000000000000000001", 1), NumberFault::kNone);
}

TEST(Lexer, RefusesWhatIsNoNumber) {
  for (const char* token : {"", "-1", "+1", "0X1", "0x", "1a", "0x1g", "1.5", "x", "1 "}) {
    EXPECT_EQ(number(token), NumberFault::kMalformed) << token;
  }
  EXPECT_EQ(number("18446744073709551616"), NumberFault::kTooLarge);
  EXPECT_EQ(number("0x10000000000000000"), NumberFault::kTooLarge);
}

TEST(Lexer, ReadsCostsFromBelowZeroTo64Bits) {
  const auto cost = [](std::string_view token) {
    int128 value = 0;
    EXPECT_EQ(parse_cost(token, value), NumberFault::kNone) << token;
    return value;
  };
  EXPECT_TRUE(cost(".") == 0);
  EXPECT_TRUE(cost("-5") == -5);
  EXPECT_TRUE(cost("-9223372036854775808") == kInt64Min);
  EXPECT_TRUE(cost("18446744073709551615") == kUint64Max);
  int128 value = 0;
  EXPECT_EQ(parse_cost("-9223372036854775809", value), NumberFault::kTooLarge);
  EXPECT_EQ(parse_cost("--5", value), NumberFault::kMalformed);
  EXPECT_EQ(parse_cost("..", value), NumberFault::kMalformed);
}

TEST(Lexer, ReadsSubpositionsAndRanges) {
  Subposition read;
  EXPECT_EQ(parse_subposition("+0x10", read), NumberFault::kNone);
  EXPECT_EQ(read.kind, SubpositionKind::kPlus);
  EXPECT_EQ(read.number, 16U);
  EXPECT_FALSE(read.is_range);
  for (const char* token : {"5:9", "5-9", "5+4", "+5:9", "*+3", "*:3", "0x5-0x9"}) {
    EXPECT_EQ(parse_subposition(token, read), NumberFault::kNone) << token;
    EXPECT_TRUE(read.is_range) << token;
  }
  for (const char* token : {"", "+", "-", "**", "5:", "5:x", "5:-3", "5/3", "+-3", "a"}) {
    EXPECT_EQ(parse_subposition(token, read), NumberFault::kMalformed) << token;
  }
}

TEST(Lexer, FastFormsAgreeWithTheFullOnes) {
  std::mt19937_64 random(5);
  constexpr std::string_view kPieces[] = {
      "+",           "-",   "*", "0x", "0", "1", "9",
      "42",          "999", "a", "F",  " ", ":", "18446744073709551615",
      "123456789012"};
  for (int round = 0; round < 200'000; ++round) {
    std::string text;
    for (size_t pieces = 1 + random() % 4; pieces != 0; --pieces) {
      text += kPieces[random() % std::size(kPieces)];
    }
    const std::string row = text + "\n                ";
    const uint64_t base = random() % 3 == 0 ? random() : random() % 100;
    uint64_t moved = base;
    const char* at = row.data();
    const bool is_plain = fast_subposition(at, moved);
    if (!is_plain || (*at != ' ' && *at != '\n')) {
      continue;  // the full path decides
    }
    const std::string_view token(row.data(), at);
    Subposition full;
    ASSERT_EQ(parse_subposition(token, full), NumberFault::kNone) << text;
    ASSERT_FALSE(full.is_range);
    const uint64_t want = full.kind == SubpositionKind::kAbsolute ? full.number
                          : full.kind == SubpositionKind::kPlus   ? base + full.number
                          : full.kind == SubpositionKind::kMinus  ? base - full.number
                                                                  : base;
    ASSERT_EQ(moved, want) << text;
  }
}

}  // namespace
}  // namespace quern::callgrind
