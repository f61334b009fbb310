// SPDX-License-Identifier: MIT
//
// A flame picture as SVG. Without its script it is a whole picture with a tooltip for each frame;
// the script adds zoom, search and the keyboard. Coordinates are rounded to a thousandth of a
// pixel, so that neighbors touch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_script.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

constexpr double kLevel = 18;  ///< pixels from one level to the next

class Drawing {
 public:
  Drawing(const FlamePicture& picture, const FlameStyle& style, bool stands_alone,
          BufferedText& stream)
      : picture_(picture),
        style_(style),
        stands_alone_(stands_alone),
        stream_(stream),
        total_(to_double(std::max<int128>(1, picture.total()))),
        top_(stands_alone ? kPictureHead : 2) {}

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
    text() += picture_hatches();
    if (stands_alone_) {
      append_picture_head(text(), picture_.title(), picture_.subtitle(), pixels());
    }
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
    append_hatch(text(), box.hatch, place);
    text() += fmt::format("<text aria-hidden=\"true\" x=\"{:.3f}\" y=\"{}\">", left + 3, y + 13);
    append_escaped(text(), label(box.name, width));
    text() += "</text></g>\n";
  }

  static std::string label(const std::string& name, double width) {
    const double room = std::floor((width - 6) / kPictureLetter);
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
      y = append_picture_foot(foot_, y, picture_.legend(), picture_.notes(), pixels());
    }
    height_ = y + 8;
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
