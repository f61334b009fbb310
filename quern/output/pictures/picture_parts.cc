// SPDX-License-Identifier: MIT
#include "quern/output/pictures/picture_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/pictures/picture_colors.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/html_text.h"
#include "quern/output/shared/incomplete_words.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/shared/wrapped.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

constexpr size_t kLongestBoxName = 400;
constexpr size_t kLegendGroups = 8;

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

std::string_view pattern_of(Hatch hatch) {
  return hatch == Hatch::kEstimated ? "est" : "bound";
}

double append_legend(std::string& out, double y, std::span<const PictureLegend> legend,
                     double pixels) {
  double x = 4;
  y += kPictureLine;
  for (const PictureLegend& entry : legend) {
    const std::string words(fitting_start(entry.words, picture_columns(pixels) - 4));
    const double width = 24 + kPictureLetter * static_cast<double>(display_width(words)) + 12;
    if (x > 4 && x + width > pixels) {
      x = 4;
      y += kPictureLine + 3;
    }
    const std::string place =
        fmt::format("x=\"{}\" y=\"{}\" width=\"18\" height=\"13\"", x, y - 11);
    out += fmt::format("<g class=\"{}\"><rect class=\"b\" {}/>", entry.color, place);
    append_hatch(out, entry.hatch, place);
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text></g>\n", x + 24, y, escaped(words));
    x += width;
  }
  return y;
}

}  // namespace

Hatch hatch_of(const Amount& amount) {
  return certainty_of(amount) == Certainty::kExact       ? Hatch::kNone
         : certainty_of(amount) == Certainty::kEstimated ? Hatch::kEstimated
                                                         : Hatch::kBounded;
}

std::vector<PictureLegend> share_legend() {
  return {{"s0", Hatch::kNone, "self below 0.1 %"},
          {"s2", Hatch::kNone, "0.5 %"},
          {"s4", Hatch::kNone, "5 %"},
          {"s5", Hatch::kNone, "above 20 %"}};
}

std::vector<PictureLegend> group_legend(const std::map<std::string_view, int128>& costs) {
  std::vector<std::pair<std::string_view, int128>> groups(costs.begin(), costs.end());
  std::ranges::sort(groups, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  groups.resize(std::min(groups.size(), kLegendGroups));
  std::vector<PictureLegend> entries;
  for (const auto& [group, cost] : groups) {
    const std::string words = group.empty() ? "(unknown)" : printable(group);
    entries.push_back({group_color(group), Hatch::kNone, cut_middle(words, 60)});
  }
  return entries;
}

std::string picture_subtitle(Head head, const Completeness& completeness) {
  if (!head.base.empty()) {
    head.notes.insert(head.notes.begin(), head.base);
  }
  add_incomplete(head.notes, completeness);
  return fmt::format("{}", fmt::join(head.notes, " · "));
}

std::string box_name(std::string_view name, const Style& style) {
  return shortened(shown_name(name, style), kLongestBoxName);
}

void add_places(std::vector<std::string>& facts, const RowName& name) {
  for (const std::string_view place : {name.file, name.object}) {
    if (!place.empty()) {
      facts.push_back(cut_middle(printable(place), kLongestBoxName));
    }
  }
}

size_t picture_columns(double pixels) {
  return std::max<size_t>(20, static_cast<size_t>(std::max(0.0, (pixels - 8) / kPictureLetter)));
}

std::string_view picture_hatches() {
  return "<defs>\n"
         "<pattern id=\"est\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
         "patternTransform=\"rotate(45)\"><line class=\"hl\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\"/>"
         "</pattern>\n"
         "<pattern id=\"bound\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">"
         "<line class=\"hl\" x1=\"0\" y1=\"2\" x2=\"2\" y2=\"2\"/></pattern>\n"
         "</defs>\n";
}

void append_hatch(std::string& out, Hatch hatch, std::string_view place) {
  if (hatch != Hatch::kNone) {
    out += fmt::format("<rect class=\"h\" fill=\"url(#{})\" {}/>", pattern_of(hatch), place);
  }
}

void append_picture_line(std::string& out, double y, std::string_view words, std::string_view look,
                         double pixels) {
  out += fmt::format("<text x=\"4\" y=\"{}\"{}{}>", y, look.empty() ? "" : " ", look);
  append_escaped(out, fitting_start(words, picture_columns(pixels)));
  out += "</text>\n";
}

void append_picture_head(std::string& out, std::string_view title, std::string_view subtitle,
                         double pixels) {
  append_picture_line(out, 20, title, "font-weight=\"bold\"", pixels);
  double y = 40;
  for (const std::string& line : wrapped(subtitle, picture_columns(pixels))) {
    append_picture_line(out, y, line, "", pixels);
    y += kPictureLine;
    if (y > kPictureHead) {
      break;
    }
  }
}

double append_picture_foot(std::string& out, double y, std::span<const PictureLegend> legend,
                           std::span<const std::string> notes, double pixels) {
  y = append_legend(out, y, legend, pixels);
  for (const std::string& note : notes) {
    for (const std::string& line : wrapped(note, picture_columns(pixels))) {
      y += kPictureLine;
      append_picture_line(out, y, line, "", pixels);
    }
  }
  return y;
}

void append_page_start(std::string& out, const PictureFrame& frame) {
  const std::string title = escaped(frame.title);
  out += fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src '{}'\">\n"
      "<meta name=\"generator\" content=\"quern\">\n<title>{}</title>\n<style>\n{}{}</style>\n"
      "</head>\n<body>\n<h1>{}</h1>\n<p>{}</p>\n",
      frame.script_hash, title, kPageRules, frame.style_sheet, title, escaped(frame.subtitle));
}

void append_page_legend(std::string& out, std::string_view svg_class,
                        std::span<const PictureLegend> legend, std::span<const std::string> notes) {
  out += "<ul class=\"legend\" aria-label=\"legend\">\n";
  for (const PictureLegend& entry : legend) {
    out += fmt::format(
        "<li><svg class=\"{0}-key\" aria-hidden=\"true\"><g class=\"{0}\"><g class=\"{1}\">"
        "<rect class=\"b\" width=\"18\" height=\"13\"/></g>",
        svg_class, entry.color);
    if (entry.hatch != Hatch::kNone) {
      out += fmt::format("<rect fill=\"url(#{})\" width=\"18\" height=\"13\"/>",
                         pattern_of(entry.hatch));
    }
    out += fmt::format("</g></svg> {}</li>\n", escaped(entry.words));
  }
  out += "</ul>\n";
  for (const std::string& note : notes) {
    out += fmt::format("<p>{}</p>\n", escaped(note));
  }
}

void append_table_start(std::string& out, std::string_view summary,
                        std::span<const std::string> heads, std::string_view name_head) {
  out += fmt::format(
      "<details>\n<summary>{}</summary>\n<div class=\"scroll\" tabindex=\"0\"><table>\n"
      "<thead><tr>",
      summary);
  for (const std::string& head : heads) {
    out += fmt::format("<th scope=\"col\">{}</th>", head);
  }
  out += fmt::format("<th scope=\"col\">{}</th></tr></thead>\n<tbody>\n", name_head);
}

void append_table_cells(std::string& out, std::span<const std::string> cells) {
  out += "<tr>";
  for (const std::string& cell : cells) {
    out += fmt::format("<td>{}</td>", escaped(cell));
  }
}

void append_table_end(std::string& out) {
  out += "</tbody></table></div>\n</details>\n";
}

void append_page_end(std::string& out, const PictureFrame& frame) {
  out += fmt::format("<script>{}</script>\n</body>\n</html>\n", frame.script);
}

}  // namespace quern
