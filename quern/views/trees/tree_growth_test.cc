// SPDX-License-Identifier: MIT
#include "quern/views/trees/tree_growth.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "quern/testing/generators/random_choice.h"

namespace quern {
namespace {

struct MadeHidden {
  size_t count = 0;
  int128 weight = 0;
};

struct MadeRow {
  uint64_t name = 0;
  int128 weight = 0;
  uint32_t depth = 0;
  std::optional<uint32_t> parent;
  size_t children = 0;
  MadeHidden hidden;
};

/// A tree without end: how many children a branch has and what they weigh follows from its name.
class MadeTree {
 public:
  struct Branch {
    uint64_t name = 0;
    int128 weight = 0;
  };
  using Row = MadeRow;
  using Hidden = MadeHidden;

  MadeTree(uint64_t seed, size_t most_children) : seed_(seed), most_children_(most_children) {}

  [[nodiscard]] std::vector<Branch> roots() const { return children({1, 1'000'000}); }
  [[nodiscard]] std::vector<Branch> children(const Branch& branch) const {
    testing::RandomChoice random(seed_ + branch.name);
    std::vector<Branch> children;
    for (uint64_t left = random.below(most_children_ + 1); left != 0; --left) {
      // Many are alike, and a few weigh more than what they belong to.
      const int128 part = branch.weight / static_cast<int128>(random.below(5) + 1);
      constexpr int128 kHeaviest = int128{1} << 60U;  // or their sums would have no end
      children.push_back({branch.name * 1'000'003 + left,
                          random.chance(2) ? std::min<int128>(part * 3, kHeaviest) : part});
    }
    return children;
  }
  [[nodiscard]] static int128 weight(const Branch& branch) { return branch.weight; }
  [[nodiscard]] static bool is_before(const Branch& left, const Branch& right) {
    return left.name < right.name;
  }
  [[nodiscard]] static bool is_worth_it(int128 weight) { return weight > 1; }
  [[nodiscard]] bool is_asked_for(const Branch& branch) {
    const bool is_asked = branch.name % 7 != 0;
    left_out += is_asked ? 0U : 1U;
    return is_asked;
  }
  static void hide(Hidden& hidden, const Branch& branch) {
    ++hidden.count;
    hidden.weight += branch.weight;
  }
  [[nodiscard]] static Row row(const Branch& branch) {
    Row row;
    row.name = branch.name;
    row.weight = branch.weight;
    return row;
  }

  size_t left_out = 0;

 private:
  uint64_t seed_;
  size_t most_children_;
};

/// What is grown where nothing that waits is ever dropped.
struct SlowTree {
  std::map<uint64_t, MadeRow> rows;  ///< by name
  MadeHidden hidden_roots;

  SlowTree(MadeTree& tree, size_t most) {
    using Key = std::tuple<int128, uint64_t>;  // the heaviest first, then the first
    std::map<Key, std::pair<MadeTree::Branch, uint64_t>> open;
    uint64_t serial = 0;
    const auto hidden = [&](uint64_t parent) -> MadeHidden& {
      return parent == 0 ? hidden_roots : rows.at(parent).hidden;
    };
    const auto offer = [&](std::vector<MadeTree::Branch> branches, uint64_t parent) {
      std::ranges::sort(branches, [](const auto& left, const auto& right) {
        return std::tuple(-left.weight, left.name) < std::tuple(-right.weight, right.name);
      });
      for (const MadeTree::Branch& branch : branches) {
        if (tree.is_asked_for(branch) && tree.is_worth_it(branch.weight)) {
          open.emplace(Key(-branch.weight, serial++), std::pair(branch, parent));
        } else {
          MadeTree::hide(hidden(parent), branch);
        }
      }
    };
    offer(tree.roots(), 0);
    while (!open.empty() && rows.size() < most) {
      const auto [branch, parent] = open.begin()->second;
      open.erase(open.begin());
      rows.emplace(branch.name, MadeTree::row(branch));
      std::vector<MadeTree::Branch> children = tree.children(branch);
      rows.at(branch.name).children = children.size();
      offer(std::move(children), branch.name);
    }
    for (const auto& [key, left] : open) {
      MadeTree::hide(hidden(left.second), left.first);
    }
  }
};

TEST(TreeGrowth, DropsOnlyWhatWouldNeverBeTaken) {
  size_t cut = 0;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    SCOPED_TRACE(seed);
    const size_t most = 50 + 60 * seed;
    MadeTree source(seed, 100), again(seed, 100);
    TreeGrowth growth(source, {.rows = most});
    growth.grow();
    const SlowTree slow(again, most);
    const std::vector<MadeRow> rows = growth.rows();
    ASSERT_EQ(rows.size(), slow.rows.size());
    for (const MadeRow& row : rows) {
      const auto found = slow.rows.find(row.name);
      ASSERT_NE(found, slow.rows.end());
      EXPECT_EQ(row.children, found->second.children);
      EXPECT_EQ(row.hidden.count, found->second.hidden.count);
      EXPECT_TRUE(row.hidden.weight == found->second.hidden.weight);
    }
    EXPECT_EQ(growth.hidden_roots().count, slow.hidden_roots.count);
    EXPECT_TRUE(growth.hidden_roots().weight == slow.hidden_roots.weight);
    EXPECT_EQ(source.left_out, again.left_out);
    cut += growth.is_cut() ? 1U : 0U;
    EXPECT_LE(growth.most_open(), std::max<size_t>(1024, 2 * most) + 1);
  }
  EXPECT_GT(cut, 5U);
}

}  // namespace
}  // namespace quern
