// SPDX-License-Identifier: MIT
//
// Functions that are not shown, where a part has a call graph alone: what they cost, and whom they
// call, becomes their callers' (moved_costs). Each part is worked out by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/walk/asked_once.h"
#include "quern/filters/walk/new_functions.h"
#include "quern/filters/walk/part_graph.h"
#include "quern/model/profile.h"

namespace quern {

class PartHiding {
 public:
  /// All must stay.
  PartHiding(const Profile& from, const FilterRules& rules, const NewFunctions& functions);

  /// Works out a part. Parts are taken in their order; some may be passed over. False: its hidden
  /// functions have more callers and callees than can be joined.
  [[nodiscard]] bool begin(size_t part);
  /// Of a final id of the old profile.
  [[nodiscard]] bool is_hidden(FunctionId function);
  /// Whether an earlier filter has split what it costs by a guess.
  [[nodiscard]] bool is_self_estimated(FunctionId function) const {
    return estimated_[graphs_.node(function)];
  }
  // What comes on top of what the shown functions have.
  [[nodiscard]] const CallGraph& moved() const { return *moved_; }
  /// Of a node of moved(); the last stands for hidden roots.
  [[nodiscard]] bool is_not_shown(size_t node) const { return node == graphs_.functions().size(); }
  [[nodiscard]] FunctionId function(size_t node) const { return graphs_.functions()[node]; }

 private:
  enum : uint8_t { kShown, kHidden, kLeftOut };
  [[nodiscard]] uint8_t what_of(FunctionId function);

  const FilterRules* rules_;
  const NewFunctions* functions_;
  PartGraphs graphs_;
  AskedOnce<uint8_t> known_;     ///< by function
  std::vector<bool> estimated_;  ///< by node
  std::unique_ptr<CallGraph> moved_;
};

}  // namespace quern
