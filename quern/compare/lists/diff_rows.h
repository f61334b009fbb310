// SPDX-License-Identifier: MIT
//
// Rows of a comparison, and the edges of both sides in one list.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quern/compare/lists/diff.h"
#include "quern/compare/match/diff_costs.h"

namespace quern {

[[nodiscard]] DiffRow diff_row(const DiffCosts& costs, uint32_t node);

/// The node that a user's word means. Errors: those of find_names(), `ambiguous-name`.
[[nodiscard]] Result<uint32_t> find_node(const DiffCosts& costs, std::string_view wanted);

/// The caller's node in the upper half, the callee's in the lower.
using EdgeKey = uint64_t;
[[nodiscard]] constexpr EdgeKey edge_key(uint32_t caller, uint32_t callee) {
  return uint64_t{caller} << 32U | callee;
}
[[nodiscard]] constexpr uint32_t caller_of(EdgeKey key) {
  return static_cast<uint32_t>(key >> 32U);
}
[[nodiscard]] constexpr uint32_t callee_of(EdgeKey key) {
  return static_cast<uint32_t>(key);
}

[[nodiscard]] inline EdgeOfRuns find_edge(const DiffCosts& costs, EdgeKey edge) {
  return costs.find_edge(caller_of(edge), callee_of(edge));
}

/// All edges of all runs, each once, ascending.
[[nodiscard]] std::vector<EdgeKey> all_edges(const DiffCosts& costs);

/// Finds edges that are asked for in ascending order, without a search.
class EdgeWalk {
 public:
  /// Keeps a reference to `costs`.
  explicit EdgeWalk(const DiffCosts& costs);
  /// Valid until the next call.
  const EdgeOfRuns& to(EdgeKey edge);

 private:
  std::vector<const CallGraph*> graphs_;  ///< by run
  std::vector<uint32_t> next_;            ///< of each: its first edge that is not passed
  EdgeOfRuns found_;
};

[[nodiscard]] DiffCallRow diff_call_row(const DiffCosts& costs, EdgeKey edge);

/// The size of a change in the sort column, or of the number of calls.
[[nodiscard]] int128 change_size(const DiffChange& change, const Selection& selection);

/// Whether the ranges of both sides meet in the sort column.
/// Whether a side has more than one run, so that medians are compared.
[[nodiscard]] inline bool has_several_runs(const DiffCosts& costs) {
  return costs.all().size() > 2;
}
[[nodiscard]] bool is_within_noise(const ComparedSides& row, const Selection& selection);

}  // namespace quern
