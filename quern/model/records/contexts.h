// SPDX-License-Identifier: MIT
//
// The contexts of a profile: exact stacks, as nodes of call trees. One node a record of the input
// (an IgProf C record, an invocation), never searched for an equal sibling: views merge siblings.
// (A merged profile has folded equal siblings; a node then stands for several calls.)
// Nodes stand in depth-first order, parents first. A node takes 12 bytes; costs lie apart, packed,
// and only of nodes that have some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "quern/base/int128.h"
#include "quern/base/segmented.h"
#include "quern/model/records/ids.h"

namespace quern {

/// What all contexts of one function share that were entered at the same kind of place.
struct Frame {
  FunctionId function{};
  /// Sites, each one call (of merged profiles: one or more of the same place): the file of the call
  /// that led here. Its line is the context's position.
  NameId file{};
  /// Symbols: the address of the function's start in its object. Positions are offsets from it.
  uint64_t start = 0;
  /// As a start: none that the object can have. No function starts at the last address there is.
  static constexpr uint64_t kUnknownStart = UINT64_MAX;
  /// A stack that was met, perhaps often: not one call. Positions are in the function itself.
  bool is_symbol = false;
  /// Symbols: positions are lines of `file` instead.
  bool is_line = false;
  bool operator==(const Frame&) const = default;
};

/// A cost of one event; what is not named is 0.
struct EventCost {
  EventId event;
  int128 cost = 0;
  bool operator==(const EventCost&) const = default;
};

class Contexts {
 public:
  /// As many as ids can name.
  static constexpr uint64_t kMax = ~uint32_t{0};

  /// The id of a frame, new or known.
  FrameId frame(const Frame& frame);
  /// `parent` (or kNoContext) is the node added last or one of its ancestors. `position`: a line or
  /// an offset; nothing where unknown. `calls`: how many equal ones a site stands for.
  ContextId add(ContextId parent, FrameId frame, std::optional<int64_t> position,
                uint64_t calls = 1);
  /// Counts a node that nobody will ask for. Only where all are.
  ContextId skip() { return ContextId(static_cast<uint32_t>(first_++)); }
  /// Costs of the node added last, by ascending event; at most once a node.
  void add_costs(std::span<const EventCost> costs);
  /// Adds to the positions of all nodes what `by_frame` says of their frames; it may be shorter.
  void move(std::span<const int64_t> by_frame);
  /// Forgets all nodes and costs, but goes on counting ids where it was.
  void drop();

  [[nodiscard]] uint64_t size() const { return first_ + nodes_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] ContextId parent(ContextId id) const { return nodes_[id.index() - first_].parent; }
  [[nodiscard]] const Frame& frame(ContextId id) const { return frames_[frame_id(id).index()]; }
  [[nodiscard]] FrameId frame_id(ContextId id) const { return nodes_[id.index() - first_].frame; }
  [[nodiscard]] std::optional<int64_t> position(ContextId id) const;
  /// Of a symbol without lines: where it starts and the offset in it; nothing where that is unknown
  /// or no address of 64 bits, as of an offset below 0 in a function that starts at 0.
  [[nodiscard]] std::optional<uint64_t> address(ContextId id) const;
  /// How many calls a site stands for; 0 for symbols, which are none.
  [[nodiscard]] uint64_t calls(ContextId id) const;
  /// Whether some node stands for several calls.
  [[nodiscard]] bool has_folded_calls() const { return !folded_calls_.empty(); }
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
  [[nodiscard]] uint64_t bytes() const;

 private:
  friend class ContextCosts;
  friend class ProfileBuilder;
  struct FrameHash {
    size_t operator()(const Frame& frame) const;
  };
  struct Segment {
    std::unique_ptr<uint8_t[]> bytes;
    size_t used = 0;
  };
  struct Node {
    ContextId parent;
    FrameId frame;
    int32_t position;  ///< or kUnknown, kFar
  };
  static constexpr int32_t kUnknown = INT32_MIN;  ///< no position
  static constexpr int32_t kFar = INT32_MIN + 1;  ///< see far_
  uint8_t* room(size_t bytes);
  /// How a position of this node is kept.
  int32_t packed(ContextId id, std::optional<int64_t> position);
  [[nodiscard]] EventId event(uint32_t written) const {
    return events_.empty() ? EventId(written) : events_[written];
  }

  uint64_t first_ = 0;  ///< nodes dropped
  Segmented<Node, 14> nodes_;
  std::unordered_map<uint32_t, int64_t> far_;            ///< positions beyond 32 bits
  std::unordered_map<uint32_t, uint64_t> folded_calls_;  ///< of nodes that are not one call
  std::vector<Frame> frames_;
  std::unordered_map<Frame, FrameId, FrameHash> known_frames_;
  std::vector<Segment> costs_;
  size_t capacity_ = 0;          ///< of the last segment
  uint64_t last_cost_ = 0;       ///< the node that has costs last
  std::vector<EventId> events_;  ///< what the written ids are in the end; empty: as they are
};

/// Walks the costs of all nodes in order.
class ContextCosts {
 public:
  explicit ContextCosts(const Contexts& contexts);
  /// Where a walk stands: to start another one there.
  struct Mark {
    size_t segment = 0;
    size_t at = 0;
    uint64_t last = 0;
  };
  ContextCosts(const Contexts& contexts, const Mark& from) : contexts_(&contexts), next_(from) {}

  /// Goes to the next node with costs; false at the end.
  bool next();
  /// The costs of a node, none of many; valid until the next call. To be asked of nodes in
  /// ascending order, in place of next().
  [[nodiscard]] std::span<const EventCost> of(ContextId id);
  [[nodiscard]] ContextId context() const { return ContextId(static_cast<uint32_t>(last_)); }
  /// By ascending event; valid until next().
  [[nodiscard]] std::span<const EventCost> costs() const { return costs_; }
  /// In front of the node that next() went to last.
  [[nodiscard]] const Mark& here() const { return here_; }
  /// Behind it.
  [[nodiscard]] const Mark& end() const { return next_; }

 private:
  const Contexts* contexts_;
  Mark next_;
  Mark here_;
  uint64_t last_ = 0;
  std::vector<EventCost> costs_;  ///< empty only before the first node
  bool is_left_ = true;           ///< for of(): a node that it went to
};

/// A resource that a context still held when the dump was made.
struct Leak {
  ContextId context;
  EventId event;  ///< which kind of resource, and of `size`
  uint64_t address = 0;
  uint64_t size = 0;
};

}  // namespace quern
