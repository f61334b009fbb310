// SPDX-License-Identifier: MIT
#include "quern/base/folded_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace quern {
namespace {

constexpr int128 kTwoTo64 = kUint64Max + 1;

TEST(FoldedRows, SplitsCostsOfMoreThan64Bits) {
  FoldedRows rows;
  std::string text;
  rows.enter(0, "main", kUint64Max, text);
  rows.enter(1, "f", 2 * kTwoTo64, text);
  rows.enter(1, "g", 0, text);
  EXPECT_EQ(text,
            "main 18446744073709551615\n"
            "main;f 18446744073709551615\n"
            "main;f 18446744073709551615\n"
            "main;f 2\n");
}

TEST(FoldedRows, SplitsBothSidesOfAComparison) {
  FoldedRows rows;
  std::string text;
  rows.enter(0, "f", std::array{kTwoTo64, int128{7}}, text);
  rows.enter(0, "g", std::array{int128{0}, kTwoTo64}, text);
  EXPECT_EQ(text,
            "f 18446744073709551615 7\n"
            "f 1 0\n"
            "g 0 18446744073709551615\n"
            "g 0 1\n");
}

TEST(FoldedRows, WritesAHugeCostAsOneRow) {
  FoldedRows rows;
  std::string text;
  rows.enter(0, "f", int128{1} << 126U, text);
  EXPECT_EQ(text, "f 85070591730234615865843651857942052864\n");
}

}  // namespace
}  // namespace quern
