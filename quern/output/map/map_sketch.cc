// SPDX-License-Identifier: MIT
//
// A treemap in letters. The places of the picture are scaled to cells, which are about twice as
// high as wide. A tile is opened as long as one of the tiles in it has room for a name. Names of
// opened tiles are in the upper border, others are in their tile.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "quern/output/map/map_picture.h"
#include "quern/output/shared/display_width.h"

namespace quern {
namespace {

/// Lines between cells, and words in cells.
class TileCanvas {
 public:
  TileCanvas(size_t rows, size_t columns)
      : columns_(columns), sides_(rows * columns), words_(rows) {}

  void frame(size_t left, size_t top, size_t right, size_t bottom) {
    for (const size_t row : {top, bottom}) {
      for (size_t column = left; column < right; ++column) {
        add(row, column, kRight);
        add(row, column + 1, kLeft);
      }
    }
    for (const size_t column : {left, right}) {
      for (size_t row = top; row < bottom; ++row) {
        add(row, column, kDown);
        add(row + 1, column, kUp);
      }
    }
  }
  void words(size_t row, size_t column, std::string text) {
    words_[row].insert_or_assign(column, std::move(text));
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (size_t row = 0; row < words_.size(); ++row) {
      std::string line;
      for (size_t column = 0; column < columns_; ++column) {
        const auto text = words_[row].find(column);
        if (text == words_[row].end()) {
          line += sign(row, column);
        } else {
          line += text->second;
          column += display_width(text->second) - 1;
        }
      }
      line.resize(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
    return out;
  }

 private:
  enum Side : uint8_t { kUp = 1, kRight = 2, kDown = 4, kLeft = 8 };
  void add(size_t row, size_t column, Side side) {
    uint8_t& sides = sides_[row * columns_ + column];
    sides = static_cast<uint8_t>(sides | side);
  }
  [[nodiscard]] std::string_view sign(size_t row, size_t column) const {
    constexpr std::array<std::string_view, 16> kSigns = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                                         "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    return kSigns[sides_[row * columns_ + column]];
  }

  size_t columns_;
  std::vector<uint8_t> sides_;
  std::vector<std::map<size_t, std::string>> words_;  ///< by row, at their first column
};

struct CellBox {
  size_t left = 0, top = 0, right = 0, bottom = 0;  ///< its borders

  [[nodiscard]] size_t width() const { return right - left < 2 ? 0 : right - left - 1; }
  [[nodiscard]] size_t height() const { return bottom - top < 2 ? 0 : bottom - top - 1; }
  [[nodiscard]] bool has_room() const { return width() >= 5 && height() >= 1; }
  [[nodiscard]] bool has_much_room() const { return width() >= 12 && height() >= 2; }
};

class MapSketch {
 public:
  MapSketch(const MapPicture& picture, size_t columns)
      : picture_(picture),
        columns_(columns),
        rows_(std::clamp<size_t>(columns * 3 / 10, 8, 24)),
        canvas_(rows_, columns),
        children_(picture.tiles.size()) {
    for (uint32_t at = 0; at < picture.tiles.size(); ++at) {
      const std::optional<uint32_t>& parent = picture.tiles[at].parent;
      (parent ? children_[*parent] : roots_).push_back(at);
    }
  }

  [[nodiscard]] std::string text() {
    canvas_.frame(0, 0, columns_ - 1, rows_ - 1);
    std::vector<uint32_t> open(roots_.rbegin(), roots_.rend());
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      const CellBox box = box_of(at);
      if (!box.has_room()) {
        continue;
      }
      canvas_.frame(box.left, box.top, box.right, box.bottom);
      if (!opens(at)) {
        name(at, box);
        continue;
      }
      TitleCells& title = titles_[{box.top, box.left}];
      title.right = std::max(title.right, box.right);
      title.names.push_back(picture_.tiles[at].label);
      open.insert(open.end(), children_[at].rbegin(), children_[at].rend());
    }
    add_titles();
    return canvas_.text();
  }

 private:
  struct TitleCells {
    size_t right = 0;
    std::vector<std::string_view> names;
  };

  [[nodiscard]] CellBox box_of(uint32_t at) const {
    const TileRectangle& place = picture_.tiles[at].place;
    const auto cell = [](double from, double whole, size_t cells) {
      return static_cast<size_t>(std::lround(from / whole * static_cast<double>(cells - 1)));
    };
    return {.left = cell(place.x, picture_.width, columns_),
            .top = cell(place.y, picture_.height, rows_),
            .right = cell(place.x + place.width, picture_.width, columns_),
            .bottom = cell(place.y + place.height, picture_.height, rows_)};
  }

  [[nodiscard]] bool opens(uint32_t at) const {
    return std::ranges::any_of(children_[at], [this](uint32_t child) {
      return picture_.tiles[child].kind != TileKind::kSelf &&
             picture_.tiles[child].kind != TileKind::kCut && box_of(child).has_much_room();
    });
  }

  void name(uint32_t at, const CellBox& box) {
    const DrawnTile& tile = picture_.tiles[at];
    std::string words = label_in(tile.kind, tile.label, box.width());
    if (words.empty()) {
      return;
    }
    canvas_.words(box.top + 1, box.left + 1, std::move(words));
    if (box.height() > 1 && display_width(tile.share) <= box.width()) {
      canvas_.words(box.top + 2, box.left + 1, tile.share);
    }
  }

  /// Each up to the next one of its row.
  void add_titles() {
    for (auto title = titles_.begin(); title != titles_.end(); ++title) {
      const auto& [row, left] = title->first;
      const auto next = std::next(title);
      const size_t right = next != titles_.end() && next->first.first == row
                               ? std::min(next->first.second, title->second.right)
                               : title->second.right;
      if (right - left > 5) {
        canvas_.words(row, left + 1,
                      " " + chain_words(title->second.names, right - left - 3) + " ");
      }
    }
  }

  const MapPicture& picture_;
  size_t columns_;
  size_t rows_;
  TileCanvas canvas_;
  std::vector<std::vector<uint32_t>> children_;
  std::vector<uint32_t> roots_;
  std::map<std::pair<size_t, size_t>, TitleCells> titles_;  ///< by row and column
};

}  // namespace

std::string map_sketch(const MapPicture& picture, size_t columns) {
  return picture.tiles.empty() ? std::string() : MapSketch(picture, columns).text();
}

}  // namespace quern
