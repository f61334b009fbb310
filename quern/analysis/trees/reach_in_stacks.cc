// SPDX-License-Identifier: MIT
//
// From exact stacks: what two functions cost together is the cost of the stacks that hold both,
// each counted once. One walk finds it for all functions below the asked one, or above it; memory
// is that of the deepest stack and one row for each function.
#include <algorithm>

#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/trees/reach.h"

namespace quern {
namespace {

/// The nodes of contexts, and what was found of each.
class FoundInStacks {
 public:
  FoundInStacks(const Profile& profile, const NodeMap& nodes, size_t columns)
      : contexts_(&profile.contexts()),
        node_of_(nodes_of_frames(profile, nodes)),
        nearest_(nodes.nodes),
        farthest_(nodes.nodes),
        open_(nodes.nodes),
        costs_(CostRows::zeros(nodes.nodes, columns)) {}

  [[nodiscard]] uint32_t node_at(ContextId context) const {
    return node_of_[contexts_->frame_id(context).index()];
  }
  void found(uint32_t node, uint64_t distance) {
    nearest_[node] = nearest_[node] == 0 ? distance : std::min(nearest_[node], distance);
    farthest_[node] = std::max(farthest_[node], distance);
  }
  void add(uint32_t node, size_t first, const ColumnCosts& columns, std::span<const int128> costs) {
    combine_into(costs_, node, first, columns, costs);
  }
  /// How often the node stands on the present stack, of the places that count.
  [[nodiscard]] uint32_t& open(uint32_t node) { return open_[node]; }

  [[nodiscard]] std::vector<Reached> all() const {
    std::vector<Reached> all;
    for (uint32_t node = 0; node < nearest_.size(); ++node) {
      if (nearest_[node] == 0) {
        continue;
      }
      Reached one{
          .node = node, .nearest = nearest_[node], .farthest = farthest_[node], .together = {}};
      for (size_t column = 0; column < costs_.width(); ++column) {
        one.together.emplace_back(Exact{costs_.at(node, column)});
      }
      all.push_back(std::move(one));
    }
    return all;
  }

 private:
  const Contexts* contexts_;
  std::vector<uint32_t> node_of_;             ///< by frame
  std::vector<uint64_t> nearest_, farthest_;  ///< by node; 0: not found
  std::vector<uint32_t> open_;
  CostRows costs_;
};

/// What stands below the asked node: each node's outermost place there counts with all below it.
class BelowVisitor : public ColumnVisitor {
 public:
  BelowVisitor(FoundInStacks& found, uint32_t asked) : found_(found), asked_(asked) {}

  void enter(ContextId id) {
    const uint32_t node = found_.node_at(id);
    if (!asked_at_.empty()) {
      found_.found(node, depth_ - asked_at_.back());
      ++found_.open(node);
    }
    if (node == asked_) {
      asked_at_.push_back(depth_);
    }
    ++depth_;
  }

  void leave(ContextId id, std::span<const int128>, std::span<const int128> inclusive) {
    --depth_;
    const uint32_t node = found_.node_at(id);
    if (node == asked_) {
      asked_at_.pop_back();
    }
    if (!asked_at_.empty() && --found_.open(node) == 0) {
      found_.add(node, first_column(), columns(), inclusive);
    }
  }

 private:
  FoundInStacks& found_;
  uint32_t asked_;
  uint64_t depth_ = 0;
  std::vector<uint64_t> asked_at_;  ///< depths at which the asked node is on the stack
};

/// What stands above it: each node's outermost place counts with those stacks below that hold it.
class AboveVisitor : public ColumnVisitor {
 public:
  AboveVisitor(FoundInStacks& found, uint32_t asked) : found_(found), asked_(asked) {}

  void enter(ContextId id) {
    ++found_.open(found_.node_at(id));
    levels_.emplace_back();
    costs_.resize(levels_.size() * columns().size());
  }

  void leave(ContextId id, std::span<const int128>, std::span<const int128> inclusive) {
    const uint32_t node = found_.node_at(id);
    const Level own = levels_.back();
    if (own.nearest != 0) {
      found_.found(node, own.nearest);
      found_.found(node, own.farthest);
    }
    const size_t width = columns().size();
    const size_t depth = levels_.size() - 1;
    const auto holding = std::span(costs_).subspan(depth * width, width);
    if (--found_.open(node) == 0) {
      found_.add(node, first_column(), columns(), holding);
    }
    if (depth != 0) {
      columns().combine(std::span(costs_).subspan((depth - 1) * width, width),
                        node == asked_ ? inclusive : std::span<const int128>(holding));
      // For nodes above the asked node, that node itself is the nearest.
      pass_up(node == asked_ ? Level{1, 1} : Level{own.nearest + 1, own.farthest + 1},
              node == asked_ || own.nearest != 0, levels_[depth - 1]);
    }
    levels_.pop_back();
    costs_.resize(levels_.size() * width);
  }

 private:
  /// Distances to the nearest asked node below: over all ways down, the shortest and the longest.
  struct Level {
    uint64_t nearest = 0, farthest = 0;  ///< 0: there is none
  };
  static void pass_up(const Level& from, bool is_there, Level& into) {
    if (is_there) {
      into.nearest = into.nearest == 0 ? from.nearest : std::min(into.nearest, from.nearest);
      into.farthest = std::max(into.farthest, from.farthest);
    }
  }

  FoundInStacks& found_;
  uint32_t asked_;
  std::vector<Level> levels_;  ///< by depth
  std::vector<int128> costs_;  ///< by depth, then column: of stacks below that hold the asked node
};

}  // namespace

std::vector<Reached> reach_in_stacks(const Profile& profile, const PartSet& parts,
                                     std::span<const EventSum> columns, const NodeMap& nodes,
                                     uint32_t node, ReachOf of) {
  FoundInStacks found(profile, nodes, columns.size());
  if (of == ReachOf::kCallees) {
    walk_in_blocks(profile, parts, columns, BelowVisitor(found, node));
  } else {
    walk_in_blocks(profile, parts, columns, AboveVisitor(found, node));
  }
  return found.all();
}

}  // namespace quern
