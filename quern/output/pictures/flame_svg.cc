// SPDX-License-Identifier: MIT
//
// A flame picture as SVG. Without its script it is a whole picture with a tooltip for each frame;
// the script adds zoom, search and the keyboard. Coordinates are rounded to a thousandth of a
// pixel, so that neighbors touch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "quern/base/text.h"
#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_script.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/html_text.h"
#include "quern/output/shared/wrapped.h"

namespace quern {
namespace {

constexpr double kLevel = 18;     ///< pixels from one level to the next
constexpr double kLetter = 7.25;  ///< a little more than a letter of 12 pixels takes
constexpr double kLine = 17;
constexpr double kHeadHeight = 64;

class Drawing {
 public:
  Drawing(const FlamePicture& picture, const FlameStyle& style, bool stands_alone,
          BufferedText& stream)
      : picture_(picture),
        style_(style),
        stands_alone_(stands_alone),
        stream_(stream),
        total_(to_double(std::max<int128>(1, picture.total()))),
        top_(stands_alone ? kHeadHeight : 2) {}

  bool write() {
    make_foot();
    append_start();
    bool is_wanted = true;
    size_t id = 0;
    text() += "<g role=\"tree\" aria-label=\"frames\">\n";
    picture_.each([&](const FlameBox& box) {
      append_box(box, id++);
      is_wanted = stream_.drain();
      return is_wanted;
    });
    text() += "</g>\n" + foot_;
    if (stands_alone_) {
      text() += fmt::format("<script><![CDATA[{}]]></script>\n", flame_script());
    }
    text() += "</svg>\n";
    return is_wanted;
  }

 private:
  [[nodiscard]] std::string& text() { return stream_.text(); }
  [[nodiscard]] double pixels() const { return static_cast<double>(style_.pixels); }
  [[nodiscard]] size_t columns() const {
    return std::max<size_t>(20, static_cast<size_t>((pixels() - 8) / kLetter));
  }
  [[nodiscard]] double picture_height() const { return kLevel * picture_.levels(); }
  [[nodiscard]] double foot_top() const { return top_ + picture_height() + 4; }

  /// In thousandths of a pixel.
  [[nodiscard]] double at(int128 cost) const {
    return std::round(to_double(cost) / total_ * pixels() * 1000) / 1000;
  }

  void append_start() {
    const std::string size =
        fmt::format("width=\"{}\" height=\"{}\"", style_.pixels, static_cast<uint64_t>(height_));
    text() += fmt::format(
        "<svg {}class=\"flame\" viewBox=\"0 0 {} {}\" {} role=\"group\" "
        "aria-labelledby=\"flame-title\" data-width=\"{}\" data-total=\"{}\" data-roots=\"{}\">\n",
        stands_alone_ ? "xmlns=\"http://www.w3.org/2000/svg\" " : "", style_.pixels,
        static_cast<uint64_t>(height_), size, style_.pixels, to_decimal(picture_.total()),
        style_.roots_on_top ? "top" : "bottom");
    text() += fmt::format("<title id=\"flame-title\">{}</title>\n", escaped(picture_.title()));
    if (stands_alone_) {
      text() += fmt::format("<desc>{}</desc>\n<style>\n{}</style>\n", escaped(picture_.subtitle()),
                            flame_style_sheet());
    }
    text() +=
        "<defs>\n"
        "<pattern id=\"est\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><line class=\"hl\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\"/>"
        "</pattern>\n"
        "<pattern id=\"bound\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">"
        "<line class=\"hl\" x1=\"0\" y1=\"2\" x2=\"2\" y2=\"2\"/></pattern>\n"
        "</defs>\n";
    if (stands_alone_) {
      append_line(text(), 20, picture_.title(), "font-weight=\"bold\"");
      double y = 40;
      for (const std::string& line : wrapped(picture_.subtitle(), columns())) {
        append_line(text(), y, line, "");
        y += kLine;
        if (y > kHeadHeight) {
          break;
        }
      }
    }
  }

  void append_line(std::string& out, double y, std::string_view words,
                   std::string_view look) const {
    out += fmt::format("<text x=\"4\" y=\"{}\"{}{}>", y, look.empty() ? "" : " ", look);
    append_escaped(out, fitting_start(words, columns()));
    out += "</text>\n";
  }

  void append_box(const FlameBox& box, size_t id) {
    const double left = at(box.x);
    const double width = at(box.x + box.width) - left;
    const uint32_t level = style_.roots_on_top ? box.depth : picture_.levels() - 1 - box.depth;
    const double y = top_ + kLevel * level;
    text() += fmt::format(
        "<g class=\"f {}{}\" id=\"f{}\" data-d=\"{}\" data-c=\"{}\" role=\"treeitem\" "
        "aria-level=\"{}\" tabindex=\"-1\"><title>{}",
        box.color, box.is_small ? " small" : "", id, box.depth, to_decimal(box.width),
        box.depth + 1, escaped(box.name));
    for (const std::string& fact : box.facts) {
      text() += "\n" + escaped(fact);
    }
    const std::string place = fmt::format("x=\"{:.3f}\" y=\"{}\" width=\"{:.3f}\" height=\"{}\"",
                                          left, y, width, kLevel - 1);
    text() += fmt::format("</title><rect class=\"b\" {}/>", place);
    append_hatch(box.hatch, place);
    text() += fmt::format("<text aria-hidden=\"true\" x=\"{:.3f}\" y=\"{}\">", left + 3, y + 13);
    append_escaped(text(), label(box.name, width));
    text() += "</text></g>\n";
  }

  void append_hatch(Hatch hatch, const std::string& place) {
    if (hatch != Hatch::kNone) {
      text() += fmt::format("<rect class=\"h\" fill=\"url(#{})\" {}/>",
                            hatch == Hatch::kEstimated ? "est" : "bound", place);
    }
  }

  static std::string label(const std::string& name, double width) {
    const double room = std::floor((width - 6) / kLetter);
    if (room < 2) {
      return {};
    }
    const auto columns = static_cast<size_t>(room);
    return display_width(name) <= columns ? name
                                          : std::string(fitting_start(name, columns - 1)) + "…";
  }

  /// Legend and notes, which tell how high the picture is.
  void make_foot() {
    double y = foot_top();
    if (stands_alone_) {
      y = append_legend(y);
      for (const std::string& note : picture_.notes()) {
        for (const std::string& line : wrapped(note, columns())) {
          y += kLine;
          append_line(foot_, y, line, "");
        }
      }
    }
    height_ = y + 8;
  }

  double append_legend(double y) {
    double x = 4;
    y += kLine;
    for (const FlameLegend& entry : picture_.legend()) {
      const std::string words(fitting_start(entry.words, columns() - 4));
      const double width = 24 + kLetter * static_cast<double>(display_width(words)) + 12;
      if (x > 4 && x + width > pixels()) {
        x = 4;
        y += kLine + 3;
      }
      foot_ += fmt::format(
          "<g class=\"{}\"><rect class=\"b\" x=\"{}\" y=\"{}\" width=\"18\" "
          "height=\"13\"/>",
          entry.color, x, y - 11);
      if (entry.hatch != Hatch::kNone) {
        foot_ += fmt::format(
            "<rect class=\"h\" fill=\"url(#{})\" x=\"{}\" y=\"{}\" width=\"18\" "
            "height=\"13\"/>",
            entry.hatch == Hatch::kEstimated ? "est" : "bound", x, y - 11);
      }
      foot_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text></g>\n", x + 24, y, escaped(words));
      x += width;
    }
    return y;
  }

  const FlamePicture& picture_;
  const FlameStyle& style_;
  bool stands_alone_;
  BufferedText& stream_;
  double total_;
  double top_;
  double height_ = 0;
  std::string foot_;
};

}  // namespace

bool write_flame_element(const FlamePicture& picture, const FlameStyle& style, bool stands_alone,
                         BufferedText& stream) {
  return Drawing(picture, style, stands_alone, stream).write();
}

void write_svg(const FlamePicture& picture, const FlameStyle& style, ByteSink& out) {
  BufferedText stream(out);
  stream.text() += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  (void)write_flame_element(picture, style, true, stream);
}

}  // namespace quern
