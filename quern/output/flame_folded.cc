// SPDX-License-Identifier: MIT
//
// Folded stacks. From a call graph, which has no stacks, rows are the estimated ones of the flame
// graph, each with what its merged callees cost: rows add up to the total.
#include <algorithm>
#include <array>
#include <vector>

#include "quern/base/folded_rows.h"
#include "quern/output/answer_stream.h"
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
  AnswerStream stream_;
};

struct TwoSides {
  int128 was = 0;
  int128 is = 0;
};

TwoSides inclusive_of(const DiffTreeRow& row) {
  const auto cost = [](const std::optional<DiffSide>& side) {
    return side ? lower_of(side->inclusive.front()) : int128{0};
  };
  return {cost(row.old_side), cost(row.new_side)};
}

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
  std::vector<TwoSides> own;
  TwoSides rest{tree.old_totals.front(), tree.new_totals.front()};
  for (const DiffTreeRow& row : tree.rows) {
    const TwoSides costs = inclusive_of(row);
    own.push_back(costs);
    TwoSides& above = row.parent ? own[*row.parent] : rest;
    above.was -= costs.was;
    above.is -= costs.is;
  }
  for (size_t at = 0; at < own.size(); ++at) {
    const DiffTreeRow& row = tree.rows[at];
    if (!folding.row(row.depth, row.name.name, std::max<int128>(0, own[at].was),
                     std::max<int128>(0, own[at].is))) {
      return;
    }
  }
  (void)folding.row(0, "(not shown)", std::max<int128>(0, rest.was), std::max<int128>(0, rest.is));
}

}  // namespace quern
