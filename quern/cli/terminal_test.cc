// SPDX-License-Identifier: MIT
#include "quern/cli/terminal.h"

#include <gtest/gtest.h>

namespace quern::cli {
namespace {

TerminalFacts on_terminal(size_t width) {
  TerminalFacts facts;
  facts.out = {.is_terminal = true, .width = width};
  facts.err = facts.out;
  return facts;
}

TEST(Terminal, ColorsATerminalOnlyUnlessAsked) {
  TerminalFacts facts = on_terminal(80);
  EXPECT_TRUE(use_color(ColorChoice::kAuto, facts, facts.out));
  EXPECT_FALSE(use_color(ColorChoice::kNever, facts, facts.out));
  facts.out.is_terminal = false;
  EXPECT_FALSE(use_color(ColorChoice::kAuto, facts, facts.out));
  EXPECT_TRUE(use_color(ColorChoice::kAlways, facts, facts.out));
}

TEST(Terminal, HonoursNoColorAndDumbTerminals) {
  TerminalFacts facts = on_terminal(80);
  facts.no_color = true;
  EXPECT_FALSE(use_color(ColorChoice::kAuto, facts, facts.out));
  EXPECT_TRUE(use_color(ColorChoice::kAlways, facts, facts.out));
  facts = on_terminal(80);
  facts.is_dumb = true;
  EXPECT_FALSE(use_color(ColorChoice::kAuto, facts, facts.out));
}

TEST(Terminal, GivesAnswersTheTerminalsWidth) {
  TerminalFacts facts = on_terminal(132);
  EXPECT_EQ(answer_width({}, facts, false), 132U);
  facts.wanted = 60;
  EXPECT_EQ(answer_width({}, facts, false), 60U);
  EXPECT_EQ(answer_width(100, facts, false), 100U);
  EXPECT_EQ(answer_width(0, facts, false), 0U);
  EXPECT_EQ(answer_width({}, on_terminal(0), false), 80U);
}

TEST(Terminal, LeavesPipesAndFilesUnlimited) {
  TerminalFacts facts = on_terminal(132);
  EXPECT_EQ(answer_width({}, facts, true), 0U);
  facts.out.is_terminal = false;
  facts.wanted = 60;
  EXPECT_EQ(answer_width({}, facts, false), 0U);
  EXPECT_EQ(answer_width(70, facts, false), 70U);
}

TEST(Terminal, AlwaysLimitsHelp) {
  EXPECT_EQ(help_width({}, TerminalFacts{}), 80U);
  EXPECT_EQ(help_width(0, TerminalFacts{}), 80U);
  EXPECT_EQ(help_width(50, TerminalFacts{}), 50U);
  EXPECT_EQ(help_width({}, on_terminal(132)), 132U);
}

TEST(Terminal, ReadsColumnsOnlyWhereItIsANumber) {
  EXPECT_EQ(parse_columns("120"), 120U);
  for (const std::string_view wrong : {"", "0", "-5", "wide", "80x", "99999999999999999999"}) {
    EXPECT_FALSE(parse_columns(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace quern::cli
