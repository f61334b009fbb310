// SPDX-License-Identifier: MIT
//
// Which tiles show their name, and where. A tile without tiles in it has words in it. Others have a
// strip along their upper border, below the strips of the tiles around them. A tile that is nearly
// filled by another one shares its strip: "main › run".
#include <algorithm>

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
      : picture_(picture), chains_(picture.tiles.size()), covered_(picture.tiles.size()) {}

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
        add_lines(tile, covered_[at]);
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
    if (is_filled(at) || tile.place.width < kLeastTitle || y + kTileTitle + kTileLine > bottom) {
      return;
    }
    picture_.titles.push_back({.tile = at,
                               .words = chain_words(chains_[at], letters_in(tile.place.width)),
                               .place = {tile.place.x, y, tile.place.width, kTileTitle}});
    covered_[at] = y + kTileTitle;
  }

  /// As many of the tiles around the last one as fit.
  [[nodiscard]] std::string chain_words(const std::vector<uint32_t>& chain, size_t columns) const {
    std::string words = shortened(picture_.tiles[chain.back()].label, columns);
    for (size_t left = chain.size() - 1; left > 0; --left) {
      const std::string longer = picture_.tiles[chain[left - 1]].label + " › " + words;
      const size_t ellipsis = left > 1 ? 4 : 0;
      if (display_width(longer) + ellipsis > columns) {
        const std::string cut = "… › " + words;
        return display_width(cut) <= columns ? cut : words;
      }
      words = longer;
    }
    return words;
  }

  static void add_lines(DrawnTile& tile, double y) {
    const double height = tile.place.y + tile.place.height - y;
    if (tile.place.width < kLeastLabel || height < kTileLine + 2) {
      return;
    }
    const size_t columns = letters_in(tile.place.width);
    tile.lines = {shortened(tile.label, columns)};
    tile.lines_y = y;
    if (height >= 2 * kTileLine + 2 && display_width(tile.share) <= columns) {
      tile.lines.push_back(tile.share);
    }
  }

  MapPicture& picture_;
  std::vector<std::vector<uint32_t>> chains_;  ///< tiles that a title names
  std::vector<double> covered_;                ///< where strips end in each tile
};

}  // namespace

void add_labels(MapPicture& picture) {
  TileLabels(picture).add();
}

}  // namespace quern
