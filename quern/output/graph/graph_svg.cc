// SPDX-License-Identifier: MIT
//
// A drawn call graph as SVG: a whole picture without a script, with a tooltip for each box and
// arrow.
#include "quern/output/graph/graph_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "quern/base/buffered_text.h"
#include "quern/output/graph/arrow_labels.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/pictures/picture_colors.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

constexpr double kMargin = 10;
constexpr double kLeastWidth = 640;  ///< of a picture with words above and below

constexpr std::string_view kGraphRules =
    R"(svg.graph { font: 12px ui-monospace, Menlo, Consolas, monospace; background: #ffffff; }
.graph text { fill: #1b1b1b; }
.graph .name { font-weight: bold; }
.graph .n { outline: none; }
.graph .b { fill: #f2efe9; stroke: #767676; stroke-width: 1; }
.graph .hl { stroke: #000000; stroke-opacity: 0.3; stroke-width: 1.5; }
.graph .bar { fill: #ffffff; stroke: #767676; stroke-width: 0.5; }
.graph .incl { fill: #9cc6e8; }
.graph .own { fill: #1f65a8; }
.graph .focus .b { stroke-width: 3; }
.graph .hot .b { stroke: #b3261e; stroke-width: 2; }
.graph .a path { fill: none; stroke: #6b6b6b; }
.graph .a .head { fill: #6b6b6b; stroke: none; }
.graph .dashed path { stroke-dasharray: 6 4; }
.graph .hot path { stroke: #b3261e; }
.graph .hot .head { fill: #b3261e; }
.graph .label { font-size: 11px; text-anchor: middle; }
.graph .label rect { fill: #ffffff; opacity: 0.85; }
.graph .cluster rect { fill: #8080800f; stroke: #767676; stroke-dasharray: 2 3; }
.graph .n:focus .b, .graph .n:hover .b { stroke: #000000; stroke-width: 3; }
.graph .a:hover path { stroke: #000000; }
.graph .far { opacity: 0.25; }
.graph .match .b { fill: #f0e442; }
.graph .match text { fill: #000000; }
)";

constexpr std::string_view kDarkGraphRules = R"(svg.graph { background: #161616; }
.graph text { fill: #f0f0f0; }
.graph .b { fill: #2b2a28; stroke: #8f8f8f; }
.graph .hl { stroke: #ffffff; }
.graph .bar { fill: #161616; stroke: #8f8f8f; }
.graph .incl { fill: #24527d; }
.graph .own { fill: #5aa5dc; }
.graph .hot .b { stroke: #ff8a7a; }
.graph .a path { stroke: #9a9a9a; }
.graph .a .head { fill: #9a9a9a; }
.graph .hot path { stroke: #ff8a7a; }
.graph .hot .head { fill: #ff8a7a; }
.graph .label rect { fill: #161616; }
.graph .cluster rect { stroke: #8f8f8f; }
.graph .n:focus .b, .graph .n:hover .b { stroke: #ffffff; }
.graph .a:hover path { stroke: #ffffff; }
)";

size_t columns_within(double pixels) {
  return static_cast<size_t>(std::max(1.0, pixels / kPictureLetter));
}

std::string classes(std::string_view first, std::string_view color, bool is_hot) {
  return fmt::format("{}{}{}{}", first, color.empty() ? "" : " ", color, is_hot ? " hot" : "");
}

class GraphSvg {
 public:
  GraphSvg(const GraphPicture& picture, const LayerLayout& layout, bool stands_alone)
      : picture_(picture),
        layout_(layout),
        stands_alone_(stands_alone),
        top_(stands_alone ? kPictureHead + kMargin : kMargin),
        width_(std::max(stands_alone ? kLeastWidth : 0.0, layout.width + 2 * kMargin)) {}

  [[nodiscard]] std::string text() {
    std::string body;
    append_clusters(body);
    body += "<g role=\"list\" aria-label=\"calls\">\n";
    for (size_t at = 0; at < picture_.arrows.size(); ++at) {
      append_arrow(body, at);
    }
    body += "</g>\n<g role=\"list\" aria-label=\"functions\">\n";
    for (size_t at = 0; at < picture_.boxes.size(); ++at) {
      append_box(body, at);
    }
    body += "</g>\n";
    append_labels(body);
    double height = top_ + layout_.height + kMargin;
    if (stands_alone_) {
      height = append_picture_foot(body, height, picture_.legend, picture_.notes, width_) + 8;
    }
    return start(height) + body + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string start(double height) const {
    std::string out = fmt::format(
        "<svg {}class=\"graph\" viewBox=\"0 0 {:.2f} {:.2f}\" width=\"{:.2f}\" "
        "height=\"{:.2f}\" role=\"group\" aria-labelledby=\"graph-title\">\n"
        "<title id=\"graph-title\">{}</title>\n",
        stands_alone_ ? "xmlns=\"http://www.w3.org/2000/svg\" " : "", width_, height, width_,
        height, escaped(picture_.title));
    if (stands_alone_) {
      out += fmt::format("<desc>{}</desc>\n<style>\n{}</style>\n", escaped(picture_.subtitle),
                         graph_style_sheet());
    }
    out += picture_hatches();
    if (stands_alone_) {
      append_picture_head(out, picture_.title, picture_.subtitle, width_);
    }
    return out;
  }

  [[nodiscard]] double x_of(double x) const { return x + kMargin; }
  [[nodiscard]] double y_of(double y) const { return y + top_; }

  [[nodiscard]] std::string place_of(const LayerRectangle& box) const {
    return fmt::format("x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"", x_of(box.x),
                       y_of(box.y), box.width, box.height);
  }

  static void append_title(std::string& out, std::string_view name,
                           const std::vector<std::string>& facts) {
    out += "<title>" + escaped(name);
    for (const std::string& fact : facts) {
      out += "\n" + escaped(fact);
    }
    out += "</title>";
  }

  void append_clusters(std::string& out) const {
    for (size_t at = 0; at < picture_.clusters.size(); ++at) {
      const LayerRectangle& place = layout_.clusters[at];
      if (place.width <= 0) {
        continue;
      }
      out += fmt::format("<g class=\"cluster\"><title>{}</title><rect rx=\"6\" {}/>",
                         escaped(picture_.clusters[at]), place_of(place));
      out += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\">{}</text></g>\n",
                         x_of(place.x) + kGraphPadding, y_of(place.y) + 14,
                         escaped(cut_middle(picture_.clusters[at],
                                            columns_within(place.width - 2 * kGraphPadding))));
    }
  }

  void append_box(std::string& out, size_t at) const {
    const GraphBox& box = picture_.boxes[at];
    const LayerRectangle& place = layout_.boxes[at];
    out += fmt::format("<g class=\"{}{}\" id=\"n{}\" role=\"listitem\" tabindex=\"0\">",
                       classes("n", box.color, box.is_hot), box.is_focus ? " focus" : "", at);
    append_title(out, box.name, box.facts);
    const std::string rectangle = place_of(place) + " rx=\"4\"";
    out += fmt::format("<rect class=\"b\" {}/>", rectangle);
    append_hatch(out, box.hatch, rectangle);
    const double x = x_of(place.x) + kGraphPadding;
    double y = y_of(place.y) + kGraphLine;
    out += fmt::format(
        "<text class=\"name\" aria-hidden=\"true\" x=\"{:.2f}\" y=\"{:.2f}\">{}"
        "</text>",
        x, y, escaped(box.label));
    for (const std::string& line : box.lines) {
      y += kGraphLine;
      out += fmt::format("<text aria-hidden=\"true\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>", x, y,
                         escaped(line));
    }
    append_bar(out, box, x, y + 5, place.width - 2 * kGraphPadding);
    out += "</g>\n";
  }

  static void append_bar(std::string& out, const GraphBox& box, double x, double y, double width) {
    const auto part = [&](std::string_view look, double share) {
      out += fmt::format(
          "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"5\"/>", look, x,
          y, width * share);
    };
    part("bar", 1);
    part("incl", box.share);
    part("own", box.self_share);
  }

  void append_arrow(std::string& out, size_t at) const {
    const GraphArrow& arrow = picture_.arrows[at];
    const std::vector<LayerPoint>& points = layout_.arrows[at];
    if (points.size() < 4) {
      return;
    }
    out += fmt::format("<g class=\"{}{}\" data-f=\"{}\" data-t=\"{}\" role=\"listitem\">",
                       classes("a", arrow.color, arrow.is_hot), arrow.is_dashed ? " dashed" : "",
                       arrow.from, arrow.to);
    append_title(out, picture_.boxes[arrow.from].name + " → " + picture_.boxes[arrow.to].name,
                 arrow.facts);
    const ArrowShape shape = arrow_shape(points, arrow.share);
    out += fmt::format("<path stroke-width=\"{:.2f}\" d=\"M{:.2f} {:.2f}", shape.width,
                       x_of(points.front().x), y_of(points.front().y));
    for (size_t each = 1; each < points.size(); ++each) {
      const LayerPoint& point = each + 1 == points.size() ? shape.end : points[each];
      out +=
          fmt::format("{}{:.2f} {:.2f}", each % 3 == 1 ? " C" : " ", x_of(point.x), y_of(point.y));
    }
    out += fmt::format(
        "\"/><polygon class=\"head\" points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\"/></g>\n",
        x_of(points.back().x), y_of(points.back().y), x_of(shape.left.x), y_of(shape.left.y),
        x_of(shape.right.x), y_of(shape.right.y));
  }

  void append_labels(std::string& out) const {
    for (const ArrowLabel& label : arrow_labels(picture_, layout_)) {
      out += fmt::format(
          "<g class=\"label\" aria-hidden=\"true\"><rect {}/><text x=\"{:.2f}\" y=\"{:.2f}\">{}"
          "</text></g>\n",
          place_of(label.area), x_of(label.area.x + label.area.width / 2), y_of(label.base_line),
          escaped(picture_.arrows[label.arrow].label));
    }
  }

  const GraphPicture& picture_;
  const LayerLayout& layout_;
  bool stands_alone_;
  double top_;
  double width_;
};

}  // namespace

std::string graph_style_sheet() {
  return fmt::format("{}{}@media (prefers-color-scheme: dark) {{\n{}{}}}\n", kGraphRules,
                     picture_fills("graph", false), kDarkGraphRules, picture_fills("graph", true));
}

std::string graph_element(const GraphPicture& picture, const LayerLayout& layout,
                          bool stands_alone) {
  return GraphSvg(picture, layout, stands_alone).text();
}

void write_svg(const GraphPicture& picture, const GraphStyle& style, ByteSink& out) {
  BufferedText stream(out);
  stream.text() += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  stream.text() += graph_element(picture, graph_layout(picture, style), true);
}

}  // namespace quern
