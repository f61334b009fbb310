// SPDX-License-Identifier: MIT
//
// Contexts that are the same nodes from the root on are one stack, found by the parent's number and
// the node. With merged recursion a function that calls itself directly stays on its stack. A graph
// in which every node has one caller is walked the same way, with a stack of its own: such graphs
// can be deeper than this program's stack.
#include "quern/analysis/trees/stack_tree.h"

#include <utility>

#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/trees/stack_key.h"

namespace quern {

/// Makes stacks on the way down and sums them up on the way back.
class StackTree::Maker : public ColumnVisitor {
 public:
  Maker(Recursion recursion, StackTree& tree)
      : merges_(recursion == Recursion::kMerged), tree_(&tree) {}

  void enter(uint32_t node, uint64_t calls) {
    const uint32_t parent = path_.empty() ? kNone : path_.back();
    const bool goes_on = merges_ && parent != kNone && tree_->node(parent) == node;
    const uint32_t stack = goes_on ? parent : stack_of(parent, node);
    if (is_first_walk() && calls != 0) {
      tree_->stacks_[stack].calls += calls;
      tree_->counts_calls_ = true;
    }
    path_.push_back(stack);
  }

  void leave(std::span<const int128> self, std::span<const int128> inclusive) {
    const uint32_t stack = path_.back();
    path_.pop_back();
    combine_into_row(tree_->self_, stack, 0, self);
    if (path_.empty() || path_.back() != stack) {  // else the outer call has this cost too
      combine_into_row(tree_->inclusive_, stack, 0, inclusive);
    }
  }

 private:
  uint32_t stack_of(uint32_t parent, uint32_t node) {
    const uint32_t found = known_.of({parent, node});
    if (found == tree_->stacks_.size()) {
      tree_->stacks_.push_back({.node = node, .parent = parent});
      tree_->self_.add_row();
      tree_->inclusive_.add_row();
      append(parent, found);
    }
    return found;
  }

  void append(uint32_t parent, uint32_t child) {
    uint32_t& first = parent == kNone ? tree_->first_root_ : tree_->stacks_[parent].first_child;
    uint32_t& last = parent == kNone ? tree_->last_root_ : tree_->stacks_[parent].last_child;
    (last == kNone ? first : tree_->stacks_[last].next_sibling) = child;
    last = child;
  }

  bool merges_;
  StackTree* tree_;
  std::vector<uint32_t> path_;
  DenseIndex<StackKey> known_;
};

/// Takes stacks from contexts.
class StackTree::Visitor : public Maker {
 public:
  Visitor(const Profile& profile, const NodeMap& nodes, Recursion recursion, StackTree& tree)
      : Maker(recursion, tree),
        contexts_(&profile.contexts()),
        node_of_(nodes_of_frames(profile, nodes)) {}

  void enter(ContextId id) {
    Maker::enter(node_of_[contexts_->frame_id(id).index()], contexts_->calls(id));
  }
  void leave(ContextId, std::span<const int128> self, std::span<const int128> inclusive) {
    Maker::leave(self, inclusive);
  }

 private:
  const Contexts* contexts_;
  std::vector<uint32_t> node_of_;
};

StackTree::StackTree(const Profile& profile, const PartSet& parts,
                     std::span<const EventSum> columns, const NodeMap& nodes, Recursion recursion)
    : self_(columns.size()), inclusive_(columns.size()) {
  walk_in_blocks(profile, parts, columns, Visitor(profile, nodes, recursion, *this));
}

namespace {

uint64_t calls_of_stack(const CallGraph& forest, uint32_t node) {
  const int128 calls = forest.calls(node);
  return calls > 0 && calls <= kUint64Max ? static_cast<uint64_t>(calls) : 0;
}

/// Whether anything is known of it: functions that only jumps lead to are nodes as well.
bool has_costs_or_calls(const CallGraph& graph, uint32_t node) {
  for (size_t column = 0; column < graph.event_count(); ++column) {
    if (graph.self(node, column) != 0) {
      return true;
    }
  }
  return !graph.calls_from(node).empty();
}

}  // namespace

/// Walks the graph from its roots as contexts are walked; each node is entered once.
StackTree::StackTree(const CallGraph& forest, const InclusiveCosts& inclusive,
                     const ColumnCosts& columns, std::span<const uint32_t> node_of,
                     Recursion recursion)
    : counts_roots_(false), self_(columns.size()), inclusive_(columns.size()) {
  struct Step {
    uint32_t node;
    uint32_t next;  ///< the edge to follow next
  };
  Maker maker(recursion, *this);
  maker.begin(columns, 0);
  std::vector<Step> path;
  std::vector<int128> own(columns.size());
  std::vector<int128> all(columns.size());
  const auto enter = [&](uint32_t node) {
    maker.enter(node_of[node], calls_of_stack(forest, node));
    const auto edges = forest.calls_from(node);
    path.push_back({node, edges.empty() ? 0 : edges.front()});
  };
  const auto leave = [&](uint32_t node) {
    for (size_t column = 0; column < columns.size(); ++column) {
      own[column] = forest.self(node, column);
      all[column] = inclusive.lower(node, column);
    }
    maker.leave(own, all);
    path.pop_back();
  };
  for (uint32_t root = 0; root < forest.node_count(); ++root) {
    if (!forest.calls_to(root).empty() || !has_costs_or_calls(forest, root)) {
      continue;
    }
    enter(root);
    while (!path.empty()) {
      Step& step = path.back();
      const auto edges = forest.calls_from(step.node);
      if (edges.empty() || step.next > edges.back()) {
        leave(step.node);
      } else {
        enter(forest.callee(step.next++));
      }
    }
  }
}

bool is_forest(const CallGraph& graph, const Cycles& cycles, const InclusiveCosts& inclusive) {
  if (cycles.cycle_count() != 0 || graph.has_estimates()) {
    return false;
  }
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    const size_t callers = graph.calls_to(node).size();
    for (size_t column = 0; callers == 1 && column < graph.event_count(); ++column) {
      if (graph.incoming(node, column) != inclusive.lower(node, column)) {
        return false;
      }
    }
    if (callers > 1) {
      return false;
    }
  }
  return true;
}

std::vector<uint32_t> StackTree::children(uint32_t stack) const {
  std::vector<uint32_t> found;
  for (uint32_t at = stack == kNone ? first_root_ : stacks_[stack].first_child; at != kNone;
       at = stacks_[at].next_sibling) {
    found.push_back(at);
  }
  return found;
}

}  // namespace quern
