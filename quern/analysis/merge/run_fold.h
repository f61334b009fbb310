// SPDX-License-Identifier: MIT
//
// How the costs of functions and calls are distributed over the inputs of a merge, each of which is
// a run, and those that inputs were merged from themselves. Costs of a run are those that `top`
// shows of its file. Memory is functions and calls x events x distinct buckets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/merge/interned.h"
#include "quern/analysis/merge/key_rows.h"
#include "quern/model/profile.h"
#include "quern/model/run_statistics.h"

namespace quern::merge {

class RunFold {
 public:
  /// Of an event that the result does not have.
  static constexpr uint32_t kNoEvent = ~uint32_t{0};

  /// Ids are those of the fold that owns this: `ids` translates those of the profile, `functions`
  /// has by function of the profile what that is in answers, and `cells` has the fold's event for
  /// each of the profile's.
  void add(const Profile& profile, std::span<const FunctionId> functions, Interned& ids,
           std::span<const uint32_t> cells);
  void add(const RunFold& others, Interned& ids, std::span<const uint32_t> cells);

  /// Runs by name. `function` gives a function the id that it has in the result; `event_ranks` has
  /// the same of events, or kNoEvent.
  [[nodiscard]] RunStatistics result(const std::function<FunctionId(FunctionId)>& function,
                                     std::span<const uint32_t> event_ranks) const;

 private:
  struct EdgeKey {
    FunctionId caller, callee;
    bool operator==(const EdgeKey&) const = default;
    [[nodiscard]] std::array<uint64_t, 1> words() const {
      return {uint64_t{caller.value} << 32 | callee.value};
    }
  };
  class Nodes;

  void add_run(const Profile& profile, std::span<const FunctionId> shown,
               std::span<const uint32_t> cells);
  void add_runs(const RunStatistics& statistics, Interned& ids, std::span<const uint32_t> cells);
  /// `runs`: by run of what is added, its number here.
  void add(RunCosts& to, const RunCosts& more, std::span<const uint32_t> runs,
           std::span<const uint32_t> cells) const;
  /// Of runs with the same cost the first by name is named.
  [[nodiscard]] auto by_name() const {
    return [this](uint32_t run, uint32_t other) { return runs_[run] < runs_[other]; };
  }
  void add_cost(RunCosts& to, uint32_t cell, RunCost of, int128 cost) const;
  [[nodiscard]] std::vector<uint32_t> numbers_for(std::span<const std::string> names);
  [[nodiscard]] RunCosts& costs_of(FunctionId function);
  [[nodiscard]] RunCosts& costs_of(const EdgeKey& edge);

  std::vector<std::string> runs_;  ///< in the order in which they came
  RunCosts total_;
  std::vector<RunCosts> functions_;  ///< by id; those that no run has have 0 runs
  KeyRows<EdgeKey> edges_;
  std::vector<RunCosts> edge_costs_;  ///< by row of `edges_`
};

}  // namespace quern::merge
