// SPDX-License-Identifier: MIT
//
// Only nodes with bounds are split into their functions; everything else is one node "outside". The
// finer graph is thus small if cycles are, although the walk over the calls is one over all of
// them.
#include "quern/analysis/costs/finer_bounds.h"

#include <cstdint>
#include <vector>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/analysis/costs/recorded_sums.h"

namespace quern {

namespace {

/// The node that stands for all functions whose costs are exact already.
constexpr uint32_t kOutside = 0;

/// The functions, or what names distinguish of them, that nodes with bounds consist of.
class FinerNodes {
 public:
  /// Of functions as names tell them apart, or else of those of `groups`.
  FinerNodes(const SplitFunctions* apart, const NodeMap& groups, const InclusiveCosts& inclusive)
      : apart_(apart),
        groups_(groups),
        numbers_(apart != nullptr ? apart->functions.size() : groups.node_of.size(), kOutside) {
    std::vector<bool> seen(inclusive.size());
    for (uint32_t function = 0; function < numbers_.size(); ++function) {
      const uint32_t node = node_of(function);
      if (inclusive.is_exact(node)) {
        continue;
      }
      functions_.push_back(function);
      numbers_[function] = static_cast<uint32_t>(functions_.size());
      has_several_ = has_several_ || seen[node];
      seen[node] = true;
    }
  }

  /// False where the finer graph would be the same one.
  [[nodiscard]] bool are_finer() const { return has_several_; }
  [[nodiscard]] size_t size() const { return functions_.size() + 1; }
  [[nodiscard]] uint32_t number(uint32_t function) const { return numbers_[function]; }
  [[nodiscard]] NodeMap map() const { return {numbers_, size()}; }
  /// Calls use(number, node, function) for each of the functions, ascending.
  template <class Use>
  void each(Use use) const {
    for (const uint32_t function : functions_) {
      use(numbers_[function], node_of(function), function);
    }
  }

 private:
  [[nodiscard]] uint32_t node_of(uint32_t function) const {
    return groups_.node(apart_ != nullptr ? apart_->functions[function] : FunctionId(function));
  }

  const SplitFunctions* apart_;
  NodeMap groups_;
  std::vector<uint32_t> numbers_;    ///< by function
  std::vector<uint32_t> functions_;  ///< by number, less those of outside
  bool has_several_ = false;         ///< a node with bounds has several functions
};

/// `calls` are those between `nodes`; `function_of(table, row)` is whose self cost a row is, in the
/// numbering that the nodes were made of.
template <class FunctionOf>
InclusiveCosts finer_costs(const FinerNodes& nodes, const RecordedCalls& calls,
                           FunctionOf function_of, const Profile& profile, const PartSet& parts,
                           std::span<const EventSum> columns, unsigned threads) {
  CostRows self = CostRows::zeros(nodes.size(), columns.size());
  CellUses uses(profile, columns);
  each_recorded_self(profile, parts, [&](size_t table, size_t row) {
    const uint32_t number = nodes.number(function_of(table, row));
    for (const CellUse& use : uses.of(table)) {
      self.add(number, use.column,
               profile.tables()[table].self.at(row, use.cell) * use.coefficient);
    }
  });
  RecordColumns costs(profile, columns);
  const auto ignore = [](uint32_t, uint32_t, const RecordedCall&) {};
  return recorded_sums(calls, costs, self, kOutside, threads, ignore).inclusive;
}

/// Of functions of the profile.
InclusiveCosts costs_of_functions(const FinerNodes& nodes, const Profile& profile,
                                  const PartSet& parts, std::span<const EventSum> columns,
                                  unsigned threads) {
  return finer_costs(
      nodes, RecordedCalls(profile, parts, nodes.map()),
      [&](size_t table, size_t row) { return profile.tables()[table].function(row).value; },
      profile, parts, columns, threads);
}

void raise_from(const FinerNodes& nodes, const InclusiveCosts& finer, const Profile& profile,
                std::span<const EventSum> columns, InclusiveCosts& inclusive) {
  const ColumnCosts combining(profile, columns);
  for (size_t column = 0; column < columns.size(); ++column) {
    if (combining.is_max(column)) {
      continue;  // a graph adds up
    }
    nodes.each([&](uint32_t number, uint32_t node, uint32_t) {
      inclusive.raise_lower(node, column, finer.lower(number, column));
    });
  }
}

}  // namespace

void raise_lower_bounds(const Profile& profile, const PartSet& parts,
                        std::span<const EventSum> columns, const NodeMap& groups,
                        InclusiveCosts& inclusive, unsigned threads) {
  if (!inclusive.has_bounds() || profile.has_estimates()) {
    return;
  }
  if (const SplitFunctions* const apart = profile.told_apart()) {
    const FinerNodes nodes(apart, groups, inclusive);
    if (nodes.are_finer()) {
      const InclusiveCosts finer = finer_costs(
          nodes, RecordedCalls(profile, parts, *apart, nodes.map()),
          [&](size_t table, size_t row) { return profile.tables()[table].owners[row].value; },
          profile, parts, columns, threads);
      raise_from(nodes, finer, profile, columns, inclusive);
    }
  }
  if (!groups.node_of.empty()) {
    const FinerNodes nodes(nullptr, groups, inclusive);
    if (nodes.are_finer()) {
      raise_from(nodes, costs_of_functions(nodes, profile, parts, columns, threads), profile,
                 columns, inclusive);
    }
  }
}

void each_piece(const Profile& profile, std::span<const EventSum> columns, const NodeMap& groups,
                const InclusiveCosts& inclusive, const UsePiece& use) {
  if (!inclusive.has_bounds() || groups.node_of.empty()) {
    return;
  }
  const FinerNodes nodes(nullptr, groups, inclusive);
  if (!nodes.are_finer()) {
    return;
  }
  const InclusiveCosts finer =
      costs_of_functions(nodes, profile, PartSet::all(profile), columns, 1);
  nodes.each([&](uint32_t number, uint32_t, uint32_t function) {
    use(FunctionId(function), number, finer);
  });
}

}  // namespace quern
