// SPDX-License-Identifier: MIT
//
// Calls in rows by caller: each caller has as many places as it has calls, so that they lie where
// they belong as soon as they come. Folding then brings each caller's into the order of callees and
// makes one of each pair, in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

/// What a row's dense cells cannot hold.
struct WideCost {
  uint32_t row;
  uint32_t cell;
  int128 amount;
};

class PlacedCalls {
 public:
  /// `counts`: by caller, how many calls will be added; 2^32 - 1 in all at most.
  PlacedCalls(std::span<const uint32_t> counts, size_t cells);

  /// The row of one more call of `caller`; no more than were announced.
  uint32_t add(size_t caller, size_t callee) {
    const uint32_t row = next_[caller]++;
    callees_[row] = static_cast<uint32_t>(callee);
    return row;
  }
  [[nodiscard]] CostRows& costs() { return costs_; }

  /// Once all have come: rows become edges, by caller, then callee, each pair once. `wide` names
  /// rows before and edges after.
  void fold(std::vector<WideCost>& wide);

  // What is left behind: by caller, and one more, its first row.
  [[nodiscard]] std::vector<uint32_t>& first() { return first_; }
  [[nodiscard]] std::vector<uint32_t>& callees() { return callees_; }

 private:
  void fold_caller(uint32_t begin, uint32_t end);
  void keep(uint32_t row, uint32_t callee, const int64_t* cells);
  void merge(uint32_t row, const int64_t* cells);

  size_t cells_;  ///< that lie in a row
  std::vector<uint32_t> first_, next_;
  std::vector<uint32_t> callees_;
  CostRows costs_;
  // while folding
  uint32_t edges_ = 0;
  std::vector<uint64_t> order_;    ///< of one caller's rows: callee, then place
  std::vector<int64_t> copied_;    ///< their cells
  std::vector<uint32_t> edge_of_;  ///< by row; empty where nobody asks
  std::vector<WideCost> carried_;  ///< by edge
};

/// Adds up what stands for the same cell: a million calls of one pair leave one entry.
void fold_wide(std::vector<WideCost>& wide);

}  // namespace quern
