// SPDX-License-Identifier: MIT
#include "quern/bytes/files/file_walk.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::TemporaryFolder;
using Paths = std::vector<std::string>;

TEST(FileWalk, ListsFilesNearestFirstAndFollowsNoLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "a/deep");
  std::filesystem::create_directories(folder.path() / ".git");
  const std::string deep = folder.file("a/deep/x.c", "");
  const std::string near = folder.file("z.c", "");
  const std::string below = folder.file("a/y.c", "");
  (void)folder.file(".git/x.c", "");
  (void)folder.file(".hidden.c", "");
  std::filesystem::create_directory_symlink(folder.path(), folder.path() / "a/again");
  std::filesystem::create_symlink(near, folder.path() / "a/link.c");
  WalkBudget budget{.entries = 100};
  EXPECT_EQ(files_below(folder.path().string(), budget), (Paths{near, below, deep}));
  EXPECT_EQ(budget.entries, 100U - 7);
  EXPECT_EQ(files_below(folder / "nowhere", budget), Paths{});
}

TEST(FileWalk, KeepsToItsBudget) {
  const TemporaryFolder folder;
  for (int number = 0; number < 10; ++number) {
    (void)folder.file("f" + std::to_string(number), "");
  }
  WalkBudget budget{.entries = 4};
  EXPECT_EQ(files_below(folder.path().string(), budget).size(), 4U);
  EXPECT_EQ(budget.entries, 0U);
  std::filesystem::create_directories(folder.path() / "1/2/3");
  (void)folder.file("1/2/3/deep", "");
  WalkBudget shallow{.entries = 100, .most_depth = 3};
  EXPECT_EQ(files_below(folder.path().string(), shallow).size(), 10U);
}

}  // namespace
}  // namespace quern
