// SPDX-License-Identifier: MIT
#include "quern/save/baselines.h"

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
  const std::vector<RunFiles> runs = {{path("a/callgrind.out")}, {path("b/callgrind.out")}};
  ASSERT_TRUE(save_baseline(path("base"), "main", runs, false).has_value());
  const Result<std::vector<RunFiles>> kept = baseline_runs(path("base"), "main");
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(*kept, (std::vector<RunFiles>{{path("base/main/2-callgrind.out")},
                                          {path("base/main/callgrind.out")}}));
}

TEST_F(BaselinesTest, KeepTheFilesOfARunTogether) {
  folder_.file("a/callgrind.out-02", "two");
  const RunFiles run = {path("a/callgrind.out"), path("a/callgrind.out-02")};
  const std::vector<RunFiles> runs = {run, {path("b/callgrind.out")}, run};
  ASSERT_TRUE(save_baseline(path("base"), "main", runs, false).has_value());
  const std::vector<RunFiles> expected = {
      {path("base/main/callgrind.out")},
      {path("base/main/run-001/callgrind.out"), path("base/main/run-001/callgrind.out-02")},
      {path("base/main/run-002/callgrind.out"), path("base/main/run-002/callgrind.out-02")}};
  EXPECT_EQ(baseline_runs(path("base"), "main").value(), expected);
  ASSERT_TRUE(save_baseline(path("base"), "main", runs, true).has_value());  // replaces its own
  EXPECT_EQ(baseline_runs(path("base"), "main").value(), expected);
  folder_.file("base/main/run-001/notes.txt", "mine");
  fs::create_directories(path("base/main/run-001/deeper"));
  EXPECT_EQ(save_baseline(path("base"), "main", runs, true).error().code, "output-exists");
}

TEST_F(BaselinesTest, RefuseNamesThatLeadElsewhere) {
  const std::vector<RunFiles> runs = {{path("a/callgrind.out")}};
  for (const char* name : {"../out", "", ".", "a/b", "-x", "a b"}) {
    const Result<void> saved = save_baseline(path("base"), name, runs, true);
    ASSERT_FALSE(saved.has_value()) << name;
    EXPECT_EQ(saved.error().code, "bad-baseline");
  }
  EXPECT_EQ(save_baseline(path("base"), "main", std::vector<RunFiles>{{"-"}}, false).error().code,
            "bad-baseline");
}

TEST_F(BaselinesTest, TellWhichThereAre) {
  const std::vector<RunFiles> runs = {{path("a/callgrind.out")}};
  ASSERT_TRUE(save_baseline(path("base"), "main", runs, false).has_value());
  const Result<std::vector<RunFiles>> missing = baseline_runs(path("base"), "release");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, "no-such-baseline");
  EXPECT_EQ(missing.error().hint, "there are main");
}

}  // namespace
}  // namespace quern
