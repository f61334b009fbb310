// SPDX-License-Identifier: MIT
//
// On how many distinct stacks a function (or group) stands on top: its paths. Contexts whose
// parents are one stack and whose functions are equal are one stack, whatever they cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/trees/stack_key.h"
#include "quern/model/profile.h"

namespace quern {

class PathCounts {
 public:
  /// Of the chosen parts that have contexts. Linear in contexts, however deep they are.
  PathCounts(const Profile& profile, const PartSet& parts, const NodeMap& nodes);

  /// How many distinct stacks end in this function (or group).
  [[nodiscard]] uint64_t of(uint32_t node) const { return of_node_[node]; }
  /// By node: those of them that cost something themselves, as all contexts that are one stack do
  /// together.
  [[nodiscard]] std::vector<uint64_t> with_cost(const EventSum& column) const;

  /// How many of a callee's stacks are one longer than a stack that ends in the caller; the caller
  /// of roots is the node after the last.
  using OfCalls = std::unordered_map<uint64_t, uint64_t>;
  [[nodiscard]] OfCalls of_calls() const;
  [[nodiscard]] static uint64_t call(uint32_t caller, uint32_t callee) {
    return uint64_t{caller} << 32 | callee;
  }

 private:
  const Profile* profile_;
  DenseIndex<StackKey> paths_;     ///< parents before their children
  std::vector<uint32_t> path_of_;  ///< by context; kNone of parts that are not chosen
  std::vector<uint64_t> of_node_;
};

}  // namespace quern
