// SPDX-License-Identifier: MIT
#include "quern/cli/options/commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "quern/cli/options/arguments.h"
#include "quern/cli/options/option_help.h"

namespace quern::cli {
namespace {

TEST(CommandTable, DescribesEachCommandWithTwoExamplesOrMore) {
  for (const Command& command : commands()) {
    EXPECT_FALSE(command.summary.empty()) << command.name;
    EXPECT_FALSE(command.description.empty()) << command.name;
    EXPECT_FALSE(command.formats.empty()) << command.name;
    EXPECT_NE(command.run, nullptr) << command.name;
    EXPECT_GE(command.examples.size(), 2U) << command.name;
  }
}

TEST(CommandTable, HasNoNameTwice) {
  std::set<std::string_view> names;
  for (const Command& command : commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_EQ(find_command(command.name), &command);
  }
  EXPECT_EQ(find_command("no-such"), nullptr);
}

TEST(CommandTable, LetsEachCommandTakeHelpAndFormat) {
  for (const Command& command : commands()) {
    EXPECT_TRUE(takes(command, *find_option("help"))) << command.name;
    EXPECT_TRUE(takes(command, *find_option("format"))) << command.name;
    EXPECT_NE(std::ranges::find(command.formats, "json"), command.formats.end()) << command.name;
  }
}

TEST(CommandTable, NamesAtMost15CommonOptionsThatTheCommandTakes) {
  for (const Command& command : commands()) {
    EXPECT_FALSE(command.common.empty()) << command.name;
    EXPECT_LE(command.common.size(), 15U) << command.name;
    EXPECT_LE(command.summary.size(), 50U) << command.name;
    std::set<std::string_view> names;
    for (const std::string_view name : command.common) {
      const Option* const option = find_option(name);
      EXPECT_TRUE(names.insert(name).second) << command.name << " " << name;
      EXPECT_TRUE(option != nullptr && takes(command, *option)) << command.name << " " << name;
    }
  }
}

TEST(CommandTable, KeepsOldNamesApartFromThoseOfToday) {
  for (const std::string_view word : {"callers", "callees", "info", "export"}) {
    const OldCommand* const old = find_old_command(word);
    ASSERT_NE(old, nullptr) << word;
    EXPECT_EQ(find_command(word), find_command(old->command)) << word;
    EXPECT_FALSE(std::ranges::any_of(commands(), [&](const Command& command) {
      return command.name == word;
    })) << word;
    const Option* const option = find_option(old->option);
    EXPECT_TRUE(old->option.empty() ||
                (option != nullptr && option->value.empty() && takes(*find_command(word), *option)))
        << word;
  }
  EXPECT_EQ(find_old_command("top"), nullptr);
}

TEST(OptionHelp, SaysInALineWhatAnOptionDoesForACommand) {
  for (const Command& command : commands()) {
    for (const Option* option : options_of(command)) {
      const OptionHelp help = help_of(command, *option);
      EXPECT_LE(help.brief.size(), 60U) << command.name << " --" << option->name;
      EXPECT_FALSE(help.brief.empty() || help.brief.ends_with('.')) << option->name;
      EXPECT_TRUE(help.help.empty() || help.help.ends_with('.')) << option->name;
    }
  }
}

TEST(OptionHelp, DiffersBetweenCommands) {
  const auto brief = [](std::string_view command, std::string_view option) {
    return help_of(*find_command(command), *find_option(option)).brief;
  };
  EXPECT_EQ(brief("tree", "limit"), "Number of branches, 0 for all (default: 40)");
  EXPECT_EQ(brief("", "limit"), "Number of functions, 0 for all (default: 10)");
  EXPECT_EQ(brief("top", "limit"), brief("calls", "limit"));
  EXPECT_EQ(brief("help", "all"), "List all commands, topics and general options");
}

TEST(CommandTable, OffersOnlyFormatsThatTheOptionKnows) {
  const Option& format = *find_option("format");
  for (const Command& command : commands()) {
    EXPECT_EQ(command.formats.front(), Arguments().format);
    for (const std::string_view name : command.formats) {
      EXPECT_NE(std::ranges::find(format.allowed, name), format.allowed.end()) << name;
    }
    EXPECT_EQ(allowed_values(command, format).data(), command.formats.data());
    const auto groups = allowed_values(command, *find_option("group-by"));
    const auto offers = [&](std::string_view by) {
      return std::ranges::find(groups, by) != groups.end();
    };
    EXPECT_EQ(offers("line"), command.name == "top" || command.name == "diff");
    EXPECT_EQ(offers("loop"), command.name == "top");
  }
}

/// The words of an example up to a pipe or redirection, without the program's name; what stands in
/// single quotes is as it is.
std::vector<std::string> words_of(std::string_view line) {
  line = line.substr(line.find("quern") + 5);
  std::vector<std::string> words;
  bool is_quoted = false;
  bool is_in_word = false;
  for (const char c : line) {
    if (c == '\'') {
      is_quoted = !is_quoted;
      continue;
    }
    if (!is_quoted && (c == '|' || c == '>')) {
      break;
    }
    if (!is_quoted && c == ' ') {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) {
      words.emplace_back();
      is_in_word = true;
    }
    words.back().push_back(c);
  }
  return words;
}

TEST(CommandTable, ShowsExamplesThatParse) {
  for (const Command& command : commands()) {
    for (const Example& example : command.examples) {
      const auto arguments =
          parse_arguments(words_of(example.line), [](const std::string&) { return false; });
      ASSERT_TRUE(arguments.has_value()) << example.line << ": " << arguments.error().message;
      EXPECT_EQ(arguments->command, &command) << example.line;
    }
  }
}

}  // namespace
}  // namespace quern::cli
