// SPDX-License-Identifier: MIT
#include "quern/output/graph/arrow_labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "quern/output/shared/display_width.h"

namespace quern {
namespace {

constexpr double kLabelLetter = 6.65;  ///< of 11 pixels
constexpr double kLabelHeight = 12;
constexpr double kLabelRise = 9;  ///< from the top of a label to its base line

bool overlap(const LayerRectangle& one, const LayerRectangle& other) {
  return one.x < other.x + other.width && other.x < one.x + one.width &&
         one.y < other.y + other.height && other.y < one.y + one.height;
}

LayerPoint mixed(const LayerPoint& from, const LayerPoint& to, double part) {
  return {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}

/// The point at `part` of one Bézier curve.
LayerPoint on_curve(std::span<const LayerPoint> points, double part) {
  const LayerPoint a = mixed(points[0], points[1], part);
  const LayerPoint b = mixed(points[1], points[2], part);
  const LayerPoint c = mixed(points[2], points[3], part);
  return mixed(mixed(a, b, part), mixed(b, c, part), part);
}

/// Areas that are taken, by rows of pixels, so that few have to be looked at.
class Taken {
 public:
  explicit Taken(double height) : rows_(static_cast<size_t>(std::max(0.0, height) / kRow) + 1) {}

  void add(const LayerRectangle& area) {
    each_row(area, [&](std::vector<LayerRectangle>& row) { row.push_back(area); });
  }
  [[nodiscard]] bool is_free(const LayerRectangle& area) {
    bool is_free = true;
    each_row(area, [&](const std::vector<LayerRectangle>& row) {
      is_free = is_free && std::ranges::none_of(row, [&area](const LayerRectangle& other) {
                  return overlap(area, other);
                });
    });
    return is_free;
  }

 private:
  static constexpr double kRow = 32;
  template <class Use>
  void each_row(const LayerRectangle& area, const Use& use) {
    const auto last = static_cast<double>(rows_.size() - 1);
    const auto row_at = [last](double y) {
      return static_cast<size_t>(std::clamp(std::floor(y / kRow), 0.0, last));
    };
    for (size_t row = row_at(area.y); row <= row_at(area.y + area.height); ++row) {
      use(rows_[row]);
    }
  }

  std::vector<std::vector<LayerRectangle>> rows_;
};

/// Places along the arrow, the best first: the middle of each curve, then other points of it.
std::vector<LayerPoint> places_on(const std::vector<LayerPoint>& points) {
  constexpr std::array<double, 5> kParts = {0.5, 0.4, 0.6, 0.25, 0.75};
  const size_t curves = (points.size() - 1) / 3;
  std::vector<LayerPoint> places;
  for (const double part : kParts) {
    for (size_t curve = 0; curve < curves; ++curve) {
      places.push_back(on_curve(std::span(points).subspan(3 * curve, 4), part));
    }
  }
  return places;
}

}  // namespace

ArrowShape arrow_shape(const std::vector<LayerPoint>& points, double share) {
  constexpr double kHead = 8;
  ArrowShape shape{.width = 1 + 4 * share, .end = {}, .left = {}, .right = {}};
  const LayerPoint& tip = points.back();
  LayerPoint behind = points[points.size() - 2];
  if (behind.x == tip.x && behind.y == tip.y) {
    behind = points[points.size() - 4];
  }
  const double length = std::max(1e-6, std::hypot(tip.x - behind.x, tip.y - behind.y));
  const double along_x = (tip.x - behind.x) / length;
  const double along_y = (tip.y - behind.y) / length;
  const double half = 3 + shape.width / 2;
  const LayerPoint base{tip.x - kHead * along_x, tip.y - kHead * along_y};
  shape.end = {tip.x - kHead / 2 * along_x, tip.y - kHead / 2 * along_y};
  shape.left = {base.x - half * along_y, base.y + half * along_x};
  shape.right = {base.x + half * along_y, base.y - half * along_x};
  return shape;
}

std::vector<ArrowLabel> arrow_labels(const GraphPicture& picture, const LayerLayout& layout) {
  Taken taken(layout.height);
  for (const LayerRectangle& box : layout.boxes) {
    taken.add(box);
  }
  for (const LayerRectangle& cluster : layout.clusters) {
    taken.add({cluster.x, cluster.y, cluster.width, kClusterTitle});
  }
  std::vector<size_t> order(picture.arrows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t one, size_t other) {
    const double a = picture.arrows[one].share;
    const double b = picture.arrows[other].share;
    return a != b ? a > b : one < other;
  });
  std::vector<ArrowLabel> labels;
  for (const size_t at : order) {
    const std::vector<LayerPoint>& points = layout.arrows[at];
    const double width =
        kLabelLetter * static_cast<double>(display_width(picture.arrows[at].label)) + 2;
    if (points.size() < 4) {
      continue;
    }
    for (const LayerPoint& place : places_on(points)) {
      const LayerRectangle area{place.x - width / 2, place.y - kLabelHeight / 2, width,
                                kLabelHeight};
      if (area.x >= 0 && area.x + width <= layout.width && taken.is_free(area)) {
        taken.add(area);
        labels.push_back({at, area, area.y + kLabelRise});
        break;
      }
    }
  }
  return labels;
}

}  // namespace quern
