// SPDX-License-Identifier: MIT
//
// Which functions and calls a drawn call graph shows (`quern graph`): the whole program, or a
// function with its callers and callees. Costs are those of `top` and `peek`. Cheap functions and
// calls are left out and counted: the self costs of the nodes and PictureCut::self are the total.
// Positions are not decided here (quern/drawing/layers). Time is linear in the call graph for a
// given number of nodes. The same input gives the same answer, in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/groups/grouping.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/graph/picture_request.h"

namespace quern {

class NodeCosts;

/// A function of a cycle that is shown as one node.
struct PictureMember {
  RowName name;
  uint32_t node = 0;  ///< its function (FunctionId::value) or group
  Amount self;
  Amount inclusive;  ///< with bounds
};

struct PictureNode {
  RowName name;       ///< of a cycle: of its first member
  uint32_t node = 0;  ///< its function (FunctionId::value) or group; of a cycle: its first member
  Amount self;
  Amount inclusive;  ///< of a cycle: CycleBreakdown::whole
  /// Of a cycle that is one node, by descending self cost, at most kMostMembers; else empty.
  std::vector<PictureMember> members = {};
  size_t member_count = 1;
  std::optional<uint32_t> cycle;    ///< the number of its cycle, as in `top`
  std::optional<uint32_t> cluster;  ///< in CallPicture::clusters; its functions agree on it
  size_t callers_cut = 0;           ///< callers without an edge to it; a cycle counts once
  size_t callees_cut = 0;           ///< callees without an edge from it, in the same way
  bool is_hot = false;              ///< on the hottest path

  static constexpr size_t kMostMembers = 64;
};

/// All calls from one node to another, or to itself.
struct PictureEdge {
  uint32_t from = 0;  ///< in CallPicture::nodes
  uint32_t to = 0;
  Amount cost;                  ///< inclusive, as `calls` shows it
  std::optional<Amount> count;  ///< nothing where calls are not counted
  bool is_recursive = false;    ///< calls lead back from `to` to `from`, shown or not
  bool is_hot = false;
};

/// Ways from one node to another on which all functions between them are hidden (not shown). There
/// is a dashed edge if every call of such a way reaches the least share of an edge, and if no other
/// edges of the picture lead from the one node to the other. At most as many are shown as there are
/// nodes; those come first that connect nodes which nothing else connects.
struct DashedEdge {
  uint32_t from = 0;  ///< in CallPicture::nodes
  uint32_t to = 0;
  size_t functions = 0;  ///< hidden ones on all such ways, those of cheaper calls too
  /// What runs in `to` after it was reached by any such way. No profile records it: the lower bound
  /// is 0. The upper bound is the least of four costs: of all calls that begin such a way, of all
  /// calls that end one, and of both nodes (inclusive). It is an estimate if
  /// Selection::has_estimates, and no bound if some costs are below 0.
  Bounded cost;
  bool is_hot = false;
};

/// What is not shown.
struct PictureCut {
  size_t functions = 0;     ///< or groups
  Amount self = Exact{0};   ///< of these; of peaks the highest
  size_t edges = 0;         ///< from and to functions (or cycles), shown or not
  size_t dashed_edges = 0;  ///< more than there are nodes
};

struct CallPicture {
  Selection selection;
  PictureRequest request;
  std::vector<Amount> totals = {};  ///< of the only column; empty if the profile has no event
  /// `around` first, then by descending inclusive cost (of bounds the lower), then by name, file
  /// and object.
  std::vector<PictureNode> nodes = {};
  std::vector<PictureEdge> edges = {};        ///< by `from`, then `to`
  std::vector<DashedEdge> dashed_edges = {};  ///< by `from`, then `to`
  std::vector<std::string> clusters = {};     ///< in order of their first nodes
  std::optional<uint32_t> focus = {};         ///< the node that has `around`: 0
  PictureCut cut = {};
  bool is_peak = false;  ///< the event holds highest costs, which do not add up
  std::shared_ptr<const Grouping> grouping = {};  ///< keeps the texts of groups
};

/// `costs`: with all edges, made for the same parts, columns and groups. The selection's query
/// chooses nodes; a cycle matches if one of its members does. The hottest path starts at `around`,
/// or else at the most expensive node. From there it goes down, and also up, by the most expensive
/// edge to a node that is not on it yet. It takes a dashed edge only if no other edge leads on.
/// Errors (Fault::kUsage): `one-event` where several events are chosen.
[[nodiscard]] Result<CallPicture> call_picture(const Profile& profile, const Selection& selection,
                                               const NodeCosts& costs,
                                               const PictureRequest& request);
[[nodiscard]] Result<CallPicture> call_picture(const Profile& profile, const Selection& selection,
                                               const PictureRequest& request);
/// Around the function or group that a user's word means. Errors: those of find_node() too.
[[nodiscard]] Result<CallPicture> call_picture_around(const Profile& profile,
                                                      const Selection& selection,
                                                      PictureRequest request,
                                                      std::string_view wanted);

}  // namespace quern
