// SPDX-License-Identifier: MIT
//
// What a flame picture is drawn from, of one profile or of a comparison: boxes with their words, in
// depth-first order, and what stands around them. SVG and HTML draw it alike; they know no costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/byte_sink.h"
#include "quern/base/int128.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"

namespace quern {

struct FlameBox {
  uint32_t depth = 0;  ///< 0: the bar of all
  int128 x = 0, width = 0;
  std::string name;                ///< printable
  std::vector<std::string> facts;  ///< lines below the name
  std::vector<std::string> cells;  ///< of the table, without the name
  std::string color;               ///< a class of the style sheet
  Hatch hatch = Hatch::kNone;
  bool is_small = false;  ///< merged small frames: no function
};

class FlamePicture {
 public:
  virtual ~FlamePicture() = default;
  [[nodiscard]] virtual std::string title() const = 0;
  [[nodiscard]] virtual std::string subtitle() const = 0;
  /// The width of all boxes: a cost.
  [[nodiscard]] virtual int128 total() const = 0;
  /// How many levels there are, that of the bar of all included.
  [[nodiscard]] virtual uint32_t levels() const = 0;
  [[nodiscard]] virtual std::vector<PictureLegend> legend() const = 0;
  /// What has to be known of the numbers; sentences.
  [[nodiscard]] virtual std::vector<std::string> notes() const = 0;
  /// Of the table's columns, that of names last.
  [[nodiscard]] virtual std::vector<std::string> heads() const = 0;
  /// Calls use(box) for the bar of all and every box, parents first, until it returns false.
  virtual void each(const std::function<bool(const FlameBox&)>& use) const = 0;
};

void write_svg(const FlamePicture& picture, const FlameStyle& style, ByteSink& out);
void write_html(const FlamePicture& picture, const FlameStyle& style, ByteSink& out);

/// The picture as an element. Standing alone it has its style sheet, script, words and legend; in a
/// page these are the page's. False once nobody takes bytes any more.
bool write_flame_element(const FlamePicture& picture, const FlameStyle& style, bool stands_alone,
                         BufferedText& stream);

[[nodiscard]] std::string flame_style_sheet();

}  // namespace quern
