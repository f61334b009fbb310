// SPDX-License-Identifier: MIT
#include "quern/model/completeness.h"

#include <gtest/gtest.h>

#include "quern/model/builder.h"

namespace quern {
namespace {

constexpr CodeInfo kEarlyEnd{"cut", Severity::kWarning, "a row is cut", true, true};
constexpr CodeInfo kRemark{"odd", Severity::kWarning, "something odd"};

/// One input of one part with 70 Ir, which declares `declared` of them.
std::unique_ptr<const Profile> profile_with(const CodeInfo& code, int128 declared,
                                            std::vector<std::string> descriptions = {}) {
  ProfileBuilder builder(Keep::kSums);
  Symbols& symbols = builder.symbols();
  const FunctionId function =
      symbols.functions.intern({symbols.names.intern("f"), kUnknownName, kUnknownName});
  const std::vector<EventId> events = {builder.event("Ir")};
  builder.begin_part({}, events);
  const std::vector<int128> costs = {70};
  builder.self_cost({function, kUnknownName, {}, costs});
  PartHeader header;
  header.events = events;
  header.declared_totals = {declared};
  header.descriptions = std::move(descriptions);
  builder.end_part(std::move(header));
  InputInfo info;
  info.name = "a.out";
  info.findings.add(code, {7, 1}, [] { return std::string("row 7 is cut"); });
  builder.end_input(std::move(info));
  return builder.finish();
}

TEST(Completeness, IsFoundFromFindings) {
  const auto profile = profile_with(kEarlyEnd, 100);
  const Completeness completeness(*profile);
  ASSERT_EQ(completeness.shortfalls().size(), 1U);
  const Shortfall& shortfall = completeness.shortfalls().front();
  EXPECT_EQ(shortfall.input, "a.out");
  EXPECT_EQ(shortfall.code->name, "cut");
  EXPECT_EQ(shortfall.place.line, 7U);
  EXPECT_EQ(shortfall.message, "row 7 is cut");
  ASSERT_EQ(shortfall.missing.size(), 1U);
  EXPECT_EQ(shortfall.missing.front().event, "Ir");
  EXPECT_TRUE(shortfall.missing.front().declared == 100 && shortfall.missing.front().read == 70);
}

TEST(Completeness, IsNotLostByOtherFindings) {
  EXPECT_TRUE(Completeness(*profile_with(kRemark, 100)).is_complete());
}

TEST(Completeness, IsDescribedInAPartOnce) {
  const auto profile = profile_with(kEarlyEnd, 70, {"Incomplete: row 7 is cut"});
  EXPECT_EQ(profile->parts().front().header.descriptions,
            std::vector<std::string>{"Incomplete: row 7 is cut"});
  EXPECT_EQ(incomplete_descriptions(*profile).size(), 1U);
}

TEST(Completeness, IsReadFromADescription) {
  const Completeness completeness(*profile_with(kRemark, 70, {"Incomplete: it was cut"}));
  ASSERT_EQ(completeness.shortfalls().size(), 1U);
  EXPECT_EQ(completeness.shortfalls().front().code, &kMadeFromIncomplete);
  EXPECT_EQ(completeness.shortfalls().front().message, "it was cut");
  EXPECT_TRUE(completeness.shortfalls().front().missing.empty());
}

TEST(Completeness, OfSeveralProfilesIsThatOfAll) {
  const Completeness complete(*profile_with(kRemark, 70));
  const Completeness cut(*profile_with(kEarlyEnd, 70));
  EXPECT_FALSE(complete.with(cut).is_complete());
  EXPECT_FALSE(cut.with(complete).is_complete());
  EXPECT_EQ(cut.with(cut).shortfalls().size(), 1U);
  EXPECT_TRUE(complete.with(complete).is_complete());
}

}  // namespace
}  // namespace quern
