// SPDX-License-Identifier: MIT
//
// What flame pictures and drawn call graphs have in common: patterns, words above and below the
// picture, and the page around it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/output/render.h"
#include "quern/output/text/head.h"
#include "quern/query/rows.h"

namespace quern {

/// How a shape says that its cost is not exact.
enum class Hatch : uint8_t { kNone, kEstimated, kBounded };
[[nodiscard]] Hatch hatch_of(const Amount& amount);

struct PictureLegend {
  std::string color;  ///< a class of the style sheet
  Hatch hatch = Hatch::kNone;
  std::string words;
};

/// The colors of share_color().
[[nodiscard]] std::vector<PictureLegend> share_legend();
/// group_color() of the texts with the largest costs.
[[nodiscard]] std::vector<PictureLegend> group_legend(
    const std::map<std::string_view, int128>& costs);
/// Adds the hatches that some of the shapes have. `of`: a member or function with a shape's hatch.
template <class Shapes, class HatchOf>
void add_hatches(std::vector<PictureLegend>& legend, const Shapes& shapes, HatchOf of) {
  for (const auto& [hatch, words] :
       {std::pair(Hatch::kEstimated, "estimated"), std::pair(Hatch::kBounded, "bounded")}) {
    if (std::ranges::find(shapes, hatch, of) != shapes.end()) {
      legend.push_back({"none", hatch, words});
    }
  }
}

/// The total, what restricts the picture, and why the profile is incomplete, on one line.
[[nodiscard]] std::string picture_subtitle(Head head, const Completeness& completeness);
/// A name of any length in a picture of bounded size; printable.
[[nodiscard]] std::string box_name(std::string_view name, const Style& style);
/// The file and the object of a function, one a line, where they are known.
void add_places(std::vector<std::string>& facts, const RowName& name);

/// Monospaced letters of 12 pixels in a picture of so many pixels.
[[nodiscard]] size_t picture_columns(double pixels);
/// A little more than the width of such a letter.
inline constexpr double kPictureLetter = 7.25;
/// The height of a line of words.
inline constexpr double kPictureLine = 17;
/// Height of what append_picture_head() writes.
inline constexpr double kPictureHead = 64;

/// Definitions of the hatches `est` and `bound`.
[[nodiscard]] std::string_view picture_hatches();
/// The element that covers a shape with one of them; `place`: its attributes. Nothing of kNone.
void append_hatch(std::string& out, Hatch hatch, std::string_view place);
/// A line of words, cut at the width of the picture. `look`: more attributes, or empty.
void append_picture_line(std::string& out, double y, std::string_view words, std::string_view look,
                         double pixels);
/// The title, and as much of the subtitle as fits.
void append_picture_head(std::string& out, std::string_view title, std::string_view subtitle,
                         double pixels);
/// Legend and notes below `y`; gives where they end.
[[nodiscard]] double append_picture_foot(std::string& out, double y,
                                         std::span<const PictureLegend> legend,
                                         std::span<const std::string> notes, double pixels);

/// A self-contained page.
struct PictureFrame {
  std::string title;
  std::string subtitle;
  std::string style_sheet;       ///< besides the rules of all such pages
  std::string_view script;       ///< all that may run
  std::string_view script_hash;  ///< "sha256-…" of it
};
/// From <!DOCTYPE> to the subtitle.
void append_page_start(std::string& out, const PictureFrame& frame);
/// `svg_class`: the class that colors the legend's boxes.
void append_page_legend(std::string& out, std::string_view svg_class,
                        std::span<const PictureLegend> legend, std::span<const std::string> notes);
/// A table that can be opened, up to its first row; the last column has names.
void append_table_start(std::string& out, std::string_view summary,
                        std::span<const std::string> heads, std::string_view name_head);
/// Begins a row, with its cells but for the name.
void append_table_cells(std::string& out, std::span<const std::string> cells);
void append_table_end(std::string& out);
void append_page_end(std::string& out, const PictureFrame& frame);

}  // namespace quern
