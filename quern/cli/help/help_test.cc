// SPDX-License-Identifier: MIT
#include "quern/cli/help/help.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "quern/cli/help/manual.h"
#include "quern/cli/help/topics.h"
#include "quern/cli/help/wrap.h"

namespace quern::cli {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// The longest line that has a blank inside, so that it could have been broken.
size_t widest(const std::string& text) {
  size_t most = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    most = std::max(most, columns(text.substr(at, end - at)));
    at = end + 1;
  }
  return most;
}

size_t lines_of(const std::string& text) {
  return static_cast<size_t>(std::ranges::count(text, '\n'));
}

TEST(Help, IsAScreenAndListsTheCommandsForAStart) {
  const std::string help = general_help(80);
  EXPECT_LE(lines_of(help), 45U);
  EXPECT_LE(widest(help), 80U);
  for (const Command& command : commands()) {
    const bool is_listed =
        !command.name.empty() && contains(help, fmt::format("\n  {} ", command.name));
    EXPECT_EQ(is_listed, command.kind != CommandKind::kMore) << command.name;
  }
}

TEST(Help, OfEachCommandIsAScreenWithUsageOptionsAndExamples) {
  for (const Command& command : commands()) {
    const std::string help = brief_help(command, 80);
    EXPECT_LE(lines_of(help), 40U) << command.name;
    EXPECT_LE(widest(help), 80U) << command.name;
    EXPECT_TRUE(contains(help, "Usage: quern")) << command.name;
    EXPECT_TRUE(contains(help, "Examples:")) << command.name;
    EXPECT_TRUE(contains(help, "--help")) << command.name;
  }
}

TEST(Help, ListsEveryCommandAndTopicInFull) {
  const std::string help = full_help(80);
  for (const Command& command : commands()) {
    EXPECT_TRUE(contains(help, command.name)) << command.name;
  }
  for (const Topic& topic : topics()) {
    EXPECT_TRUE(contains(help, topic.name)) << topic.name;
  }
}

TEST(Help, ShowsACommandsOptionsAndExamples) {
  for (const Command& command : commands()) {
    const std::string help = command_help(command, 80);
    for (const Option* option : options_of(command)) {
      EXPECT_TRUE(contains(help, option_synopsis(*option))) << command.name << option->name;
    }
    for (const Example& example : command.examples) {
      EXPECT_TRUE(contains(help, example.line)) << example.line;
    }
  }
}

TEST(Help, FitsTheWidth) {
  for (const Command& command : commands()) {
    EXPECT_LE(widest(command_help(command, 80)), 80U) << command.name;
    EXPECT_LE(widest(command_help(command, 250)), 100U) << command.name;
  }
}

TEST(Help, SuggestsTheNearestTopic) {
  EXPECT_TRUE(topic_help("top", 80).has_value());
  EXPECT_TRUE(topic_help("callgrind", 80).has_value());
  const Result<std::string> slip = topic_help("calgrind", 80);
  ASSERT_FALSE(slip.has_value());
  EXPECT_EQ(slip.error().code, "unknown-topic");
  EXPECT_EQ(slip.error().hint, "did you mean 'quern help callgrind'?");
}

TEST(Help, AnswersAnUnknownTopicInOneLine) {
  const auto hint = [](std::string_view word) { return topic_help(word, 80).error().hint; };
  EXPECT_TRUE(hint("sort").starts_with("--sort is an option of 'quern top' and ")) << hint("sort");
  EXPECT_TRUE(hint("sort").ends_with(": quern top --help")) << hint("sort");
  EXPECT_EQ(hint("max"), "--max is an option of 'quern gate': quern gate --help");
  EXPECT_EQ(hint("compare"), "did you mean 'quern diff OLD NEW'?");
  EXPECT_EQ(hint("frobnicate"), "'quern help --all' lists all commands and topics");
}

TEST(Manual, NamesEveryOptionOfItsCommand) {
  for (const Command& command : commands()) {
    const std::string page = manual_page(command);
    EXPECT_TRUE(page.starts_with(".\\\"")) << command.name;
    EXPECT_TRUE(contains(page, ".SH NAME\nquern")) << command.name;
    for (const Option* option : options_of(command)) {
      std::string name(option->name);
      for (size_t at = 0; (at = name.find('-', at)) != std::string::npos; at += 2) {
        name.replace(at, 1, "\\-");
      }
      EXPECT_TRUE(contains(page, "\\-\\-" + name)) << command.name << option->name;
    }
  }
}

TEST(Manual, HasNoAccidentalRequests) {
  for (const Command& command : commands()) {
    const std::string page = manual_page(command);
    for (size_t at = page.find("\n'"); at != std::string::npos; at = page.find("\n'", at + 1)) {
      ADD_FAILURE() << command.name << page.substr(at, 40);
    }
  }
}

}  // namespace
}  // namespace quern::cli
