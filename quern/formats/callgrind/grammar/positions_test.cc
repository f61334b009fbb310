// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/grammar/positions.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {
namespace {

Positions positions_of(PositionKinds kinds, std::string_view base = {}) {
  Positions positions;
  positions.kinds = kinds;
  if (!base.empty()) {
    const Row row{base.data(), base.data() + base.size(), 1};
    Tokens tokens(row.begin, row.end);
    ParsedRow parsed;
    EXPECT_FALSE(positions.parse(row, tokens, false, parsed));
    positions.move(parsed);
  }
  return positions;
}

/// The code of the error; empty: there is none, and `parsed` has the positions.
std::string positions_error(const Positions& positions, std::string_view text, ParsedRow& parsed,
                            bool may_lack_line = false) {
  const Row row{text.data(), text.data() + text.size(), 1};
  Tokens tokens(row.begin, row.end);
  const auto error = positions.parse(row, tokens, may_lack_line, parsed);
  return error ? std::string(error->code->name) : std::string();
}

TEST(CallgrindPositions, AreRelativeToTheBase) {
  const PositionKinds kinds{.instr = true, .line = true};
  const Positions positions = positions_of(kinds, "0x1000 20");
  EXPECT_TRUE(positions.have_plain_base());
  ParsedRow parsed;
  ASSERT_EQ(positions_error(positions, "+16 -5 9", parsed), "");
  EXPECT_EQ(parsed.at(), (Position{0x1010, 15}));
  parsed = {};
  ASSERT_EQ(positions_error(positions, "* 7", parsed), "");
  EXPECT_EQ(parsed.at(), (Position{0x1000, 7}));
  EXPECT_TRUE(parsed.notes.empty());
}

TEST(CallgrindPositions, AnErrorNamesWhatIsMissingOrOutOfRange) {
  const PositionKinds kinds{.instr = true, .line = true};
  const Positions positions = positions_of(kinds, "0x1000 20");
  ParsedRow parsed;
  EXPECT_EQ(positions_error(positions, "12", parsed), kMissingPosition.name);
  EXPECT_EQ(positions_error(positions, "12 -21", parsed), kBadPosition.name);
  EXPECT_EQ(positions_error(positions, "12 +18446744073709551600", parsed), kBadPosition.name);
  EXPECT_EQ(positions_error(positions, "12 x", parsed), kBadPosition.name);
  EXPECT_EQ(positions_error(positions, "12 -1", parsed, true), "");
  EXPECT_EQ(parsed.base[2], kNoLine);
}

TEST(CallgrindPositions, TheUnknownLineIsNoBase) {
  Positions positions = positions_of({.line = true}, "20");
  ParsedRow parsed;
  ASSERT_EQ(positions_error(positions, "-1", parsed, true), "");
  positions.move(parsed);
  EXPECT_EQ(positions.base(), (Position{0, 20}));
}

TEST(CallgrindPositions, WithoutABaseTheyAreRelativeToZeroAndNotPlain) {
  const Positions positions = positions_of({.line = true});
  EXPECT_FALSE(positions.have_plain_base());
  ParsedRow parsed;
  ASSERT_EQ(positions_error(positions, "+3", parsed), "");
  EXPECT_EQ(parsed.base[2], 3U);
  ASSERT_EQ(parsed.notes.size(), 1U);
  EXPECT_EQ(parsed.notes[0].code, &kRelativeWithoutBase);
}

/// Plain rows are read by a fast path, which must tell the same of whatever it takes.
TEST(CallgrindPositions, PlainOnesAreThoseOfAllRules) {
  std::mt19937_64 random(20261129);
  const auto token = [&random](std::string_view prefixes) {
    const char prefix = prefixes[random() % prefixes.size()];
    return (prefix == ' ' ? "" : std::string(1, prefix)) +
           (prefix == '*' ? "" : std::to_string(random() >> random() % 64));
  };
  size_t plain_rows = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Positions positions = positions_of({.instr = true, .line = true},
                                             token(" ") + " " + std::to_string(random() % 1000));
    const std::string row = token(" +-*") + " " + token(" +-*") + "\n";
    const char* at = row.data();
    Positions::Plain plain = positions.plain();
    if (!plain.read<true, true>(at) || *at != '\n') {
      continue;
    }
    ++plain_rows;
    ParsedRow parsed;
    ASSERT_EQ(positions_error(positions, std::string_view(row).substr(0, row.size() - 1), parsed),
              "")
        << row;
    ASSERT_EQ((plain.position<true, true>()), parsed.at()) << row;
  }
  EXPECT_GT(plain_rows, 5000U);
}

}  // namespace
}  // namespace quern::callgrind
