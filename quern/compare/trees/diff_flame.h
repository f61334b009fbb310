// SPDX-License-Identifier: MIT
//
// The tree of a comparison with a place for each branch, as in flame.h. Widths are the costs of one
// side, or of both: then each path is as wide as it is on the side where it costs more, so that
// what is gone and what is new stand beside each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/trees/diff_tree.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/flame_layout.h"

namespace quern {

enum class DiffWidths : uint8_t { kBoth, kOld, kNew };
/// "both", "old", "new".
[[nodiscard]] std::string_view to_string(DiffWidths widths);

struct DiffFlameRequest {
  FlameRequest shape;
  DiffWidths widths = DiffWidths::kBoth;
};

struct DiffFlame : FlameLayout {
  DiffTree tree;  ///< of one column, or none
  DiffWidths widths = DiffWidths::kBoth;
  bool is_peak = false;  ///< the event holds highest costs, which do not add up
};

/// What something costs on either side, in the one column of a picture.
struct DiffCostPair {
  int128 was = 0;
  int128 is = 0;
  DiffCostPair& operator-=(const DiffCostPair& other) {
    was -= other.was;
    is -= other.is;
    return *this;
  }
  /// Of the two, and of nothing.
  [[nodiscard]] int128 larger() const { return std::max({int128{0}, was, is}); }
};

/// By row, and of the roots behind them (the totals): what is on no row below.
[[nodiscard]] std::vector<DiffCostPair> kept_costs(const DiffTree& tree);

/// A frame a branch, at most as many as the selection's limit (0: Flame::kMostFrames). Errors
/// (Fault::kUsage): those of diff_tree(); `one-event` where several events are chosen.
[[nodiscard]] Result<DiffFlame> diff_flame(const DiffRuns& runs, const DiffFlameRequest& request);
/// Around one function or group, as flame_around(): it is the whole width on either side. Errors:
/// those of diff_flame() and of find_node().
[[nodiscard]] Result<DiffFlame> diff_flame_around(const DiffRuns& runs, DiffFlameRequest request,
                                                  std::string_view wanted);

}  // namespace quern
