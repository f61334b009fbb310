// SPDX-License-Identifier: MIT
#include "quern/analysis/match/alignment.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace quern {
namespace {

AlignedInput side_input(Version side, std::vector<Identity> identities) {
  const size_t count = identities.size();
  return {side, std::move(identities), std::vector<bool>(count, true)};
}

/// "kind" of the node that `own` of the old side is, and the own number it has on the new side.
std::string match_text(const Alignment& alignment, uint32_t own) {
  const uint32_t node = alignment.node(0, own);
  const auto other = alignment.carrier(node, Version::kNew);
  return other ? std::string(to_string(alignment.match(node))) + " " + std::to_string(other->own)
               : "none";
}

TEST(Alignment, JoinsEqualIdentities) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld, {{"f", "a.c", "o"}, {"g", "a.c", "o"}, {"f", "b.c", "o"}}),
      side_input(Version::kNew, {{"f", "b.c", "o"}, {"f", "a.c", "o"}})};
  const Alignment alignment(inputs, {.normalised = false, .guess = false});
  EXPECT_EQ(alignment.size(), 3U);
  EXPECT_EQ(match_text(alignment, 0), "exact 1");
  EXPECT_EQ(match_text(alignment, 1), "none");
  EXPECT_EQ(match_text(alignment, 2), "exact 0");
}

TEST(Alignment, NoFileIsAnEmptyFile) {
  const Identity none{"f", {}, {}};
  const Identity empty{"f", "", ""};
  for (const auto& [old_side, new_side] : {std::pair(none, empty), std::pair(empty, none)}) {
    const std::vector<AlignedInput> inputs = {side_input(Version::kOld, {old_side}),
                                              side_input(Version::kNew, {new_side})};
    EXPECT_EQ(match_text(Alignment(inputs, {.normalised = false, .guess = false}), 0), "exact 0");
  }
}

TEST(Alignment, JoinsNamesThatDifferInHashesOnly) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld,
                 {{"f::h0123456789abcdef", "/tmp/a1/x.rs", "p"}, {"g.isra.0", "", ""}}),
      side_input(Version::kNew,
                 {{"g.isra.1", "", ""}, {"f::hfedcba9876543210", "/tmp/b2/x.rs", "p"}})};
  EXPECT_EQ(match_text(Alignment(inputs, {}), 0), "normalised 1");
  EXPECT_EQ(match_text(Alignment(inputs, {}), 1), "normalised 0");
  EXPECT_EQ(match_text(Alignment(inputs, {.normalised = false, .guess = false}), 0), "none");
}

TEST(Alignment, NeverJoinsTwoOfOneSideAndNoneWhereNumbersDiffer) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld, {{"f.isra.0", "a.c", ""}, {"f.part.0", "a.c", ""}}),
      side_input(Version::kNew, {{"f", "a.c", ""}})};
  const Alignment alignment(inputs, {});
  EXPECT_EQ(match_text(alignment, 0), "none");
  EXPECT_EQ(match_text(alignment, 1), "none");
  EXPECT_EQ(alignment.size(), 3U);
}

TEST(Alignment, PairsAsManyInTheOrderOfTheirNames) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld, {{"l#2", "a.c", ""}, {"l#1", "a.c", ""}}),
      side_input(Version::kNew, {{"l#4", "a.c", ""}, {"l#5", "a.c", ""}})};
  const Alignment alignment(inputs, {});
  EXPECT_EQ(match_text(alignment, 0), "normalised 1");
  EXPECT_EQ(match_text(alignment, 1), "normalised 0");
}

TEST(Alignment, GuessesThatAnOnlyNameHasMoved) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld, {{"f", "a.c", ""}, {"g", "a.c", ""}, {"g", "b.c", ""}}),
      side_input(Version::kNew, {{"f", "z.c", ""}, {"g", "z.c", ""}})};
  EXPECT_EQ(match_text(Alignment(inputs, {}), 0), "guess 0");
  EXPECT_EQ(match_text(Alignment(inputs, {}), 1), "none");
  EXPECT_EQ(match_text(Alignment(inputs, {.guess = false}), 0), "none");
}

TEST(Alignment, AddressesAreNoNames) {
  const std::vector<AlignedInput> inputs = {side_input(Version::kOld, {{"0x4005d0", "", ""}}),
                                            side_input(Version::kNew, {{"0x4006aa", "", ""}})};
  EXPECT_EQ(match_text(Alignment(inputs, {}), 0), "none");
}

TEST(Alignment, RulesRenameAndMayJoin) {
  std::vector<AlignedInput> inputs = {
      side_input(Version::kOld, {{"old_a", "a.c", ""}, {"old_b", "a.c", ""}}),
      side_input(Version::kNew, {{"both", "a.c", ""}})};
  inputs[0].renamed = {{"both", "a.c", ""}, {"both", "a.c", ""}};
  const Alignment alignment(inputs, {.normalised = false, .guess = false});
  EXPECT_EQ(alignment.size(), 1U);
  EXPECT_EQ(match_text(alignment, 0), "rule 0");
  EXPECT_EQ(match_text(alignment, 1), "rule 0");
}

TEST(Alignment, GroupsOfFilesAreComparedAsPaths) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld, {{"/tmp/a/x.c", "", ""}, {"/one/y.c", "", ""}}),
      side_input(Version::kNew, {{"/two/y.c", "", ""}, {"/tmp/b/x.c", "", ""}})};
  const Alignment alignment(inputs, {.names_are_paths = true});
  EXPECT_EQ(match_text(alignment, 0), "normalised 1");
  EXPECT_EQ(match_text(alignment, 1), "guess 0");
}

TEST(Alignment, WhatIsNotListedStandsForNothing) {
  std::vector<AlignedInput> inputs = {side_input(Version::kOld, {{"f", "", ""}}),
                                      side_input(Version::kNew, {{"f", "", ""}})};
  inputs[1].is_listed[0] = false;
  EXPECT_EQ(match_text(Alignment(inputs, {}), 0), "none");
}

/// main calls `middle`, which calls x and y.
CallGraph around(uint32_t middle, uint32_t nodes) {
  CallGraphBuilder builder(nodes, 0);
  const std::vector<int128> nothing;
  builder.add_call(0, middle, int128{1}, nothing);
  builder.add_call(middle, 1, int128{1}, nothing);
  builder.add_call(middle, 2, int128{1}, nothing);
  return builder.build();
}

TEST(Alignment, GuessesByCallersAndCallees) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld,
                 {{"main", "", ""}, {"x", "", ""}, {"y", "", ""}, {"parse", "", ""}}),
      side_input(
          Version::kNew,
          {{"main", "", ""}, {"x", "", ""}, {"y", "", ""}, {"read", "", ""}, {"w", "", ""}})};
  Alignment alignment(inputs, {});
  ASSERT_EQ(alignment.size(), 6U);
  EXPECT_EQ(match_text(alignment, 3), "none");
  alignment.guess(around(3, 6), around(4, 6));
  EXPECT_EQ(match_text(alignment, 3), "guess 3");
  EXPECT_EQ(alignment.size(), 5U);
  EXPECT_EQ(alignment.node(1, 4), 4U);
}

TEST(Alignment, DoesNotGuessBetweenEquals) {
  const std::vector<AlignedInput> inputs = {
      side_input(Version::kOld, {{"main", "", ""}, {"x", "", ""}, {"y", "", ""}, {"old", "", ""}}),
      side_input(
          Version::kNew,
          {{"main", "", ""}, {"x", "", ""}, {"y", "", ""}, {"aaa", "", ""}, {"bbb", "", ""}})};
  Alignment alignment(inputs, {});
  CallGraphBuilder builder(6, 0);
  const std::vector<int128> nothing;
  for (const uint32_t middle : {4U, 5U}) {
    builder.add_call(0, middle, int128{1}, nothing);
    builder.add_call(middle, 1, int128{1}, nothing);
    builder.add_call(middle, 2, int128{1}, nothing);
  }
  alignment.guess(around(3, 6), builder.build());
  EXPECT_EQ(match_text(alignment, 3), "none");
}

}  // namespace
}  // namespace quern
