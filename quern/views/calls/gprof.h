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
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

/// A cost, and how many calls it took where the input counts them.
struct GprofCost {
  int128 cost = 0;
  int128 calls = 0;
};

struct GprofEdge {
  uint32_t row = 0;  ///< the other function's
  GprofCost cost;
  uint64_t paths = 0;  ///< the callee's stacks that are one longer than one of the caller's
};

struct GprofRow {
  RowName name;
  uint32_t node = 0;  ///< its function (FunctionId::value) or group
  GprofCost self;
  GprofCost inclusive;
  int128 children = 0;             ///< inclusive less self; of highest values, that of a callee
  uint64_t paths = 0;              ///< distinct stacks that end here; the root's is the empty one
  uint64_t self_paths = 0;         ///< those of them with a cost of their own
  std::vector<GprofEdge> callers;  ///< ascending by cost
  std::vector<GprofEdge> callees;  ///< descending
};

struct Gprof {
  Event event;
  bool has_calls = false;
  bool has_paths = false;        ///< as Selection::counts_paths asks
  std::optional<double> period;  ///< seconds that a unit of the event stands for
  int128 total = 0;
  /// By inclusive cost, the highest first (above or below 0), then by depth: those seen nearest to
  /// a root first. The first row calls the roots. What has neither cost nor calls has no row.
  std::vector<GprofRow> rows;
  std::shared_ptr<const Grouping> grouping;  ///< keeps the texts of groups
};

/// Of which events the calls are reported, where the input counts them.
enum class GprofCalls : uint8_t {
  kOfMemory,  ///< allocations; those of ticks are samples, which igprof-analyse leaves out
  kOfAll,     ///< as its databases have them
};

/// One report a column of the selection. All chosen parts must have exact stacks.
[[nodiscard]] std::vector<Gprof> gprof(const Profile& profile, const Selection& selection,
                                       GprofCalls calls = GprofCalls::kOfMemory);

}  // namespace quern
