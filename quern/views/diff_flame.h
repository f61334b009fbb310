// SPDX-License-Identifier: MIT
//
// The tree of a comparison with a place for each branch, as in flame.h. Widths are the costs of one
// side, or of both: then each path is as wide as it is on the side where it costs more, so that
// what is gone and what is new stand beside each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/views/diff_tree.h"
#include "quern/views/flame.h"
#include "quern/views/flame_layout.h"

namespace quern {

enum class DiffWidths : uint8_t { kBoth, kOld, kNew };
/// "both", "old", "new".
[[nodiscard]] std::string_view to_string(DiffWidths widths);

struct DiffFlameRequest {
  FlameRequest shape;
  DiffWidths widths = DiffWidths::kBoth;
};

struct DiffFlame {
  DiffTree tree;  ///< of one column, or none
  DiffWidths widths = DiffWidths::kBoth;
  std::vector<FlamePlace> places;  ///< by row
  int128 total = 0;                ///< the width of all; 0 where nothing can be drawn
  int128 small = 0;                ///< roots without a frame
  int128 rest = 0;                 ///< on no frame at all
  size_t squeezed = 0;             ///< frames whose children claim more than they have
  bool is_peak = false;            ///< the event holds highest costs, which do not add up
};

/// A frame a branch, at most as many as the selection's limit (0: Flame::kMostFrames). Errors
/// (Fault::kUsage): those of diff_tree(); `one-event` where several events are chosen.
[[nodiscard]] Result<DiffFlame> diff_flame(const DiffRuns& runs, const DiffFlameRequest& request);

}  // namespace quern
