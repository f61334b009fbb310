// SPDX-License-Identifier: MIT
#include "quern/server/identities.h"

#include <gtest/gtest.h>

#include <set>

#include "quern/server/test_support.h"

namespace quern::server {
namespace {

TEST(Identities, StayWhatTheyAre) {
  // Links that people keep hold these: they must never change.
  EXPECT_EQ(id_text(0), "aaaaaaaaaaaaa");
  EXPECT_EQ(id_text(UINT64_MAX), "p777777777777");
  EXPECT_EQ(id_text(function_hash({.name = "main", .file = "a.c", .object = "app"})),
            "btq3tt7wxintj");
  EXPECT_EQ(file_id("b.c"), "bumpawndrb7mp");
}

TEST(Identities, TellNamesApartThatReadTheSameInARow) {
  const uint64_t one = function_hash({.name = "ab", .file = "c", .object = ""});
  EXPECT_NE(one, function_hash({.name = "a", .file = "bc", .object = ""}));
  EXPECT_NE(one, function_hash({.name = "ab", .file = "", .object = "c"}));
}

void expect_leading_back(const std::string& profile) {
  const auto served = served_text("new", profile);
  const Symbols& symbols = served->profile().symbols();
  std::set<std::string> seen;
  for (uint32_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId id(at);
    const RowName name = {symbols.name(id), symbols.file(id), symbols.object(id)};
    const std::string text = served->identities().function(at, name);
    ASSERT_TRUE(seen.insert(text).second) << text;
    ASSERT_EQ(served->identities().find_function(text), at);
    ASSERT_EQ(text, id_text(function_hash(name)));
  }
}

TEST(Identities, LeadBackToTheirFunctions) {
  expect_leading_back(std::string(kServed));
}

/// So many that several threads share them.
TEST(Identities, LeadBackToManyFunctions) {
  std::string profile = "events: Ir\nfl=a.c\n";
  for (int function = 0; function < 50'000; ++function) {
    profile += "fn=f" + std::to_string(function) + "\n1 1\n";
  }
  expect_leading_back(profile);
}

TEST(Identities, OfNothingAreNothing) {
  const auto served = served_text("new", kServed);
  for (const char* text : {"", "a", "aaaaaaaaaaaaa", "btq3tt7wxintj~2", "btq3tt7wxintj~",
                           "btq3tt7wxintj~1", "btq3tt7wxintj~0", "btq3tt7wxintj~99999999999",
                           "btq3tt7wxintjj", "BTQ3TT7WXINTJ", "zzzzzzzzzzzzz", "btq3tt7wxint1"}) {
    EXPECT_EQ(served->identities().find_function(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace quern::server
