// SPDX-License-Identifier: MIT
//
// The flame graph of a comparison as a picture: colors tell how the cost of a path changed, from
// blue (less) over grey to orange (more), and every box says so in words as well.
#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_walk.h"
#include "quern/output/pictures/picture_changes.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flame_style.h"
#include "quern/output/text/flame_words.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

class DiffBoxes final : public FlamePicture {
 public:
  DiffBoxes(const DiffFlame& flame, const Style& style, const FlameStyle& how)
      : flame_(flame), tree_(flame.tree), style_(style), how_(how) {}

  [[nodiscard]] std::string title() const override {
    const std::string kind = tree_.request.around ? "Flame graph of changes" + around_words(tree_)
                             : tree_.request.bottom_up ? "Bottom-up flame graph of changes"
                                                       : "Flame graph of changes";
    return printable(style_.input.empty() ? kind : kind + ": " + style_.input);
  }
  [[nodiscard]] std::string subtitle() const override {
    Head head = change_head("", tree_.selection(), tree_.old_whole, tree_.new_whole);
    head.notes.emplace_back(tree_.is_exact ? "from exact stacks" : "from the call graph");
    add_where(head.notes, tree_.selection());
    return picture_subtitle(std::move(head), tree_.selection().completeness);
  }
  [[nodiscard]] int128 total() const override { return flame_.total; }
  [[nodiscard]] uint32_t levels() const override {
    return flame_levels(tree_.rows, flame_.places, flame_.small, seen());
  }
  [[nodiscard]] std::vector<std::string> notes() const override { return flame_notes(flame_); }
  [[nodiscard]] std::vector<std::string> heads() const override {
    std::vector<std::string> heads = {"change",       "%",         "old",     "new", "self change",
                                      "calls change", "certainty", "function"};
    return heads;
  }
  [[nodiscard]] std::vector<PictureLegend> legend() const override;
  void each(const std::function<bool(const FlameBox&)>& use) const override;

 private:
  [[nodiscard]] std::function<bool(int128)> seen() const {
    return [this](int128 small) { return is_seen(small, flame_.total, how_.pixels); };
  }
  [[nodiscard]] const Event& event() const { return tree_.selection().columns.front().event; }
  /// Without a self cost and calls.
  [[nodiscard]] std::vector<std::string> cells_of(const Amount& was, const Amount& is) const {
    const Amount change = change_of(was, is);
    return {change_text(event(), change),
            change_percent(change, lower_of(was)),
            cost_text(event(), was),
            cost_text(event(), is),
            "",
            "",
            std::string(to_string(certainty_of(change)))};
  }
  [[nodiscard]] FlameBox all() const;
  [[nodiscard]] FlameBox box_of(size_t at) const;
  [[nodiscard]] FlameBox small_box(const HiddenChanges& hidden, uint32_t depth, int128 x,
                                   int128 width) const;
  [[nodiscard]] std::vector<std::string> facts_of(const DiffTreeRow& row) const;
  [[nodiscard]] std::string cost_or_none(const std::optional<DiffSide>& side) const {
    return side ? cost_text(event(), side->inclusive.front()) : "-";
  }

  const DiffFlame& flame_;
  const DiffTree& tree_;
  const Style& style_;
  const FlameStyle& how_;
};

FlameBox DiffBoxes::all() const {
  FlameBox box;
  box.width = flame_.total;
  box.name = "all";
  box.color = "none";
  if (!tree_.selection().columns.empty()) {
    const Amount& was = tree_.old_whole.front();
    const Amount& is = tree_.new_whole.front();
    const Amount change = change_of(was, is);
    box.facts = {total_change(event(), was, is)};
    box.cells = cells_of(was, is);
    box.color =
        change_color(lower_of(change), std::max(absolute(lower_of(was)), absolute(lower_of(is))));
    box.hatch = hatch_of(change);
  }
  return box;
}

std::vector<std::string> DiffBoxes::facts_of(const DiffTreeRow& row) const {
  const Amount& change = row.change.inclusive.front();
  const std::string percent =
      row.old_side ? change_percent(change, leading_cost(row.old_side)) + " %" : "new";
  std::vector<std::string> facts = {
      fmt::format("{} {} ({})", change_text(event(), change), event_text(event()),
                  row.new_side ? percent : "gone"),
      fmt::format("old {} · new {}", cost_or_none(row.old_side), cost_or_none(row.new_side))};
  if (!tree_.request.bottom_up) {
    facts.push_back("self " + change_text(event(), row.change.self.front()));
    facts.back() += row.change.calls ? fmt::format(" · calls {}", signed_count(row.change.calls))
                                     : std::string();
  }
  if (row.change.split && lower_of(row.change.split->more_calls.front()) != 0) {
    facts.push_back(split_words(event(), *row.change.split, 0));
  }
  facts.emplace_back(to_string(certainty_of(change)));
  if (row.old_name && row.old_name->name != row.name.name) {
    facts.push_back("was " + box_name(row.old_name->name, style_));
  }
  if (row.is_recursive) {
    facts.emplace_back("recursive: its callees are shown at its first frame");
  }
  add_places(facts, row.name);
  return facts;
}

FlameBox DiffBoxes::box_of(size_t at) const {
  const DiffTreeRow& row = tree_.rows[at];
  const Amount& change = row.change.inclusive.front();
  const int128 was = leading_cost(row.old_side);
  const int128 is = leading_cost(row.new_side);
  FlameBox box;
  box.depth = row.depth + 1;
  box.x = flame_.places[at].x;
  box.width = flame_.places[at].width;
  box.name = box_name(row.name.name, style_) + std::string(status_word(row.status));
  box.facts = facts_of(row);
  box.cells = {change_text(event(), change),
               row.old_side ? change_percent(change, was) : "new",
               cost_or_none(row.old_side),
               cost_or_none(row.new_side),
               change_text(event(), row.change.self.front()),
               row.change.calls ? signed_count(row.change.calls) : "",
               std::string(to_string(certainty_of(change)))};
  box.color = change_color(is - was, std::max(absolute(was), absolute(is)));
  box.hatch = hatch_of(change);
  return box;
}

FlameBox DiffBoxes::small_box(const HiddenChanges& hidden, uint32_t depth, int128 x,
                              int128 width) const {
  const Amount& was = hidden.old_inclusive.front();
  const Amount& is = hidden.new_inclusive.front();
  const Amount change = change_of(was, is);
  FlameBox box;
  box.depth = depth;
  box.x = x;
  box.width = width;
  box.is_small = true;
  box.color = "none";
  box.name = fmt::format("({} not shown)", grouped(static_cast<int128>(hidden.count)));
  box.facts = {fmt::format("{} {}", change_text(event(), change), event_text(event())),
               fmt::format("old {} · new {}", cost_text(event(), was), cost_text(event(), is))};
  box.cells = cells_of(was, is);
  box.hatch = hatch_of(change);
  return box;
}

void DiffBoxes::each(const std::function<bool(const FlameBox&)>& use) const {
  if (!use(all())) {
    return;
  }
  each_flame_box(
      tree_.rows, flame_.places, flame_.small, seen(), [this](size_t at) { return box_of(at); },
      [this](const DiffTreeRow* row, uint32_t depth, int128 x, int128 width) {
        return small_box(row != nullptr ? row->hidden : tree_.hidden, depth, x, width);
      },
      use);
}

std::vector<PictureLegend> DiffBoxes::legend() const {
  return change_legend(has_estimated_changes(tree_));
}

}  // namespace

void render_svg(const DiffFlame& flame, const Style& style, const FlameStyle& how, ByteSink& out) {
  write_svg(DiffBoxes(flame, style, how), how, out);
}

void render_html(const DiffFlame& flame, const Style& style, const FlameStyle& how, ByteSink& out) {
  write_html(DiffBoxes(flame, style, how), how, out);
}

}  // namespace quern
