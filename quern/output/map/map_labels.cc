// SPDX-License-Identifier: MIT
//
// Which tiles show their name, and where. A tile without tiles in it has words in it. Others have a
// strip along their upper border, below the strips of the tiles around them. A tile that is nearly
// filled by another one shares its strip: "main › run".
#include <algorithm>
#include <utility>

#include "quern/output/map/map_picture.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/short_names.h"

namespace quern {
namespace {

constexpr double kLeastTitle = 60;  ///< the width of a strip
constexpr double kLeastLabel = 34;
constexpr double kNearlyAll = 0.8;  ///< of the area

size_t letters_in(double pixels) {
  return static_cast<size_t>(std::max(0.0, (pixels - 2 * kTilePadding) / kPictureLetter));
}

double area_of(const TileRectangle& place) {
  return place.width * place.height;
}

class TileLabels {
 public:
  explicit TileLabels(MapPicture& picture)
      : picture_(picture),
        chains_(picture.tiles.size()),
        covered_(picture.tiles.size()),
        is_titled_(picture.tiles.size()) {}

  void add() {
    for (uint32_t at = 0; at < picture_.tiles.size(); ++at) {
      DrawnTile& tile = picture_.tiles[at];
      covered_[at] = tile.place.y;
      if (tile.parent) {
        covered_[at] = std::max(covered_[at], covered_[*tile.parent]);
      }
      if (tile.has_tiles) {
        add_title(at);
      } else {
        add_lines(tile, label_of(tile), covered_[at]);
      }
    }
  }

 private:
  /// Whether the tile within it takes its title over.
  [[nodiscard]] bool is_filled(uint32_t at) const {
    const DrawnTile& tile = picture_.tiles[at];
    const DrawnTile& first = picture_.tiles[at + 1];
    return first.has_tiles && first.place.x == tile.place.x && first.place.y == tile.place.y &&
           area_of(first.place) >= kNearlyAll * area_of(tile.place);
  }

  void add_title(uint32_t at) {
    const DrawnTile& tile = picture_.tiles[at];
    if (tile.parent && is_filled(*tile.parent) && *tile.parent + 1 == at) {
      chains_[at] = chains_[*tile.parent];
    }
    chains_[at].push_back(at);
    const double bottom = tile.place.y + tile.place.height;
    const double y = covered_[at];
    is_titled_[at] = is_filled(at);
    if (is_filled(at) || tile.place.width < kLeastTitle || y + kTileTitle + kTileLine > bottom) {
      return;
    }
    picture_.titles.push_back(
        {.tile = at,
         .words = chain_words(names(chains_[at]), letters_in(tile.place.width)),
         .place = {tile.place.x, y, tile.place.width, kTileTitle}});
    covered_[at] = y + kTileTitle;
    is_titled_[at] = true;
  }

  [[nodiscard]] std::vector<std::string_view> names(const std::vector<uint32_t>& chain) const {
    std::vector<std::string_view> names;
    for (const uint32_t at : chain) {
      names.push_back(picture_.tiles[at].label);
    }
    return names;
  }

  /// What is a tile's own has its name where nothing else shows that.
  [[nodiscard]] const std::string& label_of(const DrawnTile& tile) const {
    return tile.kind == TileKind::kSelf && tile.parent && !is_titled_[*tile.parent]
               ? picture_.tiles[*tile.parent].label
               : tile.label;
  }

  static void add_lines(DrawnTile& tile, const std::string& label, double y) {
    const double height = tile.place.y + tile.place.height - y;
    if (tile.place.width < kLeastLabel || height < kTileLine + 2) {
      return;
    }
    const size_t columns = letters_in(tile.place.width);
    std::string words = label_in(tile.kind, label, columns);
    if (words.empty()) {
      return;
    }
    tile.lines = {std::move(words)};
    tile.lines_y = y;
    if (height >= 2 * kTileLine + 2 && display_width(tile.share) <= columns) {
      tile.lines.push_back(tile.share);
    }
  }

  MapPicture& picture_;
  std::vector<std::vector<uint32_t>> chains_;  ///< tiles that a title names
  std::vector<double> covered_;                ///< where strips end in each tile
  std::vector<bool> is_titled_;
};

}  // namespace

std::string label_in(TileKind kind, const std::string& label, size_t columns) {
  if (kind != TileKind::kCut || display_width(label) <= columns) {
    return shortened(label, columns);
  }
  const std::string number = "+" + label.substr(0, label.find(' '));
  return display_width(number) <= columns ? number : std::string();
}

std::string chain_words(const std::vector<std::string_view>& names, size_t columns) {
  constexpr size_t kLongest = 32;  // of those around the last one
  std::string all;
  for (size_t at = 0; at + 1 < names.size(); ++at) {
    all += shortened(names[at], kLongest) + " › ";
  }
  const std::string ends =
      names.size() > 2 ? shortened(names.front(), kLongest) + " › … › " : std::string();
  for (const std::string& before : {all, ends}) {
    const size_t width = display_width(before);
    if (width != 0 && width + std::min(kLongest, display_width(names.back())) <= columns) {
      return before + shortened(names.back(), columns - width);
    }
  }
  return shortened(names.back(), columns);
}

void add_labels(MapPicture& picture) {
  TileLabels(picture).add();
}

}  // namespace quern
