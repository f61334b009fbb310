// SPDX-License-Identifier: MIT
#include "quern/bytes/files/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::TemporaryFolder;

TEST(ListFolder, SortsNamesAsBytes) {
  const TemporaryFolder folder;
  for (const char* name : {"b", "a10", "a9", "B", "\xC3\xA4", ".hidden"}) {
    folder.file(name, name);
  }
  const auto entries = list_folder(folder.path());
  ASSERT_TRUE(entries);
  std::vector<std::string> names;
  for (const FolderEntry& entry : *entries) {
    names.push_back(entry.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{".hidden", "B", "a10", "a9", "b", "\xC3\xA4"}));
}

TEST(ListFolder, TellsSizeTimeAndKindThroughLinks) {
  const TemporaryFolder folder;
  folder.file("1-file", "12345");
  ASSERT_EQ(::mkdir((folder / "2-folder").c_str(), 0777), 0);
  ASSERT_EQ(::mkfifo((folder / "3-pipe").c_str(), 0666), 0);
  std::filesystem::create_symlink("1-file", folder / "4-link");
  std::filesystem::create_symlink("nowhere", folder / "5-lost");
  const timespec times[2] = {{.tv_sec = 1, .tv_nsec = 2}, {.tv_sec = 1'700'000'000, .tv_nsec = 3}};
  ASSERT_EQ(::utimensat(AT_FDCWD, (folder / "1-file").c_str(), times, 0), 0);

  const auto entries = list_folder(folder.path());
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 5U);
  for (const size_t at : {0U, 3U}) {
    EXPECT_TRUE((*entries)[at].is_regular) << at;
    EXPECT_EQ((*entries)[at].size, 5U) << at;
    EXPECT_EQ((*entries)[at].modified_ns, 1'700'000'000'000'000'003) << at;
  }
  for (const size_t at : {1U, 2U, 4U}) {
    EXPECT_FALSE((*entries)[at].is_regular) << at;
  }
  EXPECT_EQ((*entries)[4].modified_ns, 0);
}

TEST(ListFolder, FindsAnEmptyFolderEmpty) {
  const TemporaryFolder folder;
  const auto entries = list_folder(folder.path());
  ASSERT_TRUE(entries);
  EXPECT_TRUE(entries->empty());
}

TEST(ListFolder, NamesWhatItCannotList) {
  const TemporaryFolder folder;
  const auto missing = list_folder(folder / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, "no-such-file");
  EXPECT_EQ(missing.error().message, "no such folder");
  EXPECT_EQ(missing.error().input, folder / "missing");

  const auto file = list_folder(folder.file("file", ""));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, "open-failed");
  EXPECT_EQ(file.error().message, "this is a file, not a folder");
}

TEST(ListFolder, RespectsPermissions) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "root may read everything";
  }
  const TemporaryFolder folder;
  ASSERT_EQ(::mkdir((folder / "closed").c_str(), 0), 0);
  const auto entries = list_folder(folder / "closed");
  ASSERT_EQ(::chmod((folder / "closed").c_str(), 0700), 0);
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().code, "permission-denied");
}

}  // namespace
}  // namespace quern
