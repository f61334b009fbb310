// SPDX-License-Identifier: MIT
#include "quern/analysis/profile_graph.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "quern/analysis/column_costs.h"
#include "quern/analysis/context_sums.h"

namespace quern {

namespace {

/// One cell of a table's rows goes into one column.
struct CellUse {
  size_t cell;
  size_t column;
  int128 coefficient;
};

/// Which cells of which table a question needs; worked out once a table.
class CellUses {
 public:
  CellUses(const Profile& profile, std::span<const EventSum> columns)
      : profile_(profile), by_table_(profile.tables().size()) {
    for (size_t column = 0; column < columns.size(); ++column) {
      for (const EventTerm& term : columns[column].terms) {
        by_event_.push_back({term.event.index(), column, term.coefficient});
      }
    }
    std::ranges::sort(by_event_, {},
                      [](const CellUse& use) { return std::pair(use.cell, use.column); });
  }

  [[nodiscard]] const std::vector<CellUse>& of(size_t table) {
    std::optional<std::vector<CellUse>>& known = by_table_[table];
    if (!known) {
      known.emplace();
      const std::vector<EventId>& events = profile_.tables()[table].events;
      for (size_t cell = 0; cell < events.size(); ++cell) {
        const auto uses =
            std::ranges::equal_range(by_event_, events[cell].index(), {}, &CellUse::cell);
        for (const CellUse& use : uses) {
          known->push_back({cell, use.column, use.coefficient});
        }
      }
    }
    return *known;
  }

 private:
  const Profile& profile_;
  std::vector<CellUse> by_event_;  ///< `cell` is the event's index
  std::vector<std::optional<std::vector<CellUse>>> by_table_;
};

/// Calls add(function, column, cost) for the self costs of the chosen parts.
template <class Add>
void each_self(const Profile& profile, const PartSet& parts, EdgesFrom from, CellUses& uses,
               Add add) {
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    if (!parts.contains(at) ||
        (from == EdgesFrom::kRecords && part.contexts != ContextUse::kNone)) {
      continue;
    }
    const SumTable& table = profile.tables()[part.table];
    const std::vector<CellUse>& cells = uses.of(part.table);
    for (size_t row = part.first_self; row < part.end_self; ++row) {
      for (const CellUse& use : cells) {
        add(table.functions[row], use.column, table.self.at(row, use.cell) * use.coefficient);
      }
    }
  }
}

/// Adds the calls of the chosen parts to a graph.
class CallAdder {
 public:
  CallAdder(const Profile& profile, const PartSet& parts, size_t columns, const NodeMap& groups,
            CellUses& uses, CallGraphBuilder& graph)
      : profile_(profile),
        parts_(parts),
        groups_(groups),
        uses_(uses),
        graph_(graph),
        costs_(columns) {}

  void add() {
    RecordCursor cursor(profile_.records());
    while (const Record* record = cursor.next()) {
      if (record->kind != RecordKind::kCall || !parts_.contains(record->part) ||
          profile_.parts()[record->part].contexts != ContextUse::kNone) {
        continue;
      }
      std::ranges::fill(costs_, 0);
      for (const CellUse& use : uses_.of(profile_.parts()[record->part].table)) {
        if (use.cell < record->costs.size()) {
          costs_[use.column] += record->costs[use.cell] * use.coefficient;
        }
      }
      graph_.add_call(node(profile_.function(record->function)),
                      node(profile_.function(record->other)), int128{record->count}, costs_);
    }
  }

 private:
  [[nodiscard]] uint32_t node(FunctionId function) const {
    return groups_.node_of.empty() ? function.value : groups_.node_of[function.index()];
  }

  const Profile& profile_;
  const PartSet& parts_;
  const NodeMap& groups_;
  CellUses& uses_;
  CallGraphBuilder& graph_;
  std::vector<int128> costs_;
};

}  // namespace

CallGraph profile_graph(const Profile& profile, const PartSet& parts,
                        std::span<const EventSum> columns, const NodeMap& groups, EdgesFrom from) {
  CellUses uses(profile, columns);
  const bool with_contexts = from == EdgesFrom::kAll && has_contexts(profile, parts);
  CallGraphBuilder graph(groups.nodes + (with_contexts ? 1 : 0), columns.size());
  const ColumnCosts combining(profile, columns);
  each_self(profile, parts, from, uses, [&](FunctionId function, size_t column, int128 cost) {
    const uint32_t node =
        groups.node_of.empty() ? function.value : groups.node_of[function.index()];
    if (combining.is_max(column)) {
      graph.raise_self(node, column, cost);
    } else {
      graph.add_self(node, column, cost);
    }
  });
  CallAdder calls(profile, parts, columns.size(), groups, uses, graph);
  calls.add();
  if (with_contexts) {
    add_context_edges(profile, parts, columns, groups, static_cast<uint32_t>(groups.nodes), graph);
  }
  return graph.build();
}

CallGraph profile_graph(const Profile& profile, const PartSet& parts,
                        std::span<const EventSum> columns, EdgesFrom from) {
  return profile_graph(profile, parts, columns, {{}, profile.symbols().functions.size()}, from);
}

CostRows self_costs(const Profile& profile, const PartSet& parts, std::span<const EventSum> columns,
                    const NodeMap& groups) {
  CellUses uses(profile, columns);
  CostRows rows(columns.size());
  for (size_t left = groups.nodes; left != 0; --left) {
    rows.add_row();
  }
  const ColumnCosts combining(profile, columns);
  each_self(profile, parts, EdgesFrom::kAll, uses,
            [&](FunctionId function, size_t column, int128 cost) {
              const uint32_t node =
                  groups.node_of.empty() ? function.value : groups.node_of[function.index()];
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

std::vector<int128> totals(const Profile& profile, const PartSet& parts,
                           std::span<const EventSum> columns) {
  CellUses uses(profile, columns);
  const ColumnCosts combining(profile, columns);
  std::vector<int128> sums(columns.size());
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    if (!parts.contains(at)) {
      continue;
    }
    const Part& part = profile.parts()[at];
    for (const CellUse& use : uses.of(part.table)) {
      combining.combine(use.column, sums[use.column], part.totals[use.cell] * use.coefficient);
    }
  }
  return sums;
}

}  // namespace quern
