// SPDX-License-Identifier: MIT
//
// Copies exact stacks into a builder through the filters that need them: hidden frames give their
// cost and their callees to the frame above, nodes outside limits to a node beside them, and the
// calls of a function in itself get names of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/walk/cost_sum.h"
#include "quern/filters/walk/scale_events.h"
#include "quern/filters/walk/scaled_sums.h"
#include "quern/filters/walk/stacks.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"

namespace quern {

class ContextCopier {
 public:
  /// References must stay. `events`: the new ids of the profile's events, kNoEvent of those that
  /// are left out. `subtracts`: costs are negated, what combines by maximum is left out, and no
  /// node counts as a call.
  ContextCopier(const Profile& from, const FilterRules& rules, NewFunctions& functions,
                std::span<const EventId> events, bool subtracts, ProfileBuilder& to);
  /// Multiplies the costs of all.
  void scale(EventScaling& events) { events_scaled_ = &events; }
  /// Once `stop` asks for an end copying ends, and nothing that was copied counts.
  void heed(std::stop_token stop) { stop_ = std::move(stop); }
  /// Copies the part's contexts into the builder's open part. Parts are taken in their order.
  void copy(const Part& part);
  /// Leaves the part's contexts out.
  void skip(const Part& part);

 private:
  /// A hidden frame that has costs or leaks, and where they stand.
  struct Moved {
    ContextId target;
    ContextId source;
    uint32_t segment = 0;
    uint32_t at = 0;
    auto operator<=>(const Moved&) const = default;
  };
  class CostWalk;
  /// What becomes of a context, where stacks are chosen.
  enum Verdict : uint8_t {
    kStarted = 1,  ///< it is not above what --show-from names
    kKept = 2,     ///< its cost is
    kNeeded = 4,   ///< its cost is, or that of a callee
  };
  void judge(const Part& part);
  [[nodiscard]] bool has(ContextId id, Verdict verdict) const;
  void push_not_shown(const StackFrame& frame, std::span<const EventCost> own);
  void find_moved(const Part& part);
  void copy_frame(const StackFrame& frame, std::span<const EventCost> own);
  void gather(const StackFrame& frame, std::span<const EventCost> own);
  void add(std::span<const EventCost> costs);
  void add_scaled(FunctionId function, std::span<const EventCost> costs);
  void leave(const StackFrame& frame);
  [[nodiscard]] ContextId push(ContextId parent, const StackFrame& frame,
                               std::span<const EventCost> costs);
  [[nodiscard]] ContextId push_named(std::string_view name, ContextId parent,
                                     std::span<const EventCost> costs);
  void push_leaks(ContextId source, ContextId made);
  [[nodiscard]] std::span<const EventCost> costs_to_push();
  [[nodiscard]] FrameId frame_id(const StackFrame& frame, FunctionId function);
  [[nodiscard]] FunctionId told_apart(const StackFrame& frame);
  [[nodiscard]] FunctionId occurrence(FunctionId function, uint32_t number);

  const Profile* from_;
  const FilterRules* rules_;
  NodeRuleCheck limits_;
  NewFunctions* functions_;
  std::vector<EventId> events_;
  std::vector<Combine> combine_;  ///< by old event
  bool subtracts_;
  ProfileBuilder* to_;
  FilteredStacks stacks_;
  ContextCosts::Mark costs_from_;  ///< in front of the next part's costs
  std::vector<uint8_t> verdicts_;  ///< of the part's contexts; empty: all are kept
  uint64_t first_judged_ = 0;
  /// Where contexts are single calls.
  std::optional<StackLimits> stack_limits_;
  std::vector<Moved> moved_;  ///< of the part, by target
  size_t next_moved_ = 0;
  std::vector<ContextId> made_;       ///< by frame of the stack: its new id, or who stands for it
  std::optional<ScaledSums> scaled_;  ///< where costs are scaled
  EventScaling* events_scaled_ = nullptr;  ///< where all costs are
  CostSum sum_;                            ///< by old event
  std::vector<EventCost> new_costs_;
  std::vector<uint32_t> frames_;  ///< by old frame: its new id + 1
  std::stop_token stop_;
  // recursion
  std::vector<uint32_t> on_stack_;  ///< by new function
  std::unordered_map<uint64_t, FunctionId> occurrences_;
  uint64_t name_bytes_left_;
};

}  // namespace quern
