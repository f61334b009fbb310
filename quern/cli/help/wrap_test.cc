// SPDX-License-Identifier: MIT
#include "quern/cli/help/wrap.h"

#include <gtest/gtest.h>

namespace quern::cli {
namespace {

std::string wrapped(std::string_view text, size_t indent, size_t width) {
  std::string out;
  append_wrapped(out, text, indent, width);
  return out;
}

TEST(Wrap, BreaksAtBlanksWithinTheWidth) {
  EXPECT_EQ(wrapped("one two three", 0, 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 2, 9), "  one two\n  three\n");
  EXPECT_EQ(wrapped("", 2, 9), "\n");
}

TEST(Wrap, KeepsLongWordsWhole) {
  EXPECT_EQ(wrapped("a incomprehensible b", 1, 5), " a\n incomprehensible\n b\n");
}

TEST(Wrap, CountsCodePointsNotBytes) {
  EXPECT_EQ(columns("≥ é"), 3U);
  EXPECT_EQ(wrapped("≥≥ ≥≥ x", 0, 5), "≥≥ ≥≥\nx\n");
}

TEST(Wrap, HangsTextBesideItsLabel) {
  std::string out;
  append_item(out, "  --limit N", "show at most N rows", 14, 30);
  EXPECT_EQ(out, "  --limit N   show at most N\n              rows\n");
}

TEST(Wrap, PutsTextBelowALabelThatIsTooLong) {
  std::string out;
  append_item(out, "  --buffer-size BYTES", "text", 12, 40);
  EXPECT_EQ(out, "  --buffer-size BYTES\n            text\n");
}

TEST(Wrap, PartsParagraphs) {
  std::string out;
  append_paragraphs(out, "one\ntwo\n\nthree", 0, 40);
  EXPECT_EQ(out, "one two\n\nthree\n");
}

}  // namespace
}  // namespace quern::cli
