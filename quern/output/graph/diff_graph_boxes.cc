// SPDX-License-Identifier: MIT
//
// The call graph of a comparison as boxes and arrows: colors tell how costs changed, and every box
// and arrow says so in words as well.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "quern/base/text.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/graph/box_rows.h"
#include "quern/output/graph/diff_graph_words.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/pictures/picture_changes.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

int128 larger_of(const ComparedSides& sides) {
  return std::max(leading_cost(sides.old_side), leading_cost(sides.new_side));
}

class DiffGraphWords {
 public:
  DiffGraphWords(const DiffPicture& answer, const Style& style, BoxSize size)
      : answer_(answer),
        style_(style),
        size_(size),
        event_(answer.selection().columns.front().event) {
    for (const DiffPictureNode& node : answer.nodes) {
      largest_node_ = std::max(largest_node_, larger_of(node));
    }
    for (const DiffPictureEdge& edge : answer.edges) {
      largest_edge_ = std::max(largest_edge_, larger_of(edge));
    }
    for (const DiffDashedEdge& edge : answer.dashed_edges) {
      largest_edge_ = std::max({largest_edge_, edge.old_cost.upper, edge.new_cost.upper});
    }
  }

  [[nodiscard]] GraphBox box_of(size_t at) const {
    const DiffPictureNode& node = answer_.nodes[at];
    GraphBox box;
    box.name = box_name(node.name.name, style_) + std::string(status_word(node.status));
    set_rows(box, size_, shown_name(node.name.name, style_), node.member_count, node.name,
             {percent_words(node, node.change.inclusive, &DiffSide::inclusive) + " incl",
              percent_words(node, node.change.self, &DiffSide::self) + " self"});
    box.facts = facts_of(node);
    box.cells = {change_text(event_, node.change.inclusive.front()),
                 percent_words(node, node.change.inclusive, &DiffSide::inclusive),
                 cost_of(node.old_side), cost_of(node.new_side),
                 change_text(event_, node.change.self.front())};
    box.color = change_color(lower_of(node.change.inclusive.front()), larger_of(node));
    box.hatch = hatch_of(node.change.inclusive.front());
    box.share = share_of(leading_cost(node.new_side), largest_node_);
    box.self_share =
        node.new_side ? share_of(lower_of(node.new_side->self.front()), largest_node_) : 0;
    box.is_hot = node.is_hot;
    box.is_focus = answer_.focus && *answer_.focus == at;
    box.cluster = node.cluster;
    return box;
  }

  [[nodiscard]] GraphArrow arrow_of(const DiffPictureEdge& edge) const {
    GraphArrow arrow{.from = edge.from, .to = edge.to};
    const std::string percent = percent_words(edge, edge.change.inclusive, &DiffSide::inclusive);
    const std::string change = change_text(event_, edge.change.inclusive.front());
    arrow.label = percent;
    arrow.facts = {fmt::format("{} {} ({})", change, event_text(event_), percent),
                   sides_words(edge)};
    arrow.cells = {change, percent, cost_of(edge.old_side), cost_of(edge.new_side),
                   signed_count(edge.change.calls)};
    if (edge.change.calls && lower_of(*edge.change.calls) != 0) {
      arrow.label += fmt::format(" · {}×", signed_count(edge.change.calls));
      arrow.facts.push_back(fmt::format("{} calls", signed_count(edge.change.calls)));
    }
    if (edge.is_recursive) {
      arrow.facts.emplace_back("recursive: the callee leads back to the caller");
    }
    arrow.color = change_color(lower_of(edge.change.inclusive.front()), larger_of(edge));
    arrow.share = share_of(larger_of(edge), largest_edge_);
    arrow.is_hot = edge.is_hot;
    return arrow;
  }

  [[nodiscard]] GraphArrow arrow_of(const DiffDashedEdge& edge) const {
    GraphArrow arrow{.from = edge.from, .to = edge.to};
    const auto most = [&](const Bounded& cost) {
      return "≤ " + cost_text(event_, amount_of(cost.upper, answer_.selection().has_estimates));
    };
    arrow.label = counted(edge.functions, "function") + " hidden";
    arrow.facts = {fmt::format("through {} that {} not shown",
                               counted_rows(edge.functions, answer_.selection().group_by),
                               edge.functions == 1 ? "is" : "are"),
                   fmt::format("old {} · new {}", most(edge.old_cost), most(edge.new_cost))};
    arrow.cells = {"", "", most(edge.old_cost), most(edge.new_cost), ""};
    arrow.share = share_of(std::max(edge.old_cost.upper, edge.new_cost.upper), largest_edge_);
    arrow.is_dashed = true;
    return arrow;
  }

 private:
  static double share_of(int128 part, int128 whole) {
    return whole <= 0 ? 0 : std::clamp(to_double(part) / to_double(whole), 0.0, 1.0);
  }

  /// "+5.35 %", "new", "gone".
  static std::string percent_words(const ComparedSides& sides, const std::vector<Amount>& change,
                                   std::vector<Amount> DiffSide::* of) {
    if (!sides.old_side || !sides.new_side) {
      return sides.new_side ? "new" : "gone";
    }
    return change_percent(change.front(), lower_of(((*sides.old_side).*of).front())) + " %";
  }

  [[nodiscard]] std::string cost_of(const std::optional<DiffSide>& side) const {
    return side ? cost_text(event_, side->inclusive.front()) : "-";
  }

  [[nodiscard]] std::string sides_words(const ComparedSides& sides) const {
    return fmt::format("old {} · new {}", cost_of(sides.old_side), cost_of(sides.new_side));
  }

  [[nodiscard]] std::vector<std::string> facts_of(const DiffPictureNode& node) const {
    std::vector<std::string> facts = {
        fmt::format("inclusive {} {} ({})", change_text(event_, node.change.inclusive.front()),
                    event_text(event_),
                    percent_words(node, node.change.inclusive, &DiffSide::inclusive)),
        sides_words(node),
        fmt::format("self {} {}", change_text(event_, node.change.self.front()),
                    event_text(event_))};
    if (node.old_name && node.old_name->name != node.name.name) {
      facts.push_back("was " + box_name(node.old_name->name, style_));
    }
    if (node.member_count > 1) {
      facts.push_back(fmt::format("a cycle of {}",
                                  counted_rows(node.member_count, answer_.selection().group_by)));
      for (const DiffRow& member : node.members) {
        facts.push_back(fmt::format("  {} self  {}",
                                    change_text(event_, member.change.self.front()),
                                    shortened(shown_name(member.name.name, style_), 80)));
      }
    }
    if (node.callers_cut + node.callees_cut != 0) {
      facts.push_back(fmt::format("not shown: {}, {}", counted(node.callers_cut, "caller"),
                                  counted(node.callees_cut, "callee")));
    }
    add_places(facts, node.name);
    return facts;
  }

  const DiffPicture& answer_;
  const Style& style_;
  BoxSize size_;
  const Event& event_;
  int128 largest_node_ = 0;
  int128 largest_edge_ = 0;
};

}  // namespace

GraphPicture graph_picture(const DiffPicture& answer, const Style& style, BoxSize size) {
  GraphPicture picture;
  const std::string kind = diff_graph_title(answer);
  picture.title = printable(style.input.empty() ? kind : kind + ": " + style.input);
  picture.subtitle = picture_subtitle(diff_graph_head(answer), answer.selection().completeness);
  picture.notes = diff_graph_notes(answer);
  picture.box_heads = {"change", "%", "old", "new", "self change"};
  picture.arrow_heads = {"change", "%", "old", "new", "calls"};
  if (answer.nodes.empty()) {
    return picture;
  }
  add_shapes(picture, answer, DiffGraphWords(answer, style, size));
  picture.legend = change_legend(std::ranges::any_of(
      picture.boxes, [](const GraphBox& box) { return box.hatch != Hatch::kNone; }));
  return picture;
}

}  // namespace quern
