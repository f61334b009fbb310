// SPDX-License-Identifier: MIT
#include "quern/analysis/events/derived.h"

#include <gtest/gtest.h>

#include <string>

#include "quern/base/int128.h"

namespace quern {
namespace {

std::vector<Event> events_named(std::initializer_list<std::string_view> names) {
  std::vector<Event> events;
  for (const std::string_view name : names) {
    events.emplace_back().name = name;
  }
  return events;
}

/// "2*Ir+1*Dr", or "" where there is no such sum.
std::string text_of(const EventSum& sum, const std::vector<Event>& stored) {
  std::string text;
  for (const EventTerm& term : sum.terms) {
    text += (text.empty() ? "" : "+") + to_decimal(term.coefficient) + "*" +
            stored[term.event.index()].name;
  }
  return text;
}

/// The sum or ratio behind a name, "none" where there is no such event.
std::string meaning(const DerivedEvents& derived, const std::vector<Event>& stored,
                    std::string_view name) {
  const std::optional<size_t> at = derived.find(name);
  if (!at) {
    return "none";
  }
  if (const auto ratio = derived.ratio(*at)) {
    return text_of(ratio->numerator, stored) + "/" + text_of(ratio->denominator, stored);
  }
  const auto sum = derived.sum(*at);
  return sum ? text_of(*sum, stored) : "too large";
}

const std::vector<Event>& cache_events() {
  static const std::vector<Event> kEvents = events_named(
      {"Ir", "Dr", "Dw", "I1mr", "D1mr", "D1mw", "ILmr", "DLmr", "DLmw", "Bc", "Bcm", "Bi", "Bim"});
  return kEvents;
}

TEST(Derived, KnowsTheBuiltInSums) {
  const DerivedEvents derived = derive_events(cache_events(), {});
  EXPECT_EQ(meaning(derived, cache_events(), "L1m"), "1*I1mr+1*D1mr+1*D1mw");
  EXPECT_EQ(meaning(derived, cache_events(), "LLm"), "1*ILmr+1*DLmr+1*DLmw");
  EXPECT_EQ(meaning(derived, cache_events(), "Bm"), "1*Bcm+1*Bim");
  EXPECT_EQ(meaning(derived, cache_events(), "CEst"),
            "1*Ir+10*I1mr+10*D1mr+10*D1mw+100*ILmr+100*DLmr+100*DLmw+10*Bcm+10*Bim");
}

TEST(Derived, KnowsTheBuiltInRatios) {
  const DerivedEvents derived = derive_events(cache_events(), {});
  EXPECT_EQ(meaning(derived, cache_events(), "I1MissRate"), "1*I1mr/1*Ir");
  EXPECT_EQ(meaning(derived, cache_events(), "D1MissRate"), "1*D1mr+1*D1mw/1*Dr+1*Dw");
  EXPECT_EQ(meaning(derived, cache_events(), "LLMissRate"), "1*ILmr+1*DLmr+1*DLmw/1*Ir+1*Dr+1*Dw");
  EXPECT_EQ(meaning(derived, cache_events(), "MispredictRate"), "1*Bcm+1*Bim/1*Bc+1*Bi");
}

TEST(Derived, DescribesEachBuiltInEvent) {
  const DerivedEvents derived = derive_events(cache_events(), {});
  EXPECT_EQ(derived.events().size(), 18U);
  for (const DerivedEvent& event : derived.events()) {
    EXPECT_TRUE(event.is_built_in) << event.name;
    EXPECT_NE(event.long_name, "") << event.name;
    EXPECT_EQ(event.is_ratio, event.formula.find('/') != std::string::npos) << event.name;
    EXPECT_NE(meaning(derived, cache_events(), event.name), "too large") << event.name;
  }
  const DerivedEvent& rate = derived.events()[*derived.find("D1MissRate")];
  EXPECT_EQ(rate.formula, "(D1mr + D1mw) / (Dr + Dw)");
  EXPECT_EQ(derived.events()[*derived.find("L1m")].formula, "I1mr + D1mr + D1mw");
}

TEST(Derived, GivesNoSumForRatiosAndNoRatioForSums) {
  const DerivedEvents derived = derive_events(cache_events(), {});
  EXPECT_FALSE(derived.sum(*derived.find("I1MissRate")));
  EXPECT_FALSE(derived.ratio(*derived.find("L1m")));
}

TEST(Derived, ReadsOldSecondLevelNamesAsLastLevel) {
  const std::vector<Event> stored = events_named({"Ir", "I2mr", "D2mr", "D2mw"});
  const DerivedEvents derived = derive_events(stored, {});
  EXPECT_EQ(meaning(derived, stored, "LLm"), "1*I2mr+1*D2mr+1*D2mw");
  EXPECT_EQ(meaning(derived, stored, "ILMissRate"), "1*I2mr/1*Ir");
  EXPECT_EQ(meaning(derived, stored, "CEst"), "1*Ir+100*I2mr+100*D2mr+100*D2mw");
}

TEST(Derived, NeedsAllInputsOfABuiltInSum) {
  const std::vector<Event> stored = events_named({"Ir", "I1mr", "Dr"});
  const DerivedEvents derived = derive_events(stored, {});
  EXPECT_EQ(meaning(derived, stored, "L1m"), "none");
  EXPECT_EQ(meaning(derived, stored, "I1MissRate"), "1*I1mr/1*Ir");
}

TEST(Derived, EstimatesCyclesFromInstructionsAndOneMore) {
  const std::vector<Event> with_bus = events_named({"Ir", "Ge"});
  const DerivedEvents derived = derive_events(with_bus, {});
  EXPECT_EQ(meaning(derived, with_bus, "CEst"), "1*Ir+20*Ge");
  EXPECT_EQ(derived.events()[*derived.find("CEst")].formula, "Ir + 20 Ge");
  EXPECT_FALSE(derive_events(events_named({"Ir"}), {}).find("CEst"));
  EXPECT_FALSE(derive_events(events_named({"Ge", "Bim", "Bcm"}), {}).find("CEst"));
}

TEST(Derived, HasNothingToAddToUnknownEvents) {
  EXPECT_TRUE(derive_events(events_named({"Time_(10ns)"}), {}).events().empty());
  EXPECT_TRUE(derive_events({}, {}).events().empty());
}

TEST(Derived, TakesTheInputsFormulas) {
  const std::vector<Event> stored = events_named({"Ir", "Dr"});
  const std::vector<EventDefinition> rows = {{"Sum", "Ir + Dr", {}},
                                             {"Wide", "3 Ir + 2*Dr", "three and two"}};
  const DerivedEvents derived = derive_events(stored, rows);
  ASSERT_EQ(derived.events().size(), 2U);
  EXPECT_EQ(meaning(derived, stored, "Sum"), "1*Ir+1*Dr");
  EXPECT_EQ(meaning(derived, stored, "Wide"), "3*Ir+2*Dr");
  EXPECT_EQ(derived.events()[1].long_name, "three and two");
  EXPECT_EQ(derived.events()[1].formula, "3 Ir + 2*Dr");
  EXPECT_FALSE(derived.events()[1].is_built_in);
}

TEST(Derived, AddsUpANameThatRepeats) {
  const std::vector<Event> stored = events_named({"Ir"});
  const std::vector<EventDefinition> rows = {{"X", "Ir + 2 Ir + 0 Ir", {}}, {"Y", "0 Ir", {}}};
  EXPECT_EQ(meaning(derive_events(stored, rows), stored, "X"), "3*Ir");
  EXPECT_EQ(meaning(derive_events(stored, rows), stored, "Y"), "");
}

TEST(Derived, UsesWhatWasDerivedEarlier) {
  const std::vector<Event> stored = events_named({"Ir", "Dr"});
  const std::vector<EventDefinition> rows = {{"A", "Ir + 2 Dr", {}}, {"B", "3 A + Dr", {}}};
  EXPECT_EQ(meaning(derive_events(stored, rows), stored, "B"), "3*Ir+7*Dr");
}

TEST(Derived, DoesNotUseWhatComesLater) {
  const std::vector<Event> stored = events_named({"Ir"});
  const std::vector<EventDefinition> rows = {{"B", "3 A", {}}, {"A", "Ir", {}}, {"C", "C", {}}};
  const DerivedEvents derived = derive_events(stored, rows);
  EXPECT_EQ(meaning(derived, stored, "A"), "1*Ir");
  ASSERT_EQ(derived.unavailable().size(), 2U);
  EXPECT_EQ(derived.unavailable()[0].name, "B");
  EXPECT_EQ(derived.unavailable()[0].missing, std::vector<std::string>{"A"});
  EXPECT_EQ(derived.unavailable()[1].missing, std::vector<std::string>{"C"});
}

TEST(Derived, NamesAllThatIsMissingOnce) {
  const std::vector<EventDefinition> rows = {{"X", "p + Ir + q + 2 p", {}}};
  const DerivedEvents derived = derive_events(events_named({"Ir"}), rows);
  ASSERT_EQ(derived.unavailable().size(), 1U);
  EXPECT_EQ(derived.unavailable()[0].formula, "p + Ir + q + 2 p");
  EXPECT_EQ(derived.unavailable()[0].missing, (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(derived.unavailable()[0].problem, "");
}

TEST(Derived, SaysWhatIsWrongWithAFormula) {
  const std::vector<EventDefinition> rows = {{"X", "Ir Dr", {}}};
  const DerivedEvents derived = derive_events(events_named({"Ir", "Dr"}), rows);
  ASSERT_EQ(derived.unavailable().size(), 1U);
  EXPECT_EQ(derived.unavailable()[0].problem, "expected '+' or the end");
}

TEST(Derived, PrefersStoredEventsToFormulas) {
  const std::vector<Event> stored = events_named({"I1mr", "D1mr", "D1mw", "L1m", "Sum"});
  const std::vector<EventDefinition> rows = {{"Sum", "I1mr + D1mr", {}}, {"X", "Sum", {}}};
  const DerivedEvents derived = derive_events(stored, rows);
  EXPECT_FALSE(derived.find("L1m"));
  EXPECT_FALSE(derived.find("Sum"));
  EXPECT_EQ(meaning(derived, stored, "X"), "1*Sum");
}

TEST(Derived, PrefersTheInputsFormulaToABuiltIn) {
  const std::vector<EventDefinition> rows = {{"L1m", "2 I1mr", "my misses"}};
  const DerivedEvents derived = derive_events(cache_events(), rows);
  EXPECT_EQ(meaning(derived, cache_events(), "L1m"), "2*I1mr");
  EXPECT_EQ(derived.events()[*derived.find("L1m")].long_name, "my misses");
  EXPECT_EQ(meaning(derived, cache_events(), "L1MissRate"), "2*I1mr/1*Ir+1*Dr+1*Dw");
}

TEST(Derived, KeepsABuiltInAwayFromAnInputsNameThatFails) {
  const std::vector<EventDefinition> rows = {{"L1m", "2 nothing", {}}};
  const DerivedEvents derived = derive_events(cache_events(), rows);
  EXPECT_FALSE(derived.find("L1m"));
  EXPECT_FALSE(derived.find("L1MissRate"));
  EXPECT_EQ(derived.unavailable().size(), 1U);
}

TEST(Derived, LetsTheInputUseBuiltInEvents) {
  const std::vector<EventDefinition> rows = {{"X", "CEst + 5 Ge", {}}, {"R", "I1MissRate", {}}};
  const std::vector<Event> stored = events_named({"Ir", "I1mr", "Ge"});
  const DerivedEvents derived = derive_events(stored, rows);
  EXPECT_EQ(meaning(derived, stored, "X"), "1*Ir+25*Ge");
  EXPECT_FALSE(derived.find("R")) << "a ratio is no term of a sum";
}

TEST(Derived, BuildsBuiltInEventsOnTheInputsOwn) {
  // L1m has to wait for D1mw, CEst for L1m, and X for nothing.
  const std::vector<Event> stored = events_named({"Ir", "I1mr", "D1mr", "Bcm", "Bim"});
  const std::vector<EventDefinition> rows = {
      {"X", "Bm", {}}, {"D1mw", "3 D1mr", {}}, {"Y", "CEst", {}}};
  const DerivedEvents derived = derive_events(stored, rows);
  EXPECT_EQ(meaning(derived, stored, "X"), "1*Bcm+1*Bim");
  EXPECT_EQ(meaning(derived, stored, "L1m"), "1*I1mr+4*D1mr");
  EXPECT_EQ(meaning(derived, stored, "Y"), "1*Ir+10*I1mr+40*D1mr+10*Bcm+10*Bim");
}

TEST(Derived, CountsTheLastRowForAName) {
  const std::vector<Event> stored = events_named({"Ir", "Dr"});
  const std::vector<EventDefinition> rows = {
      {"X", "Ir", {}}, {"Y", "X", {}}, {"X", "Dr", {}}, {"Z", "X", {}}};
  const DerivedEvents derived = derive_events(stored, rows);
  EXPECT_EQ(meaning(derived, stored, "X"), "1*Dr");
  EXPECT_EQ(meaning(derived, stored, "Z"), "1*Dr");
  ASSERT_EQ(derived.unavailable().size(), 1U) << "Y comes before the X that counts";
}

TEST(Derived, TakesALongNameAloneForABuiltIn) {
  const std::vector<EventDefinition> rows = {{"L1m", {}, "misses"}};
  const DerivedEvents derived = derive_events(cache_events(), rows);
  EXPECT_EQ(derived.events()[*derived.find("L1m")].long_name, "misses");
}

TEST(Derived, RefusesCoefficientsThatMultiplyOutOfBounds) {
  const std::vector<Event> stored = events_named({"Ir"});
  std::vector<EventDefinition> rows = {{"X0", "Ir", {}}};
  for (int at = 1; at <= 200; ++at) {
    const std::string before = "X" + std::to_string(at - 1);
    rows.push_back({"X" + std::to_string(at), before + " + " + before, {}});
  }
  const DerivedEvents derived = derive_events(stored, rows);
  EXPECT_EQ(meaning(derived, stored, "X31"), "2147483648*Ir");
  EXPECT_EQ(meaning(derived, stored, "X32"), "too large");
  EXPECT_EQ(meaning(derived, stored, "X200"), "too large");
}

TEST(Derived, StaysLinearInLongChains) {
  constexpr int kLength = 50000;
  const std::vector<Event> stored = events_named({"Ir", "Dr"});
  std::vector<EventDefinition> rows = {{"X0", "Ir", {}}};
  for (int at = 1; at <= kLength; ++at) {
    rows.push_back({"X" + std::to_string(at), "X" + std::to_string(at - 1) + " + Dr", {}});
  }
  const DerivedEvents derived = derive_events(stored, rows);
  EXPECT_EQ(meaning(derived, stored, "X50000"), "1*Ir+50000*Dr");
}

TEST(DerivedEvents, EvaluateAllAsEachByItself) {
  const std::vector<Event> stored = events_named({"Ir", "Dr", "I1mr", "D1mr", "D1mw", "Dw"});
  std::vector<EventDefinition> definitions = {
      {"a", "2 Ir + Dr", {}}, {"b", "a + 3 a + 0 Dr", {}},   {"c", "99999999999 b", {}},
      {"d", "0 c + Ir", {}},  {"e", "2147483648 Dr", {}},    {"f", "2147483649 Dr", {}},
      {"g", "nothing", {}},   {"h", "c + c + c + c + c", {}}};
  const DerivedEvents derived = derive_events(stored, definitions);
  const std::vector<int128> costs = {kUint64Max, -7, 5, 11, 0, 13};
  const std::vector<DerivedEvents::Value> values = derived.evaluate(costs);
  ASSERT_EQ(values.size(), derived.events().size());
  size_t sums = 0, ratios = 0, neither = 0;
  for (size_t at = 0; at < values.size(); ++at) {
    const auto sum = derived.sum(at);
    const auto ratio = derived.ratio(at);
    EXPECT_EQ(values[at].sum, sum ? evaluate(*sum, costs) : std::nullopt)
        << derived.events()[at].name;
    EXPECT_EQ(values[at].ratio, ratio ? evaluate(*ratio, costs) : std::nullopt)
        << derived.events()[at].name;
    ++(sum ? sums : ratio ? ratios : neither);
  }
  EXPECT_GT(sums, 4U);
  EXPECT_GT(ratios, 1U);
  EXPECT_GT(neither, 2U) << "coefficients that are too large";
}

}  // namespace
}  // namespace quern
