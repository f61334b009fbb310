// SPDX-License-Identifier: MIT
#include "quern/source/readable_names.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

TEST(ReadableNames, AreThoseThatPeopleRead) {
  const auto names = std::make_shared<const ReadableNames>();
  const std::string rust = "_ZN4core3fmt9Formatter3pad17h0123456789abcdefE";
  EXPECT_EQ(names->of(rust), "core::fmt::Formatter::pad");
  const std::string_view again = names->of(rust);
  EXPECT_EQ(again.data(), names->of(rust).data());  // made once
  EXPECT_EQ(names->of("main"), "main");
  EXPECT_EQ(names->of(""), "");
  EXPECT_EQ(matched_name(names, rust), again);
  EXPECT_EQ(matched_name(nullptr, rust), rust);
}

}  // namespace
}  // namespace quern
