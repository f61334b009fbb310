// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/same_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::TemporaryFolder;

TEST(SameFile, LinksNameTheFileTheyLeadTo) {
  const TemporaryFolder folder;
  const std::string file = folder.file("one", "text");
  const std::string other = folder.file("other", "text");
  std::filesystem::create_symlink(file, folder.path() / "soft");
  std::filesystem::create_hard_link(file, folder.path() / "hard");
  ASSERT_TRUE(identity_of(file).has_value());
  EXPECT_EQ(identity_of(file), identity_of(folder / "soft"));
  EXPECT_EQ(identity_of(file), identity_of(folder / "hard"));
  EXPECT_EQ(identity_of(file), identity_of(folder / "./one"));
  EXPECT_NE(identity_of(file), identity_of(other));
}

TEST(SameFile, OnlyRegularFilesHaveAnIdentity) {
  const TemporaryFolder folder;
  EXPECT_FALSE(identity_of("-").has_value());
  EXPECT_FALSE(identity_of("/dev/null").has_value());
  EXPECT_FALSE(identity_of(folder / "nowhere").has_value());
  EXPECT_FALSE(identity_of(folder.path().string()).has_value());
}

TEST(SameFile, BytesAreComparedToTheLast) {
  const TemporaryFolder folder;
  const std::string text(200'000, 'x');
  const std::string one = folder.file("one", text);
  EXPECT_TRUE(have_same_bytes(one, folder.file("equal", text)));
  EXPECT_FALSE(have_same_bytes(one, folder.file("last", text.substr(1) + "y")));
  EXPECT_FALSE(have_same_bytes(one, folder.file("longer", text + "x")));
  EXPECT_TRUE(have_same_bytes(folder.file("empty", ""), folder.file("none", "")));
  EXPECT_FALSE(have_same_bytes(one, folder / "nowhere"));
  EXPECT_FALSE(have_same_bytes("/dev/zero", "/dev/zero"));
}

}  // namespace
}  // namespace quern
