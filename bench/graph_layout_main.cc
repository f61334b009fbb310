// SPDX-License-Identifier: MIT
//
// Lays out a graph for graph_crossings.py. Reads "BOXES ARROWS", then "WIDTH HEIGHT" of each box
// and "FROM TO WEIGHT" of each arrow. Prints the layout as JSON, with the time that it took.
#include <chrono>
#include <cstdio>
#include <iostream>

#include "quern/drawing/layers/layered_layout.h"

namespace {

quern::LayerGraph read_graph() {
  quern::LayerGraph graph;
  size_t boxes = 0;
  size_t arrows = 0;
  std::cin >> boxes >> arrows;
  for (size_t box = 0; box < boxes && std::cin; ++box) {
    quern::LayerBox& each = graph.boxes.emplace_back();
    std::cin >> each.width >> each.height;
  }
  for (size_t arrow = 0; arrow < arrows && std::cin; ++arrow) {
    quern::LayerArrow& each = graph.arrows.emplace_back();
    std::cin >> each.from >> each.to >> each.weight;
  }
  return graph;
}

void print(const quern::LayerLayout& layout, double milliseconds) {
  std::printf("{\"milliseconds\":%.3f,\"width\":%.2f,\"height\":%.2f,\n\"boxes\":[", milliseconds,
              layout.width, layout.height);
  const char* comma = "";
  for (const quern::LayerRectangle& box : layout.boxes) {
    std::printf("%s[%.2f,%.2f,%.2f,%.2f]", comma, box.x, box.y, box.width, box.height);
    comma = ",";
  }
  std::printf("],\n\"arrows\":[");
  comma = "";
  for (const std::vector<quern::LayerPoint>& points : layout.arrows) {
    std::printf("%s[", comma);
    comma = "";
    for (const quern::LayerPoint& point : points) {
      std::printf("%s[%.2f,%.2f]", comma, point.x, point.y);
      comma = ",";
    }
    std::printf("]");
    comma = ",\n";
  }
  std::printf("]}\n");
}

}  // namespace

int main() {
  const quern::LayerGraph graph = read_graph();
  const auto began = std::chrono::steady_clock::now();
  const quern::LayerLayout layout = quern::layered_layout(graph);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
  print(layout, took.count());
  return 0;
}
