// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/key_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <vector>

namespace quern::merge {
namespace {

struct KeyPair {
  uint64_t a = 0;
  uint64_t b = 0;
  auto operator<=>(const KeyPair&) const = default;
  [[nodiscard]] std::array<uint64_t, 2> words() const { return {a, b}; }
};

TEST(KeyRows, NumbersKeysByFirstAppearance) {
  EXPECT_TRUE(rc::check([](const std::vector<uint16_t>& draws) {
    KeyRows<KeyPair> rows;
    std::map<KeyPair, size_t> known;
    for (int round = 0; round < 2; ++round) {  // the second time each is expected
      for (const uint16_t draw : draws) {
        const KeyPair key{draw % 50U, draw / 5000U};
        const size_t row = known.try_emplace(key, known.size()).first->second;
        RC_ASSERT(rows.row_of(key) == row);
        RC_ASSERT(rows[row] == key);
      }
    }
    RC_ASSERT(rows.size() == known.size());
  }));
}

TEST(KeyRows, AnyOrderOfInputsGivesTheSameRows) {
  EXPECT_TRUE(rc::check([](const std::vector<std::vector<uint8_t>>& inputs) {
    KeyRows<KeyPair> rows;
    std::map<KeyPair, size_t> known;
    for (const std::vector<uint8_t>& input : inputs) {
      rows.begin_input();
      for (const uint8_t draw : input) {
        const KeyPair key{draw % 9U, 0};
        const size_t row = known.try_emplace(key, known.size()).first->second;
        RC_ASSERT((draw > 200 ? rows.single_row_of(key) : rows.row_of(key)) == row);
      }
    }
    RC_ASSERT(rows.size() == known.size());
  }));
}

TEST(KeyRows, HoldsManyKeys) {
  KeyRows<KeyPair> rows;
  for (uint64_t at = 0; at < 100'000; ++at) {
    ASSERT_EQ(rows.row_of({at * 64, 0}), at);
  }
  for (uint64_t at = 0; at < 100'000; at += 7) {
    ASSERT_EQ(rows.row_of({at * 64, 0}), at);
  }
}

}  // namespace
}  // namespace quern::merge
