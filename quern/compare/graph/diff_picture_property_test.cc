// SPDX-License-Identifier: MIT
//
// Pairs of generated profiles: the numbers of a drawn call graph of both are those of the rows of
// `diff` and of its calls, shown and cut costs are the totals, sides can be swapped, and a profile
// compared with itself looks like its own drawn call graph.
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "quern/compare/graph/diff_picture.h"
#include "quern/compare/graph/test_support.h"
#include "quern/compare/lists/diff.h"

namespace quern {
namespace {

using testing::RandomChoice;

constexpr uint64_t kPairSeeds = 1000;

PictureRequest random_diff_request(RandomChoice& random, const MatchedCosts& sides) {
  PictureRequest request{.up = random.index(4),
                         .down = random.index(5),
                         .least_node_share = static_cast<uint32_t>(random.index(1500)),
                         .least_edge_share = static_cast<uint32_t>(random.index(800)),
                         .most_nodes = random.index(9),
                         .opens_cycles = random.chance(40)};
  if (random.chance(30)) {
    request.cluster_by = GroupBy::kFile;
  }
  std::vector<uint32_t> listed;
  for (uint32_t node = 0; node < sides.nodes.size(); ++node) {
    if (sides.nodes.is_listed(node)) {
      listed.push_back(node);
    }
  }
  if (!listed.empty() && random.chance(50)) {
    request.around = listed[random.index(listed.size())];
  }
  return request;
}

/// Of one event that both profiles have; nothing where there is none.
std::optional<DiffRuns> random_runs(RandomChoice& random, const Profile& was, const Profile& is) {
  Words words;
  words.limit = 0;
  if (random.chance(30)) {
    words.group_by = random.chance(50) ? "file" : "object";
  }
  if (was.events().empty() || is.events().empty() || was.events()[0].name != is.events()[0].name) {
    return std::nullopt;
  }
  words.events = {was.events()[0].name};
  return picture_runs(was, is, words);
}

/// Runs `test` with two profiles of a kind and random questions.
template <class Test>
void with_pairs(const Test& test) {
  size_t pictures = 0;
  for (uint64_t seed = 0; seed < kPairSeeds; ++seed) {
    RandomChoice random(seed);
    const auto was = generated_profile(seed);
    const auto is = generated_profile(seed + 5 * random.index(3));
    const auto runs = was && is ? random_runs(random, *was, *is) : std::nullopt;
    if (!runs) {
      continue;
    }
    SCOPED_TRACE(seed);
    const auto sides = compared(*runs);
    test(*runs, diff_picture(sides, random_diff_request(random, *sides)).value());
    ++pictures;
    if (::testing::Test::HasFailure()) {
      return;
    }
  }
  EXPECT_GT(pictures, kPairSeeds / 2);
}

std::string key_of(const RowName& name) {
  return std::string(name.name) + "|" + std::string(name.file) + "|" + std::string(name.object);
}

std::string told_change(const ComparedSides& row) {
  const auto costs = [](const std::optional<DiffSide>& side) {
    return !side ? std::string("-")
                 : told(side->self) + "/" + told(side->inclusive) +
                       (side->calls ? " " + told(*side->calls) + "x" : "");
  };
  return costs(row.old_side) + ">" + costs(row.new_side) + " " + told(row.change.self) + "/" +
         told(row.change.inclusive) + (row.change.calls ? " " + told(*row.change.calls) : "");
}

std::map<std::string, DiffRow> rows_of_diff(const DiffRuns& runs) {
  std::map<std::string, DiffRow> rows;
  const Diff diff(runs, {.unchanged = true});
  for (size_t rank = 0; rank < diff.row_count(); ++rank) {
    rows.emplace(key_of(diff.row(rank).name), diff.row(rank));
  }
  return rows;
}

/// A cycle as a whole has no range but the one up to the total, where no call carries the event.
void expect_whole(const std::optional<DiffSide>& side, std::span<const DiffRun> runs,
                  const std::vector<Amount>& totals) {
  if (!side || certainty_of(side->inclusive) != Certainty::kBounded) {
    return;
  }
  const int128 upper = upper_of(side->inclusive[0]);
  EXPECT_TRUE(runs.size() == 1 ? upper == lower_of(totals[0]) : upper <= lower_of(totals[0]));
}

TEST(DiffPictureProperty, CostsAreThoseOfDiff) {
  size_t joined = 0;
  with_pairs([&](const DiffRuns& runs, const DiffPicture& picture) {
    const std::map<std::string, DiffRow> rows = rows_of_diff(runs);
    const auto expect_row = [&](const DiffRow& row) {
      const DiffRow& own = rows.at(key_of(row.name));
      EXPECT_EQ(told_change(row), told_change(own));
      EXPECT_EQ(row.status, own.status);
      EXPECT_EQ(row.match, own.match);
      EXPECT_EQ(row.old_name.has_value(), own.old_name.has_value());
    };
    for (const DiffPictureNode& node : picture.nodes) {
      if (node.members.empty()) {
        expect_row(node);
        continue;
      }
      ++joined;
      EXPECT_EQ(node.member_count, node.members.size());
      EXPECT_FALSE(picture.request.opens_cycles);
      int128 was = 0;
      int128 is = 0;
      for (const DiffRow& member : node.members) {
        expect_row(member);
        was += member.old_side ? lower_of(member.old_side->self[0]) : 0;
        is += member.new_side ? lower_of(member.new_side->self[0]) : 0;
      }
      if (!picture.is_peak) {
        EXPECT_TRUE(was == (node.old_side ? lower_of(node.old_side->self[0]) : 0));
        EXPECT_TRUE(is == (node.new_side ? lower_of(node.new_side->self[0]) : 0));
      }
      expect_whole(node.old_side, runs.old_runs, picture.old_totals);
      expect_whole(node.new_side, runs.new_runs, picture.new_totals);
    }
    EXPECT_EQ(picture.differs, Diff(runs, {}).row_count() != 0);
  });
  EXPECT_GT(joined, 20U);
}

/// The calls of `diff`, by the names of their ends.
std::map<std::pair<std::string, std::string>, DiffCallRow> calls_of_diff(const DiffRuns& runs) {
  std::map<std::pair<std::string, std::string>, DiffCallRow> rows;
  const DiffCalls calls(runs, {.unchanged = true});
  for (size_t rank = 0; rank < calls.row_count(); ++rank) {
    const DiffCallRow row = calls.row(rank);
    if (!row.caller.is_root) {
      rows.emplace(std::pair(key_of(row.caller), key_of(row.callee)), row);
    }
  }
  return rows;
}

TEST(DiffPictureProperty, EdgesAreTheCallsOfDiff) {
  size_t compared = 0;
  with_pairs([&](const DiffRuns& runs, const DiffPicture& picture) {
    auto calls = calls_of_diff(runs);
    bool has_joined = false;
    std::map<std::string, size_t> place;
    for (const DiffPictureNode& node : picture.nodes) {
      has_joined = has_joined || !node.members.empty();
      if (node.members.empty()) {
        place[key_of(node.name)] = place.size();
      }
    }
    EXPECT_TRUE(has_joined || !picture.request.opens_cycles ||
                picture.cut.edges + picture.edges.size() == calls.size());
    for (const DiffPictureEdge& edge : picture.edges) {
      const DiffPictureNode& from = picture.nodes[edge.from];
      const DiffPictureNode& to = picture.nodes[edge.to];
      if (!from.members.empty() || !to.members.empty()) {
        continue;
      }
      const auto found = calls.find({key_of(from.name), key_of(to.name)});
      ASSERT_NE(found, calls.end());
      EXPECT_EQ(told_change(edge), told_change(found->second));
      EXPECT_EQ(edge.status_of_sides(), found->second.status);
      EXPECT_TRUE(edge.is_recursive || !found->second.is_recursive);
      calls.erase(found);
      ++compared;
    }
    for (const auto& [ends, call] : calls) {  // what is left costs little
      const int128 cost = std::max(call.old_side ? lower_of(call.old_side->inclusive[0]) : 0,
                                   call.new_side ? lower_of(call.new_side->inclusive[0]) : 0);
      const int128 total =
          std::max(lower_of(picture.old_totals[0]), lower_of(picture.new_totals[0]));
      if (place.contains(ends.first) && place.contains(ends.second) && !picture.focus) {
        EXPECT_TRUE(cost * 10'000 < total * picture.request.least_edge_share);
      }
    }
  });
  EXPECT_GT(compared, kPairSeeds / 2);
}

TEST(DiffPictureProperty, ShownAndCutAreTheTotals) {
  size_t cut = 0;
  with_pairs([&](const DiffRuns& runs, const DiffPicture& picture) {
    std::map<std::string, DiffRow> hidden = rows_of_diff(runs);
    int128 was = lower_of(picture.cut.old_self);
    int128 is = lower_of(picture.cut.new_self);
    for (const DiffPictureNode& node : picture.nodes) {
      was += node.old_side ? lower_of(node.old_side->self[0]) : 0;
      is += node.new_side ? lower_of(node.new_side->self[0]) : 0;
      hidden.erase(key_of(node.name));
      for (const DiffRow& member : node.members) {
        hidden.erase(key_of(member.name));
      }
    }
    EXPECT_EQ(picture.cut.functions, hidden.size());
    cut += hidden.size();
    if (!picture.is_peak) {
      EXPECT_TRUE(was == lower_of(picture.old_totals[0]));
      EXPECT_TRUE(is == lower_of(picture.new_totals[0]));
      EXPECT_TRUE(lower_of(picture.cut.self_change) ==
                  lower_of(picture.cut.new_self) - lower_of(picture.cut.old_self));
    }
  });
  EXPECT_GT(cut, kPairSeeds);
}

TEST(DiffPictureProperty, ShowsWhatReachesTheSharesOnEitherSide) {
  with_pairs([](const DiffRuns& runs, const DiffPicture& picture) {
    if (picture.focus || !picture.request.opens_cycles) {
      return;
    }
    std::set<std::string> shown;
    for (const DiffPictureNode& node : picture.nodes) {
      shown.insert(key_of(node.name));
    }
    const int128 total = std::max(lower_of(picture.old_totals[0]), lower_of(picture.new_totals[0]));
    for (const auto& [key, row] : rows_of_diff(runs)) {
      const auto upper = [](const std::optional<DiffSide>& side) {
        return side ? upper_of(side->inclusive[0]) : int128{0};
      };
      const bool is_cheap = std::max(upper(row.old_side), upper(row.new_side)) * 10'000 <
                            total * picture.request.least_node_share;
      EXPECT_TRUE(shown.contains(key)
                      ? !is_cheap
                      : is_cheap || picture.nodes.size() == picture.request.most_nodes);
    }
  });
}

DiffRuns swapped(const DiffRuns& runs) {
  return {.old_runs = runs.new_runs, .new_runs = runs.old_runs, .layers = runs.layers};
}

/// The node of the other comparison that has the same function.
std::optional<uint32_t> same_node(const MatchedCosts& sides, const MatchedCosts& others,
                                  uint32_t node) {
  for (uint32_t other = 0; other < others.nodes.size(); ++other) {
    const auto is_same = [&](Version one, Version two) {
      const auto left = sides.nodes.name(node, one);
      const auto right = others.nodes.name(other, two);
      return left.has_value() == right.has_value() && (!left || key_of(*left) == key_of(*right));
    };
    if (others.nodes.is_listed(other) && is_same(Version::kOld, Version::kNew) &&
        is_same(Version::kNew, Version::kOld)) {
      return other;
    }
  }
  return std::nullopt;
}

/// "-5/7 2", with all signs changed if it is asked for.
std::string told_size(const DiffChange& change, bool is_negated) {
  std::string text;
  const auto add = [&](const Amount& amount) {
    text += to_decimal(is_negated ? -lower_of(amount) : lower_of(amount)) + "/";
  };
  std::ranges::for_each(change.self, add);
  std::ranges::for_each(change.inclusive, add);
  if (change.calls) {
    add(*change.calls);
  }
  return text;
}

TEST(DiffPictureProperty, SwappedSidesNegateChanges) {
  size_t compared_changes = 0;
  with_pairs([&](const DiffRuns& runs, const DiffPicture& picture) {
    const auto sides = compared(swapped(runs));
    PictureRequest request = picture.request;
    if (request.around) {
      request.around = same_node(*picture.sides, *sides, *request.around);
    }
    request.cluster_by.reset();  // the new side decides
    const DiffPicture other = diff_picture(sides, request).value();
    ASSERT_EQ(picture.nodes.size(), other.nodes.size());
    ASSERT_EQ(picture.edges.size(), other.edges.size());
    ASSERT_EQ(picture.dashed_edges.size(), other.dashed_edges.size());
    EXPECT_EQ(picture.differs, other.differs);
    bool has_renamed = false;  // then the order of equal costs may differ
    for (const DiffPictureNode& node : picture.nodes) {
      has_renamed = has_renamed || node.status == DiffStatus::kRenamed;
    }
    for (size_t at = 0; at < picture.nodes.size() && !has_renamed; ++at) {
      const DiffPictureNode& one = picture.nodes[at];
      const DiffPictureNode& two = other.nodes[at];
      EXPECT_EQ(same_node(*picture.sides, *sides, one.node), two.node);
      EXPECT_EQ(told_size(one.change, true), told_size(two.change, false));
      EXPECT_TRUE(one.callers_cut == two.callers_cut && one.callees_cut == two.callees_cut);
      EXPECT_EQ(one.is_hot, two.is_hot);
      compared_changes += one.change.inclusive.empty() ? 0U : 1U;
    }
    for (size_t at = 0; at < picture.edges.size() && !has_renamed; ++at) {
      EXPECT_EQ(told_size(picture.edges[at].change, true),
                told_size(other.edges[at].change, false));
      EXPECT_EQ(picture.edges[at].is_hot, other.edges[at].is_hot);
    }
    for (size_t at = 0; at < picture.dashed_edges.size() && !has_renamed; ++at) {
      EXPECT_TRUE(picture.dashed_edges[at].old_cost == other.dashed_edges[at].new_cost);
      EXPECT_TRUE(picture.dashed_edges[at].new_cost == other.dashed_edges[at].old_cost);
    }
    EXPECT_EQ(told(picture.cut.old_self), told(other.cut.new_self));
    EXPECT_EQ(picture.cut.edges, other.cut.edges);
  });
  EXPECT_GT(compared_changes, kPairSeeds);
}

/// Function by function, all costs are those of the one profile, and nothing changed.
void expect_same(const DiffPicture& both, const CallPicture& one) {
  ASSERT_EQ(both.nodes.size(), one.nodes.size());
  ASSERT_EQ(both.edges.size(), one.edges.size());
  ASSERT_EQ(both.dashed_edges.size(), one.dashed_edges.size());
  for (size_t at = 0; at < one.nodes.size(); ++at) {
    const DiffPictureNode& node = both.nodes[at];
    const PictureNode& own = one.nodes[at];
    EXPECT_EQ(key_of(node.name), key_of(own.name));
    EXPECT_EQ(told_node_side(node.old_side), told(own.self) + "/" + told(own.inclusive));
    EXPECT_EQ(told_node_side(node.new_side), told_node_side(node.old_side));
    EXPECT_FALSE(is_change(node.change) || node.is_hot);
    EXPECT_EQ(node.member_count, own.member_count);
    EXPECT_EQ(node.members.size(), own.members.size());
    EXPECT_EQ(node.cluster, own.cluster);
    EXPECT_TRUE(node.callers_cut == own.callers_cut && node.callees_cut == own.callees_cut);
  }
  for (size_t at = 0; at < one.edges.size(); ++at) {
    const DiffPictureEdge& edge = both.edges[at];
    const PictureEdge& own = one.edges[at];
    EXPECT_TRUE(edge.from == own.from && edge.to == own.to);
    EXPECT_EQ(told(edge.old_side->inclusive), told(own.cost));
    EXPECT_TRUE(edge.new_side->calls == own.count);
    EXPECT_EQ(edge.is_recursive, own.is_recursive);
    EXPECT_FALSE(is_change(edge.change) || edge.is_hot);
  }
  for (size_t at = 0; at < one.dashed_edges.size(); ++at) {
    const DiffDashedEdge& edge = both.dashed_edges[at];
    const DashedEdge& own = one.dashed_edges[at];
    EXPECT_TRUE(edge.from == own.from && edge.to == own.to && edge.functions == own.functions);
    EXPECT_TRUE(edge.old_cost == own.cost && edge.new_cost == own.cost);
  }
  EXPECT_EQ(both.clusters, one.clusters);
  EXPECT_EQ(told(both.cut.old_self), told(one.cut.self));
  EXPECT_TRUE(both.cut.functions == one.cut.functions && both.cut.edges == one.cut.edges &&
              both.cut.dashed_edges == one.cut.dashed_edges);
  EXPECT_EQ(both.focus, one.focus);
  EXPECT_FALSE(both.differs);
}

TEST(DiffPictureProperty, OfOneProfileIsItsCallPicture) {
  size_t dashed = 0;
  with_pairs([&](const DiffRuns& runs, const DiffPicture& picture) {
    const DiffRun& run = runs.old_runs.front();
    PictureRequest request = picture.request;
    request.around.reset();
    const CallPicture one = call_picture(*run.profile, run.selection, request).value();
    const DiffRuns same{.old_runs = {run}, .new_runs = {run}, .layers = {}};
    expect_same(diff_picture(same, request).value(), one);
    dashed += one.dashed_edges.size();
    if (!one.nodes.empty()) {
      const std::string name(one.nodes.back().name.name);
      const auto around = call_picture_around(*run.profile, run.selection, request, name);
      const auto both = diff_picture_around(same, request, name);
      ASSERT_EQ(around.has_value(), both.has_value());
      if (around) {
        expect_same(*both, *around);
      }
    }
  });
  EXPECT_GT(dashed, 20U);
}

}  // namespace
}  // namespace quern
