// SPDX-License-Identifier: MIT
//
// Scales functions (--what-if) in a part that only has a call graph. In each call, the part of its
// cost that such functions spent themselves is scaled. If a function has several callers, that part
// is split between them in proportion (KeptCosts) and marked as an estimate.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "quern/analysis/costs/apportion.h"
#include "quern/filters/walk/part_graph.h"
#include "quern/filters/walk/scaled_sums.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

/// A function of which something is moved into another, which only it calls.
struct Spender {
  uint32_t node = 0;
  std::vector<int128> moved = {};  ///< by event, of its self cost
};

class PartScaling {
 public:
  /// Both must stay.
  PartScaling(const Profile& from, ScaledSums& scaled);
  PartScaling(const PartScaling&) = delete;
  PartScaling& operator=(const PartScaling&) = delete;

  /// Works out a part. Parts are taken in their order; some may be passed over.
  void begin(size_t part);
  /// Leaves of the costs of a record of calls what is left of them; whether that is an estimate.
  [[nodiscard]] bool call(FunctionId caller, FunctionId callee, std::vector<int128>& costs);
  /// Whether a sum of several records has so far been split, which of them had what being a guess.
  [[nodiscard]] bool has_split() const { return has_split_; }

 private:
  void mark(const std::vector<Spender>& whole);

  ScaledSums* scaled_;
  PartGraphs graphs_;
  std::unique_ptr<CallGraph> graph_;
  CostRows left_;            ///< by edge and event
  std::vector<bool> marks_;  ///< by edge
  CostRows passed_;          ///< what of each sum records have had so far
  bool has_split_ = false;
};

}  // namespace quern
