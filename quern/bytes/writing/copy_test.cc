// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/copy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "quern/bytes/files/files.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

namespace fs = std::filesystem;

class CopyTest : public ::testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& text) {
    return folder_.file(name, text);
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  test::TemporaryFolder folder_;
};

TEST_F(CopyTest, MakesAFolderWithCopies) {
  const std::vector<FileCopy> files = {{put("a", "one"), "x"}, {put("b", "two"), "y"}};
  ASSERT_TRUE(copy_into_folder(path("deep/new"), files, false).has_value());
  EXPECT_EQ(read("deep/new/x"), "one");
  EXPECT_EQ(read("deep/new/y"), "two");
  EXPECT_EQ(list_folder(path("deep"))->size(), 1U);
}

TEST_F(CopyTest, ReplacesOnlyWhenAskedTo) {
  const std::vector<FileCopy> first = {{put("a", "one"), "x"}};
  const std::vector<FileCopy> second = {{put("b", "two"), "y"}};
  ASSERT_TRUE(copy_into_folder(path("new"), first, false).has_value());
  const Result<void> refused = copy_into_folder(path("new"), second, false);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "output-exists");
  EXPECT_EQ(read("new/x"), "one");
  ASSERT_TRUE(copy_into_folder(path("new"), second, true).has_value());
  EXPECT_EQ(list_folder(path("new"))->size(), 1U);
  EXPECT_EQ(read("new/y"), "two");
}

TEST_F(CopyTest, NeverReplacesWhatIsNoFolderOfCopies) {
  const std::vector<FileCopy> files = {{put("a", "one"), "x"}};
  fs::create_directories(folder_.path() / "docs" / "sub");
  put("docs/sub/f", "mine");
  EXPECT_EQ(copy_into_folder(path("docs"), files, true).error().code, "output-exists");
  EXPECT_EQ(read("docs/sub/f"), "mine");
  put("plain", "mine");
  EXPECT_EQ(copy_into_folder(path("plain"), files, true).error().code, "output-exists");
  EXPECT_EQ(read("plain"), "mine");
}

TEST_F(CopyTest, LeavesNothingHalfMade) {
  const std::vector<FileCopy> files = {{put("a", "one"), "x"}, {path("missing"), "y"}};
  const Result<void> refused = copy_into_folder(path("new"), files, false);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "no-such-file");
  EXPECT_EQ(list_folder(folder_.path().string())->size(), 1U);
}

TEST_F(CopyTest, RemovesTheFoldersThatItMadeForNothing) {
  const std::vector<FileCopy> files = {{path("missing"), "y"}};
  ASSERT_FALSE(copy_into_folder(path("deep/er/new"), files, false).has_value());
  EXPECT_EQ(list_folder(folder_.path().string())->size(), 0U);
}

TEST_F(CopyTest, KeepsPermissionsAndEveryByte) {
  const std::string text(700'000, 'x');
  const std::vector<FileCopy> files = {{put("a", text), "run-001/x"}};
  fs::permissions(path("a"), fs::perms::owner_read);
  ASSERT_TRUE(copy_into_folder(path("new"), files, false).has_value());
  EXPECT_EQ(read("new/run-001/x"), text);
  EXPECT_EQ(fs::status(path("new/run-001/x")).permissions(), fs::perms::owner_read);
}

TEST_F(CopyTest, CopiesOnlyRegularFiles) {
  const std::vector<FileCopy> files = {{"/dev/null", "x"}};
  const Result<void> refused = copy_into_folder(path("new"), files, false);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "open-failed") << "only files can be read twice";
  EXPECT_EQ(refused.error().input, "/dev/null");
}

}  // namespace
}  // namespace quern
