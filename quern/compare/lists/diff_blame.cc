// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_blame.h"

#include <algorithm>
#include <map>
#include <optional>

#include "quern/compare/lists/diff_rows.h"

namespace quern {

namespace {

/// As many steps as anybody reads.
constexpr size_t kMostSteps = 64;

class Blame {
 public:
  explicit Blame(const DiffCosts& costs)
      : costs_(costs),
        column_(costs.selection().sort_column),
        is_reached_(costs.nodes().size()),
        is_on_path_(costs.nodes().size()) {
    for (const CostsByNode& run : costs.all()) {
      const CallGraph& graph = run.graph();
      for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
        const bool is_call =
            graph.caller(edge) != graph.callee(edge) && graph.caller(edge) != costs.nodes().size();
        is_reached_[graph.callee(edge)] = is_reached_[graph.callee(edge)] || is_call;
        has_calls_ = has_calls_ || is_call;
      }
    }
  }

  [[nodiscard]] std::vector<BlameStep> path() {
    std::vector<BlameStep> steps;
    std::optional<uint32_t> node = has_calls_ ? start() : std::nullopt;
    while (node && steps.size() < kMostSteps) {
      is_on_path_[*node] = true;
      steps.push_back(step(*node));
      node = next(*node);
    }
    return steps;
  }

 private:
  /// The root that changed most; where all functions are called, the function that did.
  std::optional<uint32_t> start() {
    for (const bool only_roots : {true, false}) {
      std::optional<uint32_t> found;
      int128 most = 0;
      for (uint32_t node = 0; node < costs_.nodes().size(); ++node) {
        const int128 change =
            only_roots && is_reached_[node] ? int128{0} : costs_.inclusive_change(node, column_);
        const int128 size = absolute(change);
        if (size > most) {
          most = size;
          found = node;
          is_rise_ = change > 0;
        }
      }
      if (found) {
        return found;
      }
    }
    return std::nullopt;
  }

  /// The callee through which most of the change came; nothing where the function's own cost
  /// changed as much, or all callees have been seen.
  [[nodiscard]] std::optional<uint32_t> next(uint32_t node) const {
    std::map<uint32_t, int128> changes;  // by callee of any run
    for (const CostsByNode& run : costs_.all()) {
      for (const uint32_t edge : run.graph().calls_from(node)) {
        changes[run.graph().callee(edge)] = 0;
      }
    }
    for (auto& [callee, change] : changes) {
      change = costs_.edge_change(costs_.find_edge(node, callee), column_);
    }
    std::optional<uint32_t> found;
    int128 most = toward(costs_.self_change(node, column_));
    for (const auto& [callee, change] : changes) {
      if (!is_on_path_[callee] && toward(change) > most && toward(change) > 0) {
        most = toward(change);
        found = callee;
      }
    }
    return found;
  }

  /// A change, positive where it goes the way that the path follows.
  [[nodiscard]] int128 toward(int128 change) const { return is_rise_ ? change : -change; }

  [[nodiscard]] BlameStep step(uint32_t node) const {
    DiffRow row = diff_row(costs_, node);
    return {.name = row.name,
            .inclusive = row.change.inclusive[column_],
            .self = row.change.self[column_],
            .old_side = std::move(row.old_side),
            .new_side = std::move(row.new_side),
            .split = std::move(row.change.split)};
  }

  const DiffCosts& costs_;
  size_t column_;
  std::vector<bool> is_reached_;  ///< by node: someone else calls it
  std::vector<bool> is_on_path_;
  bool has_calls_ = false;
  bool is_rise_ = true;
};

}  // namespace

std::vector<BlameStep> blame_path(const DiffCosts& costs) {
  if (costs.column_count() == 0) {
    return {};
  }
  return Blame(costs).path();
}

}  // namespace quern
