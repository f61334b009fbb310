// SPDX-License-Identifier: MIT
//
// Which runs of packed calls each node makes, so that a search can follow calls where they are
// packed: nothing is copied of them but where they are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
    const size_t number = runs_.size();
    runs_.push_back({run.segment, run.offset});
    put(next_places_, number, run.next_place);
    put(older_, number, newest_[caller]);
    if (parts_.empty() || parts_.back().part != part) {
      parts_.push_back({static_cast<uint32_t>(number), static_cast<uint32_t>(part)});
    }
    newest_[caller] = static_cast<uint32_t>(number + 1);
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
    uint32_t part = 0;
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
    uint32_t segment, offset;
  };
  struct FirstOfPart {
    uint32_t run;
    uint32_t part;
  };
  /// By run, up to the last one that is not 0: for most profiles, all are.
  using MostlyZeros = Segmented<uint32_t, 12>;

  static void put(MostlyZeros& values, size_t run, uint32_t value) {
    if (value != 0) {
      values.grow(run + 1);
      values[run] = value;
    }
  }
  [[nodiscard]] static uint32_t at(const MostlyZeros& values, size_t run) {
    return run < values.size() ? values[run] : 0;
  }
  [[nodiscard]] uint32_t part_of(size_t run) const {
    if (parts_.size() == 1) [[likely]] {
      return parts_.front().part;
    }
    return std::prev(std::ranges::upper_bound(parts_, run, {}, &FirstOfPart::run))->part;
  }
  /// `step(part)` goes on in the run at hand; false: it is over, and the node's next one follows.
  template <class Step>
  bool next_by(Walk& walk, Step step) const {
    while (walk.run != 0) {
      if (step(walk.part)) {
        return true;
      }
      walk = begun(at(older_, walk.run - 1));
    }
    return false;
  }
  [[nodiscard]] Walk begun(uint32_t number) const {
    if (number == 0) {
      return {};
    }
    const size_t run = number - 1;
    return {number, part_of(run),
            calls_->walk({runs_[run].segment, runs_[run].offset, at(next_places_, run)})};
  }

  const RecordedCalls* calls_;
  std::vector<uint32_t> newest_;  ///< by node: its last run + 1; 0: none
  Segmented<Run, 12> runs_;
  MostlyZeros older_;        ///< the run before of the same node: its number + 1; 0: none
  MostlyZeros next_places_;  ///< see CallRun
  std::vector<FirstOfPart> parts_;
};

}  // namespace quern
