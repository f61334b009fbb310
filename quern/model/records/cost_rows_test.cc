// SPDX-License-Identifier: MIT
#include "quern/model/records/cost_rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace quern {
namespace {

TEST(CostRows, AddsExactlyBeyond64Bits) {
  CostRows rows(2);
  const size_t row = rows.add_row();
  for (int times = 0; times < 5; ++times) {
    rows.add(row, 1, kUint64Max);
    rows.add_dense(row, 0, INT64_MIN);
  }
  EXPECT_EQ(rows.at(row, 1), 5 * kUint64Max);
  EXPECT_EQ(rows.at(row, 0), 5 * kInt64Min);
  EXPECT_FALSE(rows.is_narrow());
  rows.add_dense(row, 0, INT64_MAX);
  EXPECT_EQ(rows.at(row, 0), 5 * kInt64Min + kInt64Max);
}

TEST(CostRows, KeepsCellsOfWideRows) {
  CostRows rows(1'000'000);
  for (size_t row = 0; row < 100; ++row) {
    ASSERT_EQ(rows.add_row(), row);
    rows.add(row, 999'999, int64_t{7});
    rows.add(row, 31, int64_t{1});
    rows.add(row, 32, int64_t{-2});
  }
  EXPECT_EQ(rows.at(99, 999'999), 7);
  EXPECT_EQ(rows.at(99, 31), 1);
  EXPECT_EQ(rows.at(99, 32), -2);
  EXPECT_EQ(rows.at(99, 500), 0);
}

TEST(CostRows, TellsHowWideRowsAre) {
  CostRows narrow(3);
  narrow.add_row();
  narrow.add(narrow.add_row(), 1, int64_t{-4});
  narrow.add(narrow.add_row(), 2, kUint64Max);
  EXPECT_EQ(narrow.used_widths(), (std::vector<size_t>{0, 2, 3}));
  CostRows wide(1000);
  wide.add(wide.add_row(), 5, int64_t{1});
  wide.add(wide.add_row(), 999, int64_t{1});
  wide.add_row();
  EXPECT_EQ(wide.used_widths(), (std::vector<size_t>{6, 1000, 0}));
}

TEST(CostRows, ClearStartsFromZero) {
  CostRows rows(3);
  for (int row = 0; row < 5000; ++row) {
    rows.add(rows.add_row(), 2, kUint64Max);
  }
  rows.clear();
  EXPECT_EQ(rows.size(), 0U);
  for (size_t row = 0; row < 5000; ++row) {
    ASSERT_EQ(rows.add_row(), row);
    ASSERT_EQ(rows.at(row, 2), 0);
  }
}

/// Rows with costs in and beside the cells in place, some too large for these.
CostRows some_rows(size_t width, size_t count, std::vector<std::vector<int128>>& plain) {
  std::mt19937_64 random(width);
  CostRows rows(width);
  plain.assign(count, std::vector<int128>(width));
  for (std::vector<int128>& row : plain) {
    const size_t at = rows.add_row();
    for (size_t step = 0; step < 4; ++step) {
      const size_t cell = random() % width;
      const int128 amount = int128{static_cast<int64_t>(random())} << random() % 3;
      rows.add(at, cell, amount);
      row[cell] += amount;
    }
  }
  return rows;
}

TEST(CostRows, VisitsEachCellOnce) {
  for (const size_t width : {size_t{1}, CostRows::kDense, CostRows::kDense + 1, size_t{500}}) {
    std::vector<std::vector<int128>> left;
    const CostRows rows = some_rows(width, 300, left);
    rows.each_cell([&left](size_t row, size_t cell, int128 amount) { left[row][cell] -= amount; });
    for (const std::vector<int128>& row : left) {
      ASSERT_TRUE(row == std::vector<int128>(width)) << width;
    }
  }
}

TEST(CostRows, KeepsItsRowsWhileTheFirstSegmentGrows) {
  for (const size_t width : {1U, 7U, 40U}) {
    std::vector<std::vector<int128>> plain;
    const CostRows rows = some_rows(width, 6000, plain);
    for (size_t row = 0; row < plain.size(); ++row) {
      for (size_t cell = 0; cell < width; ++cell) {
        ASSERT_TRUE(rows.at(row, cell) == plain[row][cell]) << width << " " << row;
      }
    }
  }
}

TEST(CostRows, RowsComeAndGoInNumbers) {
  for (const size_t kept : {size_t{0}, size_t{1}, size_t{2047}, size_t{2048}, size_t{4999}}) {
    CostRows rows(2);
    rows.add_rows(5000);
    ASSERT_EQ(rows.size(), 5000U);
    for (size_t row = 0; row < rows.size(); ++row) {
      ASSERT_EQ(rows.at(row, 1), 0);
      rows.cells(row)[1] = static_cast<int64_t>(row) + 1;
    }
    rows.keep_rows(kept);
    ASSERT_EQ(rows.size(), kept);
    rows.add_rows(5000);
    for (size_t row = 0; row < rows.size(); ++row) {
      ASSERT_EQ(rows.at(row, 1), row < kept ? static_cast<int64_t>(row) + 1 : 0) << kept;
    }
  }
}

TEST(CostRows, AgreesWithPlainSums) {
  std::mt19937_64 random(1);
  CostRows rows(40);
  std::vector<std::vector<int128>> plain(300, std::vector<int128>(40));
  for (size_t row = 0; row < plain.size(); ++row) {
    rows.add_row();
  }
  for (int step = 0; step < 100'000; ++step) {
    const size_t row = random() % plain.size();
    const size_t cell = random() % 40;
    int128 amount = static_cast<int64_t>(random());
    amount <<= random() % 3;
    rows.add(row, cell, amount);
    plain[row][cell] += amount;
  }
  for (size_t row = 0; row < plain.size(); ++row) {
    for (size_t cell = 0; cell < 40; ++cell) {
      ASSERT_TRUE(rows.at(row, cell) == plain[row][cell]) << row << " " << cell;
    }
  }
}

TEST(CostRows, GivesOneOfItsCellsAway) {
  for (const size_t width : {size_t{2}, size_t{3}, CostRows::kDense + 2}) {
    CostRows rows = CostRows::zeros(10000, width);
    std::vector<int128> costs;
    for (size_t row = 0; row < rows.size(); ++row) {
      costs.push_back(row % 1000 == 7 ? int128{INT64_MAX} * 5 : -int128{row});
      rows.add(row, width - 1, costs.back());
      rows.add(row, 0, int128{3});
    }
    const CostRows taken = std::move(rows).take_cell(width - 1);
    ASSERT_EQ(taken.size(), costs.size());
    EXPECT_EQ(taken.width(), 1U);
    for (size_t row = 0; row < costs.size(); ++row) {
      ASSERT_EQ(taken.at(row, 0), costs[row]) << row;
    }
  }
}

}  // namespace
}  // namespace quern
