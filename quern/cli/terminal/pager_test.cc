// SPDX-License-Identifier: MIT
//
// How it is started and what it shows is tested in tests/cli/processes.py, with a terminal.
#include "quern/cli/terminal/pager.h"

#include <gtest/gtest.h>

namespace quern::cli {
namespace {

using PagerWords = std::vector<std::string>;

TEST(Pager, PlainCommandsNeedNoShell) {
  EXPECT_EQ(pager_words("less"), PagerWords{"less"});
  EXPECT_EQ(pager_words(" less -S  -R "), (PagerWords{"less", "-S", "-R"}));
}

TEST(Pager, OtherCommandsAreAShells) {
  for (const std::string command : {"less | cat", "LESS=R less", "'a b'", "~/bin/p", "$HOME/p"}) {
    EXPECT_EQ(pager_words(command), (PagerWords{"sh", "-c", command}));
  }
}

}  // namespace
}  // namespace quern::cli
