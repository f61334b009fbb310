// SPDX-License-Identifier: MIT
#include "quern/analysis/events/formula.h"

#include <gtest/gtest.h>

#include <string>

#include "quern/base/int128.h"

namespace quern {
namespace {

/// "10*Bm,1*Ir" or "offset: message".
std::string parsed(std::string_view text) {
  const auto terms = parse_formula(text);
  if (!terms) {
    return std::to_string(terms.error().offset) + ": " + terms.error().message;
  }
  std::string out;
  for (const FormulaTerm& term : *terms) {
    out += (out.empty() ? "" : ",") + to_decimal(term.coefficient) + "*" + std::string(term.name);
  }
  return out;
}

TEST(Formula, TakesTermsJoinedByPlus) {
  EXPECT_EQ(parsed("Ir"), "1*Ir");
  EXPECT_EQ(parsed("Ir + Dr"), "1*Ir,1*Dr");
  EXPECT_EQ(parsed("Ir+Dr+Dw"), "1*Ir,1*Dr,1*Dw");
}

TEST(Formula, TakesACoefficientWithOrWithoutAStar) {
  EXPECT_EQ(parsed("3 Ir + 2*Dr"), "3*Ir,2*Dr");
  EXPECT_EQ(parsed("10 * Bm"), "10*Bm");
  EXPECT_EQ(parsed("2Dr"), "2*Dr");
  EXPECT_EQ(parsed("0 Ir"), "0*Ir");
}

TEST(Formula, TakesHexadecimalCoefficientsOfEitherCase) {
  EXPECT_EQ(parsed("0x1F Ir"), "31*Ir");
  EXPECT_EQ(parsed("0xff*Ir"), "255*Ir");
  EXPECT_EQ(parsed("0xyz"), "0*xyz");
  EXPECT_EQ(parsed("0X1"), "0*X1");
}

TEST(Formula, TakesAnyBytesInNames) {
  EXPECT_EQ(parsed("Time_(10ns) + cpu(ms)"), "1*Time_(10ns),1*cpu(ms)");
  EXPECT_EQ(parsed("a-b/c"), "1*a-b/c");
}

TEST(Formula, IgnoresBlanks) {
  EXPECT_EQ(parsed("  Ir\t+  2 \t* Dr "), "1*Ir,2*Dr");
}

TEST(Formula, KeepsNamesThatRepeat) {
  EXPECT_EQ(parsed("Ir + Ir"), "1*Ir,1*Ir");
}

TEST(Formula, TakesCoefficientsUpTo64Bits) {
  EXPECT_EQ(parsed("18446744073709551615 Ir"), "18446744073709551615*Ir");
  EXPECT_EQ(parsed("Ir + 18446744073709551616 Dr"), "5: expected a number of at most 2^64-1");
  EXPECT_EQ(parsed("0x10000000000000000 Ir"), "0: expected a number of at most 2^64-1");
  EXPECT_EQ(parsed(std::string(1000, '9')), "0: expected a number of at most 2^64-1");
}

TEST(Formula, SaysWhereANameIsMissing) {
  EXPECT_EQ(parsed(""), "0: expected the name of an event");
  EXPECT_EQ(parsed("Ir +"), "4: expected the name of an event");
  EXPECT_EQ(parsed("+ Ir"), "0: expected the name of an event");
  EXPECT_EQ(parsed("Ir + 3"), "6: expected the name of an event");
  EXPECT_EQ(parsed("3 * * Ir"), "4: expected the name of an event");
}

TEST(Formula, SaysWhereATermDoesNotEnd) {
  EXPECT_EQ(parsed("Ir Dr"), "3: expected '+' or the end");
  EXPECT_EQ(parsed("Ir*3"), "2: expected '+' or the end");
  EXPECT_EQ(parsed("Ir = Dr"), "3: expected '+' or the end");
  EXPECT_EQ(parsed("Ir : long"), "3: expected '+' or the end");
}

}  // namespace
}  // namespace quern
