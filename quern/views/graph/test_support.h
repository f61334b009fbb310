// SPDX-License-Identifier: MIT
//
// What tests of drawn call graphs share: generated profiles, pictures of a profile, and what a
// picture shows as text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/query/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

/// Stacks of a few functions that recur.
struct GeneratedStacks {
  std::vector<std::pair<std::vector<std::string>, int64_t>> stacks;
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const auto& [frames, cost] : stacks) {
      for (const std::string& frame : frames) {
        text += (&frame == frames.data() ? "" : ";") + frame;
      }
      text += " " + std::to_string(cost) + "\n";
    }
    return text;
  }
};

inline GeneratedStacks generate_stacks(uint64_t seed) {
  testing::RandomChoice random(seed);
  GeneratedStacks generated;
  const size_t functions = 3 + random.index(8);
  for (size_t left = 1 + random.index(12); left != 0; --left) {
    std::vector<std::string> frames = {"f0"};
    for (size_t depth = random.index(7); depth != 0; --depth) {
      frames.push_back("f" + std::to_string(random.index(functions)));
    }
    generated.stacks.emplace_back(std::move(frames), 1 + static_cast<int64_t>(random.below(20)));
  }
  return generated;
}

inline std::unique_ptr<const Profile> read_generated(std::string bytes,
                                                     std::optional<std::string> dialect,
                                                     Keep keep = Keep::kSums) {
  OpenOptions options;
  options.keep = keep;
  options.dialect = std::move(dialect);
  options.adds_declared_costs = true;
  Result<Opened> opened = open_bytes("in", std::move(bytes), options);
  return opened ? std::move(opened->profile) : nullptr;
}

/// Functions that call each other at random, in a cycle if need be.
inline std::string generate_calls(uint64_t seed) {
  testing::RandomChoice random(seed);
  const size_t functions = 2 + random.index(14);
  const uint64_t backwards = random.chance(50) ? 50 : 0;
  std::string text = "events: Ir\n";
  for (size_t from = 0; from < functions; ++from) {
    text += "fn=f" + std::to_string(from) + "\n1 " + std::to_string(random.below(50)) + "\n";
    for (size_t calls = random.index(6); calls != 0; --calls) {
      const size_t to = random.index(functions);
      if (to > from || random.chance(backwards)) {
        text += "cfn=f" + std::to_string(to) + "\ncalls=" + std::to_string(random.below(9)) +
                " 1\n1 " + std::to_string(random.below(100)) + "\n";
      }
    }
  }
  return text;
}

/// Of one of five kinds: equal remainders of seeds are of equal kinds.
inline std::unique_ptr<const Profile> generated_profile(uint64_t seed) {
  switch (seed % 5) {
    case 0:
      return read_generated(generate_stacks(seed).text(), "folded");
    case 1:
      return read_generated(testing::generate_igprof(seed), {});
    case 2:
      return read_generated(testing::generate_xdebug(seed).bytes, {});
    case 3:
      return read_generated(generate_calls(seed), "callgrind");
    default:
      return read_generated(testing::generate_callgrind(seed), "callgrind");
  }
}

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
