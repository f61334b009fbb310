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
#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"
#include "quern/query/rows.h"

namespace quern {

enum class Hatch : uint8_t { kNone, kEstimated, kBounded };

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

[[nodiscard]] Hatch hatch_of(const Amount& amount);
/// A name of any length in a picture of bounded size; printable.
[[nodiscard]] std::string box_name(std::string_view name, const Style& style);
/// The file and the object of a function, one a line, where they are known.
void add_places(std::vector<std::string>& facts, const RowName& name);

struct FlameLegend {
  std::string color;
  Hatch hatch = Hatch::kNone;
  std::string words;
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
  [[nodiscard]] virtual std::vector<FlameLegend> legend() const = 0;
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

/// Fills of the classes k0 … that stand for groups, s0 … for shares and d0 … for changes, in
/// pictures of a class.
[[nodiscard]] std::string picture_fills(std::string_view svg_class, bool is_dark);
/// The light one of a class s… , l… or m…, "#f6d39a"; white of others.
[[nodiscard]] std::string_view picture_fill(std::string_view color);
[[nodiscard]] std::string flame_style_sheet();
/// Always the same class for one text.
[[nodiscard]] std::string group_color(std::string_view text);
/// "s0" to "s5", from nothing to more than a fifth.
[[nodiscard]] std::string share_color(int128 part, int128 whole);

}  // namespace quern
