// SPDX-License-Identifier: MIT
#include "quern/output/graph/sketch_channel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "quern/output/shared/display_width.h"

namespace quern {
namespace {

enum Side : uint8_t { kUp = 1, kRight = 2, kDown = 4, kLeft = 8 };
/// What a cell holds instead of lines.
enum ArrowHead : uint8_t { kHeadDown = 16, kHeadUp = 17 };

/// Columns of letters and lines.
class Canvas {
 public:
  Canvas(size_t rows, size_t columns)
      : columns_(columns), sides_(rows * columns, 0), solid_(rows * columns, 0) {}

  void vertical(size_t column, size_t from, size_t to, bool is_dashed) {
    for (size_t row = std::min(from, to); row < std::max(from, to); ++row) {
      add(row, column, kDown, is_dashed);
      add(row + 1, column, kUp, is_dashed);
    }
  }
  void horizontal(size_t row, size_t from, size_t to, bool is_dashed) {
    for (size_t column = std::min(from, to); column < std::max(from, to); ++column) {
      add(row, column, kRight, is_dashed);
      add(row, column + 1, kLeft, is_dashed);
    }
  }
  void head(size_t row, size_t column, bool is_down) {
    sides_[row * columns_ + column] = is_down ? kHeadDown : kHeadUp;
  }

  /// The row, with labels where the cells are free.
  [[nodiscard]] std::string line(size_t row, const std::map<size_t, std::string>& labels) const {
    std::string out;
    for (size_t column = 0; column < columns_; ++column) {
      const auto label = labels.find(column);
      const size_t width = label == labels.end() ? 0 : display_width(label->second) + 1;
      out += sign(row, column);
      if (width != 0 && is_free(row, column + 1, width + 1)) {
        out += " " + label->second;
        column += width;
      }
    }
    out.resize(out.find_last_not_of(' ') + 1);
    return out;
  }

 private:
  void add(size_t row, size_t column, Side side, bool is_dashed) {
    const size_t at = row * columns_ + column;
    sides_[at] = static_cast<uint8_t>(sides_[at] | side);
    solid_[at] = static_cast<uint8_t>(solid_[at] | static_cast<uint8_t>(!is_dashed));
  }

  [[nodiscard]] std::string_view sign(size_t row, size_t column) const {
    constexpr std::array<std::string_view, 18> kSigns = {
        " ", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼", "▼", "▲"};
    const size_t at = row * columns_ + column;
    if (solid_[at] == 0 && (sides_[at] == (kUp | kDown) || sides_[at] == (kLeft | kRight))) {
      return sides_[at] == (kUp | kDown) ? "╎" : "╌";
    }
    return kSigns[sides_[at]];
  }

  [[nodiscard]] bool is_free(size_t row, size_t first, size_t width) const {
    for (size_t column = first; column < first + width; ++column) {
      if (column >= columns_ || sides_[row * columns_ + column] != 0) {
        return false;
      }
    }
    return true;
  }

  size_t columns_;
  std::vector<uint8_t> sides_;
  std::vector<uint8_t> solid_;  ///< whether a line that is not dashed passes
};

size_t center(const SketchItem& item) {
  return item.first + item.width / 2;
}

/// A free column of the item, the nearest to `wanted`.
size_t free_column(const SketchItem& item, size_t wanted, std::vector<bool>& taken) {
  const size_t first = item.width < 3 ? item.first : item.first + 1;
  const size_t last = item.width < 3 ? item.first : item.first + item.width - 2;
  size_t best = std::clamp(wanted, first, last);
  size_t distance = std::numeric_limits<size_t>::max();
  for (size_t column = first; column <= last; ++column) {
    const size_t away = column > wanted ? column - wanted : wanted - column;
    if (!taken[column] && away < distance) {
      best = column;
      distance = away;
    }
  }
  taken[best] = true;
  return best;
}

/// Each wire gets its columns: those of one source share the upper (or lower) one.
void choose_columns(const SketchRow& upper, const SketchRow& lower, std::vector<SketchWire>& wires,
                    size_t columns) {
  std::vector<bool> taken(columns, false);
  std::map<std::pair<bool, size_t>, size_t> starts;
  for (SketchWire& wire : wires) {
    const SketchItem& item = wire.starts_above ? upper[wire.upper] : lower[wire.lower];
    const auto [start, is_new] = starts.try_emplace(
        {wire.starts_above, wire.starts_above ? wire.upper : wire.lower}, size_t{0});
    if (is_new) {
      start->second = free_column(item, center(item), taken);
    }
    (wire.starts_above ? wire.upper_column : wire.lower_column) = start->second;
  }
  for (SketchWire& wire : wires) {
    const SketchItem& item = wire.starts_above ? lower[wire.lower] : upper[wire.upper];
    const size_t start = wire.starts_above ? wire.upper_column : wire.lower_column;
    const bool is_lone =
        std::ranges::count_if(wires, [&](const SketchWire& other) {
          return other.starts_above == wire.starts_above &&
                 (wire.starts_above ? other.upper == wire.upper : other.lower == wire.lower);
        }) == 1;
    const bool goes_straight = is_lone && start > item.first && start + 1 < item.first + item.width;
    const size_t end = goes_straight    ? start
                       : item.width < 3 ? item.first
                                        : free_column(item, start, taken);
    (wire.starts_above ? wire.lower_column : wire.upper_column) = end;
  }
}

/// Horizontal lines of one start, which may share a row with others that are apart from it.
struct Track {
  std::pair<bool, size_t> start;
  size_t first = 0, last = 0, row = 0;
};
std::vector<Track> tracks_of(const std::vector<SketchWire>& wires) {
  std::vector<Track> tracks;
  for (const SketchWire& wire : wires) {
    const std::pair start(wire.starts_above, wire.starts_above ? wire.upper : wire.lower);
    const auto [first, last] = std::minmax(wire.upper_column, wire.lower_column);
    const auto known = std::ranges::find(tracks, start, &Track::start);
    if (known == tracks.end()) {
      tracks.push_back({.start = start, .first = first, .last = last});
    } else {
      known->first = std::min(known->first, first);
      known->last = std::max(known->last, last);
    }
  }
  for (size_t at = 0; at < tracks.size(); ++at) {
    const auto is_taken = [&](size_t row) {
      return std::any_of(tracks.begin(), tracks.begin() + static_cast<ptrdiff_t>(at),
                         [&](const Track& other) {
                           return other.row == row && other.first <= tracks[at].last &&
                                  tracks[at].first <= other.last;
                         });
    };
    while (is_taken(tracks[at].row)) {
      ++tracks[at].row;
    }
  }
  return tracks;
}

}  // namespace

void append_channel(std::string& out, const SketchRow& upper, const SketchRow& lower,
                    std::vector<SketchWire> wires, size_t columns) {
  for (const SketchRow* row : {&upper, &lower}) {
    columns = std::max(columns, row->back().first + row->back().width + 1);
  }
  choose_columns(upper, lower, wires, columns);
  const std::vector<Track> tracks = tracks_of(wires);
  size_t rows = 2;
  for (const Track& track : tracks) {
    rows = std::max(rows, track.first == track.last ? 2 : track.row + 3);
  }
  Canvas canvas(rows, columns);
  for (const SketchWire& wire : wires) {
    const std::pair start(wire.starts_above, wire.starts_above ? wire.upper : wire.lower);
    const size_t row = std::min(rows - 1, 1 + std::ranges::find(tracks, start, &Track::start)->row);
    canvas.vertical(wire.upper_column, 0, row, wire.is_dashed);
    canvas.horizontal(row, wire.upper_column, wire.lower_column, wire.is_dashed);
    canvas.vertical(wire.lower_column, row, rows - 1, wire.is_dashed);
  }
  std::map<size_t, std::string> upper_labels;
  std::map<size_t, std::string> lower_labels;
  for (const SketchWire& wire : wires) {
    if (wire.ends_here) {
      const size_t column = wire.starts_above ? wire.lower_column : wire.upper_column;
      canvas.head(wire.starts_above ? rows - 1 : 0, column, wire.starts_above);
      (wire.starts_above ? lower_labels : upper_labels)[column] = wire.label;
    }
  }
  for (size_t row = 0; row < rows; ++row) {
    const bool is_last = row + 1 == rows;
    out += canvas.line(row, row == 0  ? upper_labels
                            : is_last ? lower_labels
                                      : std::map<size_t, std::string>()) +
           "\n";
  }
}

}  // namespace quern
