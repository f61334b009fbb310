// SPDX-License-Identifier: MIT
//
// Trees from a call graph against the runs that it was recorded of: what a branch cost in truth
// lies within its bounds, and no branch gives its children more than it has.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "quern/analysis/graph/test_support.h"
#include "quern/analysis/trees/call_tree.h"

namespace quern {
namespace {

using Path = std::vector<uint32_t>;
constexpr size_t kDeepest = 7;

/// Costs of a run by path: direct recursion is one step, as in the trees.
struct TrueBranches {
  std::map<Path, int128> down;  ///< inclusive cost of stacks that begin so
  std::map<Path, int128> up;    ///< self cost of the first function of stacks that end so
};

TrueBranches tree_truth(const Execution& run) {
  TrueBranches truth;
  std::vector<Path> stacks;
  for (const Activation& made : run.activations) {
    Path stack = made.parent == kRoot ? Path() : stacks[made.parent];
    if (stack.empty() || stack.back() != made.function) {
      stack.push_back(made.function);
    }
    for (size_t size = 1; size <= stack.size(); ++size) {
      const auto split = static_cast<std::ptrdiff_t>(size);
      truth.down[Path(stack.begin(), stack.begin() + split)] += made.self;
      truth.up[Path(stack.rbegin(), stack.rbegin() + split)] += made.self;
    }
    stacks.push_back(std::move(stack));
  }
  return truth;
}

struct Counts {
  size_t exact = 0, estimated = 0, tight = 0, raised = 0;
};

class Checker {
 public:
  Checker(const CallTree& tree, const std::map<Path, int128>& truth, bool is_top_down)
      : tree_(tree), truth_(truth), is_top_down_(is_top_down) {}

  std::string fault(Counts& counts) { return fault_below(tree_.roots(), nullptr, counts); }

 private:
  std::string fault_below(const std::vector<TreeBranch>& branches, const TreeBranch* parent,
                          Counts& counts) {
    int128 given = 0;
    for (const TreeBranch& branch : branches) {
      path_.push_back(branch.node);
      std::string fault = fault_of(branch, counts);
      if (fault.empty() && path_.size() < kDeepest) {
        fault = fault_below(tree_.children(branch), &branch, counts);
      }
      if (!fault.empty()) {
        return fault;
      }
      given += lower_of(branch.inclusive[0]);
      path_.pop_back();
    }
    if (parent != nullptr && is_top_down_) {
      given += lower_of(parent->self[0]);
    }
    return parent != nullptr && given > lower_of(parent->inclusive[0])
               ? "children have more than their parent"
               : "";
  }

  std::string fault_of(const TreeBranch& branch, Counts& counts) const {
    const auto found = truth_.find(path_);
    const int128 truth = found == truth_.end() ? int128{0} : found->second;
    const Bounded& bounds = branch.bounds[0];
    const int128 told = lower_of(branch.inclusive[0]);
    if (truth < bounds.lower || truth > bounds.upper) {
      return "the truth is out of bounds";
    }
    if (told < bounds.lower || told > bounds.upper) {
      return "the estimate is out of bounds";
    }
    const bool is_exact = certainty_of(branch.inclusive[0]) == Certainty::kExact;
    if (is_exact && told != truth) {
      return "an exact cost is not the truth";
    }
    counts.exact += is_exact ? size_t{1} : 0;
    counts.estimated += is_exact ? 0 : size_t{1};
    counts.tight += !is_exact && bounds.lower == bounds.upper ? size_t{1} : 0;
    counts.raised += !is_exact && bounds.lower != 0 ? size_t{1} : 0;
    return {};
  }

  const CallTree& tree_;
  const std::map<Path, int128>& truth_;
  bool is_top_down_;
  Path path_;
};

TEST(GraphTreeBounds, EncloseTheTruthOfRandomRuns) {
  std::mt19937_64 random(20260211);
  Counts down, up;
  for (int round = 0; round < 4000; ++round) {
    const Execution run = random_run(random);
    const CallGraph graph = flatten(run);
    const Cycles cycles = find_cycles(graph);
    const InclusiveCosts inclusive = inclusive_costs(graph, cycles);
    const GraphCosts costs{.graph = &graph, .cycles = &cycles, .inclusive = &inclusive};
    const TrueBranches truth = tree_truth(run);
    ASSERT_EQ(Checker(*top_down(costs), truth.down, true).fault(down), "") << "round " << round;
    ASSERT_EQ(Checker(*bottom_up(costs), truth.up, false).fault(up), "") << "round " << round;
  }
  // The runs do have branches of every kind.
  for (const Counts& counts : {down, up}) {
    EXPECT_GT(counts.exact, 1000U);
    EXPECT_GT(counts.estimated, 1000U);
    EXPECT_GT(counts.tight, 100U);
    EXPECT_GT(counts.raised, 100U);
  }
}

}  // namespace
}  // namespace quern
