// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/ties.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quern {

namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

/// A tie carries a flow between -push and pull, the force that it exerts. In the spanning tree, all
/// ties have exactly their length, which determines all positions. A tie outside may only be longer
/// while it pulls with all its force, and only be shorter while it pushes with all its force; where
/// that does not hold, it enters the tree and another one leaves it.
class Simplex {
 public:
  Simplex(size_t count, std::span<const Tie> ties)
      : ties_(ties),
        root_(static_cast<uint32_t>(count)),
        positions_(count + 1),
        links_(count + 1),
        nodes_(count + 1),
        forces_(ties.size()),
        states_(ties.size(), State::kIdle) {
    // At first each node hangs from the root by a connection that carries no force.
    for (uint32_t node = 0; node < root_; ++node) {
      attach(node, root_, kNone);
      nodes_[node].depth = 1;
    }
    for (size_t tie = 0; tie < ties.size(); ++tie) {
      if (ties[tie].pull == 0) {
        states_[tie] = ties[tie].push == 0 ? State::kInTree : State::kPulls;
      }
    }
  }

  void run() {
    const size_t most = 1000 + 30 * (nodes_.size() + ties_.size());
    for (size_t steps = 0; steps < most && moved_ < kMostMoved; ++steps) {
      const uint32_t tie = worst_tie();
      if (tie == kNone) {
        return;
      }
      enter(tie);
    }
    enforce_rigid();
  }

  [[nodiscard]] std::vector<int64_t> positions() const {
    return {positions_.begin(), positions_.end() - 1};
  }

 private:
  /// So that many arrows that run far take no more than a moment; then places are good, not best.
  static constexpr size_t kMostMoved = 40'000'000;
  enum class State : uint8_t { kInTree, kPulls, kPushes, kIdle };
  struct Node {
    uint32_t parent = kNone;
    uint32_t tie = kNone;  ///< to the parent
    uint32_t depth = 0;
    uint32_t previous = kNone;
  };
  struct Links {
    uint32_t first_child = kNone;
    uint32_t next = kNone;
  };

  [[nodiscard]] int64_t excess(uint32_t tie) const {
    const Tie& each = ties_[tie];
    return positions_[each.to] - positions_[each.from] - each.length;
  }

  /// How far the tie is from where its force would allow it to be.
  [[nodiscard]] int64_t violation(uint32_t tie) const {
    switch (states_[tie]) {
      case State::kPulls:
        return -excess(tie);
      case State::kPushes:
        return excess(tie);
      case State::kIdle:
        return std::abs(excess(tie));
      case State::kInTree:
        break;
    }
    return 0;
  }

  /// The worst tie of the next block that has a violated one: much cheaper than the worst of all.
  uint32_t worst_tie() {
    const auto count = static_cast<uint32_t>(ties_.size());
    const auto block = 16 + static_cast<uint32_t>(std::sqrt(static_cast<double>(count)));
    int64_t worst = 0;
    uint32_t found = kNone;
    for (uint32_t seen = 0; seen < count; ++seen) {
      cursor_ = cursor_ + 1 < count ? cursor_ + 1 : 0;
      if (const int64_t each = violation(cursor_); each > worst) {
        worst = each;
        found = cursor_;
      }
      if (found != kNone && seen % block == block - 1) {
        break;
      }
    }
    return found;
  }

  [[nodiscard]] int64_t room(uint32_t tie, bool grows) const {
    return grows ? ties_[tie].pull - forces_[tie] : forces_[tie] + ties_[tie].push;
  }
  /// How much flow can be sent from a node to its parent, or from the parent to it.
  [[nodiscard]] int64_t room_above(uint32_t node, bool upwards) const {
    const uint32_t tie = nodes_[node].tie;
    if (tie == kNone) {
      return upwards ? kRigid : 0;
    }
    return room(tie, (ties_[tie].from == node) == upwards);
  }

  void send_above(uint32_t node, bool upwards, int64_t flow) {
    if (const uint32_t tie = nodes_[node].tie; tie != kNone) {
      forces_[tie] += (ties_[tie].from == node) == upwards ? flow : -flow;
    }
  }

  [[nodiscard]] uint32_t meeting(uint32_t one, uint32_t other) const {
    while (one != other) {
      uint32_t& deeper = nodes_[one].depth >= nodes_[other].depth ? one : other;
      deeper = nodes_[deeper].parent;
    }
    return one;
  }

  /// Sends as much flow as possible around the circle that the tie closes with the tree.
  void enter(uint32_t tie) {
    const int64_t too_long = excess(tie);
    const bool grows = too_long > 0;
    const uint32_t first = grows ? ties_[tie].from : ties_[tie].to;
    const uint32_t second = grows ? ties_[tie].to : ties_[tie].from;
    const uint32_t top = meeting(first, second);
    int64_t flow = room(tie, grows);
    uint32_t leaving = kNone;  // a node: the tie above it leaves
    uint32_t rehung = first;
    // The last tie on the circle that limits the flow has to leave. That prevents endless loops of
    // steps that send no flow; hence < on the way down from the top and <= on the way up.
    for (uint32_t node = first; node != top; node = nodes_[node].parent) {
      if (const int64_t room = room_above(node, false); room < flow) {
        flow = room;
        leaving = node;
      }
    }
    for (uint32_t node = second; node != top; node = nodes_[node].parent) {
      if (const int64_t room = room_above(node, true); room <= flow) {
        flow = room;
        leaving = node;
        rehung = second;
      }
    }
    forces_[tie] += grows ? flow : -flow;
    for (uint32_t node = first; flow != 0 && node != top; node = nodes_[node].parent) {
      send_above(node, false, flow);
    }
    for (uint32_t node = second; flow != 0 && node != top; node = nodes_[node].parent) {
      send_above(node, true, flow);
    }
    if (leaving == kNone) {
      states_[tie] = grows ? State::kPulls : State::kPushes;
      return;
    }
    replace(leaving, rehung, tie);
    move_subtree(rehung, rehung == ties_[tie].to ? -too_long : too_long);
  }

  /// The subtree of `leaving` hangs by `tie` from now on, which ends at its node `rehung`.
  void replace(uint32_t leaving, uint32_t rehung, uint32_t tie) {
    if (const uint32_t left = nodes_[leaving].tie; left != kNone) {
      states_[left] = forces_[left] == ties_[left].pull ? State::kPulls : State::kPushes;
    }
    states_[tie] = State::kInTree;
    uint32_t parent = ties_[tie].from == rehung ? ties_[tie].to : ties_[tie].from;
    uint32_t node = rehung;
    while (true) {
      const uint32_t old_parent = nodes_[node].parent;
      const uint32_t old_tie = nodes_[node].tie;
      detach(node);
      attach(node, parent, tie);
      if (node == leaving) {
        return;
      }
      parent = std::exchange(node, old_parent);
      tie = old_tie;
    }
  }

  void attach(uint32_t node, uint32_t parent, uint32_t tie) {
    Node& each = nodes_[node];
    each.parent = parent;
    each.tie = tie;
    each.previous = kNone;
    const uint32_t next = std::exchange(links_[parent].first_child, node);
    links_[node].next = next;
    if (next != kNone) {
      nodes_[next].previous = node;
    }
  }

  void detach(uint32_t node) {
    const Node& each = nodes_[node];
    const uint32_t next = links_[node].next;
    (each.previous != kNone ? links_[each.previous].next : links_[each.parent].first_child) = next;
    if (next != kNone) {
      nodes_[next].previous = each.previous;
    }
  }

  void move_subtree(uint32_t top, int64_t distance) {
    pending_.assign(1, top);
    while (!pending_.empty()) {
      const uint32_t node = pending_.back();
      pending_.pop_back();
      ++moved_;
      positions_[node] += distance;
      nodes_[node].depth = nodes_[nodes_[node].parent].depth + 1;
      for (uint32_t child = links_[node].first_child; child != kNone; child = links_[child].next) {
        pending_.push_back(child);
      }
    }
  }

  /// Moves nodes on until no rigid tie is too short, each after all that are tied to it rigidly.
  void enforce_rigid() {
    std::vector<std::vector<uint32_t>> following(root_);
    std::vector<uint32_t> waits_for(root_);
    for (uint32_t tie = 0; tie < ties_.size(); ++tie) {
      if (ties_[tie].push == kRigid) {
        following[ties_[tie].from].push_back(tie);
        ++waits_for[ties_[tie].to];
      }
    }
    pending_.clear();
    for (uint32_t node = 0; node < root_; ++node) {
      if (waits_for[node] == 0) {
        pending_.push_back(node);
      }
    }
    while (!pending_.empty()) {
      const uint32_t node = pending_.back();
      pending_.pop_back();
      for (const uint32_t tie : following[node]) {
        const uint32_t to = ties_[tie].to;
        positions_[to] -= std::min<int64_t>(0, excess(tie));
        if (--waits_for[to] == 0) {
          pending_.push_back(to);
        }
      }
    }
  }

  std::span<const Tie> ties_;
  uint32_t root_;
  // By node; the last is the root. What is used most is apart, so that it stays in the cache.
  std::vector<int64_t> positions_;
  std::vector<Links> links_;
  std::vector<Node> nodes_;
  std::vector<int64_t> forces_;
  std::vector<State> states_;
  std::vector<uint32_t> pending_;
  uint32_t cursor_ = 0;
  size_t moved_ = 0;  ///< nodes, in all steps
};

}  // namespace

std::vector<int64_t> settled(size_t count, std::span<const Tie> ties) {
  Simplex simplex(count, ties);
  simplex.run();
  return simplex.positions();
}

}  // namespace quern
