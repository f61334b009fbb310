// SPDX-License-Identifier: MIT
//
// Whole profiles multiplied, event by event: totals are met exactly.
#include "quern/filters/walk/scale_events.h"

#include <gtest/gtest.h>

#include <cmath>

#include "quern/analysis/graph/cycles.h"
#include "quern/filters/filter_plan.h"
#include "quern/filters/test_support.h"
#include "quern/filters/walk/copy_profile.h"
#include "quern/testing/generators/callgrind_generator.h"

namespace quern {
namespace {

using test::kSharedCallee;
using test::read_text;
using test::told;
using test::Told;

std::unique_ptr<const Profile> multiplied(const Profile& profile, std::vector<EventFactor> factors,
                                          const std::optional<PartSet>& parts = {}) {
  if (parts) {
    const Result<Opened> chosen = filter_profile(profile, {.parts = parts});
    EXPECT_TRUE(chosen.has_value()) << (chosen ? "" : chosen.error().message);
    return chosen ? with_scaled_events(*chosen->profile, {std::move(factors)}) : nullptr;
  }
  return with_scaled_events(profile, {std::move(factors)});
}

/// Of the first event.
int128 total_in(const Profile& profile) {
  return totals(profile, PartSet::all(profile), std::vector{event_sum(EventId(size_t{0}))})[0];
}

TEST(ScaleEvents, ScalesSelfCostsAndCallsAndLeavesCounts) {
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const auto profile = read_text(kSharedCallee, keep);
    EXPECT_EQ(told(*multiplied(*profile, {{"Ir", {3, 2}}})),
              (Told{"f 30", "f>h 60/4", "g 60", "g>h 30/6", "h 45", "h>i 45/12", "i 45", "main 15",
                    "main>f 90/2", "main>g 90/1"}));
  }
}

// 10 of 13 of each: rounded pieces add up to the total, and to what each function costs.
TEST(ScaleEvents, PiecesAddUpAndDependNotOnWhatIsKept) {
  const Told expected = {"f 16",      "f>h 31/4", "g 30",   "g>h 16/6",    "h 23",
                         "h>i 24/12", "i 24",     "main 7", "main>f 47/2", "main>g 46/1"};
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const auto profile = read_text(kSharedCallee, keep);
    const auto result = multiplied(*profile, {{"Ir", {10, 13}}});
    EXPECT_TRUE(total_in(*result) == 100);
    EXPECT_EQ(told(*result), expected);
    EXPECT_EQ(result->marks().estimates, Estimates::kNone);
  }
}

TEST(ScaleEvents, EachEventHasItsFactorAndOthersStay) {
  const auto profile = read_text("events: Ir Dr Dw\nfn=f\n1 100 10 7\nfn=g\n2 100 30 9\n");
  const auto result = multiplied(*profile, {{"Ir", {1, 4}}, {"Dr", {5, 2}}});
  const auto sums =
      event_sums(std::vector{EventId(size_t{0}), EventId(size_t{1}), EventId(size_t{2})});
  const CostRows rows = self_costs(*result, PartSet::all(*result), sums);
  EXPECT_TRUE(rows.at(0, 0) == 25 && rows.at(0, 1) == 25 && rows.at(0, 2) == 7);
  EXPECT_TRUE(rows.at(1, 0) == 25 && rows.at(1, 1) == 75 && rows.at(1, 2) == 9);
}

TEST(ScaleEvents, IsExactOnStacksAndLeavesPeaks) {
  const auto profile = read_text(
      "P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(main))+1 V0=(MEM_MAX):(1,10,10)"
      " V1=(MEM_TOTAL):(1,5,5)\nC2 FN1=(F0+2 N=(f))+1 V1:(1,5,5)\n"
      "C3 FN2=(F0+3 N=(h))+1 V1:(1,5,5)\n");
  const std::string peak = profile->events()[0].name;
  const auto result = multiplied(*profile, {{peak, {1, 2}}, {"MEM_TOTAL", {2, 3}}});
  EXPECT_TRUE(total_in(*result) == total_in(*profile)) << peak;
  const EventSum bytes = event_sum(*result->event("MEM_TOTAL"));
  const CostRows rows = self_costs(*result, PartSet::all(*result), std::vector{bytes});
  EXPECT_EQ(to_decimal(rows.at(0, 0)), "3");
  EXPECT_EQ(to_decimal(rows.at(1, 0)), "3");
  EXPECT_EQ(to_decimal(rows.at(2, 0)), "4") << "15 become 10";
}

TEST(ScaleEvents, WorksAfterTheChoiceOfParts) {
  const auto profile =
      read_text("part: 1\nevents: Ir\nfn=f\n1 5\npart: 2\nevents: Ir\nfn=f\n1 7\nfn=g\n2 7\n");
  ASSERT_EQ(profile->parts().size(), 2U);
  PartSet second = PartSet::none(*profile);
  second.add(PartId(size_t{1}));
  const auto result = multiplied(*profile, {{"Ir", {5, 14}}}, second);
  EXPECT_EQ(told(*result), (Told{"f 2", "g 3"}));
}

// Any total can be met, and what functions cost inclusively stays in proportion.
TEST(ScaleEvents, KeepsItsLawsOnGeneratedProfiles) {
  size_t checked = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    OpenOptions options;
    options.keep = seed % 2 == 0 ? Keep::kAll : Keep::kSums;
    const Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
    if (!opened || opened->profile->events().empty()) {
      continue;
    }
    const Profile& profile = *opened->profile;
    const int128 was = total_in(profile);
    const int128 wanted = 1 + static_cast<int128>(seed * 7919 % 100'003);
    const std::optional<Fraction> factor = fraction(wanted, was);
    if (was <= 0 || !factor || wanted / was > kHighestFactor) {
      continue;
    }
    const std::string& event = profile.events()[0].name;
    EXPECT_EQ(told(*multiplied(profile, {{event, {1, 1}}})), told(profile)) << seed;
    const auto result = multiplied(profile, {{event, *factor}});
    EXPECT_TRUE(total_in(*result) == wanted) << seed;
    const std::vector columns = {event_sum(EventId(size_t{0}))};
    const CallGraph before = profile_graph(profile, PartSet::all(profile), columns);
    const CallGraph after = profile_graph(*result, PartSet::all(*result), columns);
    ASSERT_EQ(before.edge_count(), after.edge_count()) << seed;
    const Cycles cycles = find_cycles(before);
    const auto inclusive = [](const CallGraph& graph, uint32_t node) {
      int128 sum = graph.self(node, 0);
      for (const uint32_t edge : graph.calls_from(node)) {
        sum += graph.inclusive(edge, 0);
      }
      return sum;
    };
    for (uint32_t node = 0; node < before.node_count(); ++node) {
      const bool is_called_for_all = cycles.cycle(node) == Cycles::kNone &&
                                     before.incoming(node, 0) == inclusive(before, node);
      if (is_called_for_all && before.incoming(node, 0) > 0) {
        EXPECT_TRUE(after.incoming(node, 0) == inclusive(after, node)) << seed;
      }
    }
    // Each rounded piece is less than one away.
    const auto pieces = static_cast<double>(before.node_count() + before.edge_count());
    for (uint32_t edge = 0; edge < before.edge_count(); ++edge) {
      EXPECT_TRUE(before.count(edge) == after.count(edge)) << seed;
      const double exact = to_double(before.inclusive(edge, 0)) * to_double(*factor);
      EXPECT_NEAR(to_double(after.inclusive(edge, 0)), exact, pieces + 1e-12 * std::abs(exact))
          << seed;
    }
    ++checked;
  }
  EXPECT_GT(checked, 75U);
}

}  // namespace
}  // namespace quern
