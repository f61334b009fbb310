// SPDX-License-Identifier: MIT
#include "quern/workspace/baselines.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

namespace fs = std::filesystem;

class BaselinesTest : public ::testing::Test {
 protected:
  BaselinesTest() {
    for (const char* side : {"a", "b"}) {
      fs::create_directories(folder_ / side);
      folder_.file(std::string(side) + "/callgrind.out", side);
    }
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  test::TemporaryFolder folder_;
};

TEST_F(BaselinesTest, KeepRunsApartThatHaveOneName) {
  const std::vector<std::string> files = {path("a/callgrind.out"), path("b/callgrind.out")};
  ASSERT_TRUE(save_baseline(path("base"), "main", files, false).has_value());
  const Result<std::vector<std::string>> kept = baseline_files(path("base"), "main");
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(*kept, (std::vector<std::string>{path("base/main/2-callgrind.out"),
                                             path("base/main/callgrind.out")}));
}

TEST_F(BaselinesTest, RefuseNamesThatLeadElsewhere) {
  const std::vector<std::string> files = {path("a/callgrind.out")};
  for (const char* name : {"../out", "", ".", "a/b", "-x", "a b"}) {
    const Result<void> saved = save_baseline(path("base"), name, files, true);
    ASSERT_FALSE(saved.has_value()) << name;
    EXPECT_EQ(saved.error().code, "bad-baseline");
  }
  EXPECT_EQ(save_baseline(path("base"), "main", std::vector<std::string>{"-"}, false).error().code,
            "bad-baseline");
}

TEST_F(BaselinesTest, TellWhichThereAre) {
  const std::vector<std::string> files = {path("a/callgrind.out")};
  ASSERT_TRUE(save_baseline(path("base"), "main", files, false).has_value());
  const Result<std::vector<std::string>> missing = baseline_files(path("base"), "release");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, "no-such-baseline");
  EXPECT_EQ(missing.error().hint, "there are main");
}

}  // namespace
}  // namespace quern
