// SPDX-License-Identifier: MIT
#include "quern/testing/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace quern::testing {
namespace {

class Golden : public ::testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("QUERN_UPDATE_GOLDENS");
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_ = ::testing::TempDir() + "quern_golden_test";
  std::string path_ = folder_ + "/a/b.txt";
};

TEST_F(Golden, AsksForAFileThatIsMissing) {
  EXPECT_NE(golden_difference(path_, "x").value_or("").find("QUERN_UPDATE_GOLDENS=1"),
            std::string::npos);
}

TEST_F(Golden, WritesOnRequestAndComparesThen) {
  ::setenv("QUERN_UPDATE_GOLDENS", "1", 1);
  EXPECT_EQ(golden_difference(path_, "one\ntwo\n"), std::nullopt);
  ::unsetenv("QUERN_UPDATE_GOLDENS");
  EXPECT_EQ(golden_difference(path_, "one\ntwo\n"), std::nullopt);
  EXPECT_EQ(golden_difference(path_, "one\n2\n"), path_ + ": line 2 is\n  2\nexpected\n  two");
}

TEST_F(Golden, SeesAMissingLineEnd) {
  ::setenv("QUERN_UPDATE_GOLDENS", "1", 1);
  EXPECT_EQ(golden_difference(path_, "one\n"), std::nullopt);
  ::unsetenv("QUERN_UPDATE_GOLDENS");
  EXPECT_NE(golden_difference(path_, "one"), std::nullopt);
}

}  // namespace
}  // namespace quern::testing
