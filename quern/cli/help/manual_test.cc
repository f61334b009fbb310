// SPDX-License-Identifier: MIT
#include "quern/cli/help/manual.h"

#include <gtest/gtest.h>

#include "quern/cli/help/roff.h"
#include "quern/cli/help/topics.h"
#include "quern/cli/options/option_help.h"

namespace quern::cli {
namespace {

bool page_has(const std::string& page, const std::string& part) {
  return page.find(part) != std::string::npos;
}

TEST(Roff, TakesNothingForARequest) {
  EXPECT_EQ(roff(".TH 'x' a-b\\n"), "\\&.TH \\(aqx\\(aq a\\-b\\en");
  EXPECT_EQ(roff("'a"), "\\&\\(aqa");
}

TEST(Roff, WritesOnlyAscii) {
  EXPECT_EQ(roff("\u00e9 \u2265 \U0001f600"), "\\[u00E9] \\[u2265] \\[u1F600]");
}

TEST(Roff, SetsCodeInBold) {
  EXPECT_EQ(roff_spans("run `top -n`"), "run \\fBtop \\-n\\fR");
}

TEST(Roff, WritesThePageThatTheTerminalShows) {
  std::string out;
  append_roff_blocks(out, "# Title\n\nText.\n\n## Part\n\nMore.\n- item\n\n```\n.code\n```\n");
  EXPECT_EQ(out, ".PP\nText.\n.SH Part\nMore.\n.IP \\(bu 3\nitem\n.PP\n.nf\n  .code\n.fi\n");
}

TEST(Manual, HasAPageForEachTopicInItsSection) {
  for (const Topic& topic : topics()) {
    const std::string page = manual_page(topic);
    EXPECT_TRUE(page_has(page, " " + std::to_string(topic.section) + " \"\"")) << topic.name;
    EXPECT_TRUE(page_has(page, ".SH NAME\n")) << topic.name;
  }
  EXPECT_EQ(find_topic("callgrind")->section, 5);
  EXPECT_EQ(find_topic("queries")->section, 7);
  EXPECT_EQ(manual_name(*find_topic("quern-json")), "quern-json");
}

TEST(Manual, ShowsTheBriefLineOfAnOptionBeforeItsHelp) {
  const OptionHelp help = help_of(*find_command("top"), *find_option("limit"));
  const std::string page = manual_page(*find_command("top"));
  EXPECT_TRUE(page_has(page, "\n" + roff(help.brief) + ".\n.br\n" + roff(help.help)));
}

TEST(Manual, NamesThePagesThatAPageRefersTo) {
  EXPECT_TRUE(page_has(manual_page(*find_command("top")), ".BR quern\\-inclusive (7)"));
  EXPECT_TRUE(page_has(manual_page(*find_topic("callgrind")), ".BR quern\\-inclusive (7)"));
  EXPECT_TRUE(page_has(manual_page(*find_command("")), ".BR quern\\-queries (7)") ||
              page_has(manual_page(*find_command("")), "quern\\-queries\\fR(7)"));
}

}  // namespace
}  // namespace quern::cli
