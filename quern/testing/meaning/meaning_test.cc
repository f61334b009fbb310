// SPDX-License-Identifier: MIT
#include "quern/testing/meaning/meaning.h"

#include <gtest/gtest.h>

namespace quern::testing {
namespace {

Meaning sample() {
  Meaning meaning;
  meaning.events = {"Ir"};
  meaning.totals = {5};
  meaning.base_rule = "cost";
  const Meaning::Function function = {"f\xff", "a.c", ""};
  meaning.functions[function] = {5};
  meaning.function_order = {function};
  meaning.lines.push_back({function, "a.c", {7, std::nullopt}, 0, {5}});
  meaning.parts.emplace_back();
  meaning.lints.push_back({"odd-name", 3, 4});
  return meaning;
}

TEST(Meaning, DumpsOneRecordALine) {
  EXPECT_EQ(to_text(sample()),
            "valid\ncreator -\ncmd -\nbase rule cost\nevents [ \"Ir\" ]\ntotals [ 5 ]\n"
            "part number - pid - thread - cmd - trigger - positions [ \"line\" ] events [ ]\n"
            "function {\"f\\xff\" \"a.c\" \"\"} self [ 5 ]\nfunctions 1\n"
            "line part 0 {\"f\\xff\" \"a.c\" \"\"} file \"a.c\" line 7 address - self [ 5 ]\n"
            "lint 3:4 odd-name\n");
}

TEST(Meaning, EqualMeaningsDoNotDiffer) {
  EXPECT_EQ(difference(sample(), sample()), "");
}

TEST(Meaning, ShowsTheFirstLineThatDiffers) {
  Meaning other = sample();
  other.creator = "x";
  other.totals = {6};
  EXPECT_EQ(difference(sample(), other), "a: creator -\nb: creator \"x\"");
  other = sample();
  other.lints.clear();
  EXPECT_EQ(difference(sample(), other), "a: lint 3:4 odd-name\nb: (end)");
}

TEST(Meaning, AnInvalidInputMeansItsErrorsPlaceAlone) {
  Meaning one = sample();
  one.valid = false;
  one.error = {3, 7, "some-code", "text"};
  Meaning two;
  two.valid = false;
  two.error = {3, 7, "", "other text"};
  EXPECT_EQ(difference(one, two), "");
  two.error->column = 8;
  EXPECT_EQ(difference(one, two), "a: invalid at 3:7\nb: invalid at 3:8");
}

}  // namespace
}  // namespace quern::testing
