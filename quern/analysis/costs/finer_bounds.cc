// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/finer_bounds.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/analysis/costs/recorded_calls.h"

namespace quern {

namespace {

/// Nodes of the finer graph that stand for all functions whose costs are exact already. They are
/// two, so that no cycle leads through them.
constexpr uint32_t kOutsideCaller = 0;
constexpr uint32_t kOutsideCallee = 1;

/// The functions, or what names distinguish of them, that nodes with bounds consist of.
class FinerNodes {
 public:
  /// `node_of` is the node of each function.
  FinerNodes(std::vector<uint32_t> node_of, const InclusiveCosts& inclusive)
      : node_of_(std::move(node_of)), numbers_(node_of_.size(), kOutsideCaller) {
    std::vector<bool> seen(inclusive.size());
    for (uint32_t function = 0; function < node_of_.size(); ++function) {
      const uint32_t node = node_of_[function];
      if (inclusive.is_exact(node)) {
        continue;
      }
      functions_.push_back(function);
      numbers_[function] = static_cast<uint32_t>(functions_.size() + kOutsideCallee);
      has_several_ = has_several_ || seen[node];
      seen[node] = true;
    }
  }

  /// False where the finer graph would be the same one.
  [[nodiscard]] bool are_finer() const { return has_several_; }
  [[nodiscard]] size_t size() const { return functions_.size() + kOutsideCallee + 1; }
  [[nodiscard]] uint32_t number(uint32_t function) const { return numbers_[function]; }
  /// Calls use(number, node) for each of the functions.
  template <class Use>
  void each(Use use) const {
    for (const uint32_t function : functions_) {
      use(numbers_[function], node_of_[function]);
    }
  }

 private:
  std::vector<uint32_t> node_of_;
  std::vector<uint32_t> numbers_;    ///< by function
  std::vector<uint32_t> functions_;  ///< by number, less those of outside
  bool has_several_ = false;         ///< a node with bounds has several functions
};

/// `function_of(table, row)` is whose self cost a row is, in the numbering of `calls`.
template <class FunctionOf>
void raise_from(const FinerNodes& nodes, const RecordedCalls& calls, FunctionOf function_of,
                const Profile& profile, const PartSet& parts, std::span<const EventSum> columns,
                InclusiveCosts& inclusive) {
  if (!nodes.are_finer()) {
    return;
  }
  CallGraphBuilder builder(nodes.size(), columns.size());
  CellUses uses(profile, columns);
  each_recorded_self(profile, parts, [&](size_t table, size_t row) {
    const uint32_t number = nodes.number(function_of(table, row));
    if (number == kOutsideCaller) {
      return;
    }
    for (const CellUse& use : uses.of(table)) {
      builder.add_self(number, use.column,
                       profile.tables()[table].self.at(row, use.cell) * use.coefficient);
    }
  });
  RecordColumns costs(profile, columns);
  calls.each([&](uint32_t caller, uint32_t callee, const RecordedCall& call) {
    const uint32_t from = nodes.number(caller);
    const uint32_t to = nodes.number(callee);
    if (from != kOutsideCaller || to != kOutsideCaller) {
      builder.add_call(from, to == kOutsideCaller ? kOutsideCallee : to, int128{call.count},
                       costs.of(call.part, call.costs));
    }
  });
  const CallGraph graph = builder.build();
  const InclusiveCosts finer = inclusive_costs(graph, find_cycles(graph));
  const ColumnCosts combining(profile, columns);
  for (size_t column = 0; column < columns.size(); ++column) {
    if (combining.is_max(column)) {
      continue;  // a graph adds up
    }
    nodes.each([&](uint32_t number, uint32_t node) {
      inclusive.raise_lower(node, column, finer.lower(number, column));
    });
  }
}

}  // namespace

void raise_lower_bounds(const Profile& profile, const PartSet& parts,
                        std::span<const EventSum> columns, const NodeMap& groups,
                        InclusiveCosts& inclusive) {
  if (!inclusive.has_bounds() || profile.has_estimates()) {
    return;
  }
  if (const SplitFunctions* const apart = profile.told_apart()) {
    std::vector<uint32_t> node_of(apart->functions.size());
    std::ranges::transform(apart->functions, node_of.begin(),
                           [&](FunctionId function) { return groups.node(function); });
    raise_from(
        FinerNodes(std::move(node_of), inclusive), RecordedCalls(profile, parts, *apart),
        [&](size_t table, size_t row) { return apart->rows[table][row]; }, profile, parts, columns,
        inclusive);
  }
  if (!groups.node_of.empty()) {
    const NodeMap functions{{}, profile.symbols().functions.size()};
    raise_from(
        FinerNodes({groups.node_of.begin(), groups.node_of.end()}, inclusive),
        RecordedCalls(profile, parts, functions),
        [&](size_t table, size_t row) { return profile.tables()[table].functions[row].value; },
        profile, parts, columns, inclusive);
  }
}

}  // namespace quern
