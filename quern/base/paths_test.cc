// SPDX-License-Identifier: MIT
#include "quern/base/paths.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

TEST(Paths, LeavesFoldersCalledDotOutOfPaths) {
  EXPECT_EQ(without_dot_folders("DIR/././leaf.c"), "DIR/leaf.c");
  EXPECT_EQ(without_dot_folders("././leaf.c"), "leaf.c");
  EXPECT_EQ(without_dot_folders("/./a/../b.c"), "/a/../b.c");
  EXPECT_EQ(without_dot_folders("a.c"), "a.c");
  EXPECT_EQ(without_dot_folders("a./b"), "a./b");
  EXPECT_EQ(without_dot_folders("a/"), "a/");
  EXPECT_EQ(without_dot_folders("."), ".");
  EXPECT_EQ(without_dot_folders(""), "");
}

}  // namespace
}  // namespace quern
