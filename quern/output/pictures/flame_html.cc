// SPDX-License-Identifier: MIT
//
// A flame picture as a page that needs nothing else: the picture, its controls, what the frame
// under the pointer or focus is, and all frames as a table. The only script is the page's own,
// which the page's policy names by its hash; nothing is fetched.
#include <fmt/format.h>

#include <algorithm>

#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_script.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

/// Levels that the table moves to the right; deeper ones show their number.
constexpr uint32_t kDrawnLevels = 24;

class Page {
 public:
  Page(const FlamePicture& picture, const FlameStyle& style, ByteSink& out)
      : picture_(picture), style_(style), stream_(out) {}

  void write() {
    const PictureFrame frame{.title = picture_.title(),
                             .subtitle = picture_.subtitle(),
                             .style_sheet = flame_style_sheet(),
                             .script = flame_script(),
                             .script_hash = flame_script_hash()};
    append_page_start(text(), frame);
    text() +=
        "<div class=\"bar\" role=\"search\"><label for=\"find\">Find</label>"
        "<input id=\"find\" type=\"search\" placeholder=\"text or /regexp/\" spellcheck=\"false\">"
        "<button id=\"reset\" type=\"button\">Reset</button>"
        "<span id=\"matched\" role=\"status\"></span></div>\n<div class=\"scroll\">\n";
    if (!write_flame_element(picture_, style_, false, stream_)) {
      return;
    }
    text() += "</div>\n<p id=\"details\" aria-live=\"polite\"></p>\n";
    append_page_legend(text(), "flame", picture_.legend(), picture_.notes());
    text() +=
        "<p class=\"keys\">Keys: arrows move, Enter zooms, Escape goes back, / searches.</p>\n";
    append_table();
    append_page_end(text(), frame);
  }

 private:
  [[nodiscard]] std::string& text() { return stream_.text(); }

  void append_table() {
    text() +=
        "<details>\n<summary>The frames as a table</summary>\n<div class=\"scroll\"><table>\n"
        "<thead><tr>";
    for (const std::string& head : picture_.heads()) {
      text() += fmt::format("<th scope=\"col\">{}</th>", escaped(head));
    }
    text() += "</tr></thead>\n<tbody>\n";
    size_t id = 0;
    picture_.each([&](const FlameBox& box) {
      append_row(box, id++);
      return stream_.drain();
    });
    text() += "</tbody></table></div>\n</details>\n";
  }

  void append_row(const FlameBox& box, size_t id) {
    text() += "<tr>";
    for (const std::string& cell : box.cells) {
      text() += fmt::format("<td>{}</td>", escaped(cell));
    }
    text() += "<td>";
    for (uint32_t level = 0; level < std::min(box.depth, kDrawnLevels); ++level) {
      text() += "&#8195;";
    }
    text() += box.depth > kDrawnLevels ? fmt::format("{}» ", box.depth) : "";
    text() += fmt::format("<a href=\"#f{}\">{}</a></td></tr>\n", id, escaped(box.name));
  }

  const FlamePicture& picture_;
  const FlameStyle& style_;
  BufferedText stream_;
};

}  // namespace

void write_html(const FlamePicture& picture, const FlameStyle& style, ByteSink& out) {
  Page(picture, style, out).write();
}

}  // namespace quern
