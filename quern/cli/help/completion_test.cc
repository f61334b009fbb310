// SPDX-License-Identifier: MIT
#include "quern/cli/help/completion.h"

#include <gtest/gtest.h>

#include <string>

#include "quern/cli/help/topics.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

bool script_contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Completion, NamesEveryCommandInEveryShell) {
  for (const std::string_view shell : completion_shells()) {
    const std::string script = completion_script(shell);
    for (const Command& command : commands()) {
      EXPECT_TRUE(script_contains(script, command.name)) << shell << " " << command.name;
    }
  }
}

TEST(Completion, NamesEveryOptionAndItsValuesInEveryShell) {
  for (const std::string_view shell : completion_shells()) {
    const std::string script = completion_script(shell);
    const std::string dashes = shell == "fish" ? "-l " : "--";
    for (const Option& option : options()) {
      EXPECT_TRUE(script_contains(script, dashes + std::string(option.name)))
          << shell << option.name;
      for (const std::string_view value : option.allowed) {
        EXPECT_TRUE(script_contains(script, value)) << shell << option.name << value;
      }
    }
  }
}

TEST(Completion, OffersTopicsToHelp) {
  for (const std::string_view shell : completion_shells()) {
    for (const Topic& topic : topics()) {
      EXPECT_TRUE(script_contains(completion_script(shell), topic.name)) << shell << topic.name;
    }
  }
}

TEST(Completion, HasNothingForOtherShells) {
  EXPECT_EQ(completion_script("tcsh"), "");
}

}  // namespace
}  // namespace quern::cli
