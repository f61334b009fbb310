// SPDX-License-Identifier: MIT
#include "quern/farm/shares.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "quern/testing/temporary_folder.h"

namespace quern::farm {
namespace {

using Shares = std::vector<std::vector<size_t>>;

TEST(Shares, GiveTheLargestToTheRankWithTheFewestBytes) {
  const std::vector<uint64_t> sizes = {10, 90, 20, 60, 30};
  EXPECT_EQ(shared_out(sizes, 1), (Shares{{0, 1, 2, 3, 4}}));
  EXPECT_EQ(shared_out(sizes, 2), (Shares{{1, 2}, {0, 3, 4}}));
  EXPECT_EQ(shared_out(sizes, 3), (Shares{{1}, {3}, {0, 2, 4}}));
}

TEST(Shares, AreEmptyWithMoreRanksThanInputs) {
  const std::vector<uint64_t> sizes = {5, 5};
  EXPECT_EQ(shared_out(sizes, 4), (Shares{{0}, {1}, {}, {}}));
  EXPECT_EQ(shared_out({}, 2), (Shares{{}, {}}));
}

TEST(Shares, AreEvenForInputsWhoseSizeIsUnknown) {
  const std::vector<uint64_t> sizes(6);
  EXPECT_EQ(shared_out(sizes, 3), (Shares{{0, 3}, {1, 4}, {2, 5}}));
}

TEST(Shares, OfRankZeroHaveStandardInput) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> paths = {folder.file("large", std::string(9, 'x')), "-",
                                          folder.file("small", "x")};
  const std::vector<MergeShare> shares = shares_of(paths, 3);
  ASSERT_EQ(shares.size(), 3U);
  ASSERT_EQ(shares[0].inputs.size(), 2U);
  EXPECT_EQ(shares[0].inputs[0].path, paths[0]);
  EXPECT_EQ(shares[0].inputs[1].number, 1U);
  EXPECT_EQ(shares[0].in_all, 3U);
}

TEST(Shares, OfRankZeroHaveWhatOnlyItCanRead) {
  const std::vector<std::string> paths = {"/dev/stdin", "/dev/null", "missing"};
  const std::vector<MergeShare> shares = shares_of(paths, 3);
  EXPECT_EQ(shares[0].inputs.size(), 3U);
}

}  // namespace
}  // namespace quern::farm
