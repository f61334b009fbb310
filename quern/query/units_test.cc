// SPDX-License-Identifier: MIT
#include "quern/query/units.h"

#include "quern/query/test_support.h"

namespace quern {
namespace {

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
