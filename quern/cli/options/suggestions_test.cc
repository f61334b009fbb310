// SPDX-License-Identifier: MIT
#include "quern/cli/options/suggestions.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

/// The first word of each command in a suggestion, after "quern ".
std::vector<std::string> suggested_words(std::string_view suggestion) {
  std::vector<std::string> found;
  constexpr std::string_view kStart = "'quern ";
  for (size_t at = suggestion.find(kStart); at != std::string_view::npos;
       at = suggestion.find(kStart, at + 1)) {
    const std::string_view rest = suggestion.substr(at + kStart.size());
    found.emplace_back(rest.substr(0, rest.find_first_of(" '")));
  }
  return found;
}

TEST(Suggestions, NameACommandThatExistsForEachWordThatPeopleType) {
  for (const std::string_view word : {"list",        "ls",      "report",      "dot",
                                      "callgraph",   "compare", "web",         "gui",
                                      "open",        "show",    "stat",        "stats",
                                      "profile",     "version", "kcachegrind", "callgrind_annotate",
                                      "cg_annotate", "pprof",   "perf",        "gprof2dot",
                                      "flamegraph",  "run",     "sum",         "man"}) {
    const auto meant = commands_meant_by(word);
    ASSERT_TRUE(meant.has_value()) << word;
    const std::vector<std::string> commands = suggested_words(*meant);
    EXPECT_FALSE(commands.empty()) << word;
    for (const std::string& command : commands) {
      EXPECT_TRUE(command == "FILE" || command == "--version" || find_command(command) != nullptr)
          << word << ": " << command;
    }
    EXPECT_EQ(find_command(word), nullptr) << word << " is a command itself";
  }
  EXPECT_FALSE(commands_meant_by("frobnicate"));
  EXPECT_FALSE(commands_meant_by(""));
}

TEST(Suggestions, NameTopBeforeOtherCommandsThatTakeAnOption) {
  EXPECT_EQ(command_that_takes(*find_option("event")).name, "top");
  EXPECT_EQ(command_that_takes(*find_option("max")).name, "gate");
  EXPECT_EQ(commands_that_take(*find_option("max"), "--max"), "--max is an option of 'quern gate'");
}

TEST(Suggestions, TellFilesFromWords) {
  EXPECT_TRUE(looks_like_file("callgrind.out.4711"));
  EXPECT_TRUE(looks_like_file("run7"));
  EXPECT_TRUE(looks_like_file("-"));
  EXPECT_FALSE(looks_like_file("compare"));
}

}  // namespace
}  // namespace quern::cli
