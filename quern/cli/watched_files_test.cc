// SPDX-License-Identifier: MIT
#include "quern/cli/watched_files.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "quern/cli/browser.h"
#include "quern/testing/temporary_folder.h"

namespace quern::cli {
namespace {

namespace fs = std::filesystem;

/// Lets a file seem written a second later than it is.
void age(const std::string& path, int seconds) {
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(seconds));
}

TEST(WatchedFiles, SettleOnceTheyAreWritten) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a", "x");
  WatchedFiles watched({path, "-"});
  EXPECT_FALSE(watched.has_settled());
  age(path, 1);
  EXPECT_FALSE(watched.has_settled()) << "it may still be written";
  age(path, 1);
  EXPECT_FALSE(watched.has_settled()) << "and it was";
  EXPECT_TRUE(watched.has_settled());
  EXPECT_EQ(watched.changed(), std::vector<std::string>{path});
  EXPECT_FALSE(watched.has_settled()) << "once is enough";
}

TEST(WatchedFiles, WaitForOnesThatAreGone) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a", "x");
  WatchedFiles watched({path});
  fs::remove(path);
  EXPECT_FALSE(watched.has_settled());
  EXPECT_FALSE(watched.has_settled());
  folder.file("a", "y");
  age(path, 5);
  EXPECT_FALSE(watched.has_settled());
  EXPECT_TRUE(watched.has_settled());
}

TEST(Browser, IsLedToTheAddress) {
  EXPECT_NE(leading_page("http://127.0.0.1:1/#t=ab").find("0; url=http://127.0.0.1:1/#t=ab\""),
            std::string::npos);
}

}  // namespace
}  // namespace quern::cli
