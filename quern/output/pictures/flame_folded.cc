// SPDX-License-Identifier: MIT
//
// Folded stacks. From a call graph, which has no stacks, rows are the estimated ones of the flame
// graph, each with what its merged callees cost: rows add up to the total.
#include <algorithm>
#include <array>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/folded_rows.h"
#include "quern/output/answers/diff.h"
#include "quern/output/answers/trees.h"
#include "quern/output/render.h"

namespace quern {
namespace {

class Folding {
 public:
  explicit Folding(ByteSink& out) : stream_(out) {}

  bool row(uint32_t depth, std::string_view name, int128 cost) {
    rows_.enter(depth, name, cost, stream_.text());
    return stream_.drain();
  }
  /// With the costs of two sides, neither below 0.
  bool row(uint32_t depth, std::string_view name, int128 was, int128 is) {
    const std::array costs = {was, is};
    rows_.enter(depth, name, costs, stream_.text());
    return stream_.drain();
  }

 private:
  FoldedRows rows_;
  BufferedText stream_;
};

}  // namespace

void render_folded(const FoldedStacks& stacks, ByteSink& out) {
  Folding folding(out);
  stacks.each([&](uint32_t depth, const RowName& name, int128 self) {
    return folding.row(depth, name.name, self);
  });
}

void render_folded(const Flame& flame, ByteSink& out) {
  Folding folding(out);
  for (size_t at = 0; at < flame.places.size(); ++at) {
    const TreeRow& row = flame.tree.rows[at];
    const FlamePlace& place = flame.places[at];
    if (!folding.row(row.depth, row.name.name, place.own + place.small)) {
      return;
    }
  }
  (void)folding.row(0, "(not shown)", flame.small + flame.rest);
}

void render_folded(const DiffFlame& flame, ByteSink& out) {
  const DiffTree& tree = flame.tree;
  Folding folding(out);
  if (tree.selection().columns.empty()) {
    return;
  }
  const std::vector<DiffCostPair> kept = kept_costs(tree);
  const auto put = [&](uint32_t depth, std::string_view name, const DiffCostPair& costs) {
    return folding.row(depth, name, std::max<int128>(0, costs.was), std::max<int128>(0, costs.is));
  };
  for (size_t at = 0; at < tree.rows.size(); ++at) {
    if (!put(tree.rows[at].depth, tree.rows[at].name.name, kept[at])) {
      return;
    }
  }
  (void)put(0, "(not shown)", kept.back());
}

}  // namespace quern
