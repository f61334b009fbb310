// SPDX-License-Identifier: MIT
//
// Multiplies all costs of a profile, event by event, so that the total becomes the total times the
// factor, rounded down. Pieces are whole numbers that add up: what calls of a function cost, where
// it was that function's inclusive cost, still is. How they are rounded depends on functions and
// calls alone, not on the order of records.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

/// What all costs of an event are multiplied by: from 0 to kHighestFactor.
struct EventFactor {
  std::string event;
  Fraction factor;
};
inline constexpr int128 kHighestFactor = 1'000'000'000;

struct EventFactors {
  std::vector<EventFactor> of;
  bool are_estimates = false;  ///< so that all that they scale are estimates
};

class EventScaling {
 public:
  /// Factors of events that add up; of others nothing changes.
  EventScaling(const Profile& from, std::span<const EventFactor> factors);

  /// Costs of contexts stand beside those of records, or instead of them.
  enum class Of : uint8_t { kRecords, kContexts };
  /// What a piece of a function's self cost becomes; each is to be asked for once.
  [[nodiscard]] int128 self(Of source, FunctionId function, EventId event, int128 cost);
  /// What the inclusive cost of a call becomes.
  [[nodiscard]] int128 call(FunctionId caller, FunctionId callee, EventId event, int128 cost);

 private:
  struct Column {
    EventId event;
    Fraction factor;
  };
  [[nodiscard]] std::optional<size_t> column_of(EventId event) const;
  [[nodiscard]] int128 times(size_t column, int128 cost) const;
  void start_selfs(const CostRows& selfs);
  void start_calls(const CostRows& selfs);
  void scale_callers(const Cycles& cycles, std::span<const uint32_t> members, const CostRows& selfs,
                     size_t column);

  std::vector<Column> columns_;
  std::vector<uint32_t> column_of_;  ///< by event: its column + 1; 0: stays
  std::optional<CallGraph> graph_;   ///< where there are calls
  /// By Of, then function: the cost of all in front of what comes next.
  std::array<CostRows, 2> self_at_;
  CostRows self_scaled_;  ///< by function: what its self cost becomes
  CostRows call_at_;      ///< by edge: the cost of what has come of it
  CostRows call_scaled_;  ///< by edge: what its cost becomes
};

}  // namespace quern
