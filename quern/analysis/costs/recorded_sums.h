// SPDX-License-Identifier: MIT
//
// Cycles and inclusive costs from recorded calls where they are packed: one walk over all of them,
// and another over those that nodes in cycles make. With two threads, one adds up the calls while
// the other finds the cycles.
#pragma once

#include <cstdint>
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
  CostRows incoming;  ///< see InclusiveSums
};

/// Where all calls are followed.
inline constexpr uint32_t kNoneOutside = ~uint32_t{0};

/// `self`: a row a node, a cell a column. Calls of the node `outside` are not followed: no cycle
/// leads through it, and what it calls in itself is left out. Calls use(caller, callee, call) for
/// each call. Uses up to `threads` threads.
template <class Use>
RecordedSums recorded_sums(const RecordedCalls& calls, RecordColumns& columns, const CostRows& self,
                           uint32_t outside, unsigned threads, Use use) {
  CallerRuns runs(calls);
  InclusiveSums sums(self);
  Cycles cycles;
  const auto note_run = [&](uint32_t caller, size_t part, const CallRun& run) {
    if (caller != outside) {
      runs.add(caller, part, run);
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
  const auto note_and_add = [&](uint32_t caller, uint32_t callee, const RecordedCall& call) {
    if (call.run != nullptr) {
      note_run(caller, call.part, *call.run);
    }
    add(caller, callee, call);
  };
  const auto soon = [&](uint32_t, uint32_t callee) { sums.prefetch(callee); };
  if (threads > 1) {
    do_both([&] { calls.each(add, soon); },
            [&] {
              calls.each_run(note_run);
              cycles = cycles_in(runs);
            });
  } else {
    calls.each(note_and_add, soon);
    cycles = cycles_in(runs);
  }
  sums.take_cycles(cycles);
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    for (const uint32_t caller : cycles.members(cycle)) {
      runs.each_call(caller, [&](uint32_t callee, size_t part, std::span<const int128> costs) {
        if (cycles.cycle(callee) == cycle) {
          columns.each(part, costs, [&](size_t column, int128 cost) {
            sums.take_out(caller, callee, column, cost);
          });
        }
      });
    }
  }
  InclusiveCosts inclusive = sums.finish();
  return {std::move(cycles), std::move(inclusive), std::move(sums.incoming())};
}

}  // namespace quern
