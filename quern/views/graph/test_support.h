// SPDX-License-Identifier: MIT
//
// What tests of drawn call graphs share: pictures of a profile, and what a picture shows as text.
#pragma once

#include <string>
#include <string_view>

#include "quern/query/test_support.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

/// Thresholds that leave nothing out.
inline PictureRequest everything() {
  return {.least_node_share = 0, .least_edge_share = 0, .most_nodes = 0};
}

/// Of the function that `name` means, or the whole program.
inline CallPicture picture_of(const Profile& profile, const PictureRequest& request = {},
                              std::string_view name = {}, const Words& words = {}) {
  const Selection selection = selected(profile, words);
  Result<CallPicture> picture = name.empty()
                                    ? call_picture(profile, selection, request)
                                    : call_picture_around(profile, selection, request, name);
  if (!picture) {
    ADD_FAILURE() << picture.error().message;
    return {.selection = selection, .request = request};
  }
  return std::move(*picture);
}

/// "main 10/100* +1^ +2v [f 5 g 2]": self and inclusive cost, hot, callers and callees cut,
/// members.
inline std::string told_nodes(const CallPicture& picture) {
  std::string text;
  for (const PictureNode& node : picture.nodes) {
    text += text.empty() ? "" : ", ";
    text += std::string(node.name.name) + " " + told(node.self) + "/" + told(node.inclusive);
    text += node.is_hot ? "*" : "";
    text += node.callers_cut != 0 ? " +" + std::to_string(node.callers_cut) + "^" : "";
    text += node.callees_cut != 0 ? " +" + std::to_string(node.callees_cut) + "v" : "";
    std::string members;
    for (const PictureMember& member : node.members) {
      members += (members.empty() ? "" : " ") + std::string(member.name.name) + " " +
                 told(member.self) + "/" + told(member.inclusive);
    }
    text += members.empty() ? "" : " [" + members + "]";
  }
  return text;
}

/// "main>left 60 1x*, left>left 5 recursive".
inline std::string told_edges(const CallPicture& picture) {
  std::string text;
  for (const PictureEdge& edge : picture.edges) {
    text += text.empty() ? "" : ", ";
    text += std::string(picture.nodes[edge.from].name.name) + ">" +
            std::string(picture.nodes[edge.to].name.name) + " " + told(edge.cost);
    text += edge.count ? " " + told(*edge.count) + "x" : "";
    text += edge.is_hot ? "*" : "";
    text += edge.is_recursive ? " recursive" : "";
  }
  return text;
}

/// "main>leaf 2 hidden 0..40*".
inline std::string told_dashed(const CallPicture& picture) {
  std::string text;
  for (const DashedEdge& edge : picture.dashed_edges) {
    text += text.empty() ? "" : ", ";
    text += std::string(picture.nodes[edge.from].name.name) + ">" +
            std::string(picture.nodes[edge.to].name.name) + " " + std::to_string(edge.functions) +
            " hidden " + told(Amount(edge.cost)) + (edge.is_hot ? "*" : "");
  }
  return text;
}

inline std::string told_cut(const CallPicture& picture) {
  return std::to_string(picture.cut.functions) + " functions " + told(picture.cut.self) + ", " +
         std::to_string(picture.cut.edges) + " edges";
}

}  // namespace quern
