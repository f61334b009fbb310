// SPDX-License-Identifier: MIT
//
// Makes rows from a tree of places with TreeGrowth, like the trees of calls: the most expensive
// places get rows first, and what has no row is counted at the place that contains it.
#include "quern/views/map/place_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/base/owned_rows.h"
#include "quern/query/columns.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/queried_rows.h"
#include "quern/views/map/map_rows.h"
#include "quern/views/trees/tree_growth.h"

namespace quern {

namespace {

/// What TreeGrowth asks.
class PlaceGrowing {
 public:
  using Branch = uint32_t;
  using Row = MapRow;
  using Hidden = CutTiles;

  PlaceGrowing(const Profile& profile, const PlaceNodes& nodes, const NodeCosts* functions,
               CostMap& map)
      : profile_(profile),
        nodes_(nodes),
        functions_(functions),
        map_(map),
        texts_(std::make_shared<std::deque<std::string>>()),
        children_(nodes.size(), nodes.size() + 1, [&nodes](uint32_t at) -> size_t {
          return nodes[at].parent == PlaceNode::kNone ? nodes.size() : nodes[at].parent;
        }) {}

  [[nodiscard]] std::vector<uint32_t> roots() const { return below(nodes_.size()); }
  [[nodiscard]] std::vector<uint32_t> children(uint32_t at) const { return below(at); }

  [[nodiscard]] int128 weight(uint32_t at) const { return nodes_[at].cost; }
  [[nodiscard]] bool is_before(uint32_t left, uint32_t right) const {
    const PlaceNode& one = nodes_[left];
    const PlaceNode& other = nodes_[right];
    return one.text != other.text   ? one.text < other.text
           : one.line != other.line ? one.line < other.line
                                    : left < right;
  }

  [[nodiscard]] bool is_worth_it(int128 cost) const {
    const MapRequest& request = map_.request;
    const uint64_t part = request.least_part == 0 ? UINT64_MAX : request.least_part;
    return LeastWeight{request.least_share, part}.admits(cost, lower_of(map_.totals.front()));
  }
  [[nodiscard]] bool is_asked_for(uint32_t at) {
    map_.left_out += nodes_[at].fits ? 0U : 1U;
    return nodes_[at].fits;
  }

  void hide(CutTiles& cut, uint32_t at) const {
    cut.cost = cut.count++ == 0 ? cost_of(at) : sum_of(cut.cost, cost_of(at), map_.is_peak);
  }

  [[nodiscard]] MapRow row(uint32_t at) {
    const PlaceNode& node = nodes_[at];
    MapRow row;
    row.tile.kind = node.kind;
    row.tile.name = name_of(node);
    row.tile.cost = cost_of(at);
    row.own = amount_of(node.own, node.is_own_estimated);
    if (node.id != PlaceNode::kNone) {
      row.tile.node = node.id;
    }
    if (node.kind == TileKind::kFunction && functions_ != nullptr) {
      row.tile.calls = functions_->calls_amount(node.id);
    }
    return row;
  }

  [[nodiscard]] std::shared_ptr<const std::deque<std::string>> texts() const { return texts_; }

 private:
  [[nodiscard]] std::vector<uint32_t> below(size_t owner) const {
    const std::span<const uint32_t> rows = children_.of(owner);
    return {rows.begin(), rows.end()};
  }

  [[nodiscard]] Amount cost_of(uint32_t at) const {
    return amount_of(nodes_[at].cost, nodes_[at].is_estimated);
  }

  [[nodiscard]] RowName name_of(const PlaceNode& node) {
    const std::string_view name = node.text.substr(node.name_at);
    switch (node.kind) {
      case TileKind::kFunction:
        return name_of_function(profile_.symbols(), FunctionId(node.id));
      case TileKind::kFolder:
      case TileKind::kFile:
        return {.name = name, .file = node.text, .object = {}};
      case TileKind::kObject:
        return {.name = name, .file = {}, .object = node.text};
      case TileKind::kLine:
        return {.name = texts_->emplace_back(fmt::format("{}:{}", node.text, node.line)),
                .file = node.text,
                .object = {},
                .line = node.line};
      default:
        return {.name = texts_->emplace_back(name), .file = {}, .object = {}};
    }
  }

  const Profile& profile_;
  const PlaceNodes& nodes_;
  const NodeCosts* functions_;
  CostMap& map_;
  std::shared_ptr<std::deque<std::string>> texts_;
  OwnedRows children_;
};

}  // namespace

std::vector<bool> fitting_functions(const Profile& profile, const Selection& selection,
                                    const NodeCosts& costs) {
  const std::vector<int128> sums = totals(profile, selection.parts, column_sums(selection));
  std::vector<uint32_t> functions = costs.nodes().listed();
  const size_t fit =
      bring_fitting(selection.where, functions, NodeRow(selection.where, sums, costs));
  std::vector<bool> fits(costs.nodes().size());
  for (const uint32_t function : std::span(functions).first(fit)) {
    fits[function] = !selection.members || (*selection.members)[function];
  }
  return fits;
}

namespace {

/// Whether a node has its cost from elsewhere, however sure its children are.
bool is_of_known_sum(TileKind child, TileKind parent) {
  return child == TileKind::kLine || (child == TileKind::kFunction &&
                                      (parent == TileKind::kPart || parent == TileKind::kThread ||
                                       parent == TileKind::kProcess));
}

}  // namespace

void sum_up(PlaceNodes& nodes, bool is_peak) {
  for (PlaceNode& node : nodes) {
    node.cost = node.own;
  }
  for (size_t at = nodes.size(); at-- > 0;) {
    const PlaceNode& node = nodes[at];
    if (node.parent != PlaceNode::kNone) {
      PlaceNode& parent = nodes[node.parent];
      parent.cost = is_peak ? std::max(parent.cost, node.cost) : parent.cost + node.cost;
      parent.is_estimated |= node.is_estimated && !is_of_known_sum(node.kind, parent.kind);
    }
  }
}

void add_places(const Profile& profile, const PlaceNodes& nodes, const NodeCosts* functions,
                CostMap& map) {
  if (map.totals.empty()) {
    return;
  }
  PlaceGrowing source(profile, nodes, functions, map);
  TreeGrowth growth(source, {.rows = map.request.most_tiles, .depth = map.request.depth});
  growth.grow();
  MapRows rows{.hidden = growth.hidden_roots()};
  rows.rows = growth.rows();
  map.texts = source.texts();
  const FlameLayout layout = laid_out(flame_costs(rows, lower_of(map.totals.front())));
  add_tiles(std::move(rows), layout, map);
}

}  // namespace quern
