// SPDX-License-Identifier: MIT
//
// Two sides with their rows and costs: what every answer that compares asks, made once for all of
// them.
#pragma once

#include <memory>

#include "quern/views/diff_costs.h"
#include "quern/views/diff_nodes.h"

namespace quern {

struct Comparison {
  /// Keeps references to the profiles.
  explicit Comparison(const DiffRuns& asked) : runs(asked), nodes(runs), costs(runs, nodes) {}
  Comparison(const Comparison&) = delete;  // its parts point at each other
  Comparison& operator=(const Comparison&) = delete;
  ~Comparison() = default;

  [[nodiscard]] const Selection& selection() const { return runs.selection(); }

  const DiffRuns runs;
  const DiffNodes nodes;
  const DiffCosts costs;
};

[[nodiscard]] inline std::shared_ptr<const Comparison> compared(const DiffRuns& runs) {
  return std::make_shared<const Comparison>(runs);
}

}  // namespace quern
