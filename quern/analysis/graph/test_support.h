// SPDX-License-Identifier: MIT
//
// Random runs of programs as call trees, and what a profiler records of them: for tests that hold
// answers from a call graph against the truth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "quern/analysis/graph/call_graph.h"

namespace quern {

inline constexpr size_t kRoot = SIZE_MAX;

/// One activation; parents come before their children.
struct Activation {
  size_t parent;
  uint32_t function;
  int64_t self;
};

struct Execution {
  size_t functions = 1;
  std::vector<Activation> activations;
};

/// Few functions, shallow or deep, with recursion.
inline Execution random_run(std::mt19937_64& random) {
  Execution run;
  run.functions = 1 + random() % 16;
  const size_t size = 1 + random() % (random() % 2 == 0 ? 12 : 48);
  const uint64_t depth = 1 + random() % 4;  // how much a new call prefers the latest activations
  const bool is_cheap = random() % 3 == 0;
  for (size_t at = 0; at < size; ++at) {
    Activation made{kRoot, static_cast<uint32_t>(random() % run.functions), 0};
    if (at != 0 && random() % 12 != 0) {
      made.parent = depth == 1 ? random() % at : at - 1 - random() % std::min<size_t>(at, depth);
    }
    made.self = is_cheap && random() % 2 == 0 ? 0 : static_cast<int64_t>(random() % 100);
    run.activations.push_back(made);
  }
  return run;
}

/// For each activation what it and all below it cost.
inline std::vector<int64_t> subtree_costs(const Execution& run) {
  std::vector<int64_t> below(run.activations.size());
  for (size_t at = below.size(); at-- != 0;) {
    below[at] += run.activations[at].self;
    if (run.activations[at].parent != kRoot) {
      below[run.activations[at].parent] += below[at];
    }
  }
  return below;
}

/// What a profiler records of it.
inline CallGraph flatten(const Execution& run) {
  CallGraphBuilder builder(run.functions, 1);
  const std::vector<int64_t> below = subtree_costs(run);
  for (size_t at = 0; at < below.size(); ++at) {
    const Activation& made = run.activations[at];
    builder.add_self(made.function, 0, made.self);
    if (made.parent != kRoot) {
      builder.add_call(run.activations[made.parent].function, made.function, int64_t{1},
                       std::vector<int128>{below[at]});
    }
  }
  return builder.build();
}

}  // namespace quern
