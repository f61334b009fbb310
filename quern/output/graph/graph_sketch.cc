// SPDX-License-Identifier: MIT
//
// A drawn call graph in letters. Ranks and the order in them are those of the layout. Boxes that a
// row has no room for are left out, the cheapest first.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "quern/output/graph/graph_picture.h"
#include "quern/output/graph/sketch_channel.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/short_names.h"

namespace quern {
namespace {

/// The x at which a chain of curves passes `y`.
double x_at(const std::vector<LayerPoint>& points, double y) {
  const LayerPoint* nearest = &points.front();
  for (const LayerPoint& point : points) {
    if (std::abs(point.y - y) < std::abs(nearest->y - y)) {
      nearest = &point;
    }
  }
  return nearest->x;
}

/// Cut digits would be another number: "…" says that some are missing.
std::string fitted(const std::string& line, size_t columns) {
  return display_width(line) <= columns ? line
                                        : std::string(fitting_start(line, columns - 1)) + "…";
}

class Sketch {
 public:
  Sketch(const GraphPicture& picture, const LayerLayout& layout, size_t columns, bool color)
      : picture_(picture), layout_(layout), columns_(columns), color_(color) {}

  [[nodiscard]] GraphSketch sketch() {
    make_rows();
    drop_boxes();
    add_lanes();
    for (SketchRow& row : rows_) {
      drop_lanes(row);
    }
    for (SketchRow& row : rows_) {
      std::erase_if(row, [&](const SketchItem& item) { return !item.box && is_out_[item.arrow]; });
      place(row);
    }
    std::string& out = result_.text;
    for (size_t at = 0; at < rows_.size(); ++at) {
      append_boxes(out, rows_[at]);
      if (at + 1 < rows_.size()) {
        append_channel(out, rows_[at], rows_[at + 1], wires_of(at), columns_);
      }
    }
    return result_;
  }

 private:
  static constexpr size_t kGap = 2;
  static constexpr size_t kLeastBox = 14;

  [[nodiscard]] double middle(size_t box) const {
    return layout_.boxes[box].y + layout_.boxes[box].height / 2;
  }

  /// Boxes that share a height are of one rank.
  void make_rows() {
    std::vector<size_t> order(layout_.boxes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::sort(order, [&](size_t one, size_t other) {
      return std::pair(layout_.boxes[one].y, one) < std::pair(layout_.boxes[other].y, other);
    });
    rank_of_.resize(order.size());
    for (const size_t at : order) {
      if (rows_.empty() || layout_.boxes[at].y > middles_.back()) {
        rows_.emplace_back();
        middles_.push_back(middle(at));
      }
      rank_of_[at] = rows_.size() - 1;
      rows_.back().push_back({.box = at, .x = layout_.boxes[at].x + layout_.boxes[at].width / 2});
    }
  }

  [[nodiscard]] bool fits(size_t boxes, size_t lanes) const {
    return boxes * (kLeastBox + kGap) + lanes * (1 + kGap) <= columns_ + kGap;
  }

  /// The cheapest boxes of rows that are too wide, with their arrows.
  void drop_boxes() {
    is_out_.resize(picture_.arrows.size());
    std::vector<bool> is_gone(picture_.boxes.size());
    for (SketchRow& row : rows_) {
      while (row.size() > 1 && !fits(row.size(), 0)) {
        const auto cheapest = std::ranges::min_element(row, {}, [&](const SketchItem& item) {
          const GraphBox& box = picture_.boxes[*item.box];
          return std::tuple(box.is_focus, box.is_hot, box.share, picture_.boxes.size() - *item.box);
        });
        is_gone[*cheapest->box] = true;
        ++result_.boxes_out;
        row.erase(cheapest);
      }
    }
    for (size_t at = 0; at < picture_.arrows.size(); ++at) {
      if (is_gone[picture_.arrows[at].from] || is_gone[picture_.arrows[at].to]) {
        drop(at);
      }
    }
  }

  void drop(size_t arrow) {
    is_out_[arrow] = true;
    ++result_.arrows_out;
  }

  /// The cheapest arrows that pass a row without room for them.
  void drop_lanes(const SketchRow& row) {
    std::vector<size_t> lanes;
    size_t boxes = 0;
    for (const SketchItem& item : row) {
      boxes += static_cast<size_t>(item.box.has_value());
      if (!item.box && !is_out_[item.arrow]) {
        lanes.push_back(item.arrow);
      }
    }
    std::ranges::sort(lanes, std::greater(), [&](size_t arrow) {
      return std::pair(picture_.arrows[arrow].share, picture_.arrows.size() - arrow);
    });
    while (!lanes.empty() && !fits(boxes, lanes.size())) {
      drop(lanes.back());
      lanes.pop_back();
    }
  }

  [[nodiscard]] bool is_drawn(size_t arrow) const {
    const GraphArrow& one = picture_.arrows[arrow];
    return !is_out_[arrow] && rank_of_[one.from] != rank_of_[one.to] &&
           layout_.arrows[arrow].size() > 3;
  }

  void add_lanes() {
    for (size_t at = 0; at < picture_.arrows.size(); ++at) {
      if (!is_drawn(at)) {
        continue;
      }
      const auto [first, last] =
          std::minmax(rank_of_[picture_.arrows[at].from], rank_of_[picture_.arrows[at].to]);
      for (size_t rank = first + 1; rank < last; ++rank) {
        rows_[rank].push_back(
            {.box = {}, .arrow = at, .x = x_at(layout_.arrows[at], middles_[rank])});
      }
    }
    for (SketchRow& row : rows_) {
      std::ranges::sort(row, [](const SketchItem& one, const SketchItem& other) {
        return std::tuple(one.x, one.box.value_or(0), one.arrow) <
               std::tuple(other.x, other.box.value_or(0), other.arrow);
      });
    }
  }

  /// Widths that fit, and columns from the left, the row centered.
  void place(SketchRow& row) const {
    size_t room = columns_;
    size_t boxes = 0;
    for (const SketchItem& item : row) {
      boxes += static_cast<size_t>(item.box.has_value());
      room -= std::min(room, kGap + (item.box ? 0 : item.width));
    }
    const size_t widest = boxes == 0 ? 0 : std::max(kLeastBox, (room + kGap) / boxes);
    size_t used = 0;
    for (SketchItem& item : row) {
      item.width = item.box ? std::min(widest, wanted_width(*item.box)) : 1;
      used += item.width + kGap;
    }
    size_t column = used - kGap < columns_ ? (columns_ - (used - kGap)) / 2 : 0;
    for (SketchItem& item : row) {
      item.first = column;
      column += item.width + kGap;
    }
  }

  [[nodiscard]] size_t wanted_width(size_t box) const {
    size_t columns = display_width(picture_.boxes[box].label);
    for (const std::string& line : picture_.boxes[box].lines) {
      columns = std::max(columns, display_width(line));
    }
    return columns + 2;
  }

  /// Where the arrow is in a row: its box, or its lane.
  [[nodiscard]] size_t item_of(size_t rank, size_t arrow, size_t box) const {
    const SketchRow& row = rows_[rank];
    const auto found = std::ranges::find_if(row, [&](const SketchItem& item) {
      return item.box ? rank_of_[box] == rank && *item.box == box : item.arrow == arrow;
    });
    return static_cast<size_t>(found - row.begin());
  }

  [[nodiscard]] std::vector<SketchWire> wires_of(size_t rank) const {
    std::vector<SketchWire> wires;
    for (size_t at = 0; at < picture_.arrows.size(); ++at) {
      const GraphArrow& arrow = picture_.arrows[at];
      if (!is_drawn(at)) {
        continue;
      }
      const bool is_down = rank_of_[arrow.from] < rank_of_[arrow.to];
      const size_t above = is_down ? arrow.from : arrow.to;
      const size_t below = is_down ? arrow.to : arrow.from;
      if (rank_of_[above] > rank || rank_of_[below] <= rank) {
        continue;
      }
      wires.push_back(
          {.upper = item_of(rank, at, above),
           .lower = item_of(rank + 1, at, below),
           .starts_above = is_down,
           .ends_here = rank_of_[is_down ? below : above] == (is_down ? rank + 1 : rank),
           .is_dashed = arrow.is_dashed,
           .label = arrow.label});
    }
    return wires;
  }

  [[nodiscard]] bool calls_itself(size_t box) const {
    return std::ranges::any_of(picture_.arrows, [box](const GraphArrow& arrow) {
      return arrow.from == box && arrow.to == box;
    });
  }

  /// Four lines or more: borders, the name, what is below it. Lanes pass through.
  void append_boxes(std::string& out, const SketchRow& row) const {
    size_t lines = 0;
    for (const SketchItem& item : row) {
      lines = std::max(lines, item.box ? picture_.boxes[*item.box].lines.size() + 3 : 0);
    }
    for (size_t line = 0; line < lines; ++line) {
      std::string text;
      size_t column = 0;
      for (const SketchItem& item : row) {
        text.append(item.first - column, ' ');
        column = item.first + item.width;
        if (item.box) {
          append_box_line(text, *item.box, item.width, line);
        } else {
          text += "│";
        }
      }
      text.resize(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
  }

  void append_box_line(std::string& out, size_t at, size_t width, size_t line) const {
    const GraphBox& box = picture_.boxes[at];
    const size_t inner = width - 2;
    const size_t last = box.lines.size() + 2;
    if (line == 0 || line == last) {
      const std::string_view bar = box.is_hot ? "━" : "─";
      out += line == 0 ? (box.is_hot ? "┏" : "┌") : (box.is_hot ? "┗" : "└");
      const bool is_marked = line == last && calls_itself(at) && inner > 1;
      for (size_t column = 0; column + (is_marked ? 1 : 0) < inner; ++column) {
        out += bar;
      }
      out += is_marked ? "↺" : "";
      out += line == 0 ? (box.is_hot ? "┓" : "┐") : (box.is_hot ? "┛" : "┘");
      return;
    }
    const std::string words =
        line == 1 ? shortened(box.label, inner) : fitted(box.lines[line - 2], inner);
    std::string cell;
    append_left(cell, words, display_width(words), inner);
    out += box.is_hot ? "┃" : "│";
    append_painted(out, cell, Paint::kBold, color_ && line == 1);
    out += box.is_hot ? "┃" : "│";
  }

  const GraphPicture& picture_;
  const LayerLayout& layout_;
  size_t columns_;
  bool color_;
  GraphSketch result_;
  std::vector<bool> is_out_;  ///< by arrow
  std::vector<SketchRow> rows_;
  std::vector<double> middles_;  ///< by row, in the layout
  std::vector<size_t> rank_of_;  ///< by box
};

}  // namespace

GraphSketch graph_sketch(const GraphPicture& picture, const LayerLayout& layout, size_t columns,
                         bool color) {
  return picture.boxes.empty() ? GraphSketch() : Sketch(picture, layout, columns, color).sketch();
}

}  // namespace quern
