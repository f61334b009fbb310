// SPDX-License-Identifier: MIT
//
// Xdebug writes a block an invocation, callees before callers: from that order the exact call tree
// is rebuilt. Each call of a block takes the newest invocation of its function that no call has
// taken yet and whose cost fits; what is left in the end are the roots.
//
// Fed with one part's blocks, it pushes the part's contexts when the part ends. A node is held in
// some 35 bytes until then. Where names are known only at the end of the input (no `cfl=`, an alias
// used before its definition), blocks wait for finish() in packed form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/base/segmented.h"
#include "quern/formats/callgrind/number_log.h"
#include "quern/model/records/findings.h"
#include "quern/model/records/sink.h"

namespace quern::callgrind {

class Invocations {
 public:
  Invocations(Sink& sink, Findings& findings) : sink_(&sink), findings_(&findings) {}

  /// A part begins whose blocks are invocations; the first event is time.
  void begin_part(std::span<const EventId> events);
  /// Between begin_part() and end_part().
  [[nodiscard]] bool is_open() const { return is_open_; }

  // What the block at hand holds.
  void self_costs(const SelfBatch& batch);
  void self_cost(std::span<const int128> costs);
  /// `line`: of the call, where it is known; `place`: of its row.
  void call(const CallRecord& record, std::optional<int64_t> line, Place place);
  /// The block is complete.
  void end_block(FunctionId function);

  /// From the block at hand on, names are not final before finish().
  void wait_for_names();
  /// Every part of the input ends here, also those without invocations; before Sink::end_part().
  void end_part();
  /// The end of the input; all names are final.
  void finish();

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr uint32_t kFree = kNone - 1;  ///< Node::next: no call has taken it
  static constexpr uint64_t kNoCosts = ~uint64_t{0};

  struct Node {
    uint32_t frame = 0;  ///< FrameId; of a free node its FunctionId
    uint32_t first_child = kNone;
    uint32_t next = kFree;
    bool has_line = false;
    int64_t line = 0;
    uint64_t costs = kNoCosts;  ///< where they stand in costs_
  };
  /// A complete invocation that no call has taken yet.
  struct Pending {
    int128 inclusive = 0;
    uint32_t calls = 0;
    uint32_t node = 0;
    uint32_t older = kNone;  ///< of the same function, or of the free entries
  };
  struct Call {
    FunctionId callee;
    NameId file;
    std::optional<int64_t> line;
    int128 time = 0;
    Place place;
  };
  struct Block {
    FunctionId function;
    std::vector<int128> self;
    std::vector<Call> calls;
  };
  /// A part that waits for finish().
  struct LatePart {
    std::vector<EventId> events;
    uint64_t blocks = 0;  ///< in late_
    bool has_tree = false;
  };

  void add(size_t event, int128 cost) {
    if (event >= block_.self.size()) {
      block_.self.resize(event + 1);
    }
    block_.self[event] += cost;
  }
  void match(const Block& block);
  uint32_t take(const Call& call);
  uint32_t& newest_of(FunctionId function);
  uint32_t add_node(FunctionId function, std::span<const int128> self);
  void add_pending(FunctionId function, const Pending& pending);
  void push_tree();
  void push_below(uint32_t root);
  ContextId push(const Node& node, ContextId parent);
  void keep(const Block& block);
  void restore(NumberLog::Reader& from, Block& block) const;

  Sink* sink_;
  Findings* findings_;
  bool is_open_ = false;
  Block block_;

  // the part's tree
  std::vector<EventId> events_;
  Segmented<Node, 10> nodes_;
  NumberLog costs_;
  Segmented<Pending, 10> pending_;
  uint32_t free_ = kNone;  ///< entries of pending_ to use again
  /// Functions as name and file alone: which function a call may mean.
  FunctionTable callees_;
  Segmented<uint32_t, 10> callee_of_;  ///< by function: its id in callees_
  Segmented<uint32_t, 10> newest_;     ///< by that id: its newest pending invocation + 1
  /// Looking for a cost that fits may take so many steps in all, and one a call beyond.
  uint64_t allowance_ = uint64_t{1} << 20;

  // what waits for names
  bool waits_ = false;
  uint64_t parts_ended_ = 0;
  uint64_t first_late_ = 0;
  NumberLog late_;
  uint64_t late_blocks_ = 0;
  std::vector<LatePart> late_parts_;

  struct Open {
    uint32_t node;
    ContextId parent;
  };
  std::vector<Open> open_;
  std::vector<EventCost> row_;
};

}  // namespace quern::callgrind
