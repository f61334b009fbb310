// SPDX-License-Identifier: MIT
//
// Who calls whom, and nothing else: what tells which calls are recursive at a small part of what a
// call graph takes. Two walks over the records; four bytes a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/costs/recorded_calls.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/model/profile.h"

namespace quern {

class CallLists {
 public:
  /// More calls than this are folded by a call graph instead.
  static constexpr uint64_t kMostCalls = uint64_t{1} << 28;

  /// By caller; some stand there several times.
  CallLists(const RecordedCalls& calls, size_t nodes);
  /// Those between functions.
  CallLists(const Profile& profile, const PartSet& parts);
  explicit CallLists(const CallGraph& graph);

  [[nodiscard]] EdgeRows rows() const { return {first_, callees_}; }
  [[nodiscard]] size_t edge_count() const { return callees_.size(); }
  [[nodiscard]] size_t first_edge(size_t node) const { return first_[node]; }
  [[nodiscard]] uint32_t callee(size_t edge) const { return callees_[edge]; }

 private:
  std::vector<uint32_t> first_;  ///< by node, and one more
  std::vector<uint32_t> callees_;
};

/// Who calls whom among some functions and all that is called below them.
class CallsBelow {
 public:
  CallsBelow(const Profile& profile, const PartSet& parts, std::span<const FunctionId> starts);

  /// A number that two functions share where they call each other in turn, however far around, and
  /// one is among `starts` or called below them. Others need not share what they should.
  [[nodiscard]] uint32_t component(FunctionId function) const {
    return components_[function.index()];
  }
  /// Whether one of these functions, which are among `starts`, is one of `goals` or leads to one.
  /// Also true once all questions together have followed kMostFollowed calls: finding out would
  /// take too long.
  [[nodiscard]] bool may_lead(std::span<const FunctionId> from, std::span<const FunctionId> goals);

  static constexpr size_t kMostFollowed = size_t{1} << 25;

 private:
  bool visit(uint32_t function, uint32_t lowest);

  CallLists calls_;
  std::vector<uint32_t> components_;  ///< by function; calls lead to lower numbers or stay
  // Of may_lead():
  enum class Seen : uint8_t { kNo, kGoal, kVisited };
  std::vector<Seen> seen_;  ///< by function; empty: nobody asked
  std::vector<uint32_t> open_, touched_;
  size_t followed_ = 0;
};

}  // namespace quern
