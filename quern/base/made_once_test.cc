// SPDX-License-Identifier: MIT
#include "quern/base/made_once.h"

#include <gtest/gtest.h>

#include <new>

namespace quern {
namespace {

TEST(MadeOnce, IsMadeOnce) {
  const MadeOnce<int> made;
  int times = 0;
  EXPECT_EQ(made.get([&] { return ++times; }), 1);
  EXPECT_EQ(made.get([&] { return ++times; }), 1);
}

TEST(MadeOnce, IsMadeByTheNextWhereTheFirstFailed) {
  const MadeOnce<int> made;
  EXPECT_THROW((void)made.get([]() -> int { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_EQ(made.get([] { return 7; }), 7);
}

}  // namespace
}  // namespace quern
