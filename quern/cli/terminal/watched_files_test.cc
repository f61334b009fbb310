// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/watched_files.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "quern/cli/terminal/browser.h"
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

TEST(WatchedFiles, TellThatOneIsGoneAndThatItIsBack) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a", "x");
  const std::string elsewhere = path + ".away";
  WatchedFiles watched({path});
  fs::rename(path, elsewhere);
  EXPECT_FALSE(watched.has_settled()) << "it may be replaced";
  EXPECT_TRUE(watched.has_settled());
  EXPECT_EQ(watched.changed(), std::vector<std::string>{path});
  EXPECT_FALSE(watched.has_settled()) << "once is enough";
  fs::rename(elsewhere, path);
  EXPECT_FALSE(watched.has_settled());
  EXPECT_TRUE(watched.has_settled()) << "as it was, but what was told of it is not so any more";
}

TEST(WatchedFiles, AreThoseThatAreReadNext) {
  const test::TemporaryFolder folder;
  const std::string one = folder.file("a", "x");
  const std::string other = folder.file("b", "x");
  WatchedFiles watched({one});
  age(one, 1);
  watched.watch({one, other});
  EXPECT_FALSE(watched.has_settled());
  EXPECT_FALSE(watched.has_settled()) << "what was read since is no change";
  age(other, 1);
  EXPECT_FALSE(watched.has_settled());
  EXPECT_TRUE(watched.has_settled());
  EXPECT_EQ(watched.changed(), std::vector<std::string>{other});
}

TEST(Browser, IsLedToTheAddress) {
  EXPECT_NE(leading_page("http://127.0.0.1:1/#t=ab").find("0; url=http://127.0.0.1:1/#t=ab\""),
            std::string::npos);
}

}  // namespace
}  // namespace quern::cli
