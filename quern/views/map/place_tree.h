// SPDX-License-Identifier: MIT
//
// A tree of places that have costs: folders, files, functions, lines, or processes, threads, parts.
// All of it is known; the rows of a map are the most expensive of its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/profile.h"
#include "quern/views/map/cost_map.h"

namespace quern {

class NodeCosts;

struct PlaceNode {
  static constexpr uint32_t kNone = ~uint32_t{0};

  TileKind kind = TileKind::kFunction;
  uint32_t parent = kNone;  ///< an earlier node; none: a root
  uint32_t id = kNone;      ///< FunctionId::value or PartId::value, of those that have one
  /// A name, which the profile or CostMap::texts keeps: of folders and files the path, of lines the
  /// file.
  std::string_view text = {};
  uint32_t name_at = 0;  ///< where the shown name begins in `text`
  uint64_t line = 0;
  int128 own = 0;   ///< no child's
  int128 cost = 0;  ///< with children: see sum_up()
  bool is_own_estimated = false;
  bool is_estimated = false;  ///< the cost; of functions, whatever their lines are
  bool fits = true;           ///< false: the query leaves it out
};

using PlaceNodes = std::vector<PlaceNode>;

/// Adds to each node the costs of its children, or their highest if `is_peak`.
void sum_up(PlaceNodes& nodes, bool is_peak);

/// Which functions the query of a map lets through, by FunctionId. `costs` are of functions.
[[nodiscard]] std::vector<bool> fitting_functions(const Profile& profile,
                                                  const Selection& selection,
                                                  const NodeCosts& costs);

/// Adds tiles to a map. `nodes` are summed up; `functions`: what knows their calls, or null.
void add_places(const Profile& profile, const PlaceNodes& nodes, const NodeCosts* functions,
                CostMap& map);

}  // namespace quern
