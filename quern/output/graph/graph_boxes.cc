// SPDX-License-Identifier: MIT
//
// The call graph of one profile as boxes and arrows: what is written in them and known of them.
#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/graph/box_rows.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/graph/graph_words.h"
#include "quern/output/pictures/picture_colors.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

constexpr size_t kMembersNamed = 20;

double part_of(const Amount& part, int128 whole) {
  return whole <= 0 ? 0 : std::clamp(to_double(lower_of(part)) / to_double(whole), 0.0, 1.0);
}

class GraphWords {
 public:
  GraphWords(const CallPicture& answer, const Style& style, BoxSize size)
      : answer_(answer),
        style_(style),
        size_(size),
        event_(answer.selection.columns.front().event) {
    for (const PictureNode& node : answer.nodes) {
      largest_node_ = std::max(largest_node_, lower_of(node.inclusive));
    }
    for (const PictureEdge& edge : answer.edges) {
      largest_edge_ = std::max(largest_edge_, lower_of(edge.cost));
    }
    for (const DashedEdge& edge : answer.dashed_edges) {
      largest_edge_ = std::max(largest_edge_, edge.cost.upper);
    }
  }

  [[nodiscard]] GraphBox box_of(size_t at) const {
    const PictureNode& node = answer_.nodes[at];
    GraphBox box;
    box.name = box_name(node.name.name, style_);
    set_rows(box, size_, shown_name(node.name.name, style_), node.member_count, node.name,
             {fmt::format("{} % incl", percent(node.inclusive)),
              fmt::format("{} % self", percent(node.self))});
    box.facts = facts_of(node);
    box.cells = {cost_text(event_, node.inclusive), percent(node.inclusive),
                 cost_text(event_, node.self), percent(node.self)};
    box.color = share_color(lower_of(node.self), lower_of(answer_.totals.front()));
    box.hatch = hatch_of(node.inclusive);
    box.share = part_of(node.inclusive, largest_node_);
    box.self_share = part_of(node.self, largest_node_);
    box.is_hot = node.is_hot;
    box.is_focus = answer_.focus && *answer_.focus == at;
    box.cluster = node.cluster;
    return box;
  }

  [[nodiscard]] GraphArrow arrow_of(const PictureEdge& edge) const {
    GraphArrow arrow{.from = edge.from, .to = edge.to};
    arrow.label = percent(edge.cost) + " %";
    arrow.facts = {fmt::format("{} · {} %", cost_phrase(event_, edge.cost), percent(edge.cost))};
    arrow.cells = {cost_text(event_, edge.cost), percent(edge.cost), count_text(edge.count)};
    if (edge.count) {
      arrow.label += fmt::format(" · {}×", count_text(edge.count));
      arrow.facts.front() += fmt::format(" · {} {}", count_text(edge.count),
                                         lower_of(*edge.count) == 1 ? "call" : "calls");
    }
    if (edge.is_recursive) {
      arrow.facts.emplace_back("recursive: the callee leads back to the caller");
    }
    arrow.share = part_of(edge.cost, largest_edge_);
    arrow.is_hot = edge.is_hot;
    return arrow;
  }

  [[nodiscard]] GraphArrow arrow_of(const DashedEdge& edge) const {
    GraphArrow arrow{.from = edge.from, .to = edge.to};
    const Amount most = amount_of(edge.cost.upper, answer_.selection.has_estimates);
    arrow.label = fmt::format("≤ {} % · {} hidden", percent(most),
                              grouped(static_cast<int128>(edge.functions)));
    arrow.facts = {fmt::format("through {} that {} not shown",
                               counted_rows(edge.functions, answer_.selection.group_by),
                               edge.functions == 1 ? "is" : "are"),
                   fmt::format("at most {} · {} %", cost_phrase(event_, most), percent(most))};
    arrow.cells = {"≤ " + cost_text(event_, most), "≤ " + percent(most), ""};
    arrow.share = part_of(most, largest_edge_);
    arrow.is_dashed = true;
    arrow.is_hot = edge.is_hot;
    return arrow;
  }

 private:
  [[nodiscard]] std::string percent(const Amount& part) const {
    return percent_text(part, answer_.totals.front());
  }

  [[nodiscard]] std::vector<std::string> facts_of(const PictureNode& node) const {
    std::vector<std::string> facts = {
        fmt::format("inclusive {} · {} %", cost_phrase(event_, node.inclusive),
                    percent(node.inclusive)),
        fmt::format("self {} · {} %", cost_phrase(event_, node.self), percent(node.self))};
    if (certainty_of(node.inclusive) == Certainty::kBounded) {
      facts.push_back("at most " + cost_text(event_, Exact{upper_of(node.inclusive)}));
    }
    if (node.member_count > 1) {
      facts.push_back(fmt::format("cycle {} of {}", node.cycle.value_or(0),
                                  counted_rows(node.member_count, answer_.selection.group_by)));
      add_members(facts, node);
    } else if (node.cycle) {
      facts.push_back(fmt::format("on cycle {}", *node.cycle));
    }
    if (node.callers_cut + node.callees_cut != 0) {
      facts.push_back(fmt::format("not shown: {}, {}", counted(node.callers_cut, "caller"),
                                  counted(node.callees_cut, "callee")));
    }
    add_places(facts, node.name);
    return facts;
  }

  void add_members(std::vector<std::string>& facts, const PictureNode& node) const {
    const size_t named = std::min(node.members.size(), kMembersNamed);
    for (const PictureMember& member : std::span(node.members).first(named)) {
      facts.push_back(fmt::format("  {} % self  {}", percent(member.self),
                                  shortened(shown_name(member.name.name, style_), 80)));
    }
    if (node.member_count > named) {
      facts.push_back(fmt::format("  and {} more", node.member_count - named));
    }
  }

  const CallPicture& answer_;
  const Style& style_;
  BoxSize size_;
  const Event& event_;
  int128 largest_node_ = 0;
  int128 largest_edge_ = 0;
};

}  // namespace

GraphPicture graph_picture(const CallPicture& answer, const Style& style, BoxSize size) {
  GraphPicture picture;
  const std::string kind = graph_title(answer);
  picture.title = printable(style.input.empty() ? kind : kind + " of " + style.input);
  picture.subtitle = picture_subtitle(graph_head(answer), answer.selection.completeness);
  picture.notes = graph_notes(answer);
  picture.box_heads = {"inclusive", "%", "self", "%"};
  picture.arrow_heads = {"inclusive", "%", "calls"};
  if (answer.nodes.empty()) {
    return picture;
  }
  add_shapes(picture, answer, GraphWords(answer, style, size));
  picture.legend = share_legend();
  add_hatches(picture.legend, picture.boxes, &GraphBox::hatch);
  return picture;
}

LayerLayout graph_layout(const GraphPicture& picture, const GraphStyle& style) {
  constexpr size_t kLeastColumns = 12;
  constexpr double kBar = 6;
  LayerGraph graph;
  for (const GraphBox& box : picture.boxes) {
    size_t columns = std::max(kLeastColumns, display_width(box.label));
    for (const std::string& line : box.lines) {
      columns = std::max(columns, display_width(line));
    }
    graph.boxes.push_back(
        {.width = kPictureLetter * static_cast<double>(columns) + 2 * kGraphPadding,
         .height = kGraphLine * static_cast<double>(1 + box.lines.size()) + kBar + kGraphPadding,
         .cluster = box.cluster});
  }
  for (const GraphArrow& arrow : picture.arrows) {
    graph.arrows.push_back({.from = arrow.from, .to = arrow.to, .weight = 0.05 + arrow.share});
  }
  graph.cluster_count = static_cast<uint32_t>(picture.clusters.size());
  const auto focus = std::ranges::find(picture.boxes, true, &GraphBox::is_focus);
  return layered_layout(
      graph, {.direction = style.direction,
              .center = focus == picture.boxes.end()
                            ? std::nullopt
                            : std::optional(static_cast<uint32_t>(focus - picture.boxes.begin())),
              .box_gap = 18,
              .arrow_gap = 10,
              .rank_gap = style.direction == LayerDirection::kDown ? 52.0 : 110.0,
              .cluster_padding = 10,
              .cluster_head = kClusterTitle});
}

}  // namespace quern
