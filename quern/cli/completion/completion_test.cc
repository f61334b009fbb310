// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "quern/cli/completion/complete.h"
#include "quern/cli/completion/scripts.h"

namespace quern::cli {
namespace {

TEST(Completion, ScriptsAreAtMost40kBPerShell) {
  constexpr size_t kMostBytes = 40'000;
  for (const std::string_view shell : completion_shells()) {
    const size_t size = completion_script(shell).size();
    EXPECT_GT(size, 0U) << shell;
    EXPECT_LE(size, kMostBytes) << shell;
  }
}

TEST(Completion, ScriptsExistOnlyForKnownShells) {
  EXPECT_EQ(completion_script("tcsh"), "");
}

TEST(Completion, AnswerIsEmptyForWordsThatNoScriptSends) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, std::vector<std::string>{"bash"},
        std::vector<std::string>{"tcsh", "0", "x"}, std::vector<std::string>{"zsh", "x", "y"},
        std::vector<std::string>{"bash", "", "", ""}, std::vector<std::string>{"fish", "0"}}) {
    EXPECT_EQ(completion_answer(words), "");
  }
  EXPECT_EQ(completion_answer(std::vector<std::string>{"zsh", "9", "top"}), "words\n");
}

TEST(Completion, AnswerSaysWhatFollows) {
  EXPECT_EQ(completion_answer(std::vector<std::string>{"bash", "quern chec", "", " "}),
            "words files\ncheck\n");
  EXPECT_EQ(completion_answer(std::vector<std::string>{"zsh", "0", "chec"}),
            "words described files\ncheck\tshow what a profile contains, and its errors\n");
  EXPECT_EQ(completion_answer(std::vector<std::string>{"fish", "1", "diff", "--base=x"}),
            "words files equals\n");
}

}  // namespace
}  // namespace quern::cli
