// SPDX-License-Identifier: MIT
#include "quern/compare/source/line_pairing.h"

#include <gtest/gtest.h>

#include <string>

#include "quern/testing/generators/random_choice.h"

namespace quern {
namespace {

/// "1=1 2- -2 3~3 4#4": pairs by text, gone, new, alike, by number.
std::string told_pairs(const LinePairing& pairing) {
  std::string text;
  for (uint64_t row = 0; row < pairing.rows(); ++row) {
    const PairedLine line = pairing.row(row);
    constexpr std::string_view kMarks = "-=~#";
    text += text.empty() ? "" : " ";
    text += line.old_line != 0 ? std::to_string(line.old_line) : "";
    text += kMarks[static_cast<size_t>(line.match)];
    text += line.new_line != 0 ? std::to_string(line.new_line) : "";
  }
  return text;
}

LinePairing paired_texts(std::string old_text, std::string new_text, bool guesses = true) {
  return LinePairing::by_text(SourceText(std::move(old_text)), SourceText(std::move(new_text)),
                              guesses);
}

TEST(LinePairing, PairsEqualLinesAndTellsWhatIsNewAndGone) {
  EXPECT_EQ(told_pairs(paired_texts("alpha\nbeta\ngamma\n", "alpha\ngamma\nomega\n")),
            "1=1 2- 3=2 -3");
  EXPECT_EQ(told_pairs(paired_texts("", "alpha\n")), "-1");
  EXPECT_EQ(told_pairs(paired_texts("", "")), "");
}

TEST(LinePairing, BlanksDoNotCount) {
  EXPECT_EQ(told_pairs(paired_texts("f(a, b);\n", "if (x)\n\tf(a,  b);\n")), "-1 1=2");
  EXPECT_EQ(told_pairs(paired_texts("ab\n", "abc\n", false)), "1- -1");
}

TEST(LinePairing, GuessesWhichLinesWereRewritten) {
  const std::string was = "begin\nfor (int i = 0; i < 100; ++i) sum += i;\nend\n";
  const std::string is = "begin\nint more;\nfor (int i = 0; i < 200; ++i) sum += i;\nend\n";
  EXPECT_EQ(told_pairs(paired_texts(was, is)), "1=1 -2 2~3 3=4");
  EXPECT_EQ(told_pairs(paired_texts(was, is, false)), "1=1 2- -2 -3 3=4");
}

TEST(LinePairing, ByNumberAndOfOneSide) {
  EXPECT_EQ(told_pairs(LinePairing::by_number(3)), "1#1 2#2 3#3");
  EXPECT_EQ(told_pairs(LinePairing::of_one_side(Version::kOld, 2)), "1- 2-");
  EXPECT_EQ(told_pairs(LinePairing::of_one_side(Version::kNew, 2)), "-1 -2");
}

TEST(LinePairing, GuessesNothingWhereTooMuchChanged) {
  std::string was, is;
  for (int line = 0; line < 65; ++line) {
    was += "value[" + std::to_string(line) + "] = first;\n";
    is += "value[" + std::to_string(line) + "] = second;\n";
  }
  EXPECT_EQ(told_pairs(paired_texts(was, is)).find('~'), std::string::npos);
  EXPECT_NE(told_pairs(paired_texts(was.substr(0, 400), is.substr(0, 400))).find('~'),
            std::string::npos);
}

/// Every line of either side is in one row, in order, and is found there.
TEST(LinePairingProperty, EachLineHasItsRow) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    testing::RandomChoice random(seed);
    const auto some_text = [&random] {
      std::string text;
      for (uint64_t lines = random.below(30); lines != 0; --lines) {
        text += random.pick({"}\n", "x = y + 1;\n", "  x = y + 2;\n", "call(x, y);\n", "\n",
                             "return first;\n", "return second;\n"});
      }
      return text;
    };
    const SourceText old_text(some_text()), new_text(some_text());
    const LinePairing pairing = LinePairing::by_text(old_text, new_text, random.chance(70));
    uint64_t old_line = 0, new_line = 0;
    for (uint64_t row = 0; row < pairing.rows(); ++row) {
      const PairedLine line = pairing.row(row);
      EXPECT_TRUE(line.old_line != 0 || line.new_line != 0);
      EXPECT_EQ(line.match != LineMatch::kNone, line.old_line != 0 && line.new_line != 0);
      if (line.old_line != 0) {
        EXPECT_EQ(line.old_line, ++old_line);
        EXPECT_EQ(pairing.row_of(Version::kOld, old_line), row);
      }
      if (line.new_line != 0) {
        EXPECT_EQ(line.new_line, ++new_line);
        EXPECT_EQ(pairing.row_of(Version::kNew, new_line), row);
      }
    }
    EXPECT_EQ(old_line, old_text.lines());
    EXPECT_EQ(new_line, new_text.lines());
    EXPECT_EQ(pairing.row_of(Version::kOld, 0), std::nullopt);
    EXPECT_EQ(pairing.row_of(Version::kNew, new_line + 1), std::nullopt);
  }
}

}  // namespace
}  // namespace quern
