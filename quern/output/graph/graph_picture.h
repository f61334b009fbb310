// SPDX-License-Identifier: MIT
//
// What a drawn call graph consists of, of one profile or of a comparison: boxes and arrows with
// their words and places. All pictures and the text draw this; they know no costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/text.h"
#include "quern/compare/graph/diff_picture.h"
#include "quern/drawing/layers/layered_layout.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/render.h"
#include "quern/output/shared/graph_style.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

struct GraphBox {
  std::string name;  ///< printable
  /// The name, or the start of a cycle, as short as a box needs; of tall boxes its first row.
  std::string label;
  std::vector<std::string> lines;  ///< below the label
  std::vector<std::string> facts;  ///< what else is known, a line each
  std::vector<std::string> cells;  ///< of the table, without the name
  std::string color;               ///< a class of the style sheet
  Hatch hatch = Hatch::kNone;
  double share = 0;       ///< how much of the bar is filled, from 0 to 1
  double self_share = 0;  ///< which part of the bar is self cost
  bool is_hot = false;
  bool is_focus = false;
  std::optional<uint32_t> cluster = {};
};

struct GraphArrow {
  uint32_t from = 0;
  uint32_t to = 0;
  std::string label = {};
  std::vector<std::string> facts = {};
  std::vector<std::string> cells = {};  ///< of the table, without both names
  std::string color = {};               ///< a class of the style sheet; empty: that of all arrows
  double share = 0;                     ///< its width, from 0 to 1
  bool is_dashed = false;
  bool is_hot = false;
};

struct GraphPicture {
  std::string title;
  std::string subtitle;
  std::vector<GraphBox> boxes;
  std::vector<GraphArrow> arrows;
  std::vector<std::string> clusters;  ///< printable
  std::vector<PictureLegend> legend;
  std::vector<std::string> notes;      ///< sentences
  std::vector<std::string> box_heads;  ///< of the tables, without names
  std::vector<std::string> arrow_heads;
};

/// Adds the boxes, arrows and clusters of an answer. `words` has box_of(place in `nodes`) and
/// arrow_of(edge).
template <class Answer, class Words>
void add_shapes(GraphPicture& picture, const Answer& answer, const Words& words) {
  for (size_t at = 0; at < answer.nodes.size(); ++at) {
    picture.boxes.push_back(words.box_of(at));
  }
  const auto add_arrow = [&](const auto& edge) { picture.arrows.push_back(words.arrow_of(edge)); };
  std::ranges::for_each(answer.edges, add_arrow);
  std::ranges::for_each(answer.dashed_edges, add_arrow);
  std::ranges::transform(answer.clusters, std::back_inserter(picture.clusters), printable);
}

inline constexpr double kGraphLine = 15;
inline constexpr double kGraphPadding = 8;
inline constexpr double kClusterTitle = 18;  ///< height of the title of a cluster

[[nodiscard]] GraphPicture graph_picture(const CallPicture& answer, const Style& style,
                                         BoxSize size = BoxSize::kNormal);
[[nodiscard]] GraphPicture graph_picture(const DiffPicture& answer, const Style& style,
                                         BoxSize size = BoxSize::kNormal);
/// In pixels, without the head and the foot of a picture. Of all forms the same.
[[nodiscard]] LayerLayout graph_layout(const GraphPicture& picture, const GraphStyle& style);

void write_svg(const GraphPicture& picture, const GraphStyle& style, ByteSink& out);
void write_html(const GraphPicture& picture, const GraphStyle& style, ByteSink& out);
void write_dot(const GraphPicture& picture, const GraphStyle& style, ByteSink& out);
void write_mermaid(const GraphPicture& picture, const GraphStyle& style, ByteSink& out);

struct GraphSketch {
  std::string text;       ///< lines, each with LF
  size_t boxes_out = 0;   ///< for which there was no room
  size_t arrows_out = 0;  ///< theirs, and those that had no way
};
/// In at most `columns`, without head and notes.
[[nodiscard]] GraphSketch graph_sketch(const GraphPicture& picture, const LayerLayout& layout,
                                       size_t columns, bool color);

}  // namespace quern
