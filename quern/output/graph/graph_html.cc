// SPDX-License-Identifier: MIT
//
// A drawn call graph as a page that needs nothing else: the picture, and its boxes and arrows as
// tables. The only script is the page's own, which the page's policy names by its hash.
#include <fmt/format.h>

#include <functional>

#include "quern/base/buffered_text.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/graph/graph_script.h"
#include "quern/output/graph/graph_svg.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

void append_cells(std::string& out, const std::vector<std::string>& cells) {
  out += "<tr>";
  for (const std::string& cell : cells) {
    out += fmt::format("<td>{}</td>", escaped(cell));
  }
}

void append_table(std::string& out, std::string_view summary, const std::vector<std::string>& heads,
                  std::string_view name_head, size_t count,
                  const std::function<void(size_t)>& append_row) {
  out += fmt::format(
      "<details>\n<summary>{}</summary>\n<div class=\"scroll\" tabindex=\"0\"><table>\n"
      "<thead><tr>",
      summary);
  for (const std::string& head : heads) {
    out += fmt::format("<th scope=\"col\">{}</th>", head);
  }
  out += fmt::format("<th scope=\"col\">{}</th></tr></thead>\n<tbody>\n", name_head);
  for (size_t at = 0; at < count; ++at) {
    append_row(at);
  }
  out += "</tbody></table></div>\n</details>\n";
}

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
  append_table(text, "The functions as a table", picture.box_heads, "function",
               picture.boxes.size(), [&](size_t at) {
                 append_cells(text, picture.boxes[at].cells);
                 text += "<td>" + link_to(picture, at) + "</td></tr>\n";
               });
  append_table(text, "The calls as a table", picture.arrow_heads, "caller → callee",
               picture.arrows.size(), [&](size_t at) {
                 const GraphArrow& arrow = picture.arrows[at];
                 append_cells(text, arrow.cells);
                 text += fmt::format("<td>{} → {}</td></tr>\n", link_to(picture, arrow.from),
                                     link_to(picture, arrow.to));
               });
  append_page_end(text, frame);
}

}  // namespace quern
