// SPDX-License-Identifier: MIT
//
// Cycles and inclusive costs from recorded calls where they are packed: the search for cycles,
// which comes by each of them once, adds them up, and another walk is over those that nodes in
// cycles make. With two threads, one adds up the calls while the other finds the cycles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "quern/analysis/costs/caller_runs.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/analysis/costs/recorded_calls.h"
#include "quern/analysis/graph/cycle_search.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/base/parallel.h"

namespace quern {

struct RecordedSums {
  Cycles cycles;
  InclusiveCosts inclusive;
  CostRows counts;  ///< by node, in one cell: how often it was called
};

/// Where all calls are followed.
inline constexpr uint32_t kNoneOutside = ~uint32_t{0};

/// Calls of CallerRuns that are added up while a ComponentSearch comes by: calls add(caller,
/// callee, call) for each.
template <class Add>
class AddedRuns {
 public:
  AddedRuns(const CallerRuns& runs, Add& add) : runs_(&runs), add_(&add) {}

  struct Walk {
    CallerRuns::Walk at;
    uint32_t caller = 0;
  };
  [[nodiscard]] size_t node_count() const { return runs_->node_count(); }
  [[nodiscard]] Walk walk(uint32_t node) const { return {runs_->walk(node), node}; }
  bool next(Walk& walk, uint32_t& callee) const {
    size_t part = 0;
    if (!runs_->next(walk.at, callee, part, call_)) {
      return false;
    }
    (*add_)(walk.caller, callee, RecordedCall{part, call_.count, call_.costs, false, false});
    return true;
  }
  template <class Use>
  void each_soon(const Walk& /*walk*/, Use /*use*/) const {}

 private:
  const CallerRuns* runs_;
  Add* add_;
  mutable RunCall call_;
};

/// `self`: a row a node, a cell a column. Calls of the node `outside` are not followed: no cycle
/// leads through it, and what it calls in itself is left out. Calls use(caller, callee, call) for
/// each call. Uses up to `threads` threads.
template <class Use>
RecordedSums recorded_sums(const RecordedCalls& calls, RecordColumns& columns, const CostRows& self,
                           uint32_t outside, unsigned threads, Use use) {
  std::optional<CallerRuns> runs(calls);
  InclusiveSums sums(self);
  Cycles cycles;
  const auto note_run = [&](uint32_t caller, size_t part, const CallRun& run) {
    if (caller != outside) {
      runs->add(caller, part, run);
    }
  };
  const auto add = [&](uint32_t caller, uint32_t callee, const RecordedCall& call) {
    if (caller == outside && callee == outside) {
      return;
    }
    sums.add_count(callee, call.count);
    columns.each(call.part, call.costs,
                 [&](size_t column, int128 cost) { sums.add_cost(caller, callee, column, cost); });
    use(caller, callee, call);
  };
  const auto add_run = [&](size_t part, const CallRun& run) {
    RunCall call;
    uint32_t callee = 0;
    for (CallWalk walk = calls.walk(run); calls.next(part, walk, callee, call);) {
      add(outside, callee, {part, call.count, call.costs, false, false});
    }
  };
  const auto soon = [&](uint32_t, uint32_t callee) { sums.prefetch(callee); };
  if (threads > 1) {
    do_both([&] { calls.each(add, soon); },
            [&] {
              calls.each_run(note_run);
              cycles = cycles_in(*runs, false);
            });
  } else {
    calls.each_run([&](uint32_t caller, size_t part, const CallRun& run) {
      if (caller == outside) {
        add_run(part, run);
      }
      note_run(caller, part, run);
    });
    cycles = cycles_in(AddedRuns(*runs, add), false);
  }
  sums.take_cycles(cycles);
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    for (const uint32_t caller : cycles.members(cycle)) {
      runs->each_call(caller, [&](uint32_t callee, size_t part, const RunCall& call) {
        if (cycles.cycle(callee) == cycle) {
          columns.each(part, call.costs, [&](size_t column, int128 cost) {
            sums.take_out(caller, callee, column, cost);
          });
        }
      });
    }
  }
  runs.reset();
  InclusiveCosts inclusive = sums.finish();
  return {std::move(cycles), std::move(inclusive), sums.take_counts()};
}

}  // namespace quern
