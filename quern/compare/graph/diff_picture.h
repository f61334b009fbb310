// SPDX-License-Identifier: MIT
//
// Which functions and calls a drawn call graph of a comparison shows (`quern diff --view graph`):
// the calls of both sides in one graph, chosen as in call_picture.h by the cost of the side where
// it is larger. Functions are matched, and cost, as in the rows of `diff`.
//
// Functions that call each other in a cycle are one node, even if the cycle exists only in the
// calls of both sides together. Its costs on a side are those of its members as one group, which no
// call leaves and enters again, so they need no bounds. Calls of exact stacks make no such nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/views/graph/picture_request.h"

namespace quern {

/// Of a cycle that is one node, the name, `old_name` and `match` are those of its first member; it
/// is only on one side if all members are.
struct DiffPictureNode : DiffRow {
  uint32_t node = 0;  ///< of the comparison; of a cycle: its first member
  /// Of a cycle that is one node, by descending self cost (of the larger side), at most
  /// kMostMembers; else empty.
  std::vector<DiffRow> members = {};
  size_t member_count = 1;
  std::optional<uint32_t> cluster = {};  ///< in DiffPicture::clusters
  size_t callers_cut = 0;  ///< callers, of either side, without an edge to it; a cycle counts once
  size_t callees_cut = 0;  ///< callees without an edge from it, in the same way
  bool is_hot = false;     ///< on the path of the largest change

  static constexpr size_t kMostMembers = 64;
};

/// All calls from one node to another, or to itself. Sides have inclusive costs and counts.
struct DiffPictureEdge : ComparedSides {
  uint32_t from = 0;  ///< in DiffPicture::nodes
  uint32_t to = 0;
  /// Calls of any side lead back from `to` to `from`, shown or not.
  bool is_recursive = false;
  bool is_hot = false;
};

/// Ways through hidden functions, as DashedEdge. Such a way may use calls of both sides, and may
/// not exist on one of them. Changes are not known: the lower bounds are 0.
struct DiffDashedEdge {
  uint32_t from = 0;  ///< in DiffPicture::nodes
  uint32_t to = 0;
  size_t functions = 0;  ///< hidden ones on all such ways
  Bounded old_cost, new_cost;
};

/// What is not shown.
struct DiffPictureCut {
  size_t functions = 0;  ///< or groups, of either side
  /// Of these; of peaks the highest. Of one run a side: the sum of their self costs. Otherwise the
  /// rest of the medians of the totals.
  Amount old_self = Exact{0}, new_self = Exact{0};
  Amount self_change = Exact{0};
  size_t edges = 0;         ///< from and to functions (or cycles), shown or not
  size_t dashed_edges = 0;  ///< more than there are nodes
};

struct DiffPicture {
  std::shared_ptr<const MatchedCosts> sides;  ///< keeps the names
  PictureRequest request;
  std::vector<Amount> old_totals = {}, new_totals = {};  ///< of the only column, or empty
  /// `around` first, then by descending inclusive cost of the larger side (of bounds the lower),
  /// then by name, file and object.
  std::vector<DiffPictureNode> nodes = {};
  std::vector<DiffPictureEdge> edges = {};        ///< by `from`, then `to`
  std::vector<DiffDashedEdge> dashed_edges = {};  ///< by `from`, then `to`
  /// In order of their first nodes. Functions have the cluster of the new side, or of the old one
  /// where they are gone.
  std::vector<std::string> clusters = {};
  std::optional<uint32_t> focus = {};  ///< the node that has `around`: 0
  DiffPictureCut cut = {};
  bool is_peak = false;  ///< the event holds highest costs, which do not add up
  /// Whether any function changed that the query chooses, shown or not, as Diff::differs().
  bool differs = false;

  [[nodiscard]] const Selection& selection() const { return sides->selection(); }
};

/// `request.around`: a node that DiffNodes lists. Shares are of the larger total, or of the larger
/// cost of `around` if that is less. The selection's query chooses nodes, as in Diff.
/// The path of the largest change starts at `around`, or else at the node whose inclusive cost
/// changed most. From there it goes down, and also up, by the edge that changed most in the same
/// direction, to a node that is not on it yet. There is none if nothing changed, and it takes no
/// dashed edges. Errors (Fault::kUsage): `one-event` where several events are chosen.
[[nodiscard]] Result<DiffPicture> diff_picture(std::shared_ptr<const MatchedCosts> sides,
                                               const PictureRequest& request);
[[nodiscard]] Result<DiffPicture> diff_picture(const DiffRuns& runs, const PictureRequest& request);
/// Around the function or group that a user's word means, an old or a new name. Errors: those of
/// find_node() too.
[[nodiscard]] Result<DiffPicture> diff_picture_around(const DiffRuns& runs, PictureRequest request,
                                                      std::string_view wanted);

}  // namespace quern
