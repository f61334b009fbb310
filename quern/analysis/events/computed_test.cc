// SPDX-License-Identifier: MIT
#include "quern/analysis/events/computed.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace quern {
namespace {

/// The value for a = 12, b = 5, zero = 0; "none" where there is none, "COLUMN: …" of errors.
std::string value_of(std::string_view text) {
  const auto computed = Computed::parse(text);
  if (!computed) {
    return std::to_string(computed.error().offset + 1) + ": " + computed.error().message;
  }
  const std::map<std::string, int> known = {{"a", 12},          {"b", 5},    {"zero", 0},
                                            {"Time_(10ns)", 7}, {"L1-x", 9}, {"M:calls", 4}};
  std::vector<std::optional<Fraction>> values;
  for (const Computed::Name& name : computed->names()) {
    const auto found = known.find(name.name);
    values.push_back(found == known.end() ? std::nullopt
                                          : std::optional(Fraction{found->second, 1}));
  }
  const std::optional<Fraction> result = computed->evaluate(values);
  if (!result) {
    return "none";
  }
  return to_decimal(result->numerator) +
         (result->denominator == 1 ? "" : "/" + to_decimal(result->denominator));
}

std::string as_sum(std::string_view text) {
  const auto computed = Computed::parse(text);
  return computed ? computed->as_sum() : computed.error().message;
}

TEST(Computed, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(value_of("a + 2*b"), "22");
  EXPECT_EQ(value_of("(a + 2) * b"), "70");
  EXPECT_EQ(value_of("a - b - 1"), "6");
  EXPECT_EQ(value_of("a / b / 2"), "6/5");
  EXPECT_EQ(value_of("a / (b / 2)"), "24/5");
  EXPECT_EQ(value_of("-a + b"), "-7");
  EXPECT_EQ(value_of("2 * -b"), "-10");
  EXPECT_EQ(value_of("--a"), "12");
  EXPECT_EQ(value_of("a − b × 2 ÷ 4"), "19/2");
  EXPECT_EQ(value_of("a−b"), "7");
  EXPECT_EQ(value_of("0.1 + 0.2"), "3/10");
  EXPECT_EQ(value_of("1e3 a"), "12000");
}

TEST(Computed, ANumberInFrontMultipliesAndBindsTightest) {
  EXPECT_EQ(value_of("2 a"), "24");
  EXPECT_EQ(value_of("a / 2 b"), "6/5");
  EXPECT_EQ(value_of("2 (a + b)"), "34");
  EXPECT_EQ(value_of("3 max(a, b)"), "36");
}

TEST(Computed, KnowsTheLargerAndTheSmaller) {
  EXPECT_EQ(value_of("max(a, b)"), "12");
  EXPECT_EQ(value_of("min(a, b, 1/2)"), "1/2");
  EXPECT_EQ(value_of("max(a - 20, min(b, a)) + 1"), "6");
}

TEST(Computed, HasNoValueWhereThereIsNone) {
  EXPECT_EQ(value_of("a / zero"), "none");
  EXPECT_EQ(value_of("zero / zero"), "none");
  EXPECT_EQ(value_of("zero / a"), "0");
  EXPECT_EQ(value_of("a + unknown"), "none");
  EXPECT_EQ(value_of("1e30 * 1e30"), "none");
}

TEST(Computed, TakesOddNames) {
  EXPECT_EQ(value_of("Time_(10ns) / 2"), "7/2");
  EXPECT_EQ(value_of("'L1-x' + \"a\""), "21");
  EXPECT_EQ(value_of("M:calls * 2"), "8");
}

TEST(Computed, SaysWhatIsWrongWhere) {
  EXPECT_EQ(value_of(""), "1: expected an event, a number or a bracket");
  EXPECT_EQ(value_of("a +"), "4: expected an event, a number or a bracket");
  EXPECT_EQ(value_of("a b"), "3: expected +, -, *, / or the end");
  EXPECT_EQ(value_of("(a"), "1: this bracket is not closed");
  EXPECT_EQ(value_of("a)"), "2: this closing bracket has no opening bracket");
  EXPECT_EQ(value_of("a, b"), "2: separate the arguments of min(…) and max(…) with commas");
  EXPECT_EQ(value_of("max(a)"), "1: expected two or more, separated by commas");
  EXPECT_EQ(value_of("1.2.3 a"), "1: expected a number");
  EXPECT_EQ(value_of("'a"), "1: the closing quote of this name is missing");
  EXPECT_EQ(value_of(std::string(20'000, 'a')), "1: expected at most 16,384 characters");
}

TEST(Computed, HostileNestingCostsNoStack) {
  EXPECT_EQ(value_of(std::string(8'000, '(') + "a" + std::string(8'000, ')')), "12");
  EXPECT_EQ(value_of(std::string(16'000, '-') + "a"), "12");
}

TEST(Computed, TellsWhatIsDividedByZeroWhateverElseItIs) {
  const auto by_zero = [](std::string_view text) {
    const auto formula = Computed::parse(text);
    std::vector<std::optional<Fraction>> values;
    for (const Computed::Name& name : formula->names()) {
      values.push_back(name.name == "zero"  ? std::optional(Fraction{0, 1})
                       : name.name == "one" ? std::optional(Fraction{1, 1})
                                            : std::nullopt);
    }
    return formula->divides_by_zero(values);
  };
  EXPECT_TRUE(by_zero("what / zero"));
  EXPECT_TRUE(by_zero("max(one, 2 what / (zero + zero))"));
  EXPECT_FALSE(by_zero("what / one"));
  EXPECT_FALSE(by_zero("one / what"));
  EXPECT_FALSE(by_zero("zero * what"));
  EXPECT_FALSE(by_zero("zero / one"));
}

TEST(Computed, ASumOfWholeWeightsIsKnownAsOne) {
  EXPECT_EQ(as_sum("a + 20*b"), "a + 20 b");
  EXPECT_EQ(as_sum("2 (a + b) - b"), "2 a + b");
  EXPECT_EQ(as_sum("a / 2 + 1.5 a"), "2 a");
  EXPECT_EQ(as_sum("a - a + b"), "b");
  for (const std::string_view other :
       {"a / b", "a - b", "a / 2", "a + 1", "a * b", "max(a, b)", "5", "a - a", "1e30 a"}) {
    EXPECT_EQ(as_sum(other), "") << other;
  }
}

}  // namespace
}  // namespace quern
