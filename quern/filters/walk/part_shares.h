// SPDX-License-Identifier: MIT
//
// What a choice of stacks (--focus, --ignore, --show-from) leaves of a part that has a call graph
// but no stacks. KeptCosts computes which share of each function and each call remains. A function
// has many records, one a line; they get pieces of its share that add up to it exactly. Which line
// has which piece is a guess, and marked. Each part is worked out by itself, in time and memory of
// what it has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "quern/analysis/costs/apportion.h"
#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/walk/asked_once.h"
#include "quern/filters/walk/new_functions.h"
#include "quern/filters/walk/part_graph.h"
#include "quern/model/profile.h"

namespace quern {

/// What remains of a record, besides its costs.
struct LeftRecord {
  bool is_left = false;
  bool is_estimated = false;  ///< its costs are: also a piece of a sum that is exact itself
  uint64_t count = 0;         ///< of calls
  bool is_count_estimated = false;
};

class PartShares {
 public:
  /// All must outlive this object, which cannot be moved: its parts refer to each other.
  PartShares(const Profile& from, const FilterRules& rules, const NewFunctions& functions);
  PartShares(const PartShares&) = delete;
  PartShares& operator=(const PartShares&) = delete;

  /// Works out a part. Parts must come in their order; some may be passed over. If `stop` asks for
  /// an end, it returns early, and its answers mean nothing.
  void begin(size_t part, const std::stop_token& stop);
  /// Reduces the costs of a record of this function (a final id of the old profile) to its share.
  /// Ask once for each record: the pieces depend on what earlier records got.
  [[nodiscard]] LeftRecord self(FunctionId function, std::vector<int128>& costs);
  /// The same for a record of calls.
  [[nodiscard]] LeftRecord call(FunctionId caller, FunctionId callee, uint64_t count,
                                std::vector<int128>& costs);
  /// Whether the whole function is kept. Otherwise nobody knows which of its jumps are.
  [[nodiscard]] bool is_whole(FunctionId function) const;
  [[nodiscard]] bool is_total_estimated() const { return kept_->is_total_estimated(); }
  /// Whether a sum of several records was split so far: the profile is then marked as such.
  [[nodiscard]] bool has_split() const { return has_split_; }

 private:
  [[nodiscard]] int128 next_piece(int128 amount, int128 kept, int128 whole, CostRows& passed,
                                  size_t row, size_t cell);
  void choose(StacksKept which, size_t rule, const FunctionRules& rules,
              const std::stop_token& stop);

  const FilterRules* rules_;
  const NewFunctions* functions_;
  PartGraphs graphs_;
  std::array<AskedOnce<uint8_t>, 3> known_;  ///< by rule and function: whether it matches
  std::unique_ptr<CallGraph> graph_;
  std::unique_ptr<KeptCosts> kept_;
  bool has_split_ = false;
  bool is_piece_ = false;  ///< the record at hand is one of several that a sum was split among
  CostRows self_passed_, calls_passed_;  ///< what of each sum records have had so far
};

}  // namespace quern
