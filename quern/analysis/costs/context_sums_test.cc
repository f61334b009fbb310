// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/context_sums.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "quern/model/builder.h"

namespace quern {
namespace {

/// A node of a random tree: the step up from the node before it to its parent, its function, costs.
struct Node {
  size_t up = 0;
  uint32_t function = 0;
  int64_t bytes = 0;
  int64_t largest = 0;
};

struct Tree {
  std::vector<size_t> parent;  ///< index + 1; 0: a root
  std::vector<Node> nodes;
  std::unique_ptr<const Profile> profile;
};

constexpr uint32_t kContextFunctions = 5;

Tree make(std::vector<Node> nodes, size_t parts) {
  Tree tree;
  tree.nodes = std::move(nodes);
  ProfileBuilder builder(Keep::kSums);
  std::vector<FrameId> frames;
  for (uint32_t at = 0; at < kContextFunctions; ++at) {
    const NameId name = builder.symbols().names.intern(std::string(1, static_cast<char>('a' + at)));
    frames.push_back(
        builder.frame({.function = builder.symbols().functions.intern({name, {}, {}})}));
  }
  const EventId bytes = builder.event("MEM");
  const EventId largest = builder.event({.name = "MEM_MAX", .combine = Combine::kMax});
  PartHeader header;
  header.events = {bytes, largest};
  const auto begin = [&] {
    builder.begin_part({}, {});
    builder.expect_contexts(ContextUse::kAlone);
  };
  begin();
  std::vector<size_t> path;
  for (size_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    path.resize(path.size() - std::min(path.size(), node.up));
    if (path.empty() && at != 0 && parts-- > 1) {
      builder.end_part(header);
      begin();
    }
    tree.parent.push_back(path.empty() ? 0 : path.back() + 1);
    const std::array costs{EventCost{bytes, node.bytes}, EventCost{largest, node.largest}};
    builder.context({path.empty() ? kNoContext : ContextId(static_cast<uint32_t>(path.back())),
                     frames[node.function], std::nullopt, costs});
    path.push_back(at);
  }
  builder.end_part(header);
  builder.end_input({});
  tree.profile = builder.finish();
  return tree;
}

std::vector<Node> random_nodes() {
  const auto number = [](int64_t below) { return *rc::gen::inRange<int64_t>(0, below); };
  std::vector<Node> nodes(static_cast<size_t>(number(60)));
  for (Node& node : nodes) {
    node = {static_cast<size_t>(number(4)), static_cast<uint32_t>(number(kContextFunctions)),
            number(100), number(100)};
  }
  return nodes;
}

const std::vector<EventSum> kContextColumns = {event_sum(EventId(uint32_t{0})),
                                               event_sum(EventId(uint32_t{1}))};

TEST(ContextSums, CountEachStackOnceAFunction) {
  EXPECT_TRUE(rc::check([] {
    const Tree tree = make(random_nodes(), 2);
    std::vector<std::pair<int128, int128>> expected(kContextFunctions);
    std::vector<uint64_t> calls(kContextFunctions);
    for (size_t at = 0; at < tree.nodes.size(); ++at) {
      const Node& node = tree.nodes[at];
      ++calls[node.function];
      std::set<uint32_t> on_stack;
      for (size_t up = at + 1; up != 0; up = tree.parent[up - 1]) {
        on_stack.insert(tree.nodes[up - 1].function);
      }
      for (const uint32_t function : on_stack) {
        expected[function].first += node.bytes;
        expected[function].second = std::max(expected[function].second, int128{node.largest});
      }
    }
    const ContextSums sums =
        context_sums(*tree.profile, PartSet::all(*tree.profile), kContextColumns,
                     {{}, tree.profile->symbols().functions.size()});
    for (uint32_t function = 0; function < kContextFunctions; ++function) {
      RC_ASSERT(sums.inclusive.at(function, 0) == expected[function].first);
      RC_ASSERT(sums.inclusive.at(function, 1) == expected[function].second);
      RC_ASSERT(sums.calls[function] == calls[function]);
    }
  }));
}

TEST(ContextSums, CountEachStackOnceAnEdge) {
  EXPECT_TRUE(rc::check([] {
    const Tree tree = make(random_nodes(), 1);
    std::map<std::pair<uint32_t, uint32_t>, std::array<int128, 3>> expected;
    for (size_t at = 0; at < tree.nodes.size(); ++at) {
      std::set<std::pair<uint32_t, uint32_t>> on_stack;
      for (size_t up = at + 1; up != 0; up = tree.parent[up - 1]) {
        const size_t above = tree.parent[up - 1];
        on_stack.insert({above == 0 ? kContextFunctions : tree.nodes[above - 1].function,
                         tree.nodes[up - 1].function});
      }
      const size_t above = tree.parent[at];
      ++expected[{above == 0 ? kContextFunctions : tree.nodes[above - 1].function,
                  tree.nodes[at].function}][0];
      for (const auto& edge : on_stack) {
        expected[edge][1] += tree.nodes[at].bytes;
        expected[edge][2] = std::max(expected[edge][2], int128{tree.nodes[at].largest});
      }
    }
    const CallGraph graph =
        profile_graph(*tree.profile, PartSet::all(*tree.profile), kContextColumns, EdgesFrom::kAll);
    RC_ASSERT(graph.node_count() == kContextFunctions + 1);
    RC_ASSERT(graph.edge_count() == expected.size());
    for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
      const auto& want = expected.at({graph.caller(edge), graph.callee(edge)});
      RC_ASSERT(graph.count(edge) == want[0]);
      RC_ASSERT(graph.inclusive(edge, 0) == want[1]);
      RC_ASSERT(graph.inclusive(edge, 1) == want[2]);
    }
  }));
}

TEST(ContextSums, LeavePartsOut) {
  const Tree tree = make({{0, 0, 5, 5}, {1, 1, 7, 9}}, 2);
  ASSERT_EQ(tree.profile->parts().size(), 2U);
  PartSet second = PartSet::none(*tree.profile);
  second.add(PartId(size_t{1}));
  const ContextSums sums =
      context_sums(*tree.profile, second, kContextColumns, {{}, kContextFunctions});
  EXPECT_EQ(sums.inclusive.at(0, 0), 0);
  EXPECT_EQ(sums.inclusive.at(1, 0), 7);
  EXPECT_EQ(totals(*tree.profile, PartSet::all(*tree.profile), kContextColumns),
            (std::vector<int128>{12, 9}));
  EXPECT_TRUE(has_contexts(*tree.profile, second));
  EXPECT_FALSE(lacks_contexts(*tree.profile, second));
}

TEST(ContextSums, HoldAChainOfAMillion) {
  std::vector<Node> chain(1'000'000, Node{0, 1, 1, 1});
  chain.front().function = 0;
  const Tree tree = make(std::move(chain), 1);
  const ContextSums sums = context_sums(*tree.profile, PartSet::all(*tree.profile), kContextColumns,
                                        {{}, kContextFunctions});
  EXPECT_EQ(sums.inclusive.at(0, 0), 1'000'000);
  EXPECT_EQ(sums.inclusive.at(1, 0), 999'999);
}

}  // namespace
}  // namespace quern
