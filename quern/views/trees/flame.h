// SPDX-License-Identifier: MIT
//
// A tree of calls with a place for each branch: how far from the left it begins and how wide it is,
// as whole costs. Children lie within their parent and beside each other, whatever the input
// claims; costs without a frame of their own are counted, so that frames and rests are the total.
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

/// Of a picture: the depth is at most Flame::kMostLevels; without a least part what costs nothing
/// has no frame; and the branch or function that it is around is the whole width.
using FlameRequest = TreeRequest;

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

/// What the tree of a picture is grown by.
[[nodiscard]] FlameRequest drawn(FlameRequest request);
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
