// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/progress.h"

#include <gtest/gtest.h>

#include <string>

namespace quern::cli {
namespace {

class Progress : public ::testing::Test {
 protected:
  ProgressBar bar(size_t width) {
    return ProgressBar(
        width, [this] { return now_; }, [this](std::string_view text) { drawn_ += text; });
  }
  uint64_t now_ = 5000;
  std::string drawn_;
};

TEST_F(Progress, ShowsNothingForShortWork) {
  {
    ProgressBar progress = bar(60);
    now_ += 999;
    progress.advanced(10, 100);
  }
  EXPECT_EQ(drawn_, "");
}

TEST_F(Progress, ShowsShareAndSizeAndErasesItself) {
  {
    ProgressBar progress = bar(60);
    now_ += 1000;
    progress.advanced(50'000'000, 100'000'000);
    EXPECT_EQ(drawn_, "\r\x1b[Kreading [###########           ]  50 %  50.0 MB of 100.0 MB");
  }
  EXPECT_TRUE(drawn_.ends_with("100.0 MB\r\x1b[K"));
}

TEST_F(Progress, DrawsAtMostTenTimesASecond) {
  ProgressBar progress = bar(60);
  now_ += 1000;
  progress.advanced(1, 100);
  const std::string once = drawn_;
  now_ += 99;
  progress.advanced(2, 100);
  EXPECT_EQ(drawn_, once);
  now_ += 1;
  progress.advanced(2, 100);
  EXPECT_GT(drawn_.size(), once.size());
}

TEST_F(Progress, CountsWhereTheSizeIsUnknown) {
  ProgressBar progress = bar(60);
  now_ += 1000;
  progress.advanced(1'500'000, 0);
  EXPECT_EQ(drawn_, "\r\x1b[Kreading 1.5 MB");
}

TEST_F(Progress, StaysWithinTheWidth) {
  for (size_t width = 1; width < 120; ++width) {
    drawn_.clear();
    now_ = 5000;
    ProgressBar progress = bar(width);
    now_ += 1000;
    progress.advanced(99'900'000, 100'000'000);
    EXPECT_LE(drawn_.size() - 4, width);
    progress.erase();
  }
}

TEST_F(Progress, NeverShowsMoreThanAll) {
  ProgressBar progress = bar(60);
  now_ += 1000;
  progress.advanced(200, 100);
  EXPECT_NE(drawn_.find("100 %"), std::string::npos);
}

}  // namespace
}  // namespace quern::cli
