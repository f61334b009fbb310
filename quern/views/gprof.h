// SPDX-License-Identifier: MIT
//
// Every function between its callers and its callees, in the order of inclusive cost: what gprof
// and igprof-analyse report. From exact stacks, where each stack counts once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quern/model/profile.h"
#include "quern/views/rows.h"
#include "quern/views/selection.h"

namespace quern {

/// A cost, and how many calls it took where the input counts them.
struct GprofCost {
  int128 cost = 0;
  int128 calls = 0;
};

struct GprofEdge {
  uint32_t row = 0;  ///< the other function's
  GprofCost cost;
};

struct GprofRow {
  RowName name;
  GprofCost self;
  GprofCost inclusive;
  int128 children = 0;             ///< inclusive less self; of highest values, that of a callee
  std::vector<GprofEdge> callers;  ///< ascending by cost
  std::vector<GprofEdge> callees;  ///< descending
};

struct Gprof {
  Event event;
  bool has_calls = false;
  std::optional<double> period;  ///< seconds that a unit of the event stands for
  int128 total = 0;
  std::vector<GprofRow> rows;  ///< descending by inclusive cost; the first calls the roots
  std::shared_ptr<const Grouping> grouping;  ///< keeps the texts of groups
};

/// One report a column of the selection. All chosen parts must have exact stacks.
[[nodiscard]] std::vector<Gprof> gprof(const Profile& profile, const Selection& selection);

}  // namespace quern
