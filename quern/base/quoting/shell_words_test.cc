// SPDX-License-Identifier: MIT
#include "quern/base/quoting/shell_words.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

TEST(ShellWords, QuoteOnlyWhatAShellWouldTouch) {
  EXPECT_EQ(shell_quoted("callgrind.out.4711"), "callgrind.out.4711");
  EXPECT_EQ(shell_quoted("-"), "-");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
}

TEST(ShellWords, CanBeQuotedAnyway) {
  EXPECT_EQ(single_quoted("main"), "'main'");
  EXPECT_EQ(single_quoted("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace quern
