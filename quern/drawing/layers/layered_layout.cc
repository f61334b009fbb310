// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "quern/drawing/layers/columns.h"
#include "quern/drawing/layers/curves.h"
#include "quern/drawing/layers/order.h"
#include "quern/drawing/layers/ranks.h"
#include "quern/drawing/layers/rings.h"

namespace quern {

namespace {

constexpr int64_t kQuarters = 4;
constexpr int64_t kLoopStep = 3 * kQuarters;
constexpr int64_t kFirstLoop = 16 * kQuarters;
constexpr uint32_t kMostLoops = 8;  ///< side by side; further ones lie on top of the last

int64_t quarters(double units) {
  constexpr double kMost = 100000;
  // Not a number compares with nothing, so it counts as 0.
  return units > 0 ? static_cast<int64_t>(std::ceil(std::min(units, kMost) * kQuarters)) : 0;
}

double units(int64_t quarters) {
  return static_cast<double>(quarters) / kQuarters;
}

int64_t loop_size(uint32_t loop) {
  return kFirstLoop + kLoopStep * std::min(loop, kMostLoops - 1);
}

/// Which boxes are connected, by arrows or by a cluster.
class Connections {
 public:
  explicit Connections(size_t count) : leaders_(count) {
    std::iota(leaders_.begin(), leaders_.end(), 0U);
  }
  uint32_t leader(uint32_t node) {
    while (leaders_[node] != node) {
      leaders_[node] = leaders_[leaders_[node]];
      node = leaders_[node];
    }
    return node;
  }
  void connect(uint32_t one, uint32_t other) {
    const auto [low, high] = std::minmax({leader(one), leader(other)});
    leaders_[high] = low;
  }

 private:
  std::vector<uint32_t> leaders_;
};

/// A part of the graph that nothing connects with the rest, and where its elements come from.
struct Component {
  Sketch sketch;
  std::vector<uint32_t> boxes;
  std::vector<uint32_t> arrows;
  std::vector<uint32_t> clusters;
  std::vector<std::pair<uint32_t, uint32_t>> loops;  ///< self arrows, and their boxes in `sketch`
  ComponentDrawing part;
};

class LayeredLayout {
 public:
  LayeredLayout(const LayerGraph& graph, const LayerOptions& options)
      : graph_(graph),
        options_(options),
        is_turned_(options.direction == LayerDirection::kRight),
        loops_(graph.boxes.size()),
        index_of_box_(graph.boxes.size()) {}

  LayerLayout run() {
    layout_.boxes.resize(graph_.boxes.size());
    layout_.arrows.resize(graph_.arrows.size());
    layout_.clusters.resize(graph_.cluster_count);
    split();
    for (Component& each : components_) {
      if (has_rings()) {
        each.part = drawn_in_rings(each.sketch, center_of(each));
        continue;
      }
      RankPlaces places = placed(each.sketch, rank_boxes(each.sketch));
      reduce_crossings(places, each.sketch.cluster_count);
      spread_ports(each.sketch, places);
      each.part = drawn(each.sketch, places, columns_of(each.sketch, places));
    }
    pack();
    return std::move(layout_);
  }

 private:
  [[nodiscard]] bool is_valid(const LayerArrow& arrow) const {
    return arrow.from < graph_.boxes.size() && arrow.to < graph_.boxes.size();
  }
  [[nodiscard]] bool has_rings() const { return options_.direction == LayerDirection::kCircle; }
  [[nodiscard]] uint32_t cluster_of(const LayerBox& box) const {
    return box.cluster && *box.cluster < graph_.cluster_count && !has_rings() ? *box.cluster
                                                                              : kNobody;
  }
  /// The center in a component's numbering, if it is there.
  [[nodiscard]] uint32_t center_of(const Component& component) const {
    const bool is_here =
        options_.center && std::ranges::binary_search(component.boxes, *options_.center);
    return is_here ? index_of_box_[*options_.center] : kNobody;
  }

  void split() {
    const size_t count = graph_.boxes.size();
    // A cluster is a node as well, so that it connects its boxes.
    Connections connections(count + graph_.cluster_count);
    for (uint32_t box = 0; box < count; ++box) {
      if (const uint32_t cluster = cluster_of(graph_.boxes[box]); cluster != kNobody) {
        connections.connect(box, static_cast<uint32_t>(count) + cluster);
      }
    }
    for (const LayerArrow& arrow : graph_.arrows) {
      if (is_valid(arrow)) {
        connections.connect(arrow.from, arrow.to);
        loops_[arrow.from] += arrow.from == arrow.to ? 1 : 0;
      }
    }
    std::vector<uint32_t> component_of(count);
    std::vector<uint32_t> index_of_cluster(graph_.cluster_count, kNobody);
    for (uint32_t box = 0; box < count; ++box) {
      const uint32_t leader = connections.leader(box);
      if (leader == box) {
        component_of[box] = static_cast<uint32_t>(components_.size());
        components_.emplace_back().sketch.gaps = gaps();
      }
      component_of[box] = component_of[leader];
      add_box(components_[component_of[box]], box, index_of_cluster);
    }
    add_arrows(component_of);
  }

  void add_box(Component& component, uint32_t box, std::vector<uint32_t>& index_of_cluster) {
    const LayerBox& given = graph_.boxes[box];
    const int64_t width = quarters(is_turned_ ? given.height : given.width);
    const int64_t height = quarters(is_turned_ ? given.width : given.height);
    uint32_t cluster = cluster_of(given);
    if (cluster != kNobody) {
      uint32_t& index = index_of_cluster[cluster];
      if (index == kNobody) {
        index = component.sketch.cluster_count++;
        component.clusters.push_back(cluster);
      }
      cluster = index;
    }
    index_of_box_[box] = static_cast<uint32_t>(component.boxes.size());
    component.boxes.push_back(box);
    component.sketch.boxes.push_back({.half_width = (width + 1) / 2,
                                      .half_height = (height + 1) / 2,
                                      .loops = loops_[box] > 0 ? loop_size(loops_[box] - 1) : 0,
                                      .cluster = cluster});
  }

  void add_arrows(const std::vector<uint32_t>& component_of) {
    constexpr double kHeaviest = 16;
    double most = 0;
    for (const LayerArrow& arrow : graph_.arrows) {
      most = arrow.weight > most && std::isfinite(arrow.weight) ? arrow.weight : most;
    }
    for (uint32_t index = 0; index < graph_.arrows.size(); ++index) {
      const LayerArrow& arrow = graph_.arrows[index];
      if (!is_valid(arrow)) {
        continue;
      }
      Component& component = components_[component_of[arrow.from]];
      if (arrow.from == arrow.to) {
        component.loops.emplace_back(index, index_of_box_[arrow.from]);
        continue;
      }
      const double share = arrow.weight > 0 && most > 0 ? std::min(1.0, arrow.weight / most) : 0;
      component.arrows.push_back(index);
      component.sketch.arrows.push_back({.from = index_of_box_[arrow.from],
                                         .to = index_of_box_[arrow.to],
                                         .weight = 1 + static_cast<int64_t>(share * kHeaviest)});
    }
  }

  [[nodiscard]] SketchGaps gaps() const {
    const int64_t padding = quarters(options_.cluster_padding);
    const int64_t head = padding + quarters(options_.cluster_head);
    return {.boxes = quarters(options_.box_gap),
            .arrows = std::max<int64_t>(2, quarters(options_.arrow_gap)),
            .ranks = std::max<int64_t>(kQuarters, quarters(options_.rank_gap)),
            .cluster_top = is_turned_ ? padding : head,
            .cluster_left = is_turned_ ? head : padding,
            .cluster_end = padding};
  }

  /// Puts components next to each other in rows, those with most boxes first.
  void pack() {
    const int64_t gap = gaps().boxes;
    int64_t widest = 0;
    int64_t area = 0;  // in whole units, so that it cannot overflow
    for (const Component& each : components_) {
      widest = std::max(widest, each.part.size.x);
      area += (each.part.size.x + gap) / kQuarters * ((each.part.size.y + gap) / kQuarters);
    }
    // About twice as wide as high, like most windows.
    const double square = std::sqrt(2 * static_cast<double>(area));
    widest = std::max(widest, kQuarters * static_cast<int64_t>(square));
    PartPoint at;
    PartPoint end;
    const auto few_boxes = [&](uint32_t component) {
      return -static_cast<int64_t>(components_[component].boxes.size());
    };
    for (const uint32_t component : indices_by(components_.size(), few_boxes)) {
      const PartPoint size = components_[component].part.size;
      if (at.x > 0 && at.x + size.x > widest) {
        at = {.x = 0, .y = end.y + gap};
      }
      show(components_[component], at);
      end = {.x = std::max(end.x, at.x + size.x), .y = std::max(end.y, at.y + size.y)};
      at.x += size.x + gap;
    }
    const LayerPoint all = point(end, {});
    layout_.width = all.x;
    layout_.height = all.y;
  }

  void show(const Component& component, PartPoint origin) {
    for (size_t at = 0; at < component.boxes.size(); ++at) {
      layout_.boxes[component.boxes[at]] = rectangle(component.part.boxes[at], origin);
    }
    for (size_t at = 0; at < component.clusters.size(); ++at) {
      layout_.clusters[component.clusters[at]] = rectangle(component.part.clusters[at], origin);
    }
    for (size_t at = 0; at < component.arrows.size(); ++at) {
      for (const PartPoint& each : component.part.arrows[at]) {
        layout_.arrows[component.arrows[at]].push_back(point(each, origin));
      }
    }
    for (const auto& [arrow, box] : component.loops) {
      const int64_t size = loop_size(--loops_[component.boxes[box]]);
      for (const PartPoint& each : loop(component.part.boxes[box], size)) {
        layout_.arrows[arrow].push_back(point(each, origin));
      }
    }
  }

  [[nodiscard]] LayerPoint point(PartPoint inner, PartPoint origin) const {
    const double across = units(inner.x + origin.x);
    const double along = units(inner.y + origin.y);
    return is_turned_ ? LayerPoint{.x = along, .y = across} : LayerPoint{.x = across, .y = along};
  }
  [[nodiscard]] LayerRectangle rectangle(const PartRectangle& inner, PartPoint origin) const {
    const LayerPoint from = point(inner.from, origin);
    const LayerPoint to = point(inner.to, origin);
    return {.x = from.x, .y = from.y, .width = to.x - from.x, .height = to.y - from.y};
  }

  const LayerGraph& graph_;
  const LayerOptions& options_;
  bool is_turned_;
  std::vector<uint32_t> loops_;         ///< by box: its self arrows, less those that are drawn
  std::vector<uint32_t> index_of_box_;  ///< in its component
  std::vector<Component> components_;
  LayerLayout layout_;
};

}  // namespace

LayerLayout layered_layout(const LayerGraph& graph, const LayerOptions& options) {
  return LayeredLayout(graph, options).run();
}

}  // namespace quern
