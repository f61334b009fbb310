// SPDX-License-Identifier: MIT
//
// What tests of drawn call graphs of comparisons share: pictures of two profiles, and what they
// show as text.
#pragma once

#include <string>
#include <string_view>

#include "quern/compare/graph/diff_picture.h"
#include "quern/views/graph/test_support.h"

namespace quern {

inline DiffRuns picture_runs(const Profile& was, const Profile& is, Words words = {}) {
  words.default_sort = SortBy::kInclusive;
  return {.old_runs = {{&was, selected(was, words)}},
          .new_runs = {{&is, selected(is, words)}},
          .layers = {}};
}

/// Of the function that `name` means, or the whole program.
inline DiffPicture picture_of(const DiffRuns& runs, const PictureRequest& request = {},
                              std::string_view name = {}) {
  Result<DiffPicture> picture =
      name.empty() ? diff_picture(runs, request) : diff_picture_around(runs, request, name);
  if (!picture) {
    ADD_FAILURE() << picture.error().message;
    return {.sides = compared(runs), .request = request};
  }
  return std::move(*picture);
}

/// "10/100", or "-" if it is not there.
inline std::string told_node_side(const std::optional<DiffSide>& side) {
  return side ? told(side->self) + "/" + told(side->inclusive) : "-";
}

/// "main 10/100>10/135* +1^ +2v [f 5/9>-, g 2/9>2/4]": self and inclusive cost of both sides, on
/// the path, callers and callees cut, members.
inline std::string told_nodes(const DiffPicture& picture) {
  const auto told_row = [](const DiffRow& row) {
    return std::string(row.name.name) + " " + told_node_side(row.old_side) + ">" +
           told_node_side(row.new_side);
  };
  std::string text;
  for (const DiffPictureNode& node : picture.nodes) {
    text += (text.empty() ? "" : ", ") + told_row(node) + (node.is_hot ? "*" : "");
    text += node.callers_cut != 0 ? " +" + std::to_string(node.callers_cut) + "^" : "";
    text += node.callees_cut != 0 ? " +" + std::to_string(node.callees_cut) + "v" : "";
    std::string members;
    for (const DiffRow& member : node.members) {
      members += (members.empty() ? "" : ", ") + told_row(member);
    }
    text += members.empty() ? "" : " [" + members + "]";
  }
  return text;
}

/// "main>left 60 1x > 80 2x*, left>left - > 5 1x recursive".
inline std::string told_edges(const DiffPicture& picture) {
  const auto told_costs = [](const std::optional<DiffSide>& side) {
    return !side ? std::string("-")
                 : told(side->inclusive) + (side->calls ? " " + told(*side->calls) + "x" : "");
  };
  std::string text;
  for (const DiffPictureEdge& edge : picture.edges) {
    text += text.empty() ? "" : ", ";
    text += std::string(picture.nodes[edge.from].name.name) + ">" +
            std::string(picture.nodes[edge.to].name.name) + " " + told_costs(edge.old_side) +
            " > " + told_costs(edge.new_side);
    text += edge.is_hot ? "*" : "";
    text += edge.is_recursive ? " recursive" : "";
  }
  return text;
}

/// "main>leaf 2 hidden 0..40 > 0..60".
inline std::string told_dashed(const DiffPicture& picture) {
  std::string text;
  for (const DiffDashedEdge& edge : picture.dashed_edges) {
    text += text.empty() ? "" : ", ";
    text += std::string(picture.nodes[edge.from].name.name) + ">" +
            std::string(picture.nodes[edge.to].name.name) + " " + std::to_string(edge.functions) +
            " hidden " + told(Amount(edge.old_cost)) + " > " + told(Amount(edge.new_cost));
  }
  return text;
}

/// "2 functions 10>20 (10), 3 edges".
inline std::string told_cut(const DiffPicture& picture) {
  const DiffPictureCut& cut = picture.cut;
  return std::to_string(cut.functions) + " functions " + told(cut.old_self) + ">" +
         told(cut.new_self) + " (" + told(cut.self_change) + "), " + std::to_string(cut.edges) +
         " edges";
}

}  // namespace quern
