// SPDX-License-Identifier: MIT
//
// A tree of calls with a place for each branch: how far from the left it begins and how wide it is,
// as whole costs. Children lie within their parent and beside each other, whatever the input
// claims; what has no frame of its own is told, so that frames and rests are the total.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/selection.h"
#include "quern/views/trees/flame_layout.h"
#include "quern/views/trees/tree.h"

namespace quern {

struct FlameRequest {
  bool bottom_up = false;
  bool merge_recursion = false;  ///< a function called by itself is one frame with its caller
  size_t depth = 0;              ///< levels; 0: up to Flame::kMostLevels
  uint32_t least_share = 0;      ///< of the total, in hundredths of a percent
  uint64_t least_part =
      0;  ///< frames below a part of so many of the total are merged; 0: those that cost nothing
  std::vector<uint32_t> below = {};     ///< as of TreeRequest: that branch is then the whole width
  std::optional<uint32_t> around = {};  ///< likewise that function
};

struct Flame : FlameLayout {
  Tree tree;             ///< of one column, or none
  bool is_peak = false;  ///< the event holds highest costs, which do not add up
  static constexpr size_t kMostFrames = 100'000;
  static constexpr size_t kMostLevels = 1'000;
  /// As many as are asked for, 0 for all, but no more than there is room for.
  [[nodiscard]] static constexpr size_t frames(size_t asked) {
    return asked == 0 || asked > kMostFrames ? kMostFrames : asked;
  }
  [[nodiscard]] static constexpr size_t levels(size_t asked) {
    return asked == 0 || asked > kMostLevels ? kMostLevels : asked;
  }
};

/// Whether the one event of a picture holds highest costs.
[[nodiscard]] bool holds_peaks(const Profile& profile, const Selection& selection);

/// A frame a branch, at most as many as the selection's limit (0: kMostFrames). Errors
/// (Fault::kUsage): those of tree(); `one-event` where several events are chosen.
[[nodiscard]] Result<Flame> flame(const Profile& profile, const Selection& selection,
                                  const FlameRequest& request);
/// Around one function or group: what it calls, or bottom-up who calls it; it is the whole width.
/// Errors: those of flame() and of find_node().
[[nodiscard]] Result<Flame> flame_around(const Profile& profile, const Selection& selection,
                                         FlameRequest request, std::string_view wanted);
/// From a ground made for the same profile, selection, direction and merge_recursion.
[[nodiscard]] Result<Flame> flame(const Profile& profile, const TreeGround& ground,
                                  const Selection& selection, const FlameRequest& request);

/// Gives each row of a tree its place: what flame() does, for trees that are made otherwise.
[[nodiscard]] Flame placed(Tree tree);

}  // namespace quern
