// SPDX-License-Identifier: MIT
//
// The flame graph of one profile as a picture: what its boxes are called, what is known of each,
// and what its colors stand for.
#include <fmt/format.h>

#include <map>

#include "quern/base/text.h"
#include "quern/output/answers/trees.h"
#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_walk.h"
#include "quern/output/pictures/picture_colors.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flame_style.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/text/flame_words.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

class Boxes final : public FlamePicture {
 public:
  Boxes(const Flame& flame, const Style& style, const FlameStyle& how)
      : flame_(flame), tree_(flame.tree), style_(style), how_(how) {}

  [[nodiscard]] std::string title() const override {
    const std::string kind = flame_title(flame_);
    return printable(style_.input.empty() ? kind : kind + " of " + style_.input);
  }
  [[nodiscard]] std::string subtitle() const override {
    return picture_subtitle(flame_head(flame_), tree_.selection.completeness);
  }
  [[nodiscard]] int128 total() const override { return flame_.total; }
  [[nodiscard]] uint32_t levels() const override {
    return flame_levels(tree_.rows, flame_.places, flame_.small, seen());
  }
  [[nodiscard]] std::vector<std::string> notes() const override { return flame_notes(flame_); }
  [[nodiscard]] std::vector<std::string> heads() const override {
    return {is_of_self() ? "self" : "inclusive",
            "%",
            tree_.request.bottom_up ? "own self" : "self",
            "calls",
            "certainty",
            "function"};
  }
  [[nodiscard]] std::vector<PictureLegend> legend() const override;
  void each(const std::function<bool(const FlameBox&)>& use) const override;

 private:
  [[nodiscard]] std::function<bool(int128)> seen() const {
    return [this](int128 small) { return is_seen(small, flame_.total, how_.pixels); };
  }
  [[nodiscard]] const Event& event() const { return tree_.selection.columns.front().event; }

  [[nodiscard]] std::string_view color_text(const RowName& name) const {
    switch (how_.colors) {
      case FlameColors::kObject:
        return name.object.empty() ? name.file : name.object;
      case FlameColors::kFile:
        return name.file;
      default:
        return name.name;
    }
  }
  [[nodiscard]] std::string color(size_t at) const {
    const TreeRow& row = tree_.rows[at];
    return how_.colors == FlameColors::kSelf
               ? share_color(
                     tree_.request.bottom_up ? flame_.places[at].width : lower_of(row.self.front()),
                     flame_.total)
               : group_color(color_text(row.name));
  }

  /// Bottom-up, costs are parts of self costs, or of the inclusive cost of one function.
  [[nodiscard]] bool is_of_self() const { return tree_.request.bottom_up && !tree_.request.around; }

  [[nodiscard]] FlameBox all() const {
    FlameBox box;
    box.width = flame_.total;
    box.name = "all";
    box.color = "none";
    if (!tree_.selection.columns.empty()) {
      const Amount whole = tree_.request.around && !tree_.rows.empty()
                               ? tree_.rows.front().inclusive.front()
                               : amount_of(flame_.total, tree_.selection.has_estimated_totals);
      box.facts = {in_total(event(), whole)};
      box.cells = {cost_text(event(), whole), percent_text(whole, flame_.total), "", "",
                   std::string(to_string(certainty_of(whole)))};
    }
    return box;
  }
  [[nodiscard]] FlameBox box_of(size_t at) const;
  [[nodiscard]] std::vector<std::string> facts_of(const TreeRow& row) const;
  [[nodiscard]] FlameBox small_box(const HiddenBranches& hidden, uint32_t depth, int128 end,
                                   int128 width) const;

  const Flame& flame_;
  const Tree& tree_;
  const Style& style_;
  const FlameStyle& how_;
};

std::string certainty_words(const Event& event, const Amount& amount, const Bounded* bounds) {
  if (certainty_of(amount) == Certainty::kExact) {
    return "exact";
  }
  if (bounds == nullptr) {
    return std::string(to_string(certainty_of(amount)));
  }
  return fmt::format("{}, from {} to {}", to_string(certainty_of(amount)),
                     cost_text(event, bounds->lower), cost_text(event, bounds->upper));
}

std::vector<std::string> Boxes::facts_of(const TreeRow& row) const {
  const Amount& inclusive = row.inclusive.front();
  const bool bottom_up = tree_.request.bottom_up;
  std::vector<std::string> facts = {fmt::format("{}{} {} · {} %",
                                                is_of_self() ? "self cost along this path: "
                                                : bottom_up  ? "cost along this path: "
                                                             : "",
                                                cost_text(event(), inclusive), event_text(event()),
                                                percent_text(inclusive, flame_.total))};
  if (!bottom_up) {
    facts.push_back("self " + cost_text(event(), row.self.front()));
    facts.back() += row.calls ? fmt::format(" · {}", counted(*row.calls, "call")) : "";
  }
  facts.push_back(
      certainty_words(event(), inclusive, row.bounds.empty() ? nullptr : row.bounds.data()));
  if (row.is_recursive) {
    facts.emplace_back("recursive: its callees are shown at its first frame");
  }
  add_places(facts, row.name);
  return facts;
}

FlameBox Boxes::box_of(size_t at) const {
  const TreeRow& row = tree_.rows[at];
  const Amount& inclusive = row.inclusive.front();
  FlameBox box;
  box.depth = row.depth + 1;
  box.x = flame_.places[at].x;
  box.width = flame_.places[at].width;
  box.name = box_name(row.name.name, style_);
  box.facts = facts_of(row);
  box.cells = {
      cost_text(event(), inclusive), percent_text(inclusive, flame_.total),
      cost_text(event(), row.self.front()),
      row.calls ? grouped(static_cast<int128>(*row.calls)) : "",
      certainty_words(event(), inclusive, row.bounds.empty() ? nullptr : row.bounds.data())};
  box.color = color(at);
  box.hatch = hatch_of(inclusive);
  return box;
}

FlameBox Boxes::small_box(const HiddenBranches& hidden, uint32_t depth, int128 end,
                          int128 width) const {
  FlameBox box;
  box.depth = depth;
  box.x = end;
  box.width = width;
  box.is_small = true;
  box.color = "none";
  box.name = fmt::format("({} not shown)", grouped(static_cast<int128>(hidden.count)));
  const Amount& cost = hidden.inclusive.front();
  box.facts = {fmt::format("{} {} · {} %", cost_text(event(), cost), event_text(event()),
                           percent_text(cost, flame_.total))};
  box.hatch = hatch_of(cost);
  box.cells = {cost_text(event(), cost), percent_text(cost, flame_.total), "", "",
               std::string(to_string(certainty_of(cost)))};
  return box;
}

void Boxes::each(const std::function<bool(const FlameBox&)>& use) const {
  if (!use(all())) {
    return;
  }
  each_flame_box(
      tree_.rows, flame_.places, flame_.small, seen(), [this](size_t at) { return box_of(at); },
      [this](const TreeRow* row, uint32_t depth, int128 x, int128 width) {
        return small_box(row != nullptr ? row->hidden : tree_.hidden, depth, x, width);
      },
      use);
}

std::vector<PictureLegend> Boxes::legend() const {
  std::vector<PictureLegend> entries;
  if (how_.colors == FlameColors::kSelf) {
    entries = share_legend();
  } else if (how_.colors != FlameColors::kFunction) {
    std::map<std::string_view, int128> costs;
    for (size_t at = 0; at < tree_.rows.size(); ++at) {
      costs[color_text(tree_.rows[at].name)] += flame_.places[at].own;
    }
    entries = group_legend(costs);
  }
  add_hatches(entries, tree_.rows,
              [](const TreeRow& row) { return hatch_of(row.inclusive.front()); });
  return entries;
}

}  // namespace

void render_svg(const Flame& flame, const Style& style, const FlameStyle& how, ByteSink& out) {
  write_svg(Boxes(flame, style, how), how, out);
}

void render_html(const Flame& flame, const Style& style, const FlameStyle& how, ByteSink& out) {
  write_html(Boxes(flame, style, how), how, out);
}

}  // namespace quern
