// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/kept_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <string>

#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

class KeptFiles : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    return folder_.file(name, text);
  }
  test::TemporaryFolder folder_;
};

TEST_F(KeptFiles, AStampChangesWithTheFile) {
  const std::string path = file("a", "one");
  const std::optional<FileStamp> before = file_stamp(path);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->size, 3U);
  EXPECT_EQ(file_stamp(path), before);
  (void)file("a", "longer");
  EXPECT_NE(file_stamp(path), before);
  EXPECT_EQ(file_stamp(folder_.path()), std::nullopt) << "not a regular file";
  EXPECT_EQ(file_stamp(folder_ / "none"), std::nullopt);
}

TEST_F(KeptFiles, DigestsTellBytesApart) {
  std::set<std::string> digests;
  for (size_t length : {0U, 1U, 31U, 32U, 33U, 4095U, 4096U, 4097U, 300000U}) {
    std::string text(length, '\0');
    digests.insert(text_digest(text));
    EXPECT_EQ(content_digest(file("z", text)), text_digest(text)) << length;
    for (size_t at = 0; at < length; at += length / 7 + 1) {
      text[at] = 1;
      digests.insert(text_digest(text));
      text[at] = 0;
    }
  }
  EXPECT_EQ(digests.size(), 9U + 1 + 7 * 7U) << "no two are alike";
  EXPECT_EQ(digests.begin()->size(), 32U);
  EXPECT_EQ(content_digest(folder_ / "none"), std::nullopt);
}

TEST_F(KeptFiles, FoldersAreTheUsersAlone) {
  const std::string inner = folder_ / "x/y";
  EXPECT_TRUE(make_private_folder(inner));
  EXPECT_TRUE(make_private_folder(inner)) << "it is there";
  struct stat status{};
  ASSERT_EQ(::stat(inner.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
  EXPECT_FALSE(make_private_folder(file("f", "") + "/z"));
}

TEST_F(KeptFiles, UseIsATime) {
  const std::string path = file("a", "one");
  const timespec long_ago[2] = {{1000, 0}, {1000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), long_ago, 0), 0);
  EXPECT_TRUE(mark_used(path));
  EXPECT_GT(file_stamp(path)->modified_ns, file_clock_ns() - 60'000'000'000);
  EXPECT_FALSE(mark_used(folder_ / "none"));
  EXPECT_TRUE(remove_file(path));
  EXPECT_FALSE(remove_file(path));
}

}  // namespace
}  // namespace quern
