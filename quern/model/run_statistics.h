// SPDX-License-Identifier: MIT
//
// How the costs of functions and calls are distributed over the runs that a profile was merged
// from (`quern merge --stats`). A run is one file of the merge.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/model/distribution.h"
#include "quern/model/records/ids.h"

namespace quern {

/// Self costs, or the inclusive ones: those with all that was called.
enum class RunCost : uint8_t { kSelf, kInclusive };

/// The costs of one thing in the runs that have it. Events whose costs are all 0 are not stored.
struct RunCosts {
  struct Cell {
    uint32_t column = 0;
    Distribution costs = {};
    bool operator==(const Cell&) const = default;
  };

  [[nodiscard]] static uint32_t column(EventId event, RunCost of) {
    return 2 * event.value + static_cast<uint32_t>(of);
  }
  [[nodiscard]] static EventId event(uint32_t column) { return EventId(column / 2); }
  [[nodiscard]] static bool is_of(uint32_t column, RunCost of) {
    return column % 2 == static_cast<uint32_t>(of);
  }
  /// The cell of a column, which is made if there is none.
  Distribution& cell(uint32_t column);
  [[nodiscard]] RunSummary summary(EventId event, RunCost of) const;
  /// Empty where all costs are 0.
  [[nodiscard]] const Distribution& costs(EventId event, RunCost of) const;

  uint64_t runs = 0;
  std::vector<Cell> cells = {};  ///< ascending by column
  bool operator==(const RunCosts&) const = default;
};

struct RunStatistics {
  struct Function {
    FunctionId function;
    RunCosts costs = {};
    bool operator==(const Function&) const = default;
  };
  /// All calls between two functions; what they cost is RunCost::kInclusive.
  struct Edge {
    FunctionId caller, callee;
    RunCosts costs = {};
    bool operator==(const Edge&) const = default;
  };

  /// Null: no run has it.
  [[nodiscard]] const RunCosts* of(FunctionId function) const;
  [[nodiscard]] const RunCosts* of(FunctionId caller, FunctionId callee) const;
  /// Sorts functions and edges after they were given other ids. What was several functions and is
  /// one now is left out: how their sums are distributed is not known.
  void settle();

  /// As they were given to the merge, by name. A name stands as often as it was given.
  std::vector<std::string> runs;
  RunCosts total;                   ///< the self costs of whole runs
  std::vector<Function> functions;  ///< ascending
  std::vector<Edge> edges;          ///< ascending by caller, then callee
  bool operator==(const RunStatistics&) const = default;
};

}  // namespace quern
