// SPDX-License-Identifier: MIT
#include "quern/views/trees/flame.h"

#include <string>

#include "quern/query/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"

namespace quern {
namespace {

Flame flame_of(const Profile& profile, const FlameRequest& request = {}, const Words& words = {}) {
  return flame(profile, selected(profile, words), request).value();
}

std::string told_frames(const Flame& flame) {
  std::string text;
  for (size_t at = 0; at < flame.places.size(); ++at) {
    const TreeRow& row = flame.tree.rows[at];
    const FlamePlace& place = flame.places[at];
    text += std::string(row.depth, ' ') + std::string(row.name.name) + " " + to_decimal(place.x) +
            "+" + to_decimal(place.width) + " own " + to_decimal(place.own);
    text += place.small != 0 ? " small " + to_decimal(place.small) : "";
    text += "\n";
  }
  text += flame.small != 0 ? "small " + to_decimal(flame.small) : "";
  return text + (flame.rest != 0 ? "rest " + to_decimal(flame.rest) : "");
}

TEST(Flame, PlacesFramesByCostFromTheLeft) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_frames(flame_of(*profile)),
            "main 0+100 own 10\n"
            " left 0+60 own 20\n"
            "  leaf 0+40 own 40\n"
            " right 60+30 own 10\n"
            "  leaf 60+20 own 20\n");
}

TEST(Flame, MergesSmallFramesAndThoseTooDeep) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_frames(flame_of(*profile, {.least_part = 3})),
            "main 0+100 own 10 small 30\n"
            " left 0+60 own 20\n"
            "  leaf 0+40 own 40\n");
  EXPECT_EQ(told_frames(flame_of(*profile, {.depth = 1})), "main 0+100 own 10 small 90\n");
  EXPECT_EQ(told_frames(flame_of(*profile, {}, {.limit = 1})), "main 0+100 own 10 small 90\n");
}

TEST(Flame, GoesUpFromCosts) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_frames(flame_of(*profile, {.bottom_up = true, .depth = 2})),
            "leaf 0+60 own 0\n"
            " left 0+40 own 0 small 40\n"
            " right 40+20 own 0 small 20\n"
            "left 60+20 own 0\n"
            " main 60+20 own 20\n"
            "main 80+10 own 10\n"
            "right 90+10 own 0\n"
            " main 90+10 own 10\n");
}

TEST(Flame, KeepsWhatTheCallsClaimTooMuchWithinTheirCaller) {
  // The callee's costs are below 0 in part, so that calls cost more than the total.
  const auto profile = read_text(
      "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=up\ncalls=1 1\n2 100\ncfn=down\ncalls=1 1\n3 -60\n"
      "fn=up\n1 100\nfn=down\n1 -60\n");
  const Flame flame = flame_of(*profile);
  EXPECT_EQ(told_frames(flame), "main 0+50 own 10\n up 0+40 own 40\n");
  EXPECT_EQ(flame.squeezed, 1U);
}

TEST(Flame, BoundsWhatItEstimates) {
  const auto profile = read_text(kShared);
  const Flame flame = flame_of(*profile);
  EXPECT_EQ(told(Amount(flame.tree.rows[2].bounds[0])), "40..40");
}

Flame flame_around_name(const Profile& profile, std::string_view name, bool bottom_up) {
  Result<Flame> answer =
      flame_around(profile, selected(profile, {}), {.bottom_up = bottom_up}, name);
  EXPECT_TRUE(answer.has_value());
  return std::move(*answer);
}

TEST(FlameAround, HasAFunctionWithAllBelowIt) {
  const auto profile = read_text(kShared);
  const Flame flame = flame_around_name(*profile, "left", false);
  EXPECT_EQ(told_frames(flame),
            "left 0+60 own 20\n"
            " leaf 0+40 own 40\n");
  EXPECT_EQ(flame.total, 60);
  EXPECT_EQ(told(flame.tree.rows[1].inclusive), "40") << "all of what left cost: no guess";
}

TEST(FlameAround, TellsCallersByTheirPartOfItsInclusiveCost) {
  const auto profile = read_text(kShared);
  const Flame flame = flame_around_name(*profile, "leaf", true);
  EXPECT_EQ(told_frames(flame),
            "leaf 0+60 own 0\n"
            " left 0+40 own 0\n"
            "  main 0+40 own 40\n"
            " right 40+20 own 0\n"
            "  main 40+20 own 20\n");
  for (const TreeRow& row : flame.tree.rows) {
    EXPECT_EQ(certainty_of(row.inclusive.front()), Certainty::kExact) << row.name.name;
  }
}

TEST(FlameAround, MarksWhatACallGraphDoesNotTell) {
  // mid is called by a and b; what a's calls of it gave to leaf is not known.
  const auto profile = read_text(
      "events: Ir\nfn=a\n1 1\ncfn=mid\ncalls=1 1\n1 30\nfn=b\n1 1\ncfn=mid\ncalls=1 1\n1 10\n"
      "fn=mid\n1 20\ncfn=leaf\ncalls=2 1\n1 20\nfn=leaf\n1 20\n");
  const Flame flame = flame_around_name(*profile, "leaf", true);
  ASSERT_EQ(flame.tree.rows.size(), 4U);
  EXPECT_EQ(told(flame.tree.rows[1].inclusive), "20");
  EXPECT_EQ(told(flame.tree.rows[2].inclusive), "~15");
  EXPECT_EQ(told(flame.tree.rows[3].inclusive), "~5");
}

TEST(FlameAround, NeedsAName) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(flame_around(*profile, selected(*profile, {}), {}, "nobody").error().code,
            "no-such-function");
}

TEST(Flame, IsOfOneEvent) {
  const auto profile = read_text("events: Ir Dr\nfn=a\n1 2 3\n");
  const Result<Flame> answer = flame(*profile, selected(*profile, {.all_events = true}), {});
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, "one-event");
}

TEST(Flame, OfNothingHasNoFrames) {
  const auto profile = read_text("events: Ir\nfn=a\n");
  EXPECT_EQ(told_frames(flame_of(*profile)), "");
}

/// Frames and rests are the total, children lie in their parent, siblings beside each other.
void expect_sound(const Flame& flame) {
  int128 sum = flame.small + flame.rest;
  std::vector<int128> ends(flame.places.size());
  int128 end = 0;
  for (size_t at = 0; at < flame.places.size(); ++at) {
    const TreeRow& row = flame.tree.rows[at];
    const FlamePlace& place = flame.places[at];
    sum += place.small + place.own;
    int128& left = row.parent ? ends[*row.parent] : end;
    EXPECT_TRUE(place.x == left && place.width >= 0 && place.small >= 0 && place.own >= 0) << at;
    left += place.width;
    ends[at] = place.x;
    const int128 right =
        row.parent ? flame.places[*row.parent].x + flame.places[*row.parent].width : flame.total;
    EXPECT_TRUE(left <= right) << at;
  }
  EXPECT_TRUE(flame.rest >= 0);
  EXPECT_EQ(to_decimal(sum), to_decimal(flame.total));
}

TEST(FlameProperty, FramesAndRestsAreTheTotal) {
  size_t frames = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    OpenOptions options;
    options.dialect = "callgrind";
    const Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
    if (!opened) {
      continue;
    }
    SCOPED_TRACE(seed);
    testing::RandomChoice random(seed);
    const FlameRequest request{.bottom_up = random.chance(40),
                               .depth = random.index(5),
                               .least_share = random.chance(30) ? 500U : 0U,
                               .least_part = random.chance(30) ? 20U : 0U};
    const Result<Flame> answer =
        flame(*opened->profile, selected(*opened->profile, {.limit = random.index(60)}), request);
    if (!answer) {
      ASSERT_EQ(answer.error().code, "mixed-stacks");
      continue;
    }
    expect_sound(*answer);
    frames += answer->places.size();
    if (::testing::Test::HasFailure()) {
      return;
    }
  }
  EXPECT_GT(frames, 1500U);
}

}  // namespace
}  // namespace quern
