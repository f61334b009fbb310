// SPDX-License-Identifier: MIT
//
// Which calls are recursive, and what leads where, among some functions and all that is called
// below them: at a small part of what a call graph takes, as calls are followed where they are
// packed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/costs/caller_runs.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/costs/recorded_calls.h"
#include "quern/model/profile.h"

namespace quern {

class CallsBelow {
 public:
  CallsBelow(const Profile& profile, const PartSet& parts, std::span<const FunctionId> starts);
  CallsBelow(const CallsBelow&) = delete;
  CallsBelow& operator=(const CallsBelow&) = delete;

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
  template <class Use>
  void with_rows(Use use) const;
  bool visit(uint32_t function, uint32_t lowest);

  RecordedCalls calls_;
  CallerRuns runs_;
  std::optional<CallGraph> graph_;    ///< where runs cannot have all calls
  std::vector<uint32_t> components_;  ///< by function; calls lead to lower numbers or stay
  // Of may_lead():
  enum class Seen : uint8_t { kNo, kGoal, kVisited };
  std::vector<Seen> seen_;  ///< by function; empty: nobody asked
  std::vector<uint32_t> open_, touched_;
  size_t followed_ = 0;
};

}  // namespace quern
