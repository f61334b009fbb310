// SPDX-License-Identifier: MIT
//
// After M. Bruls, K. Huizing, J. J. van Wijk: Squarified Treemaps (2000). Tiles are put into rows
// along the shorter side of what is free. A row takes the next tile as long as the worst ratio of
// sides in it does not grow.
#include "quern/drawing/tiles/tile_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "quern/base/owned_rows.h"

namespace quern {

namespace {

/// Lengths are counted in 2^-24 of a unit: rounding once a level adds up to nothing that is seen.
constexpr int kFineBits = 24;
constexpr int kGridBits = 4;  ///< of results
constexpr double kLongest = 100'000;
/// A length has at most 41 bits, so that its product with a weight has less than 127.
constexpr int kWeightBits = 84;
/// The sum of 2^32 such weights is no overflow.
constexpr int128 kHeaviest = int128{1} << 94;

struct FineRectangle {
  int64_t x = 0, y = 0, width = 0, height = 0;
};

/// The sides of a tile, the longer one first.
struct Sides {
  int64_t longer = 0, shorter = 0;

  Sides(int64_t one, int64_t other) : longer(std::max(one, other)), shorter(std::min(one, other)) {}
  [[nodiscard]] bool is_longer_than(const Sides& other) const {
    return int128{longer} * other.shorter > int128{other.longer} * shorter;
  }
};

struct WeighedTile {
  uint32_t item = 0;
  int128 weight = 0;
};

int128 usable(int128 weight) {
  return std::clamp<int128>(weight, 0, kHeaviest);
}

int bits_of(int128 weight) {
  const auto upper = static_cast<uint64_t>(weight >> 64);
  const auto lower = static_cast<uint64_t>(weight);
  return static_cast<int>(upper != 0 ? 64 + std::bit_width(upper) : std::bit_width(lower));
}

int64_t part_of(int64_t length, int128 weight, int128 whole) {
  return whole == 0 ? 0 : static_cast<int64_t>(length * weight / whole);
}

/// Fills a rectangle with siblings, which stand by descending weight.
class TileRows {
 public:
  TileRows(const FineRectangle& free, int128 weight, std::vector<FineRectangle>& places)
      : free_(free), weight_(weight), places_(places) {}

  void fill(std::span<const WeighedTile> tiles) {
    while (!tiles.empty()) {
      const Row row = next_row(tiles);
      lay(tiles.first(row.count), row.weight);
      tiles = tiles.subspan(row.count);
    }
  }

 private:
  struct Row {
    size_t count = 0;
    int128 weight = 0;
  };

  [[nodiscard]] bool is_wide() const { return free_.width >= free_.height; }
  [[nodiscard]] int64_t along() const { return std::min(free_.width, free_.height); }
  [[nodiscard]] int64_t thickness(int128 weight) const {
    return part_of(std::max(free_.width, free_.height), weight, weight_);
  }

  /// In a row of this weight, whose heaviest and lightest tiles are these.
  [[nodiscard]] Sides worst(int128 heaviest, int128 lightest, int128 weight) const {
    const int64_t across = thickness(weight);
    const Sides first(across, part_of(along(), heaviest, weight));
    const Sides last(across, part_of(along(), lightest, weight));
    return first.is_longer_than(last) ? first : last;
  }

  [[nodiscard]] Row next_row(std::span<const WeighedTile> tiles) const {
    const int128 heaviest = tiles.front().weight;
    Row row{.count = 1, .weight = heaviest};
    if (heaviest == 0) {
      return {.count = tiles.size()};
    }
    Sides so_far = worst(heaviest, heaviest, row.weight);
    for (const WeighedTile& tile : tiles.subspan(1)) {
      const Sides with = worst(heaviest, tile.weight, row.weight + tile.weight);
      if (with.is_longer_than(so_far)) {
        break;
      }
      so_far = with;
      row = {.count = row.count + 1, .weight = row.weight + tile.weight};
    }
    return row;
  }

  void lay(std::span<const WeighedTile> tiles, int128 weight) {
    const int64_t length = along();
    const int64_t across = thickness(weight);
    int128 done = 0;
    for (const WeighedTile& tile : tiles) {
      const int64_t from = part_of(length, done, weight);
      done += tile.weight;
      const int64_t size = part_of(length, done, weight) - from;
      places_[tile.item] =
          is_wide()
              ? FineRectangle{.x = free_.x, .y = free_.y + from, .width = across, .height = size}
              : FineRectangle{.x = free_.x + from, .y = free_.y, .width = size, .height = across};
    }
    weight_ -= weight;
    if (is_wide()) {
      free_.x += across;
      free_.width -= across;
    } else {
      free_.y += across;
      free_.height -= across;
    }
  }

  FineRectangle free_;
  int128 weight_;  ///< of what is free
  std::vector<FineRectangle>& places_;
};

class Tiles {
 public:
  Tiles(std::span<const TileItem> items, const TileFrame& frame)
      : items_(items), frame_(frame), places_(items.size()) {}

  std::vector<TileRectangle> run() {
    const size_t roots = items_.size();
    const OwnedRows children(roots, roots + 2, [&](uint32_t at) -> size_t {
      const std::optional<uint32_t>& parent = items_[at].parent;
      return !parent ? roots : *parent < at ? *parent : roots + 1;
    });
    fill({.width = fine(frame_.width), .height = fine(frame_.height)}, frame_.total,
         children.of(roots));
    for (uint32_t at = 0; at < items_.size(); ++at) {
      fill(places_[at], items_[at].weight, children.of(at));
    }
    std::vector<TileRectangle> rectangles(items_.size());
    std::ranges::transform(places_, rectangles.begin(), rounded);
    return rectangles;
  }

 private:
  static int64_t fine(double length) {
    const double usable = length > 0 ? std::min(length, kLongest) : 0;  // also of NaN
    return std::llround(usable * (1 << kGridBits)) << (kFineBits - kGridBits);
  }

  /// Where two tiles meet, both borders are rounded to one place.
  static TileRectangle rounded(const FineRectangle& place) {
    constexpr int kShift = kFineBits - kGridBits;
    const auto grid = [](int64_t at) {
      return static_cast<double>((at + (int64_t{1} << (kShift - 1))) >> kShift) / (1 << kGridBits);
    };
    const double x = grid(place.x);
    const double y = grid(place.y);
    return {.x = x,
            .y = y,
            .width = grid(place.x + place.width) - x,
            .height = grid(place.y + place.height) - y};
  }

  void fill(const FineRectangle& within, int128 weight, std::span<const uint32_t> siblings) {
    if (siblings.empty()) {
      return;
    }
    int128 whole = 0;
    for (const uint32_t item : siblings) {
      whole += usable(items_[item].weight);
    }
    whole = std::max(whole, usable(weight));
    const int shift = std::max(0, bits_of(whole) - kWeightBits);
    tiles_.clear();
    for (const uint32_t item : siblings) {
      tiles_.push_back({.item = item, .weight = usable(items_[item].weight) >> shift});
    }
    std::ranges::sort(tiles_, [](const WeighedTile& left, const WeighedTile& right) {
      return left.weight != right.weight ? left.weight > right.weight : left.item < right.item;
    });
    TileRows(within, whole >> shift, places_).fill(tiles_);
  }

  std::span<const TileItem> items_;
  const TileFrame& frame_;
  std::vector<FineRectangle> places_;  ///< by item
  std::vector<WeighedTile> tiles_;     ///< siblings, kept for their memory
};

}  // namespace

std::vector<TileRectangle> tile_layout(std::span<const TileItem> items, const TileFrame& frame) {
  return Tiles(items, frame).run();
}

}  // namespace quern
