// SPDX-License-Identifier: MIT
//
// A drawn call graph as a page that needs nothing else: the picture, and its boxes and arrows as
// tables. The only script is the page's own, which the page's policy names by its hash.
#include <fmt/format.h>

#include "quern/base/buffered_text.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/graph/graph_script.h"
#include "quern/output/graph/graph_svg.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

std::string link_to(const GraphPicture& picture, size_t box) {
  return fmt::format("<a href=\"#n{}\">{}</a>", box, escaped(picture.boxes[box].name));
}

}  // namespace

void write_html(const GraphPicture& picture, const GraphStyle& style, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  const PictureFrame frame{.title = picture.title,
                           .subtitle = picture.subtitle,
                           .style_sheet = graph_style_sheet(),
                           .script = graph_script(),
                           .script_hash = graph_script_hash()};
  append_page_start(text, frame);
  text +=
      "<div class=\"bar\" role=\"search\"><label for=\"find\">Find</label>"
      "<input id=\"find\" type=\"search\" placeholder=\"text\" spellcheck=\"false\">"
      "<button id=\"smaller\" type=\"button\">Smaller</button>"
      "<button id=\"larger\" type=\"button\">Larger</button>"
      "<button id=\"fit\" type=\"button\">Fit</button>"
      "<span id=\"matched\" role=\"status\"></span></div>\n"
      "<div class=\"scroll\" id=\"picture\" tabindex=\"0\">\n";
  text += graph_element(picture, graph_layout(picture, style), false);
  text += "</div>\n<p id=\"details\" aria-live=\"polite\"></p>\n";
  append_page_legend(text, "graph", picture.legend, picture.notes);
  text +=
      "<p class=\"keys\">Keys: arrows go along calls, + and - zoom, 0 fits, / searches, Escape "
      "ends.</p>\n";
  append_table_start(text, "The functions as a table", picture.box_heads, "function");
  for (size_t at = 0; at < picture.boxes.size(); ++at) {
    append_table_cells(text, picture.boxes[at].cells);
    text += "<td>" + link_to(picture, at) + "</td></tr>\n";
  }
  append_table_end(text);
  append_table_start(text, "The calls as a table", picture.arrow_heads, "caller → callee");
  for (const GraphArrow& arrow : picture.arrows) {
    append_table_cells(text, arrow.cells);
    text += fmt::format("<td>{} → {}</td></tr>\n", link_to(picture, arrow.from),
                        link_to(picture, arrow.to));
  }
  append_table_end(text);
  append_page_end(text, frame);
}

}  // namespace quern
