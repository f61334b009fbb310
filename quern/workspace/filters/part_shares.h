// SPDX-License-Identifier: MIT
//
// What a choice of stacks leaves of a part that has a call graph alone: of each function and each
// call a share, which its records are given so that they add up to it. Each part is worked out by
// itself, in time and memory of what it has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "quern/analysis/costs/apportion.h"
#include "quern/model/profile.h"
#include "quern/workspace/filters/choose.h"
#include "quern/workspace/filters/new_functions.h"
#include "quern/workspace/filters/part_graph.h"

namespace quern {

/// What is left of a record, besides its costs.
struct LeftRecord {
  bool is_left = false;
  bool is_estimated = false;  ///< its costs; of a piece of a sum also where the sum is sure
  uint64_t count = 0;         ///< of calls
  bool is_count_estimated = false;
};

class PartShares {
 public:
  /// All must stay, and so must this object. `rules`: without --show.
  PartShares(const Profile& from, const ChoiceRules& rules, const NewFunctions& functions);
  PartShares(const PartShares&) = delete;
  PartShares& operator=(const PartShares&) = delete;

  /// Works out a part. Parts are taken in their order; some may be passed over. Once `stop` asks
  /// for an end it ends, and nothing holds.
  void begin(size_t part, const std::stop_token& stop);
  /// Leaves of the costs of a record of this function (a final id of the old profile) its share.
  [[nodiscard]] LeftRecord self(FunctionId function, std::vector<int128>& costs);
  /// Likewise of calls between two.
  [[nodiscard]] LeftRecord call(FunctionId caller, FunctionId callee, uint64_t count,
                                std::vector<int128>& costs);
  /// Whether nothing of the function is left out; what jumped how often is else not known.
  [[nodiscard]] bool is_whole(FunctionId function) const;
  [[nodiscard]] bool is_total_estimated() const { return kept_->is_total_estimated(); }
  /// Whether a sum of several records has so far been split, which of them had what being a guess.
  [[nodiscard]] bool has_split() const { return has_split_; }

 private:
  [[nodiscard]] int128 next_piece(int128 amount, int128 kept, int128 whole, CostRows& passed,
                                  size_t row, size_t cell);
  void choose(StacksKept which, size_t rule, const FunctionRules& rules,
              const std::stop_token& stop);

  const ChoiceRules* rules_;
  const NewFunctions* functions_;
  PartGraphs graphs_;
  size_t function_count_;
  std::array<std::vector<uint8_t>, 3>
      known_;  ///< by rule and function: whether it fits, once asked
  std::unique_ptr<CallGraph> graph_;
  std::unique_ptr<KeptCosts> kept_;
  bool has_split_ = false;
  bool is_piece_ = false;  ///< the record at hand is one of several that a sum was split among
  CostRows self_passed_, calls_passed_;  ///< what of each sum records have had so far
};

}  // namespace quern
