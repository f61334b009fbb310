// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/context_sums.h"

#include <algorithm>
#include <unordered_map>

namespace quern {

namespace {

/// Which of the nodes (or edges) on the path were there already further out.
class OnPath {
 public:
  explicit OnPath(size_t size = 0) : count_(size) {}
  void enter(uint32_t what) {
    if (what >= count_.size()) {
      count_.resize(size_t{what} + 1 + what / 2);
    }
    ++count_[what];
  }
  /// True if this was the outermost one.
  bool leave(uint32_t what) { return --count_[what] == 0; }

 private:
  std::vector<uint32_t> count_;
};

class InclusiveVisitor {
 public:
  InclusiveVisitor(const Profile& profile, const NodeMap& nodes, size_t columns)
      : contexts_(&profile.contexts()),
        node_of_(nodes_of_frames(profile, nodes)),
        on_path_(nodes.nodes) {
    const std::vector<Frame>& frames = contexts_->frames();
    has_invocations_ = !std::ranges::all_of(frames, &Frame::is_symbol);
    sums_.inclusive = CostRows(columns);
    for (size_t node = 0; node < nodes.nodes; ++node) {
      sums_.inclusive.add_row();
    }
    sums_.calls.resize(nodes.nodes);
  }

  /// What follows is about these columns, the first of which is number `first`.
  void begin(const ColumnCosts& columns, size_t first) {
    columns_ = &columns;
    first_ = first;
  }

  void enter(ContextId id) {
    const uint32_t node = node_of_[contexts_->frame_id(id).index()];
    on_path_.enter(node);
    if (!has_invocations_ || first_ != 0) [[likely]] {
      return;
    }
    if (const uint64_t calls = contexts_->calls(id); calls != 0) {
      sums_.calls[node] += calls;
      sums_.counts_calls = true;
    }
  }

  void leave(ContextId id, std::span<const int128>, std::span<const int128> inclusive) {
    const uint32_t node = node_of_[contexts_->frame_id(id).index()];
    if (on_path_.leave(node)) {
      combine_into(sums_.inclusive, node, first_, *columns_, inclusive);
    }
  }

  ContextSums take() { return std::move(sums_); }

 private:
  const Contexts* contexts_;
  const ColumnCosts* columns_ = nullptr;
  size_t first_ = 0;
  bool has_invocations_ = false;
  std::vector<uint32_t> node_of_;
  OnPath on_path_;
  ContextSums sums_;
};

class EdgeVisitor {
 public:
  EdgeVisitor(const Profile& profile, const NodeMap& nodes, uint32_t root)
      : contexts_(&profile.contexts()), node_of_(nodes_of_frames(profile, nodes)), root_(root) {}

  /// What follows is about these columns, the first of which is number `first`.
  void begin(const ColumnCosts& columns, size_t first) {
    columns_ = &columns;
    first_ = first;
    costs_.assign(pairs_.size() * columns.size(), 0);
  }

  void enter(ContextId id) {
    const ContextId parent = contexts_->parent(id);
    const uint32_t caller =
        parent == kNoContext ? root_ : node_of_[contexts_->frame_id(parent).index()];
    const uint32_t edge = edge_of(caller, node_of_[contexts_->frame_id(id).index()]);
    counts_[edge] += first_ != 0 ? 0U : contexts_->calls(id);
    path_.push_back(edge);
    on_path_.enter(edge);
  }

  void leave(ContextId, std::span<const int128>, std::span<const int128> inclusive) {
    const uint32_t edge = path_.back();
    path_.pop_back();
    if (on_path_.leave(edge)) {
      columns_->combine(std::span(costs_).subspan(edge * columns_->size(), columns_->size()),
                        inclusive);
    }
  }

  void add_to(CallGraphBuilder& graph) const {
    std::vector<int128> row(first_ + columns_->size());
    for (size_t edge = 0; edge < counts_.size(); ++edge) {
      std::ranges::copy(std::span(costs_).subspan(edge * columns_->size(), columns_->size()),
                        row.begin() + static_cast<std::ptrdiff_t>(first_));
      graph.add_call(static_cast<uint32_t>(pairs_[edge] >> 32), static_cast<uint32_t>(pairs_[edge]),
                     first_ == 0 ? int128{counts_[edge]} : int128{0}, row);
    }
  }

 private:
  uint32_t edge_of(uint32_t caller, uint32_t callee) {
    const uint64_t pair = uint64_t{caller} << 32 | callee;
    const auto [found, is_new] = edges_.try_emplace(pair, static_cast<uint32_t>(pairs_.size()));
    if (is_new) {
      pairs_.push_back(pair);
      counts_.push_back(0);
      costs_.resize(costs_.size() + columns_->size());
    }
    return found->second;
  }

  const Contexts* contexts_;
  const ColumnCosts* columns_ = nullptr;
  size_t first_ = 0;
  std::vector<uint32_t> node_of_;
  uint32_t root_;
  std::unordered_map<uint64_t, uint32_t> edges_;
  std::vector<uint64_t> pairs_;   ///< by edge: caller, callee
  std::vector<uint64_t> counts_;  ///< by edge
  std::vector<int128> costs_;     ///< by edge, then column
  std::vector<uint32_t> path_;    ///< edges
  OnPath on_path_;
};

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
  InclusiveVisitor visitor(profile, nodes, columns.size());
  in_column_blocks(columns, [&](size_t first, std::span<const EventSum> block) {
    const ColumnCosts costs(profile, block);
    visitor.begin(costs, first);
    walk_contexts(profile, parts, costs, visitor);
  });
  return visitor.take();
}

void add_context_edges(const Profile& profile, const PartSet& parts,
                       std::span<const EventSum> columns, const NodeMap& nodes, uint32_t root,
                       CallGraphBuilder& graph) {
  EdgeVisitor visitor(profile, nodes, root);
  in_column_blocks(columns, [&](size_t first, std::span<const EventSum> block) {
    const ColumnCosts costs(profile, block);
    visitor.begin(costs, first);
    walk_contexts(profile, parts, costs, visitor);
    visitor.add_to(graph);
  });
}

}  // namespace quern
