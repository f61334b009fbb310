// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/received_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "quern/base/text.h"
#include "quern/bytes/writing/output.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

mode_t permissions_of(const std::filesystem::path& path) {
  struct stat status{};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777U;
}

TEST(ReceivedFile, LiesInAPrivateFolderThatGoesWithIt) {
  const test::TemporaryFolder folder;
  {
    const auto file = ReceivedFile::create(folder.path(), "../a/callgrind.out.1", 4);
    ASSERT_TRUE(file) << file.error().message;
    const std::filesystem::path path = (*file)->path();
    EXPECT_EQ(path.filename(), "callgrind.out.1");
    EXPECT_EQ(path.parent_path().parent_path(), std::filesystem::path(folder.path()));
    EXPECT_EQ(permissions_of(path.parent_path()), 0700U);
    EXPECT_EQ(permissions_of(path), 0600U);
    EXPECT_TRUE((*file)->write("1234"));
    EXPECT_TRUE((*file)->write("5678"));
    EXPECT_TRUE((*file)->close());
    std::ifstream stream(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "12345678");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ReceivedFile, IsRemovedByASignal) {
  const test::TemporaryFolder folder;
  const auto file = ReceivedFile::create(folder.path(), "a", 0);
  ASSERT_TRUE(file);
  remove_temporary_files();  // what the handler of signals calls
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ReceivedFile, IsRefusedWhereItHasNoPlace) {
  const test::TemporaryFolder folder;
  const auto missing = ReceivedFile::create(folder / "missing", "a", 0);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, "write-failed");
  const auto huge = ReceivedFile::create(folder.path(), "a", ~uint64_t{0} >> 1U);
  ASSERT_FALSE(huge);
  EXPECT_TRUE(huge.error().message.contains("space")) << huge.error().message;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ReceivedFile, HasAHarmlessName) {
  EXPECT_EQ(received_name("callgrind.out.1"), "callgrind.out.1");
  EXPECT_EQ(received_name("/etc/passwd"), "passwd");
  EXPECT_EQ(received_name("C:\\Users\\me\\cpu.pprof"), "cpu.pprof");
  EXPECT_EQ(received_name("a\nb\x1b[31mc\x7f\xc2\x85"), "ab[31mc");
  for (const std::string_view none : {"", ".", "..", "-", "a/", "a/..", "\n", "..\\.."}) {
    EXPECT_EQ(received_name(none), "profile") << none;
  }
  std::string umlauts;
  for (int at = 0; at < 500; ++at) {
    umlauts += "\xc3\xbc";
  }
  EXPECT_EQ(received_name("a" + umlauts).size(), 199U) << "no character is cut";
  EXPECT_TRUE(
      is_utf8(received_name("a\xff\xfe"
                            "b")));
}

}  // namespace
}  // namespace quern
