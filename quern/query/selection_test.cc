// SPDX-License-Identifier: MIT
#include "quern/query/selection.h"

#include <string>
#include <tuple>
#include <vector>

#include "quern/analysis/events/event_names.h"
#include "quern/query/test_support.h"
#include "quern/query/units.h"
#include "quern/views/input/info.h"

namespace quern {
namespace {

constexpr std::string_view kTwoEvents =
    "event: Sum = Ir + 2 Dr : Both\n"
    "event: Lost = Ir + Nope\n"
    "events: Ir Dr I1mr\nfn=main\n1 10 5 1\n";

constexpr std::string_view kParts =
    "version: 1\nevents: Ir\npart: 1\nthread: 1\nfn=a\n1 1\n"
    "\nevents: Ir\npart: 2\nthread: 2\nfn=a\n1 10\n"
    "\nevents: Ir\npart: 3\nthread: 1\nfn=a\n1 100\n";

std::string names(const Selection& selection) {
  std::string text;
  for (const Column& column : selection.columns) {
    text += text.empty() ? "" : " ";
    text += column.event.name;
  }
  return text;
}

std::string total(const Profile& profile, const Selection& selection) {
  std::vector<EventSum> sums;
  for (const Column& column : selection.columns) {
    sums.push_back(column.sum);
  }
  return told(totals(profile, selection.parts, sums));
}

Diagnostic error_of(const Profile& profile, const Words& words) {
  const Result<Selection> selection = select(profile, words.words());
  EXPECT_FALSE(selection);
  return selection ? Diagnostic{} : selection.error();
}

TEST(Selection, ShowsTheFirstEventToPeopleAndAllToPrograms) {
  const auto profile = read_text(kTwoEvents);
  EXPECT_EQ(names(selected(*profile)), "Ir");
  EXPECT_EQ(names(selected(*profile, {.all_events = true})), "Ir Dr I1mr");
}

/// A profile of so many events, each part with all of them.
std::string text_of_events(size_t events, size_t parts) {
  std::string text;
  for (size_t part = 0; part < parts; ++part) {
    text += "events:";
    for (size_t event = 0; event < events; ++event) {
      text += " e" + std::to_string(event);
    }
    text += "\nfn=main\n1 10\n\n";
  }
  return text;
}

TEST(Selection, HasNoRoomForTooManyEvents) {
  const auto most = read_text(text_of_events(kMostColumns, 1));
  EXPECT_EQ(selected(*most, {.all_events = true}).columns.size(), kMostColumns);
  const auto more = read_text(text_of_events(kMostColumns + 1, 1));
  EXPECT_EQ(names(selected(*more)), "e0");
  const Diagnostic error = error_of(*more, {.all_events = true});
  EXPECT_EQ(error.code, "too-many-events");
  EXPECT_EQ(error.fault, Fault::kUsage);
  EXPECT_EQ(error.message, "1,025 events are too many for one table");
  EXPECT_EQ(error.hint, "at most 1,024 fit; choose some, e.g. --event e0");
}

TEST(Info, HasNoRoomForTooManyEventsOfEachPart) {
  EXPECT_TRUE(check_room_for_parts(info_of(*read_text(text_of_events(kMostColumns, 2)))));
  EXPECT_TRUE(check_room_for_parts(info_of(*read_text(text_of_events(kMostColumns + 1, 1)))));
  const auto room = check_room_for_parts(info_of(*read_text(text_of_events(kMostColumns + 1, 2))));
  ASSERT_FALSE(room);
  EXPECT_EQ(room.error().code, "too-many-events");
}

TEST(Selection, TakesDerivedEventsAsColumns) {
  const auto profile = read_text(kTwoEvents);
  const Selection selection = selected(*profile, {.events = {"Sum", "Dr", "Sum"}});
  EXPECT_EQ(names(selection), "Sum Dr");
  EXPECT_EQ(selection.columns[0].event.formula, "Ir + 2 Dr");
  EXPECT_EQ(selection.columns[0].event.long_name, "Both");
  EXPECT_EQ(total(*profile, selection), "20 5");
}

TEST(Selection, AddsTheSortEventAsTheLastColumn) {
  const auto profile = read_text(kTwoEvents);
  const Selection selection = selected(*profile, {.events = {"Ir"}, .sort = "incl:Dr"});
  EXPECT_EQ(names(selection), "Ir Dr");
  EXPECT_EQ(selection.sort_column, 1U);
  EXPECT_EQ(selection.sort_by, SortBy::kInclusive);
}

TEST(Selection, ReadsEveryFormOfSort) {
  const auto profile = read_text(kTwoEvents);
  const auto sorted = [&](std::string sort) {
    const Selection by =
        selected(*profile,
                 {.sort = std::move(sort), .all_events = true, .default_sort = SortBy::kInclusive});
    return std::to_string(by.sort_column) + (by.sort_by == SortBy::kSelf ? " self" : " inclusive");
  };
  EXPECT_EQ(sorted(""), "0 inclusive");
  EXPECT_EQ(sorted("Dr"), "1 inclusive");
  EXPECT_EQ(sorted("self"), "0 self");
  EXPECT_EQ(sorted("self:Dr"), "1 self");
  EXPECT_EQ(sorted("inclusive"), "0 inclusive");
  EXPECT_EQ(sorted("inclusive:I1mr"), "2 inclusive");
}

TEST(Selection, AnEventMayBeCalledSelf) {
  const auto profile = read_text("events: Ir self\nfn=a\n1 1 2\n");
  const Selection selection =
      selected(*profile, {.sort = "self", .all_events = true, .default_sort = SortBy::kInclusive});
  EXPECT_EQ(selection.sort_column, 1U);
  EXPECT_EQ(selection.sort_by, SortBy::kInclusive);
}

TEST(Selection, SuggestsTheEventThatWasMeant) {
  const auto profile = read_text(kTwoEvents);
  const Diagnostic error = error_of(*profile, {.events = {"I1rm"}});
  EXPECT_EQ(error.code, "unknown-event");
  EXPECT_EQ(error.fault, Fault::kUsage);
  EXPECT_EQ(error.message, "no event 'I1rm'");
  EXPECT_TRUE(error.hint.starts_with("did you mean I1mr? there are Ir, Dr, I1mr; derived: "))
      << error.hint;
  EXPECT_EQ(error_of(*profile, {.sort = "self:I1rm"}).code, "unknown-event");
}

TEST(Selection, TakesAnEventWithoutItsUnitInAnyCaseOrByItsBeginning) {
  const auto profile = read_text("events: Time_(10ns) Memory_(bytes) Ir\nfn=a\n1 100 20 3\n");
  for (const std::string word : {"Memory", "memory", "MEM", "m", "memory_(BYTES)"}) {
    const Selection selection = selected(*profile, {.events = {word}});
    EXPECT_EQ(selection.columns.front().event.name, "Memory_(bytes)") << word;
  }
  EXPECT_EQ(selected(*profile, {.sort = "self:memory", .all_events = true}).sort_column, 1U);
  EXPECT_EQ(selected(*profile, {.sort = "incl:mem", .all_events = true}).sort_column, 1U);
  EXPECT_EQ(selected(*profile, {.events = {"Ir"}, .where = "memory > 5"}).beside.front().event.name,
            "Memory_(bytes)");
}

TEST(Selection, TakesAnExactNameBeforeALongerOne) {
  const auto profile = read_text("events: curB curBk CURB\nfn=a\n1 1 2 3\n");
  const auto chosen = [&](std::string word) {
    return selected(*profile, {.events = {std::move(word)}}).columns.front().event.name;
  };
  EXPECT_EQ(chosen("curB"), "curB");
  EXPECT_EQ(chosen("CURB"), "CURB");
  EXPECT_EQ(chosen("curbk"), "curBk");
}

TEST(Selection, ListsTheEventsThatAnAbbreviationMayMean) {
  const auto profile = read_text("events: Ir D1mr D1mw\nfn=a\n1 1 2 3\n");
  const Diagnostic error = error_of(*profile, {.events = {"d1"}});
  EXPECT_EQ(error.code, "unknown-event");
  EXPECT_EQ(error.message, "no event 'd1'");
  EXPECT_EQ(error.hint, "several events begin with it: D1mr, D1mw");
  EXPECT_EQ(error_of(*profile, {.events = {"q"}}).message, "no event 'q'");
}

TEST(Selection, TakesNoBeginningsInQueriesFormulasAndRules) {
  const auto profile = read_text("events: Ir cycles\nfn=a\n1 1 2\n");
  SelectionWords words;
  words.takes_ratios = true;
  for (const auto& [events, where, takes_abbreviations] :
       std::vector<std::tuple<std::string, std::string, bool>>{
           {"Ir/c", "", true}, {"Ir", "c > 5", true}, {"c", "", false}}) {
    words.events = {events};
    words.where = where;
    words.takes_abbreviations = takes_abbreviations;
    const Result<Selection> selection = select(*profile, words);
    ASSERT_FALSE(selection.has_value()) << events << where;
    EXPECT_EQ(selection.error().message, "no event 'c'");
    EXPECT_TRUE(selection.error().hint.starts_with("did you mean cycles?"));
  }
}

TEST(Selection, AnAbbreviationMeansAnEventOfAnyKind) {
  const auto profile = read_text("events: Ir Cost\nevent: Copies = Ir + Cost\nfn=a\n1 1 2\n");
  EXPECT_EQ(selected(*profile, {.events = {"cop"}}).columns.front().event.name, "Copies");
  EXPECT_EQ(error_of(*profile, {.events = {"co"}}).hint,
            "several events begin with it: Cost, Copies");
}

TEST(Selection, TakesEventsInAnyCaseAndWithoutTheirUnitInFormulas) {
  const auto profile = read_text("events: Time_(10ns) Memory_(bytes)\nfn=a\n1 100 20\n");
  SelectionWords words;
  words.events = {"total"};
  words.defines = {"total = time + memory"};
  const Result<Selection> sum = select(*profile, words);
  ASSERT_TRUE(sum.has_value());
  EXPECT_EQ(sum->columns.front().sum.terms.size(), 2U);
  words.defines = {"total = tme + memory"};
  words.takes_ratios = true;
  const Result<Selection> slip = select(*profile, words);
  ASSERT_FALSE(slip.has_value());
  EXPECT_EQ(slip.error().message, "no event 'tme'");
}

TEST(Selection, TellsWhatADerivedEventLacks) {
  const auto profile = read_text(kTwoEvents);
  EXPECT_EQ(error_of(*profile, {.events = {"Lost"}}).message,
            "event 'Lost' cannot be computed from 'Ir + Nope': there is no Nope");
}

TEST(Selection, RefusesRatios) {
  const auto profile = read_text(kTwoEvents);
  const Diagnostic error = error_of(*profile, {.events = {"I1MissRate"}});
  EXPECT_EQ(error.code, "ratio-event");
  EXPECT_TRUE(error.message.starts_with("'I1MissRate' is a ratio (I1mr / Ir)")) << error.message;
}

TEST(Selection, FillsInLongNamesAndUnits) {
  const auto profile = read_text("events: Ir Time_(10ns)\nfn=a\n1 1 2\n");
  const std::vector<Column> columns = stored_columns(*profile);
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[0].event.long_name, describe_event("Ir").long_name);
  EXPECT_EQ(columns[1].event.unit, "ns");
  EXPECT_EQ(columns[1].event.scale, 10U);
}

TEST(Selection, ChoosesPartsByNumberAndThread) {
  const auto profile = read_text(kParts);
  const auto chosen = [&](std::string parts, std::string threads) {
    const Selection selection =
        selected(*profile, {.parts = std::move(parts), .threads = std::move(threads)});
    return total(*profile, selection) + (selection.is_all_parts ? " all" : "");
  };
  EXPECT_EQ(chosen("", ""), "111 all");
  EXPECT_EQ(chosen("2", ""), "10");
  EXPECT_EQ(chosen("1, 3", ""), "101");
  EXPECT_EQ(chosen("2-9", ""), "110");
  EXPECT_EQ(chosen("1-3", ""), "111 all");
  EXPECT_EQ(chosen("", "1"), "101");
  EXPECT_EQ(chosen("2-3", "1"), "100");
}

TEST(Selection, NumbersPartsByPositionWhereTheirHeadersDoNot) {
  const auto profile = read_text(
      "version: 1\nevents: Ir\npid: 7\nfn=a\n1 1\n\nversion: 1\nevents: Ir\npid: 7\nfn=a\n1 10\n");
  ASSERT_EQ(profile->parts().size(), 2U);
  EXPECT_EQ(total(*profile, selected(*profile, {.parts = "2"})), "10");
}

TEST(Selection, TellsWhichPartsThereAre) {
  const auto profile = read_text(kParts);
  Diagnostic error = error_of(*profile, {.parts = "1,7"});
  EXPECT_EQ(error.code, "unknown-part");
  EXPECT_EQ(error.message, "no part has the number 7");
  EXPECT_EQ(error.hint, "there are parts 1-3");
  error = error_of(*profile, {.threads = "5"});
  EXPECT_EQ(error.code, "unknown-thread");
  EXPECT_EQ(error.message, "no part belongs to thread 5");
  EXPECT_EQ(error.hint, "there are threads 1-2");
  error = error_of(*profile, {.parts = "1", .threads = "2"});
  EXPECT_EQ(error.message, "no part with number 1 belongs to thread 2");
}

TEST(Selection, RefusesListsThatAreNone) {
  const auto profile = read_text(kParts);
  for (const char* const list : {"x", "1,", "3-1", "-1", "1--2", ",", "99999999999999999999"}) {
    const Diagnostic error = error_of(*profile, {.parts = list});
    EXPECT_EQ(error.message,
              "expected numbers and ranges such as 1,3-5 but found '" + std::string(list) + "'");
  }
}

TEST(Selection, GroupsAsAskedTo) {
  const auto profile = read_text(kTwoEvents);
  EXPECT_EQ(selected(*profile, {.group_by = "file"}).group_by, GroupBy::kFile);
}

TEST(Selection, SpeaksOfOneEventAsOfOne) {
  const auto profile = read_text("events: Ir\nfn=a\n1 1\n");
  EXPECT_EQ(error_of(*profile, {.events = {"Sum"}}).hint, "the profile has only Ir");
}

TEST(Selection, AnInputWithoutEventsHasNoColumns) {
  const auto profile = read_text("events:\nfn=a\n1\n", Keep::kSums, true);
  const Selection selection = selected(*profile, {.all_events = true});
  EXPECT_TRUE(selection.columns.empty());
  EXPECT_EQ(error_of(*profile, {.events = {"Ir"}}).hint, "the profile has no events");
}

TEST(Selection, KnowsWhichPartOfTheChosenPartsIsNotInTheProfile) {
  const auto profile = read_whole(
      "part: 1\nevents: Ir Dr\nsummary: 1000 9\nfl=a.c\nfn=f\n1 100 4\n"
      "part: 2\nevents: Dr Ir\nsummary: 9 60\nfl=a.c\nfn=f\n1 9 20\n");
  const auto missing = [&profile](const Words& words) {
    return told(selected(*profile, words).not_in_profile);
  };
  EXPECT_EQ(missing({.all_events = true}), "940 5");
  EXPECT_EQ(missing({.events = {"Dr", "Ir"}, .parts = "1"}), "5 900");
  EXPECT_EQ(missing({.events = {"Ir"}, .parts = "2"}), "40");
  EXPECT_TRUE(selected(*read_whole(kShared)).not_in_profile.empty());
}

TEST(Units, KnowTheirWords) {
  for (const std::string_view word : kUnitWords) {
    const Unit* const unit = find_unit(word);
    ASSERT_NE(unit, nullptr) << word;
    EXPECT_EQ(unit->name, word);
  }
  EXPECT_EQ(find_unit("bytes"), nullptr);
  EXPECT_EQ(find_unit(""), nullptr);
  EXPECT_EQ(find_unit("GiB")->size, uint64_t{1} << 30U);
}

TEST(Units, OfEventsAreThoseTheyAreMeasuredIn) {
  Event event;
  EXPECT_EQ(unit_of(event), nullptr);
  event.unit = "us";
  EXPECT_EQ(unit_of(event)->size, 1000U);
  event.unit = "bytes";
  EXPECT_EQ(unit_of(event)->dimension, Dimension::kMemory);
  event.unit = "kB";  // no such unit is ever given to an event
  EXPECT_EQ(unit_of(event), nullptr);
  event.unit = "cycles";
  EXPECT_EQ(unit_of(event), nullptr);
}

TEST(Units, GoToTheEventsTheyFit) {
  const auto profile = read_text("events: Ir Time_(10ns) Memory_(bytes)\nfn=f\n1 1 2 3\n");
  const Selection selection = selected(*profile, {.all_events = true, .unit = "us"});
  EXPECT_EQ(selection.columns[0].event.shown_unit, "");
  EXPECT_EQ(selection.columns[1].event.shown_unit, "us");
  EXPECT_EQ(selection.columns[2].event.shown_unit, "");
}

TEST(Units, ThatFitNoEventAreRefusedUnlessTheyAreAWish) {
  const auto profile = read_text("events: Ir Memory_(bytes)\nfn=f\n1 1 2\n");
  SelectionWords words = Words{.all_events = true, .unit = "ms"}.words();
  const Result<Selection> refused = select(*profile, words);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "unfit-unit");
  EXPECT_EQ(refused.error().hint,
            "shown: Ir, Memory_(bytes) (bytes); --event chooses others, 'quern check' lists them");
  words.unit_must_fit = false;
  EXPECT_TRUE(select(*profile, words));
}

}  // namespace
}  // namespace quern
