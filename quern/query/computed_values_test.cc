// SPDX-License-Identifier: MIT
#include "quern/query/computed_values.h"

#include <string>

#include "quern/query/test_support.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/peek.h"
#include "quern/views/input/info.h"
#include "quern/views/lists/top.h"

namespace quern {
namespace {

/// walk calls itself through step, so that both have bounds.
std::unique_ptr<const Profile> program() {
  return read_text(
      "events: Ir Dr Dm\nfn=main\n1 10 4 1\ncfn=walk\ncalls=2 1\n1 90 26 3\ncfn=leaf\ncalls=5 1\n"
      "2 20 0 0\nfn=walk\n1 40 20 2\ncfn=step\ncalls=3 1\n1 50 6 1\nfn=step\n1 50 6 1\ncfn=walk\n"
      "calls=1 1\n1 10 5 1\nfn=leaf\n1 20 0 0\n");
}

std::string ratios(const ComputedRow& row) {
  std::string text;
  for (const std::optional<Fraction>& value : row) {
    text += text.empty() ? "" : " ";
    text += !value ? "-" : to_decimal(value->numerator) + "/" + to_decimal(value->denominator);
  }
  return text;
}

struct Asked {
  std::vector<std::string> events = {};
  std::vector<std::string> defines = {};
  std::string sort = {};
};

SelectionWords words_of(const Asked& asked) {
  SelectionWords words;
  words.events = asked.events;
  words.defines = asked.defines;
  words.sort = asked.sort;
  words.takes_ratios = true;
  return words;
}

Selection chosen(const Profile& profile, const Asked& asked) {
  Result<Selection> selection = select(profile, words_of(asked));
  if (!selection) {
    ADD_FAILURE() << selection.error().message;
    return {.completeness = Completeness(profile), .columns = {}, .parts = PartSet::all(profile)};
  }
  return std::move(*selection);
}

/// "COLUMN: CODE: MESSAGE".
std::string computed_refusal(const Asked& asked) {
  const auto profile = program();
  const Result<Selection> selection = select(*profile, words_of(asked));
  if (selection) {
    return "none";
  }
  const Diagnostic& error = selection.error();
  return std::to_string(error.place.column) + ": " + error.code + ": " + error.message;
}

/// "leaf 20 (self; inclusive)" for each row.
std::string ratios_text(const Asked& asked) {
  const auto profile = program();
  const Top top(*profile, chosen(*profile, asked));
  std::string text;
  for (size_t rank = 0; rank < top.shown(); ++rank) {
    const TopRow row = top.row(rank);
    text += std::string(row.name.name) + " (" + ratios(row.self_ratios) + "; " +
            ratios(row.inclusive_ratios) + ") ";
  }
  return text + "total " + ratios(top.total_ratios());
}

TEST(ComputedValues, RatiosAreEachRowsOwn) {
  EXPECT_EQ(ratios_text({.events = {"Ir", "R"}, .defines = {"R = Dm/Dr"}}),
            "step (1/6; -) walk (1/10; -) leaf (-; -) main (1/4; 2/15) total 2/15");
}

TEST(ComputedValues, SortByThemNoValueLast) {
  EXPECT_EQ(ratios_text({.defines = {"R = Dm/Dr"}, .sort = "R"}),
            "main (1/4; 2/15) step (1/6; -) walk (1/10; -) leaf (-; -) total 2/15");
  EXPECT_EQ(ratios_text({.sort = "incl:Ir/calls"}),
            "leaf (4/1; 4/1) main (-; -) step (50/3; -) walk (40/3; -) total -");
  EXPECT_EQ(ratios_text({.sort = "Ir/calls"}),
            "step (50/3; -) walk (40/3; -) leaf (4/1; 4/1) main (-; -) total -");
}

TEST(ComputedValues, FormulasMayUseEarlierOnes) {
  EXPECT_EQ(ratios_text({.events = {"P"}, .defines = {"R = Dm/Dr", "P [%] = 100 R"}}),
            "step (50/3; -) walk (10/1; -) leaf (-; -) main (25/1; 40/3) total 40/3");
  EXPECT_EQ(computed_refusal({.events = {"P"}, .defines = {"P = 100 R", "R = Dm/Dr"}}),
            "9: unknown-event: no event 'R'");
}

TEST(ComputedValues, SumsOfWholeWeightsAreCosts) {
  const auto profile = program();
  const Selection selection =
      chosen(*profile, {.events = {"S", "Ir+Dr"}, .defines = {"S [ns] = Ir + 2*(Dr + Dm) : sum"}});
  ASSERT_EQ(selection.columns.size(), 2U);
  EXPECT_EQ(selection.columns[0].event.unit, "ns");
  EXPECT_EQ(selection.columns[0].event.long_name, "sum");
  EXPECT_TRUE(selection.ratios.empty());
  EXPECT_EQ(told(Top(*profile, selection).totals()), "188 150");
}

TEST(ComputedValues, OthersAreNot) {
  const auto profile = program();
  const Selection selection = chosen(*profile, {.events = {"Ir - Dr", "max(Ir, 20*Dm)", "Ir/2"}});
  EXPECT_EQ(selection.columns.size(), 1U);
  EXPECT_EQ(selection.ratios.size(), 3U);
  EXPECT_EQ(ratios(Top(*profile, selection).total_ratios()), "90/1 120/1 60/1");
}

TEST(ComputedValues, CallsAndNeighboursHaveTheirOwn) {
  const auto profile = program();
  const Calls calls(*profile, chosen(*profile, {.sort = "incl:Ir/calls"}));
  std::string text;
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    const CallRow row = calls.row(rank);
    text += std::string(row.callee.name) + " " + ratios(row.inclusive_ratios) + " ";
  }
  EXPECT_EQ(text, "walk 45/1 step 50/3 walk 10/1 leaf 4/1 ");
  const Result<Peek> answer = peek(*profile, chosen(*profile, {.sort = "Dm/Dr"}), "main");
  ASSERT_TRUE(answer);
  EXPECT_EQ(ratios(answer->function.self_ratios), "1/4");
  ASSERT_EQ(answer->callees.size(), 2U);
  EXPECT_EQ(ratios(answer->callees[0].inclusive_ratios), "3/26");
  EXPECT_EQ(ratios(answer->callees[1].inclusive_ratios), "-");
}

TEST(ComputedValues, ModelsOfCyclesAreBuiltIn) {
  const auto profile = read_text(
      "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\nfn=f\n1 1000 300 200 20 30 10 5 4 1\n");
  const auto total = [&profile](const std::string& name) {
    const Selection selection = chosen(*profile, {.events = {name}});
    const Top top(*profile, selection);
    return selection.ratios.empty() ? told(top.totals()) : ratios(top.total_ratios());
  };
  EXPECT_EQ(total("TotalRW"), "1500");
  EXPECT_EQ(total("RAMhits"), "10");
  EXPECT_EQ(total("LLhits"), "50/1");
  EXPECT_EQ(total("L1hits"), "1440/1");
  EXPECT_EQ(total("EstimatedCycles"), "2040");  // 1440 + 5 * 50 + 35 * 10
  EXPECT_EQ(total("L1HitRate"), "24/25");
  EXPECT_EQ(total("D1ReadMissRate"), "1/10");
  std::string told_models;
  for (const InfoDerived& derived : info_of(*profile).derived) {
    if (derived.event.name.ends_with("hits") && derived.ratio) {
      told_models += derived.event.name + " " + to_decimal(derived.ratio->numerator) + " ";
    }
  }
  EXPECT_EQ(told_models, "LLhits 50 L1hits 1440 ");
}

TEST(ComputedValues, TheUsersOwnReplacesABuiltInOne) {
  const auto profile = read_text("events: Ir D1mr Dr\nfn=f\n1 100 5 50\n");
  const Selection selection = chosen(
      *profile, {.events = {"D1ReadMissRate"}, .defines = {"D1ReadMissRate [%] = 100 D1mr/Dr"}});
  EXPECT_EQ(ratios(Top(*profile, selection).total_ratios()), "10/1");
}

TEST(ComputedValues, SayWhatIsWrongWhere) {
  EXPECT_EQ(computed_refusal({.events = {"X"}, .defines = {"X = Ir/Lr"}}),
            "8: unknown-event: no event 'Lr'");
  EXPECT_EQ(computed_refusal({.events = {"Ir/Lr"}}), "4: unknown-event: no event 'Lr'");
  EXPECT_EQ(computed_refusal({.events = {"Ir/"}}),
            "4: bad-formula: expected an event, a number or a bracket");
  EXPECT_EQ(computed_refusal({.defines = {"X"}}),
            "2: bad-formula: expected = and a formula, found the end");
  EXPECT_EQ(computed_refusal({.defines = {" = Ir"}}), "1: bad-formula: expected a name");
  EXPECT_EQ(computed_refusal({.defines = {"X [ms = Ir"}}),
            "3: bad-formula: this unit has no closing bracket");
  EXPECT_EQ(computed_refusal({.defines = {"Ir = 2 Dr"}}),
            "1: bad-formula: 'Ir' is an event of the profile");
  EXPECT_EQ(computed_refusal({.defines = {"X = Ir", "X = Dr"}}),
            "1: bad-formula: 'X' is already defined");
  EXPECT_EQ(computed_refusal({.events = {"X"}, .defines = {"X = X/Ir"}}),
            "5: unknown-event: no event 'X'");
  EXPECT_EQ(computed_refusal({.events = {"X"}, .defines = {"X = Ir / : x"}}),
            "9: bad-formula: expected an event, a number or a bracket");
}

TEST(ComputedValues, AnswersWithoutRoomRefuseThem) {
  const auto profile = program();
  SelectionWords words = words_of({.events = {"R"}, .defines = {"R = Dm/Dr"}});
  words.takes_ratios = false;
  const Result<Selection> selection = select(*profile, words);
  ASSERT_FALSE(selection);
  EXPECT_EQ(selection.error().code, "ratio-event");
}

TEST(ComputedValues, CallsSortRows) {
  const auto profile = program();
  const auto names = [&](const std::string& sort) {
    const Top top(*profile, chosen(*profile, {.sort = sort}));
    std::string text;
    for (size_t rank = 0; rank < top.shown(); ++rank) {
      text += std::string(top.row(rank).name.name) + " ";
    }
    return text;
  };
  EXPECT_EQ(names("calls"), "leaf step walk main ");  // 5, 3, 3, 0
  EXPECT_EQ(names("incl:calls"), names("calls"));
  const Selection selection = chosen(*profile, {.sort = "calls"});
  EXPECT_TRUE(selection.sorts_calls);
  EXPECT_TRUE(selection.ratios.empty());  // they have a column of their own
  EXPECT_EQ(Calls(*profile, selection).row(0).callee.name, "leaf");
  const auto alone = read_text("events: Ir\nfn=f\n1 2\n");
  EXPECT_EQ(select(*alone, words_of({.sort = "calls"})).error().code, "needs-calls");
  const auto event = read_text("events: Ir calls\nfn=f\n1 2 7\nfn=g\n1 3 4\n");
  EXPECT_FALSE(chosen(*event, {.sort = "calls"}).sorts_calls);  // an event is called so
}

}  // namespace
}  // namespace quern
