// SPDX-License-Identifier: MIT
#include "quern/cli/commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "quern/cli/arguments.h"

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

TEST(CommandTable, OffersOnlyFormatsThatTheOptionKnows) {
  const Option& format = *find_option("format");
  for (const Command& command : commands()) {
    EXPECT_EQ(command.formats.front(), Arguments().format);
    for (const std::string_view name : command.formats) {
      EXPECT_NE(std::ranges::find(format.allowed, name), format.allowed.end()) << name;
    }
    EXPECT_EQ(allowed_values(command, format).data(), command.formats.data());
  }
}

/// The words of an example up to a pipe or redirection, without the program's name.
std::vector<std::string> words_of(std::string_view line) {
  line = line.substr(line.find("quern") + 5);
  line = line.substr(0, line.find_first_of("|>"));
  std::istringstream stream{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
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
