// SPDX-License-Identifier: MIT
#include "quern/analysis/stack_tree.h"

#include <bit>
#include <utility>

#include "quern/analysis/context_sums.h"

namespace quern {

namespace {

/// Finds stacks by parent and node. It holds their numbers alone, so that a search touches little
/// memory: there may be as many as there are contexts.
class StackIndex {
 public:
  /// The slot of this pair: it holds kNone where there is none yet. `is_at` tells whether a stack
  /// is the pair's.
  template <class IsAt>
  uint32_t& slot(uint32_t parent, uint32_t node, const IsAt& is_at) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash(parent, node) & mask;
    while (slots_[at] != StackTree::kNone && !is_at(slots_[at])) {
      at = (at + 1) & mask;
    }
    return slots_[at];
  }

  /// Makes room for one more; `pair_of(stack)` gives the parent and node of those that are there.
  template <class PairOf>
  void grow(size_t stacks, const PairOf& pair_of) {
    if (stacks * 2 < slots_.size()) {
      return;
    }
    slots_.assign(slots_.size() * 4, StackTree::kNone);
    for (uint32_t stack = 0; stack < stacks; ++stack) {
      const auto [parent, node] = pair_of(stack);
      slot(parent, node, [](uint32_t) { return false; }) = stack;
    }
  }

 private:
  static size_t hash(uint32_t parent, uint32_t node) {
    const uint64_t mixed = (uint64_t{parent} << 32 | node) * 0x9e3779b97f4a7c15U;
    return std::rotl(mixed, 32) ^ mixed >> 47;
  }

  std::vector<uint32_t> slots_ = std::vector<uint32_t>(1024, StackTree::kNone);
};

}  // namespace

class StackTree::Visitor {
 public:
  Visitor(const Profile& profile, const NodeMap& nodes, Recursion recursion, StackTree& tree)
      : contexts_(&profile.contexts()),
        node_of_(nodes_of_frames(profile, nodes)),
        merges_(recursion == Recursion::kMerged),
        tree_(&tree) {}

  /// What follows is about these columns, the first of which is number `first`.
  void begin(const ColumnCosts& columns, size_t first) {
    columns_ = &columns;
    first_ = first;
  }

  void enter(ContextId id) {
    const uint32_t parent = path_.empty() ? kNone : path_.back();
    const uint32_t node = node_of_[contexts_->frame_id(id).index()];
    const bool goes_on = merges_ && parent != kNone && tree_->node(parent) == node;
    const uint32_t stack = goes_on ? parent : stack_of(parent, node);
    if (first_ == 0 && !contexts_->frame(id).is_symbol) {
      ++tree_->stacks_[stack].calls;
      tree_->counts_calls_ = true;
    }
    path_.push_back(stack);
  }

  void leave(ContextId, std::span<const int128> self, std::span<const int128> inclusive) {
    const uint32_t stack = path_.back();
    path_.pop_back();
    combine_into(tree_->self_, stack, first_, *columns_, self);
    if (path_.empty() || path_.back() != stack) {  // else the outer call has this cost too
      combine_into(tree_->inclusive_, stack, first_, *columns_, inclusive);
    }
  }

 private:
  uint32_t stack_of(uint32_t parent, uint32_t node) {
    std::vector<Stack>& stacks = tree_->stacks_;
    const auto added = static_cast<uint32_t>(stacks.size());
    known_.grow(added, [&](uint32_t at) { return std::pair(stacks[at].parent, stacks[at].node); });
    uint32_t& found = known_.slot(parent, node, [&](uint32_t at) {
      return stacks[at].parent == parent && stacks[at].node == node;
    });
    if (found == kNone) {
      found = added;
      stacks.push_back({.node = node, .parent = parent});
      tree_->self_.add_row();
      tree_->inclusive_.add_row();
      append(parent, added);
    }
    return found;
  }

  void append(uint32_t parent, uint32_t child) {
    uint32_t& first = parent == kNone ? tree_->first_root_ : tree_->stacks_[parent].first_child;
    uint32_t& last = parent == kNone ? tree_->last_root_ : tree_->stacks_[parent].last_child;
    (last == kNone ? first : tree_->stacks_[last].next_sibling) = child;
    last = child;
  }

  const Contexts* contexts_;
  const ColumnCosts* columns_ = nullptr;
  size_t first_ = 0;
  std::vector<uint32_t> node_of_;
  bool merges_;
  StackTree* tree_;
  std::vector<uint32_t> path_;
  StackIndex known_;
};

StackTree::StackTree(const Profile& profile, const PartSet& parts,
                     std::span<const EventSum> columns, const NodeMap& nodes, Recursion recursion)
    : self_(columns.size()), inclusive_(columns.size()) {
  Visitor visitor(profile, nodes, recursion, *this);
  in_column_blocks(columns, [&](size_t first, std::span<const EventSum> block) {
    const ColumnCosts costs(profile, block);
    visitor.begin(costs, first);
    walk_contexts(profile, parts, costs, visitor);
  });
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
