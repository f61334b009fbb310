// SPDX-License-Identifier: MIT
#include "quern/base/dense_index.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

struct Key {
  uint64_t value = 0;
  bool operator==(const Key&) const = default;
  /// Bad on purpose: keys collide.
  [[nodiscard]] uint64_t hash() const { return value % 7; }
};

TEST(DenseIndex, NumbersKeysAsTheyAppear) {
  DenseIndex<Key> index;
  for (uint64_t at = 0; at < 3000; ++at) {
    EXPECT_EQ(index.of({at * 3}), at);
  }
  for (uint64_t at = 0; at < 3000; ++at) {
    EXPECT_EQ(index.of({at * 3}), at);
    EXPECT_EQ(index[at].value, at * 3);
  }
  EXPECT_EQ(index.size(), 3000U);
}

}  // namespace
}  // namespace quern
