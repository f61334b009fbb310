// SPDX-License-Identifier: MIT
//
// A treemap as SVG: a whole picture without a script, with a tooltip for each tile.
#include "quern/output/map/map_svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/buffered_text.h"
#include "quern/output/pictures/picture_colors.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

constexpr double kLeastWidth = 640;  ///< of a picture with words above and below
constexpr double kLeastFrame = 6;    ///< smaller tiles with tiles in them have no frame
constexpr uint32_t kFrames = 3;      ///< kinds of them, the outermost the boldest

constexpr std::string_view kMapRules =
    R"(svg.map { font: 12px ui-monospace, Menlo, Consolas, monospace; background: #ffffff; }
.map text { fill: #1b1b1b; }
.map .t { outline: none; }
.map .b { fill: #f2efe9; stroke: #ffffff; stroke-width: 0.75; }
.map .self .b { fill-opacity: 0.6; }
.map .cut .b { fill-opacity: 0.35; }
.map .hl { stroke: #000000; stroke-opacity: 0.2; stroke-width: 1; }
.map .over { pointer-events: none; }
.map .f { fill: none; stroke: #3a3a3a; }
.map .f0 { stroke-width: 2.5; }
.map .f1 { stroke-width: 1.5; }
.map .f2 { stroke-width: 0.75; }
.map .strip { fill: #ffffff; fill-opacity: 0.78; }
.map .title { font-weight: bold; }
.map .share { fill-opacity: 0.75; }
.map .t:hover .b { stroke: #000000; stroke-width: 2; }
.map .ring { fill: none; stroke: #000000; stroke-width: 4; }
.map .match .b { fill: #f0e442; fill-opacity: 1; }
.map .match text { fill: #000000; }
)";

constexpr std::string_view kDarkMapRules = R"(svg.map { background: #161616; }
.map text { fill: #f0f0f0; }
.map .b { fill: #2b2a28; stroke: #161616; }
.map .hl { stroke: #ffffff; }
.map .f { stroke: #c8c8c8; }
.map .strip { fill: #161616; }
.map .t:hover .b, .map .ring { stroke: #ffffff; }
)";

std::string place_of(const TileRectangle& place) {
  return fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", place.x, place.y, place.width,
                     place.height);
}

std::string_view look_of(TileKind kind) {
  return kind == TileKind::kSelf ? " self" : kind == TileKind::kCut ? " cut" : "";
}

class MapSvg {
 public:
  MapSvg(const MapPicture& picture, bool stands_alone)
      : picture_(picture),
        stands_alone_(stands_alone),
        width_(std::max(stands_alone ? kLeastWidth : 0.0, picture.width)) {}

  [[nodiscard]] std::string text() {
    const double top = stands_alone_ ? kPictureHead + 10 : 0;
    std::string body = fmt::format(
        "<g transform=\"translate(0 {})\">\n<g role=\"list\" "
        "aria-label=\"tiles\">\n",
        top);
    for (size_t at = 0; at < picture_.tiles.size(); ++at) {
      append_tile(body, at);
    }
    body += "</g>\n<g class=\"over\" aria-hidden=\"true\">\n";
    append_frames(body);
    append_titles(body);
    body += "</g>\n</g>\n";
    double height = top + picture_.height;
    if (stands_alone_) {
      height = append_picture_foot(body, height + 6, picture_.legend, picture_.notes, width_) + 8;
    }
    return start(height) + body + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string start(double height) const {
    std::string out = fmt::format(
        "<svg {}class=\"map\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"group\" "
        "aria-labelledby=\"map-title\">\n<title id=\"map-title\">{}</title>\n",
        stands_alone_ ? "xmlns=\"http://www.w3.org/2000/svg\" " : "", width_, height, width_,
        height, escaped(picture_.title));
    if (stands_alone_) {
      out += fmt::format("<desc>{}</desc>\n<style>\n{}</style>\n", escaped(picture_.subtitle),
                         map_style_sheet());
    }
    out += picture_hatches();
    if (stands_alone_) {
      append_picture_head(out, picture_.title, picture_.subtitle, width_);
    }
    return out;
  }

  void append_tile(std::string& out, size_t at) const {
    const DrawnTile& tile = picture_.tiles[at];
    out += fmt::format("<g class=\"t {}{}\"", tile.color, look_of(tile.kind));
    if (!stands_alone_) {
      out += fmt::format(" id=\"t{}\" tabindex=\"{}\"", at, at == 0 ? 0 : -1);
      out += tile.parent ? fmt::format(" data-p=\"{}\"", *tile.parent) : std::string();
      out += tile.label != tile.name ? fmt::format(" data-l=\"{}\"", escaped(tile.label))
                                     : std::string();
    }
    out += " role=\"listitem\"><title>" + escaped(tile.name);
    for (const std::string& fact : tile.facts) {
      out += "\n" + escaped(fact);
    }
    const std::string place = place_of(tile.place);
    out += fmt::format("</title><rect class=\"b\" {}/>", place);
    if (!tile.has_tiles) {
      append_hatch(out, tile.hatch, place);
    }
    double y = tile.lines_y;
    for (const std::string& line : tile.lines) {
      y += kTileLine;
      out += fmt::format("<text aria-hidden=\"true\"{} x=\"{}\" y=\"{}\">{}</text>",
                         &line == &tile.lines.front() ? "" : " class=\"share\"",
                         tile.place.x + kTilePadding, y, escaped(line));
    }
    out += "</g>\n";
  }

  /// The innermost first, so that those around them are on top.
  void append_frames(std::string& out) const {
    for (size_t at = picture_.tiles.size(); at-- > 0;) {
      const DrawnTile& tile = picture_.tiles[at];
      if (tile.has_tiles && tile.place.width >= kLeastFrame && tile.place.height >= kLeastFrame) {
        out += fmt::format("<rect class=\"f f{}\" {}/>\n", std::min(tile.depth, kFrames - 1),
                           place_of(tile.place));
      }
    }
  }

  void append_titles(std::string& out) const {
    for (const TileTitle& title : picture_.titles) {
      out += fmt::format(
          "<rect class=\"strip\" {}/><text class=\"title\" x=\"{}\" y=\"{}\">{}</text>\n",
          place_of(title.place), title.place.x + kTilePadding, title.place.y + 12,
          escaped(title.words));
    }
  }

  const MapPicture& picture_;
  bool stands_alone_;
  double width_;
};

}  // namespace

std::string map_style_sheet() {
  return fmt::format("{}{}@media (prefers-color-scheme: dark) {{\n{}{}}}\n", kMapRules,
                     picture_fills("map", false), kDarkMapRules, picture_fills("map", true));
}

std::string map_element(const MapPicture& picture, bool stands_alone) {
  return MapSvg(picture, stands_alone).text();
}

void write_svg(const MapPicture& picture, ByteSink& out) {
  BufferedText stream(out);
  stream.text() += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  stream.text() += map_element(picture, true);
}

}  // namespace quern
