// SPDX-License-Identifier: MIT
//
// Generated profiles: the numbers of a drawn call graph are those of top, peek and calls, shown and
// cut costs are the total, and dashed edges are those that a plain search finds.
#include <map>
#include <set>
#include <string>

#include "quern/testing/generators/random_choice.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/peek.h"
#include "quern/views/graph/call_picture.h"
#include "quern/views/graph/test_support.h"
#include "quern/views/lists/node_costs.h"

namespace quern {
namespace {

using testing::RandomChoice;

constexpr uint64_t kPictureSeeds = 1000;

Selection random_picture_selection(RandomChoice& random, const Profile& profile) {
  Words words;
  words.limit = 0;
  words.group_by = random.chance(60) ? std::string_view("function")
                                     : group_by_words()[random.index(group_by_words().size())];
  if (!profile.events().empty() && random.chance(40)) {
    words.events.push_back(profile.events()[random.index(profile.events().size())].name);
  }
  return selected(profile, words);
}

PictureRequest random_request(RandomChoice& random, const NodeCosts& costs) {
  PictureRequest request{.up = random.index(4),
                         .down = random.index(5),
                         .least_node_share = static_cast<uint32_t>(random.index(1500)),
                         .least_edge_share = static_cast<uint32_t>(random.index(800)),
                         .most_nodes = random.index(9),
                         .opens_cycles = random.chance(40)};
  const std::vector<uint32_t> listed = costs.nodes().listed();
  if (!listed.empty() && random.chance(50)) {
    request.around = listed[random.index(listed.size())];
  }
  return request;
}

/// Runs `test` with random profiles and questions.
template <class Test>
void with_pictures(const Test& test) {
  size_t pictures = 0;
  for (uint64_t seed = 0; seed < kPictureSeeds; ++seed) {
    const auto profile = generated_profile(seed);
    if (!profile || profile->events().empty()) {
      continue;
    }
    SCOPED_TRACE(seed);
    RandomChoice random(seed);
    const Selection selection = random_picture_selection(random, *profile);
    const NodeCosts costs(*profile, selection, NodeCosts::Edges::kWanted);
    const PictureRequest request = random_request(random, costs);
    const CallPicture picture = call_picture(*profile, selection, costs, request).value();
    test(*profile, costs, picture);
    ++pictures;
    if (::testing::Test::HasFailure()) {
      return;
    }
  }
  EXPECT_GT(pictures, kPictureSeeds / 2);
}

TEST(CallPictureProperty, CostsAreThoseOfTop) {
  size_t joined = 0;
  with_pictures([&](const Profile& profile, const NodeCosts& costs, const CallPicture& picture) {
    const Top top(profile, picture.selection);
    EXPECT_EQ(told(picture.totals), told(top.totals()));
    for (const PictureNode& node : picture.nodes) {
      const TopRow row = top.row(top.rank_of(node.node).value());
      EXPECT_EQ(node.cycle, row.cycle);
      if (node.members.empty()) {
        EXPECT_EQ(told(node.self), told(row.self));
        EXPECT_EQ(told(node.inclusive), told(row.inclusive));
        continue;
      }
      ++joined;
      EXPECT_EQ(node.member_count, costs.cycles().members(*node.cycle).size());
      int128 self = 0;
      for (const PictureMember& member : node.members) {
        const TopRow of_member = top.row(top.rank_of(member.node).value());
        EXPECT_EQ(of_member.cycle, node.cycle);
        EXPECT_EQ(told(member.self), told(of_member.self));
        EXPECT_EQ(told(member.inclusive), told(of_member.inclusive));
        self += lower_of(member.self);
      }
      EXPECT_TRUE(self == lower_of(node.self));
      const auto books = cycle_breakdown(profile, picture.selection, costs, node.node);
      if (books && !picture.is_peak) {
        EXPECT_EQ(told(node.inclusive), told(books->whole[0]));
      }
    }
  });
  EXPECT_GT(joined, 20U);
}

/// Which nodes of top a picture has.
std::set<uint32_t> shown_nodes(const NodeCosts& costs, const CallPicture& picture) {
  std::set<uint32_t> shown;
  for (const PictureNode& node : picture.nodes) {
    if (node.members.empty()) {
      shown.insert(node.node);
      continue;
    }
    const std::span<const uint32_t> members = costs.cycles().members(*node.cycle);
    shown.insert(members.begin(), members.end());
  }
  return shown;
}

TEST(CallPictureProperty, ShownAndCutAreTheTotal) {
  size_t cut = 0;
  with_pictures([&](const Profile& profile, const NodeCosts& costs, const CallPicture& picture) {
    if (picture.is_peak) {
      return;
    }
    int128 shown = 0;
    for (const PictureNode& node : picture.nodes) {
      shown += lower_of(node.self);
    }
    EXPECT_TRUE(shown + lower_of(picture.cut.self) == lower_of(picture.totals[0]));
    const std::set<uint32_t> nodes = shown_nodes(costs, picture);
    const Top top(profile, picture.selection);
    int128 self = 0;
    size_t functions = 0;
    for (size_t rank = 0; rank < top.row_count(); ++rank) {
      if (!nodes.contains(top.node(rank))) {
        self += lower_of(top.row(rank).self[0]);
        ++functions;
      }
    }
    EXPECT_TRUE(self == lower_of(picture.cut.self));
    EXPECT_EQ(functions, picture.cut.functions);
    cut += functions;
  });
  EXPECT_GT(cut, kPictureSeeds);
}

TEST(CallPictureProperty, EdgesAreThoseOfPeek) {
  size_t compared = 0;
  with_pictures([&](const Profile& profile, const NodeCosts& costs, const CallPicture& picture) {
    Peeks peeks(profile, picture.selection, costs);
    std::map<std::pair<uint32_t, uint32_t>, const PictureEdge*> edges;
    for (const PictureEdge& edge : picture.edges) {
      EXPECT_TRUE(edges.emplace(std::pair(edge.from, edge.to), &edge).second);
    }
    std::map<uint32_t, uint32_t> place;
    bool has_joined = false;
    for (uint32_t at = 0; at < picture.nodes.size(); ++at) {
      place[picture.nodes[at].node] = at;
      has_joined = has_joined || !picture.nodes[at].members.empty();
    }
    const bool joins = !picture.request.opens_cycles;
    for (uint32_t at = 0; at < picture.nodes.size(); ++at) {
      const PictureNode& node = picture.nodes[at];
      if (!node.members.empty()) {
        continue;
      }
      size_t drawn = 0;
      size_t others = 0;
      bool has_cycles = false;
      for (const PeekNeighbour& callee : peeks.of(node.node).callees) {
        has_cycles = has_cycles || (joins && costs.cycles().is_mutual(callee.node));
        others += callee.is_self ? 0U : 1U;
        const auto to = place.find(callee.node);
        if (to == place.end() || !picture.nodes[to->second].members.empty()) {
          continue;
        }
        const auto edge = edges.find({at, to->second});
        if (edge != edges.end()) {
          EXPECT_EQ(told(edge->second->cost), told(callee.inclusive));
          EXPECT_TRUE(edge->second->count == callee.count);
          drawn += callee.is_self ? 0U : 1U;
          ++compared;
        }
      }
      if (!has_cycles) {
        EXPECT_EQ(node.callees_cut, others - drawn);
      }
    }
  });
  EXPECT_GT(compared, kPictureSeeds / 2);
}

TEST(CallPictureProperty, KeepsTheMostExpensive) {
  with_pictures([](const Profile& profile, const NodeCosts& costs, const CallPicture& picture) {
    const PictureRequest& request = picture.request;
    const size_t first = request.around ? 1 : 0;
    EXPECT_LE(picture.nodes.size(), request.most_nodes == 0 ? 512 : request.most_nodes);
    for (size_t at = first + 1; at < picture.nodes.size(); ++at) {
      EXPECT_TRUE(lower_of(picture.nodes[at - 1].inclusive) >=
                  lower_of(picture.nodes[at].inclusive));
    }
    if (request.around || !request.opens_cycles) {
      return;
    }
    const std::set<uint32_t> shown = shown_nodes(costs, picture);
    const Top top(profile, picture.selection);
    for (size_t rank = 0; rank < top.row_count(); ++rank) {
      const Amount inclusive = top.row(rank).inclusive[0];
      const bool is_cheap =
          upper_of(inclusive) * 10'000 < lower_of(picture.totals[0]) * request.least_node_share;
      if (shown.contains(top.node(rank))) {
        EXPECT_FALSE(is_cheap);
      } else if (!is_cheap) {
        ASSERT_EQ(picture.nodes.size(), request.most_nodes);
        EXPECT_TRUE(lower_of(inclusive) <= lower_of(picture.nodes.back().inclusive));
      }
    }
  });
}

/// The calls of a picture's profile, with cycles joined if the picture joins them.
class PlainGraph {
 public:
  PlainGraph(const Profile& profile, const NodeCosts& costs, const CallPicture& picture)
      : costs_(costs), joins_(!picture.request.opens_cycles) {
    const Calls calls(profile, picture.selection, Calls::Sites::kNone);
    for (size_t rank = 0; rank < calls.row_count(); ++rank) {
      const auto [caller, callee] = calls.ends(rank);
      if (!calls.row(rank).caller.is_root) {
        edges_[{box(caller), box(callee)}] += lower_of(calls.row(rank).inclusive[0]);
      }
    }
    for (uint32_t at = 0; at < picture.nodes.size(); ++at) {
      place_[box(picture.nodes[at].node)] = at;
    }
    whole_ = lower_of(picture.totals[0]);
    if (picture.focus) {
      whole_ = std::min(whole_, upper_of(picture.nodes[0].inclusive));
    }
    least_ = picture.request.least_edge_share;
  }

  [[nodiscard]] uint32_t box(uint32_t node) const {
    return joins_ && costs_.cycles().is_mutual(node)
               ? costs_.cycles().members(costs_.cycles().cycle(node)).front()
               : node;
  }
  [[nodiscard]] size_t weight(uint32_t box) const {
    return joins_ && costs_.cycles().is_mutual(box)
               ? costs_.cycles().members(costs_.cycles().cycle(box)).size()
               : 1;
  }
  [[nodiscard]] bool is_shown(uint32_t box) const { return place_.contains(box); }

  /// Hidden boxes that a box leads to, or that lead to it.
  [[nodiscard]] std::set<uint32_t> hidden_from(uint32_t start, bool down, bool all) const {
    std::set<uint32_t> found;
    std::vector<uint32_t> open = {start};
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      for (const auto& [ends, cost] : edges_) {
        const auto [from, to] = down ? ends : std::pair(ends.second, ends.first);
        if (from == at && !is_shown(to) && (all || is_followed(cost)) && found.insert(to).second) {
          open.push_back(to);
        }
      }
    }
    return found;
  }
  [[nodiscard]] bool leads(uint32_t from, uint32_t to) const {
    const std::set<uint32_t> hidden = hidden_from(from, true, false);
    return std::ranges::any_of(edges_, [&](const auto& edge) {
      return hidden.contains(edge.first.first) && edge.first.second == to &&
             is_followed(edge.second);
    });
  }
  [[nodiscard]] size_t on_ways(uint32_t from, uint32_t to) const {
    const std::set<uint32_t> below = hidden_from(from, true, true);
    size_t sum = 0;
    for (const uint32_t above : hidden_from(to, false, true)) {
      sum += below.contains(above) ? weight(above) : 0;
    }
    return sum;
  }

 private:
  [[nodiscard]] bool is_followed(int128 cost) const {
    return least_ == 0 || cost * 10'000 >= whole_ * least_;
  }

  const NodeCosts& costs_;
  bool joins_;
  std::map<std::pair<uint32_t, uint32_t>, int128> edges_;
  std::map<uint32_t, uint32_t> place_;
  int128 whole_ = 0;
  uint32_t least_ = 0;
};

/// By pair of nodes: whether edges lead from one to the other.
std::vector<std::vector<bool>> reached_by_edges(const CallPicture& picture, bool with_dashed) {
  const size_t count = picture.nodes.size();
  std::vector<std::vector<bool>> reached(count, std::vector<bool>(count));
  for (const PictureEdge& edge : picture.edges) {
    reached[edge.from][edge.to] = true;
  }
  for (const DashedEdge& edge : picture.dashed_edges) {
    reached[edge.from][edge.to] = reached[edge.from][edge.to] || with_dashed;
  }
  for (size_t over = 0; over < count; ++over) {
    for (size_t from = 0; from < count; ++from) {
      for (size_t to = 0; to < count && reached[from][over]; ++to) {
        reached[from][to] = reached[from][to] || reached[over][to];
      }
    }
  }
  return reached;
}

TEST(CallPictureProperty, DashedEdgesAreWhatAPlainSearchFinds) {
  size_t dashed = 0;
  with_pictures([&](const Profile& profile, const NodeCosts& costs, const CallPicture& picture) {
    const PlainGraph graph(profile, costs, picture);
    const auto solid = reached_by_edges(picture, false);
    const auto all = reached_by_edges(picture, true);
    const auto box = [&](uint32_t at) { return graph.box(picture.nodes[at].node); };
    for (const DashedEdge& edge : picture.dashed_edges) {
      EXPECT_TRUE(graph.leads(box(edge.from), box(edge.to)));
      EXPECT_FALSE(solid[edge.from][edge.to]);
      EXPECT_EQ(edge.functions, graph.on_ways(box(edge.from), box(edge.to)));
      EXPECT_TRUE(edge.cost.lower == 0 && edge.cost.upper >= 0);
      ++dashed;
    }
    for (uint32_t from = 0; from < picture.nodes.size() && picture.cut.dashed_edges == 0; ++from) {
      for (uint32_t to = 0; to < picture.nodes.size(); ++to) {
        EXPECT_TRUE(from == to || all[from][to] || !graph.leads(box(from), box(to)));
      }
    }
  });
  EXPECT_GT(dashed, 50U);
}

TEST(CallPictureProperty, NodesAroundAFunctionAreConnectedToIt) {
  size_t nodes = 0;
  with_pictures([&](const Profile&, const NodeCosts&, const CallPicture& picture) {
    if (!picture.focus) {
      return;
    }
    const auto reached = reached_by_edges(picture, true);
    std::set<size_t> connected = {0};
    for (size_t round = 0; round < picture.nodes.size(); ++round) {
      for (size_t at = 1; at < picture.nodes.size(); ++at) {
        if (std::ranges::any_of(connected, [&](size_t other) {
              return reached[other][at] || reached[at][other];
            })) {
          connected.insert(at);
        }
      }
      if (round == 0 && picture.cut.dashed_edges == 0) {
        EXPECT_EQ(connected.size(), picture.nodes.size()) << "by a way up or down";
      }
    }
    EXPECT_EQ(connected.size(), picture.nodes.size());
    nodes += connected.size();
  });
  EXPECT_GT(nodes, kPictureSeeds / 2);
}

/// What stacks cost in which `to` is below `from` with only hidden functions between them.
int64_t cost_of_ways(const GeneratedStacks& generated, const std::set<std::string>& shown,
                     const std::string& from, const std::string& to) {
  int64_t sum = 0;
  for (const auto& [frames, cost] : generated.stacks) {
    bool is_way = false;
    for (size_t first = 0; first < frames.size(); ++first) {
      size_t last = first + 1;
      while (last < frames.size() && !shown.contains(frames[last])) {
        ++last;
      }
      is_way = is_way || (frames[first] == from && last > first + 1 && last < frames.size() &&
                          frames[last] == to);
    }
    sum += is_way ? cost : 0;
  }
  return sum;
}

TEST(CallPictureProperty, BoundsOfDashedEdgesHoldForExactStacks) {
  size_t dashed = 0;
  for (uint64_t seed = 0; seed < 2 * kPictureSeeds; ++seed) {
    const GeneratedStacks stacks = generate_stacks(seed);
    const auto profile = read_generated(stacks.text(), "folded");
    RandomChoice random(seed);
    const CallPicture picture =
        picture_of(*profile, {.least_node_share = 0, .most_nodes = 2 + random.index(4)});
    std::set<std::string> shown;
    for (const PictureNode& node : picture.nodes) {
      shown.emplace(node.name.name);
    }
    for (const DashedEdge& edge : picture.dashed_edges) {
      const int64_t cost =
          cost_of_ways(stacks, shown, std::string(picture.nodes[edge.from].name.name),
                       std::string(picture.nodes[edge.to].name.name));
      EXPECT_TRUE(cost <= edge.cost.upper) << seed;
      ++dashed;
    }
  }
  EXPECT_GT(dashed, 100U);
}

TEST(CallPictureProperty, TheHottestPathIsOnePath) {
  with_pictures([](const Profile&, const NodeCosts&, const CallPicture& picture) {
    std::vector<size_t> in(picture.nodes.size());
    std::vector<size_t> out(picture.nodes.size());
    size_t edges = 0;
    const auto count = [&](const auto& all) {
      for (const auto& edge : all) {
        if (edge.is_hot) {
          ++edges;
          EXPECT_LE(++out[edge.from], 1U);
          EXPECT_LE(++in[edge.to], 1U);
          EXPECT_TRUE(picture.nodes[edge.from].is_hot && picture.nodes[edge.to].is_hot);
        }
      }
    };
    count(picture.edges);
    count(picture.dashed_edges);
    const auto hot = std::ranges::count_if(picture.nodes, &PictureNode::is_hot);
    EXPECT_EQ(static_cast<size_t>(hot), picture.nodes.empty() ? 0 : edges + 1);
  });
}

TEST(CallPictureProperty, SumsAndRecordsGiveTheSamePicture) {
  for (uint64_t seed = 0; seed < kPictureSeeds / 4; ++seed) {
    const auto sums = read_generated(generate_calls(seed), "callgrind");
    const auto records = read_generated(generate_calls(seed), "callgrind", Keep::kAll);
    const PictureRequest request{.most_nodes = 1 + seed % 9, .opens_cycles = seed % 2 == 0};
    const CallPicture one = picture_of(*sums, request);
    const CallPicture other = picture_of(*records, request);
    EXPECT_EQ(told_nodes(one), told_nodes(other));
    EXPECT_EQ(told_edges(one), told_edges(other));
    EXPECT_EQ(told_dashed(one), told_dashed(other));
    EXPECT_EQ(told_cut(one), told_cut(other));
  }
}

TEST(CallPictureProperty, ShowsEverythingIfAsked) {
  for (uint64_t seed = 0; seed < kPictureSeeds; ++seed) {
    const auto profile = generated_profile(seed);
    if (!profile) {
      continue;
    }
    SCOPED_TRACE(seed);
    const CallPicture picture = picture_of(*profile, everything());
    EXPECT_EQ(picture.cut.functions, 0U);
    EXPECT_EQ(picture.cut.edges, 0U);
    EXPECT_TRUE(picture.dashed_edges.empty());
    for (const PictureNode& node : picture.nodes) {
      EXPECT_TRUE(node.callers_cut == 0 && node.callees_cut == 0);
    }
  }
}

}  // namespace
}  // namespace quern
