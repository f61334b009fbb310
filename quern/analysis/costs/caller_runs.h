// SPDX-License-Identifier: MIT
//
// Which runs of packed calls each node makes, so that a search can follow calls where they are
// packed: nothing is copied of them but where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/analysis/costs/recorded_calls.h"
#include "quern/base/segmented.h"

namespace quern {

class CallerRuns {
 public:
  /// Numbers of runs have 32 bits; a profile with more calls may have more runs.
  static constexpr uint64_t kMostCalls = uint64_t{1} << 31;

  /// Of the nodes of `calls`, to which it keeps a reference. None yet.
  explicit CallerRuns(const RecordedCalls& calls) : calls_(&calls), newest_(calls.node_count()) {}

  /// The next of RecordedCalls::each_run().
  void add(uint32_t caller, size_t part, const CallRun& run) {
    runs_.push_back({run, static_cast<uint32_t>(part), newest_[caller]});
    newest_[caller] = static_cast<uint32_t>(runs_.size());
  }

  /// Calls use(callee, part, call) for each call of a node.
  template <class Use>
  void each_call(size_t node, Use use) const {
    RunCall call;
    uint32_t callee = 0;
    size_t part = 0;
    for (Walk walk = this->walk(node); next(walk, callee, part, call);) {
      use(callee, part, call);
    }
  }

  // As EdgeRows has it, for ComponentSearch.
  struct Walk {
    uint32_t run = 0;  ///< its number + 1; 0: the end
    CallWalk at;
  };
  [[nodiscard]] size_t node_count() const { return newest_.size(); }
  [[nodiscard]] Walk walk(size_t node) const { return begun(newest_[node]); }
  bool next(Walk& walk, uint32_t& callee) const {
    return next_by(walk, [&](size_t part) { return calls_->next(part, walk.at, callee); });
  }
  /// The same, with all that the call is, and its part.
  bool next(Walk& walk, uint32_t& callee, size_t& part, RunCall& call) const {
    return next_by(walk, [&](size_t of) {
      part = of;
      return calls_->next(of, walk.at, callee, call);
    });
  }
  /// Reading calls twice would cost more than waiting for the memory.
  template <class Use>
  void each_soon(const Walk& /*walk*/, Use /*use*/) const {}

 private:
  struct Run {
    CallRun at;
    uint32_t part;
    uint32_t next;  ///< of the same node: its number + 1; 0: none
  };
  /// `step(part)` goes on in the run at hand; false: it is over, and the node's next one follows.
  template <class Step>
  bool next_by(Walk& walk, Step step) const {
    while (walk.run != 0) {
      const Run& run = runs_[walk.run - 1];
      if (step(run.part)) {
        return true;
      }
      walk = begun(run.next);
    }
    return false;
  }
  [[nodiscard]] Walk begun(uint32_t run) const {
    return {run, run != 0 ? calls_->walk(runs_[run - 1].at) : CallWalk()};
  }

  const RecordedCalls* calls_;
  std::vector<uint32_t> newest_;  ///< by node: its last run + 1; 0: none
  Segmented<Run, 12> runs_;
};

}  // namespace quern
