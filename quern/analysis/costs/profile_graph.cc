// SPDX-License-Identifier: MIT
//
// Reads a profile's tables and records as a graph. Calls are announced before they are added (their
// number by caller), so that each lands in its final place and no list of edges is sorted.
// Estimated self costs are marked from the tables, which carry the marks of their records.
#include "quern/analysis/costs/profile_graph.h"

#include <algorithm>
#include <cstdint>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/analysis/costs/recorded_calls.h"
#include "quern/model/declared_costs.h"

namespace quern {

namespace {

/// Calls add(function, column, cost) for the self costs of the chosen parts.
template <class Add>
void each_self(const Profile& profile, const PartSet& parts, EdgesFrom from, CellUses& uses,
               Add add) {
  for (const Part* const each : chosen_parts(profile, parts)) {
    const Part& part = *each;
    if (from == EdgesFrom::kRecords && part.contexts != ContextUse::kNone) {
      continue;
    }
    const SumTable& table = profile.tables()[part.table];
    const std::vector<CellUse>& cells = uses.of(part.table);
    for (size_t row = part.first_self; row < part.end_self; ++row) {
      for (const CellUse& use : cells) {
        add(table.function(row), use.column, table.self.at(row, use.cell) * use.coefficient);
      }
    }
  }
}

/// Calls use(part, row) for the self costs of the chosen parts that are estimates.
template <class Use>
void each_estimate(const Profile& profile, const PartSet& parts, Use use) {
  if (!profile.has_estimates()) {
    return;
  }
  for (const Part* const part : chosen_parts(profile, parts)) {
    for (size_t row = part->first_self; row < part->end_self; ++row) {
      if (profile.tables()[part->table].is_estimated(row)) {
        use(*part, row);
      }
    }
  }
}

/// Beyond that many the builder folds as they come: there may be few pairs.
constexpr uint64_t kMostPlaced = uint64_t{1} << 24;

/// Announces how many calls will come. Only if the graph gets no others.
void announce(const RecordedCalls& calls, size_t nodes, CallGraphBuilder& graph) {
  std::vector<uint32_t> counts(nodes);
  uint64_t total = 0;
  calls.each_caller([&](uint32_t caller) {
    ++counts[caller];
    ++total;
  });
  if (total <= kMostPlaced) {
    graph.expect(counts);
  }
}

void add_calls(const RecordedCalls& calls, RecordColumns columns, CallGraphBuilder& graph) {
  calls.each([&](uint32_t caller, uint32_t callee, const RecordedCall& call) {
    graph.add_call(caller, callee, int128{call.count}, columns.of(call.part, call.costs));
    if (call.is_estimated || call.is_count_estimated) [[unlikely]] {
      graph.estimate_call(caller, callee, call.is_estimated, call.is_count_estimated);
    }
  });
}

}  // namespace

std::vector<const Part*> chosen_parts(const Profile& profile, const PartSet& parts) {
  std::vector<const Part*> chosen;
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    if (parts.contains(at)) {
      chosen.push_back(&profile.parts()[at]);
    }
  }
  return chosen;
}

CallGraph profile_graph(const Profile& profile, const PartSet& parts,
                        std::span<const EventSum> columns, const NodeMap& groups, EdgesFrom from) {
  CellUses uses(profile, columns);
  const bool with_contexts = from == EdgesFrom::kAll && has_contexts(profile, parts);
  CallGraphBuilder graph(groups.nodes + (with_contexts ? 1 : 0), columns.size());
  const ColumnCosts combining(profile, columns);
  each_self(profile, parts, from, uses, [&](FunctionId function, size_t column, int128 cost) {
    const uint32_t node = groups.node(function);
    if (combining.is_max(column)) {
      graph.raise_self(node, column, cost);
    } else {
      graph.add_self(node, column, cost);
    }
  });
  each_estimate(profile, parts, [&](const Part& part, size_t row) {
    const FunctionId function = profile.tables()[part.table].function(row);
    graph.estimate_self(groups.node(function));
  });
  const RecordedCalls calls(profile, parts, groups);
  if (!with_contexts) {
    announce(calls, groups.nodes, graph);
  }
  add_calls(calls, RecordColumns(profile, columns), graph);
  if (with_contexts) {
    add_context_edges(profile, parts, columns, groups, static_cast<uint32_t>(groups.nodes), graph);
  }
  return graph.build();
}

CallGraph profile_graph(const Profile& profile, const PartSet& parts,
                        std::span<const EventSum> columns, EdgesFrom from) {
  return profile_graph(profile, parts, columns, {{}, profile.symbols().functions.size()}, from);
}

CallGraph told_apart_graph(const Profile& profile, const PartSet& parts,
                           std::span<const EventSum> columns) {
  const SplitFunctions& apart = *profile.told_apart();
  CellUses uses(profile, columns);
  CallGraphBuilder graph(apart.functions.size(), columns.size());
  each_recorded_self(profile, parts, [&](size_t table, size_t row) {
    for (const CellUse& use : uses.of(table)) {
      graph.add_self(profile.tables()[table].owners[row].value, use.column,
                     profile.tables()[table].self.at(row, use.cell) * use.coefficient);
    }
  });
  const RecordedCalls calls(profile, parts, apart, {{}, apart.functions.size()});
  announce(calls, apart.functions.size(), graph);
  add_calls(calls, RecordColumns(profile, columns), graph);
  return graph.build();
}

CostRows self_costs(const Profile& profile, const PartSet& parts, std::span<const EventSum> columns,
                    const NodeMap& groups, EdgesFrom from) {
  CellUses uses(profile, columns);
  CostRows rows = CostRows::zeros(groups.nodes, columns.size());
  const ColumnCosts combining(profile, columns);
  each_self(profile, parts, from, uses, [&](FunctionId function, size_t column, int128 cost) {
    const uint32_t node = groups.node(function);
    if (combining.is_max(column)) {
      rows.raise(node, column, cost);
    } else {
      rows.add(node, column, cost);
    }
  });
  return rows;
}

CostRows self_costs(const Profile& profile, const PartSet& parts,
                    std::span<const EventSum> columns) {
  return self_costs(profile, parts, columns, {{}, profile.symbols().functions.size()});
}

std::vector<int128> self_costs_of(const Profile& profile, FunctionId function, const PartSet& parts,
                                  std::span<const EventSum> columns) {
  CellUses uses(profile, columns);
  std::vector<int128> sums(columns.size());
  for (const Part* const part : chosen_parts(profile, parts)) {
    const SumTable& table = profile.tables()[part->table];
    for (size_t row = part->first_self; row < part->end_self; ++row) {
      if (table.function(row) != function) {
        continue;  // nearly all: their costs are not looked at
      }
      for (const CellUse& use : uses.of(part->table)) {
        sums[use.column] += table.self.at(row, use.cell) * use.coefficient;
      }
    }
  }
  return sums;
}

std::vector<int128> apportioned(const Profile& profile, const PartSet& parts,
                                std::span<const EventSum> columns) {
  CellUses uses(profile, columns);
  std::vector<int128> sums(columns.size());
  each_estimate(profile, parts, [&](const Part& part, size_t row) {
    for (const CellUse& use : uses.of(part.table)) {
      sums[use.column] += profile.tables()[part.table].self.at(row, use.cell) * use.coefficient;
    }
  });
  return sums;
}

bool has_estimated_totals(const Profile& profile, const PartSet& parts) {
  return profile.has_estimates() &&
         std::ranges::any_of(chosen_parts(profile, parts),
                             [](const Part* part) { return part->header.has_estimated_totals; });
}

std::vector<int128> totals(const Profile& profile, const PartSet& parts,
                           std::span<const EventSum> columns) {
  CellUses uses(profile, columns);
  const ColumnCosts combining(profile, columns);
  std::vector<int128> sums(columns.size());
  for (const Part* const part : chosen_parts(profile, parts)) {
    for (const CellUse& use : uses.of(part->table)) {
      combining.combine(use.column, sums[use.column], part->totals[use.cell] * use.coefficient);
    }
  }
  return sums;
}

std::vector<int128> costs_without_rows(const Profile& profile, const PartSet& parts) {
  std::vector<int128> sums(profile.events().size());
  for (const Part* const part : chosen_parts(profile, parts)) {
    const std::vector<int128> missing =
        costs_without_rows(part->header, recorded_totals(profile, *part), profile.events());
    for (size_t event = 0; event < missing.size(); ++event) {
      sums[part->header.events[event].index()] += missing[event];
    }
  }
  return sums;
}

}  // namespace quern
