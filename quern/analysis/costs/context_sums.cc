// SPDX-License-Identifier: MIT
//
// Visitors of the walk over exact stacks. A function that stands on a stack several times counts
// once, with the inclusive cost of its outermost place; RowsOnPath knows which place that is.
// Columns come in blocks, so the memory of the walk is bounded for any number of events: only the
// first walk counts calls.
#include "quern/analysis/costs/context_sums.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/base/dense_index.h"
#include "quern/model/stack_costs.h"

namespace quern {

namespace {

class InclusiveVisitor : public ColumnVisitor {
 public:
  InclusiveVisitor(const Profile& profile, const NodeMap& nodes, size_t columns)
      : contexts_(&profile.contexts()), node_of_(nodes_of_frames(profile, nodes)) {
    const std::vector<Frame>& frames = contexts_->frames();
    has_invocations_ = !std::ranges::all_of(frames, &Frame::is_symbol);
    sums_.inclusive = CostRows::zeros(nodes.nodes, columns);
    sums_.calls.resize(nodes.nodes);
  }

  void enter(ContextId id) {
    const uint32_t node = node_of_[contexts_->frame_id(id).index()];
    on_path_.enter(node);
    if (!has_invocations_ || !is_first_walk()) [[likely]] {
      return;
    }
    if (const uint64_t calls = contexts_->calls(id); calls != 0) {
      sums_.calls[node] += calls;
      sums_.counts_calls = true;
    }
  }

  void leave(ContextId, std::span<const int128>, std::span<const int128> inclusive) {
    if (const uint32_t node = on_path_.leave(); node != RowsOnPath::kNone) {
      combine_into_row(sums_.inclusive, node, 0, inclusive);
    }
  }

  ContextSums take() { return std::move(sums_); }

 private:
  const Contexts* contexts_;
  bool has_invocations_ = false;
  std::vector<uint32_t> node_of_;
  RowsOnPath on_path_;
  ContextSums sums_;
};

struct EdgeEnds {
  uint32_t caller = 0, callee = 0;
  bool operator==(const EdgeEnds&) const = default;
  [[nodiscard]] uint64_t hash() const { return mixed(uint64_t{caller} << 32 | callee, 0); }
};

class EdgeVisitor : public ColumnVisitor {
 public:
  EdgeVisitor(const Profile& profile, const NodeMap& nodes, uint32_t root, CallGraphBuilder& graph)
      : contexts_(&profile.contexts()),
        node_of_(nodes_of_frames(profile, nodes)),
        root_(root),
        graph_(&graph) {}

  void begin(const ColumnCosts& columns, size_t first) {
    ColumnVisitor::begin(columns, first);
    costs_.assign(edges_.size() * columns.size(), 0);
  }

  void enter(ContextId id) {
    const ContextId parent = contexts_->parent(id);
    const uint32_t caller =
        parent == kNoContext ? root_ : node_of_[contexts_->frame_id(parent).index()];
    const uint32_t edge = edges_.of({caller, node_of_[contexts_->frame_id(id).index()]});
    if (edge == counts_.size()) {
      counts_.push_back(0);
      costs_.resize(costs_.size() + columns().size());
    }
    counts_[edge] += is_first_walk() ? contexts_->calls(id) : 0U;
    on_path_.enter(edge);
  }

  void leave(ContextId, std::span<const int128>, std::span<const int128> inclusive) {
    if (const uint32_t edge = on_path_.leave(); edge != RowsOnPath::kNone) {
      columns().combine(costs_of(edge), inclusive);
    }
  }

  /// Edges go to the graph once for each block of columns; their counts only with the first.
  void end() {
    std::vector<int128> row(first_column() + columns().size());
    for (uint32_t edge = 0; edge < counts_.size(); ++edge) {
      std::ranges::copy(costs_of(edge), row.begin() + static_cast<std::ptrdiff_t>(first_column()));
      graph_->add_call(edges_[edge].caller, edges_[edge].callee,
                       is_first_walk() ? int128{counts_[edge]} : int128{0}, row);
    }
  }

 private:
  [[nodiscard]] std::span<int128> costs_of(uint32_t edge) {
    return std::span(costs_).subspan(edge * columns().size(), columns().size());
  }

  const Contexts* contexts_;
  std::vector<uint32_t> node_of_;
  uint32_t root_;
  CallGraphBuilder* graph_;
  DenseIndex<EdgeEnds> edges_;
  std::vector<uint64_t> counts_;  ///< by edge
  std::vector<int128> costs_;     ///< by edge, then column
  RowsOnPath on_path_;
};

/// The same sums from a snapshot or a load of sums, which have them by function instead of by
/// stack.
ContextSums told_sums(const Profile& profile, std::span<const EventSum> columns,
                      const NodeMap& nodes) {
  const StackCosts& told = *profile.stack_costs();
  const ColumnCosts combining(profile, columns);
  ContextSums sums{CostRows::zeros(nodes.nodes, columns.size()), std::vector<uint64_t>(nodes.nodes),
                   told.counts_calls};
  for (size_t row = 0; row < told.functions.size(); ++row) {
    const uint32_t node = nodes.node(profile.function(FunctionId(row)));
    sums.calls[node] += static_cast<uint64_t>(told.functions.at(row, 0));
    for (size_t column = 0; column < columns.size(); ++column) {
      for (const EventTerm& term : columns[column].terms) {
        const int128 cost = told.functions.at(row, term.event.index() + 1) * term.coefficient;
        sums.inclusive.combine(combining.is_max(column) ? Combine::kMax : Combine::kSum, node,
                               column, cost);
      }
    }
  }
  return sums;
}

}  // namespace

std::vector<uint32_t> nodes_of_frames(const Profile& profile, const NodeMap& nodes) {
  std::vector<uint32_t> node_of;
  node_of.reserve(profile.contexts().frames().size());
  for (const Frame& frame : profile.contexts().frames()) {
    node_of.push_back(nodes.node(frame.function));
  }
  return node_of;
}

ContextSums context_sums(const Profile& profile, const PartSet& parts,
                         std::span<const EventSum> columns, const NodeMap& nodes) {
  if (profile.stack_costs() != nullptr) {
    return told_sums(profile, columns, nodes);
  }
  InclusiveVisitor visitor(profile, nodes, columns.size());
  walk_in_blocks(profile, parts, columns, visitor);
  return visitor.take();
}

void add_context_edges(const Profile& profile, const PartSet& parts,
                       std::span<const EventSum> columns, const NodeMap& nodes, uint32_t root,
                       CallGraphBuilder& graph) {
  walk_in_blocks(profile, parts, columns, EdgeVisitor(profile, nodes, root, graph));
}

}  // namespace quern
