// SPDX-License-Identifier: MIT
//
// A treemap as a page that needs nothing else: the picture, and its tiles as a table. The only
// script is the page's own, which the page's policy names by its hash.
#include <fmt/format.h>

#include "quern/base/buffered_text.h"
#include "quern/output/map/map_picture.h"
#include "quern/output/map/map_script.h"
#include "quern/output/map/map_svg.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

bool append_tile_table(BufferedText& stream, const MapPicture& picture) {
  std::string& text = stream.text();
  append_table_start(text, "The tiles as a table", picture.heads, "tile");
  for (size_t at = 0; at < picture.tiles.size(); ++at) {
    const DrawnTile& tile = picture.tiles[at];
    append_table_cells(text, tile.cells);
    text +=
        fmt::format("<td>{}<a href=\"#t{}\">{}</a></td></tr>\n",
                    tile.depth == 0 ? "" : fmt::format("{} ", tile.depth), at, escaped(tile.name));
    if (!stream.drain()) {
      return false;
    }
  }
  append_table_end(text);
  return true;
}

}  // namespace

void write_html(const MapPicture& picture, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  const PictureFrame frame{.title = picture.title,
                           .subtitle = picture.subtitle,
                           .style_sheet = map_style_sheet(),
                           .script = map_script(),
                           .script_hash = map_script_hash()};
  append_page_start(text, frame);
  text +=
      "<div class=\"bar\" role=\"search\"><label for=\"find\">Find</label>"
      "<input id=\"find\" type=\"search\" placeholder=\"text\" spellcheck=\"false\">"
      "<button id=\"up\" type=\"button\" disabled>Zoom out</button>"
      "<span id=\"matched\" role=\"status\"></span></div>\n"
      "<div class=\"scroll\">\n";
  text += map_element(picture, false);
  text += "</div>\n<p id=\"details\" aria-live=\"polite\"></p>\n";
  append_page_legend(text, "map", picture.legend, picture.notes);
  text +=
      "<p class=\"keys\">A click or Enter zooms into a tile, Escape goes back. Left and right go "
      "to "
      "the tiles beside it, up to the tile around it, down to the first tile in it. / "
      "searches.</p>\n";
  if (append_tile_table(stream, picture)) {
    append_page_end(text, frame);
  }
}

}  // namespace quern
