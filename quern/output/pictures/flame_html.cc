// SPDX-License-Identifier: MIT
//
// A flame picture as a page that needs nothing else: the picture, its controls, what the frame
// under the pointer or focus is, and all frames as a table. The only script is the page's own,
// which the page's policy names by its hash; nothing is fetched.
#include <fmt/format.h>

#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_script.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

constexpr std::string_view kPageRules = R"(:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; color: #1b1b1b; background: #ffffff; margin: 1rem; }
h1 { font-size: 1.3rem; }
.bar { display: flex; flex-wrap: wrap; gap: .6em; align-items: center; margin: .6em 0; }
.scroll { overflow-x: auto; }
#details { white-space: pre-line; min-height: 6em; font: 13px/1.4 ui-monospace, monospace; }
.legend { display: flex; flex-wrap: wrap; gap: .3em 1.2em; padding: 0; list-style: none; }
.legend svg { vertical-align: -2px; width: 18px; height: 13px; }
.keys { color: #595959; }
table { border-collapse: collapse; font: 13px/1.4 ui-monospace, monospace; }
th, td { text-align: right; padding: 0 .6em; white-space: nowrap; }
th { position: sticky; top: 0; background: #ffffff; }
th:last-child, td:last-child { text-align: left; }
a { color: inherit; }
@media (prefers-color-scheme: dark) {
body { color: #e8e8e8; background: #161616; }
th { background: #161616; }
.keys { color: #a6a6a6; }
}
)";

/// Levels that the table moves to the right; deeper ones show their number.
constexpr uint32_t kDrawnLevels = 24;

class Page {
 public:
  Page(const FlamePicture& picture, const FlameStyle& style, ByteSink& out)
      : picture_(picture), style_(style), stream_(out) {}

  void write() {
    append_head();
    text() +=
        "<div class=\"bar\" role=\"search\"><label for=\"find\">Find</label>"
        "<input id=\"find\" type=\"search\" placeholder=\"text or /regexp/\" spellcheck=\"false\">"
        "<button id=\"reset\" type=\"button\">Reset</button>"
        "<span id=\"matched\" role=\"status\"></span></div>\n<div class=\"scroll\">\n";
    if (!write_flame_element(picture_, style_, false, stream_)) {
      return;
    }
    text() += "</div>\n<p id=\"details\" aria-live=\"polite\"></p>\n";
    append_legend();
    for (const std::string& note : picture_.notes()) {
      append_paragraph(note);
    }
    text() +=
        "<p class=\"keys\">Keys: arrows move, Enter zooms, Escape goes back, / searches.</p>\n";
    append_table();
    text() += fmt::format("<script>{}</script>\n</body>\n</html>\n", flame_script());
  }

 private:
  [[nodiscard]] std::string& text() { return stream_.text(); }

  void append_head() {
    const std::string title = escaped(picture_.title());
    text() += fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src '{}'\">\n"
        "<meta name=\"generator\" content=\"quern\">\n<title>{}</title>\n<style>\n{}{}</style>\n"
        "</head>\n<body>\n<h1>{}</h1>\n",
        flame_script_hash(), title, kPageRules, flame_style_sheet(), title);
    append_paragraph(picture_.subtitle());
  }

  void append_paragraph(std::string_view words) {
    text() += "<p>";
    append_escaped(text(), words);
    text() += "</p>\n";
  }

  void append_legend() {
    text() += "<ul class=\"legend\" aria-label=\"legend\">\n";
    for (const FlameLegend& entry : picture_.legend()) {
      text() += fmt::format(
          "<li><svg class=\"flame-key\" aria-hidden=\"true\"><g class=\"flame\"><g class=\"{}\">"
          "<rect class=\"b\" width=\"18\" height=\"13\"/></g>",
          entry.color);
      if (entry.hatch != Hatch::kNone) {
        text() += fmt::format("<rect fill=\"url(#{})\" width=\"18\" height=\"13\"/>",
                              entry.hatch == Hatch::kEstimated ? "est" : "bound");
      }
      text() += fmt::format("</g></svg> {}</li>\n", escaped(entry.words));
    }
    text() += "</ul>\n";
  }

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
