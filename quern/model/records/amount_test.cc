// SPDX-License-Identifier: MIT
#include "quern/model/records/amount.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace quern {
namespace {

template <class From, class To>
inline constexpr bool kStrangers =
    !std::is_convertible_v<From, To> && !std::is_constructible_v<To, From> &&
    !std::is_assignable_v<To&, From>;

// None of the three becomes another, silently or by a cast.
static_assert(kStrangers<Exact, Bounded> && kStrangers<Bounded, Exact>);
static_assert(kStrangers<Exact, Estimated> && kStrangers<Estimated, Exact>);
static_assert(kStrangers<Bounded, Estimated> && kStrangers<Estimated, Bounded>);

// None becomes a number, and no number becomes one without naming the type.
static_assert(kStrangers<Exact, int128> && kStrangers<Bounded, int128>);
static_assert(kStrangers<Estimated, int128> && kStrangers<Amount, int128>);
static_assert(kStrangers<Exact, bool> && kStrangers<Exact, double> && kStrangers<Exact, int64_t>);
static_assert(!std::is_convertible_v<int128, Exact> && !std::is_convertible_v<int128, Bounded>);
static_assert(!std::is_convertible_v<int128, Estimated>);
static_assert(kStrangers<int128, Amount> && kStrangers<int, Amount>);

// An Amount gives none of them back without a question.
static_assert(kStrangers<Amount, Exact> && kStrangers<Amount, Bounded>);
static_assert(kStrangers<Amount, Estimated>);

TEST(Amount, KnowsItsCertainty) {
  EXPECT_EQ(certainty_of(Exact{1}), Certainty::kExact);
  EXPECT_EQ(certainty_of(Bounded{1, 2}), Certainty::kBounded);
  EXPECT_EQ(certainty_of(Estimated{1}), Certainty::kEstimated);
}

TEST(Amount, NamesItsCertaintyAsJsonDoes) {
  EXPECT_EQ(to_string(Certainty::kExact), "exact");
  EXPECT_EQ(to_string(Certainty::kBounded), "bounded");
  EXPECT_EQ(to_string(Certainty::kEstimated), "estimated");
}

TEST(Amount, HasBothBoundsWhateverItIs) {
  EXPECT_TRUE(lower_of(Exact{7}) == 7 && upper_of(Exact{7}) == 7);
  EXPECT_TRUE(lower_of(Bounded{3, 9}) == 3 && upper_of(Bounded{3, 9}) == 9);
  EXPECT_TRUE(lower_of(Estimated{-4}) == -4 && upper_of(Estimated{-4}) == -4);
}

TEST(Amount, OfAnotherCertaintyIsAnotherAmount) {
  EXPECT_NE(Amount(Exact{5}), Amount(Estimated{5}));
  EXPECT_NE(Amount(Exact{5}), Amount(Bounded{5, 5}));
  EXPECT_EQ(Amount(Exact{5}), Amount(Exact{5}));
}

TEST(Amount, HoldsMoreThan64Bits) {
  const int128 huge = int128{kUint64Max} * 1000;
  EXPECT_TRUE(lower_of(Exact{huge}) == huge);
  EXPECT_TRUE(upper_of(Bounded{-huge, huge}) == huge);
}

}  // namespace
}  // namespace quern
