// SPDX-License-Identifier: MIT
#include "quern/output/shared/display_width.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "quern/base/text.h"

namespace quern {
namespace {

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("main"), 4U);
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("≥…"), 2U);
}

TEST(DisplayWidth, CountsWideCharactersTwiceAndCombiningOnesNot) {
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U);
}

TEST(CutMiddle, KeepsWhatFits) {
  EXPECT_EQ(cut_middle("main", 4), "main");
  EXPECT_EQ(cut_middle("", 0), "");
}

TEST(CutMiddle, KeepsStartAndEnd) {
  EXPECT_EQ(cut_middle("abcdefghij", 9), "abcd…ghij");
  EXPECT_EQ(cut_middle("abcdefghij", 8), "abcd…hij");
  EXPECT_EQ(cut_middle("abcdefghij", 2), "a…");
  EXPECT_EQ(cut_middle("abcdefghij", 1), "…");
  EXPECT_EQ(cut_middle("abcdefghij", 0), "");
}

TEST(CutMiddle, NeverSplitsAWideCharacter) {
  EXPECT_EQ(cut_middle("日本語文字", 6), "日…字");
  EXPECT_EQ(cut_middle("日本語文字", 7), "日…字");
}

TEST(CutMiddle, TakesAlongWhatCombinesWithADroppedCharacter) {
  EXPECT_EQ(cut_middle("abcde\xCC\x81z", 3), "a…z");
}

TEST(CutMiddle, FitsAnyBytesInAnyWidth) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const std::string text = printable(bytes);
    const auto columns = static_cast<size_t>(*rc::gen::inRange(0, 20));
    const std::string cut = cut_middle(text, columns);
    RC_ASSERT(display_width(cut) <= columns);
    RC_ASSERT(is_utf8(cut));
    RC_ASSERT((cut == text) == (display_width(text) <= columns));
  }));
}

TEST(FittingStart, TakesWholeCharacters) {
  EXPECT_EQ(fitting_start("a日b", 2), "a");
  EXPECT_EQ(fitting_start("a日b", 3), "a日");
  EXPECT_EQ(fitting_start("e\xCC\x81z", 1), "e\xCC\x81");
}

TEST(FittingEnd, TakesWholeCharacters) {
  EXPECT_EQ(fitting_end("a日b", 2), "b");
  EXPECT_EQ(fitting_end("a日b", 3), "日b");
  EXPECT_EQ(fitting_end("ab", 9), "ab");
}

TEST(Append, PadsByColumns) {
  std::string out;
  append_left(out, "ö", 1, 3);
  append_right(out, "日", 2, 3);
  append_right(out, "long", 4, 2);
  EXPECT_EQ(out, "ö   日long");
}

}  // namespace
}  // namespace quern
