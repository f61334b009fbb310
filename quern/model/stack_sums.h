// SPDX-License-Identifier: MIT
//
// Adds up contexts while they come, so that none has to be kept. Costs that add up are counted in
// one running sum for each event: what a context costs with all that it calls is by how much that
// grew until it was left. Contexts between whose starts nothing was counted share their start.
// Memory is that of the functions and of the deepest stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/model/records/contexts.h"
#include "quern/model/records/cost_rows.h"
#include "quern/model/records/event.h"
#include "quern/model/records/rows_on_path.h"
#include "quern/model/records/sink.h"
#include "quern/model/stack_costs.h"

namespace quern {

class StackSums {
 public:
  /// The next event.
  void add_event(Combine combine);
  /// A frame, new or known. Its function is that of the rows.
  void add_frame(FrameId id, const Frame& frame);

  /// Whether costs of the contexts that follow are self costs of their functions.
  void begin(bool are_self) {
    leave_all();
    are_self_ = are_self;
  }
  /// A context, which has `id` from now on.
  void enter(ContextId id, const ContextRecord& record);
  void leave_all() {
    while (depth_ != 0) {
      leave();
    }
  }

  /// By event: what contexts come to since this was asked last. `next`: this one and those after it
  /// belong to the next answer; gives up unless it is the root of the stack that is open.
  std::vector<int64_t> take_totals(std::optional<ContextId> next = std::nullopt);

  /// False: it has given up, for too many events, too deep stacks, or sums that may exceed 64 bits.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  /// Functions with self costs, as they came.
  [[nodiscard]] const std::vector<FunctionId>& owners() const { return owners_; }
  [[nodiscard]] int128 self(FunctionId function, EventId event) const {
    return self_.at(function.index(), event.index());
  }
  /// `kept`: by cell 1 + n of the result, the event as contexts name it. After leave_all().
  [[nodiscard]] StackCosts costs(std::span<const EventId> kept) const;

 private:
  struct FrameRow {
    uint32_t row;
    bool is_call;
  };
  // Powers of two: rows are added in steps of kAtOnce cells.
  static constexpr size_t kAtOnce = 4;
  static constexpr size_t kFewEvents = 4;
  static constexpr size_t kMostEvents = CostRows::kDense;
  static constexpr size_t kMostCells = size_t{1} << 21;  ///< of the open stack

  void leave();
  void widen(size_t width);
  void deepen();
  void give_up();
  void add_own(uint32_t row, std::span<const EventCost> own);
  bool count(size_t event, int128 cost);
  void start();
  void end_start();
  [[nodiscard]] int64_t* sums_at(size_t start) { return cells_.data() + 2 * start * width_; }
  [[nodiscard]] int64_t* peaks_at(size_t start) { return sums_at(start) + width_; }

  bool are_self_ = false;
  bool is_whole_ = true;
  bool counts_calls_ = false;
  std::vector<Combine> events_;
  std::vector<uint32_t> peaks_;  ///< events that combine by maximum
  /// By event: of all contexts so far. 0 for peaks, and up to width_ behind the last event.
  std::vector<int64_t> sums_;
  std::vector<int64_t> sizes_;  ///< by event: the same of costs without their signs: none is above
  std::vector<int64_t> told_sums_;   ///< by event: sums_ when totals were asked for
  std::vector<int64_t> told_peaks_;  ///< by event: of the stacks that have ended since
  std::vector<FrameRow> frames_;
  size_t width_ = kFewEvents;       ///< events that rows have cells for
  size_t used_ = 0;                 ///< of these, in steps
  CostRows inclusive_{kFewEvents};  ///< by function and event
  CostRows self_{kFewEvents};       ///< by function and event
  std::vector<uint64_t> calls_;     ///< by function
  std::vector<bool> is_owner_;      ///< by function
  std::vector<FunctionId> owners_;
  RowsOnPath on_path_;
  struct Level {
    ContextId id;
    uint32_t start;
  };
  size_t depth_ = 0;
  std::vector<Level> path_;  ///< by depth; never shrinks
  size_t starts_ = 0;        ///< of the contexts on the path
  bool is_fresh_ = false;    ///< whether nothing was counted since the last start
  /// By start, then event: sums_ there; after these the peaks since then. Those of later starts
  /// are not in them yet.
  std::vector<int64_t> cells_;
};

}  // namespace quern
