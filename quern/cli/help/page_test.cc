// SPDX-License-Identifier: MIT
#include "quern/cli/help/page.h"

#include <gtest/gtest.h>

#include "quern/cli/help/topics.h"
#include "quern/cli/help/wrap.h"

namespace quern::cli {
namespace {

TEST(Page, ShowsHeadingsAndWrapsParagraphs) {
  EXPECT_EQ(render_page("# Title\n\nSome `code` and\nmore text here.\n\n## Next\n", 20),
            "Title\n\n  Some code and more\n  text here.\n\nNext\n");
}

TEST(Page, KeepsCodeAsItIs) {
  EXPECT_EQ(render_page("Text:\n\n```\nfn=(1)  main\n16 | 20\n```\nMore.\n", 20),
            "  Text:\n\n    fn=(1)  main\n    16 | 20\n\n  More.\n");
}

TEST(Page, HangsListItems) {
  EXPECT_EQ(render_page("- one two three four\n- five\n  six\n\nEnd.\n", 16),
            "  - one two\n    three four\n  - five six\n\n  End.\n");
}

TEST(Page, AlignsTablesAndWrapsTheirLastColumn) {
  EXPECT_EQ(render_page("| a | b |\n|---|---|\n| `x\\|y` | one two three four five six |\n", 30),
            "    a    b\n    x|y  one two three four\n         five six\n");
}

TEST(Page, FindsItsTitle) {
  EXPECT_EQ(page_title("text\n# The title \nmore\n"), "The title");
  EXPECT_EQ(page_title("text"), "");
}

TEST(Topics, HaveATitleAndFitTheTerminal) {
  ASSERT_GE(topics().size(), 7U);
  for (const Topic& topic : topics()) {
    EXPECT_FALSE(page_title(topic.markdown).empty()) << topic.name;
    const std::string page = render_page(topic.markdown, 80);
    for (size_t at = 0; at < page.size();) {
      const size_t end = page.find('\n', at);
      EXPECT_LE(columns(page.substr(at, end - at)), 80U) << page.substr(at, end - at);
      at = end + 1;
    }
    EXPECT_EQ(find_topic(topic.name), &topic);
  }
  EXPECT_EQ(find_topic("no-such"), nullptr);
}

}  // namespace
}  // namespace quern::cli
