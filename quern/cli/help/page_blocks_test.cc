// SPDX-License-Identifier: MIT
#include "quern/cli/help/page_blocks.h"

#include <gtest/gtest.h>

namespace quern::cli {
namespace {

TEST(PageBlocks, AreHeadingsTextItemsCodeAndTables) {
  const std::vector<Block> blocks = parse_page(
      "# Title\n\nSome `code`\nand more.\n\n## Next\n- one\n  line\n- two\n\n- three\n```\n  "
      "x\n\n```\n"
      "| a | b |\n|---|---|\n| `x\\|y` | z |\nEnd\n");
  ASSERT_EQ(blocks.size(), 9U);
  EXPECT_EQ(blocks[0].level, 1U);
  EXPECT_EQ(blocks[1].text, "Some `code` and more.");
  EXPECT_EQ(blocks[2].level, 2U);
  EXPECT_EQ(blocks[3].text, "one line");
  EXPECT_FALSE(blocks[3].goes_on);
  EXPECT_TRUE(blocks[4].goes_on);
  EXPECT_FALSE(blocks[5].goes_on);
  EXPECT_EQ(blocks[6].lines, (std::vector<std::string>{"  x", ""}));
  EXPECT_EQ(blocks[7].rows, (std::vector<std::vector<std::string>>{{"a", "b"}, {"`x\\|y`", "z"}}));
  EXPECT_EQ(blocks[8].text, "End");
}

TEST(PageBlocks, KeepCodeThatNothingCloses) {
  const std::vector<Block> blocks = parse_page("```\n# no heading\n");
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].lines, std::vector<std::string>{"# no heading"});
}

TEST(PageBlocks, MarkCodeAndBoldText) {
  const std::vector<Span> spans = spans_of("a `b **c` **d** e\\|f");
  ASSERT_EQ(spans.size(), 5U);
  EXPECT_EQ(spans[1].text, "b **c");
  EXPECT_EQ(spans[1].kind, SpanKind::kCode);
  EXPECT_EQ(spans[3].text, "d");
  EXPECT_EQ(spans[3].kind, SpanKind::kBold);
  EXPECT_EQ(plain_text("a `b **c` **d** e\\|f"), "a b **c d e|f");
}

}  // namespace
}  // namespace quern::cli
