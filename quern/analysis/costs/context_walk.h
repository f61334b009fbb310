// SPDX-License-Identifier: MIT
//
// Walks the call trees of the chosen parts once, depth first, with what each context cost together
// with all below it. Memory is that of the deepest stack. Whatever follows from exact stacks
// (inclusive costs, edges, trees) is a visitor of this walk.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"
#include "quern/model/records/rows_on_path.h"

namespace quern {

/// True if a chosen part has contexts.
[[nodiscard]] bool has_contexts(const Profile& profile, const PartSet& parts);
/// True if a chosen part has none.
[[nodiscard]] bool lacks_contexts(const Profile& profile, const PartSet& parts);

/// True if the chosen parts count calls: by call records, or by invocations in their stacks.
[[nodiscard]] bool counts_calls(const Profile& profile, const PartSet& parts);

/// True if each stack of the chosen parts is one call, and all calls are there.
[[nodiscard]] bool knows_invocations(const Profile& profile, const PartSet& parts);

/// Calls use(id) for each context of the chosen parts, callers before what they call.
template <class Use>
void each_context(const Profile& profile, const PartSet& parts, Use use) {
  for (const Part* const part : chosen_parts(profile, parts)) {
    for (uint64_t at = part->first_context; at < part->end_context; ++at) {
      use(ContextId(at));
    }
  }
}
/// By context: how many callers it has.
[[nodiscard]] std::vector<uint32_t> context_depths(const Contexts& contexts);

/// Adds or raises cells of a row from `first` on, by how their columns combine.
inline void combine_into(CostRows& rows, size_t row, size_t first, const ColumnCosts& columns,
                         std::span<const int128> costs) {
  for (size_t column = 0; column < costs.size(); ++column) {
    if (costs[column] == 0) {
      continue;
    }
    if (columns.is_max(column)) {
      rows.raise(row, first + column, costs[column]);
    } else {
      rows.add(row, first + column, costs[column]);
    }
  }
}

/// As walk_contexts(), of so many columns; 0: of any number.
template <size_t kColumns, class Visitor>
void walk_contexts_by(const Profile& profile, const PartSet& parts, const ColumnCosts& columns,
                      Visitor& visitor) {
  const Contexts& contexts = profile.contexts();
  const size_t width = kColumns != 0 ? kColumns : columns.size();
  size_t depth = 0;  // of what follows, which never shrinks
  std::vector<ContextId> path;
  std::vector<int128> costs;  // by depth: self, then inclusive
  const auto self_at = [&](size_t at) { return std::span(costs).subspan(at * 2 * width, width); };
  const auto inclusive_at = [&](size_t at) {
    return std::span(costs).subspan((at * 2 + 1) * width, width);
  };
  const auto enter = [&](ContextId id) {
    if (depth == path.size()) {
      path.resize(2 * depth + 1);
      costs.resize(path.size() * 2 * width);
    }
    path[depth] = id;
    std::fill_n(self_at(depth).data(), 2 * width, 0);
    ++depth;
  };
  const auto leave = [&](size_t at) {
    columns.combine(inclusive_at(at), self_at(at));
    visitor.leave(path[at], std::span<const int128>(self_at(at)),
                  std::span<const int128>(inclusive_at(at)));
    if (at != 0) {
      columns.combine(inclusive_at(at - 1), inclusive_at(at));
    }
  };
  ContextCosts walk(contexts);
  bool is_left = walk.next();
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    const bool is_chosen = parts.contains(at);
    for (uint64_t node = is_chosen ? part.first_context : part.end_context; node < part.end_context;
         ++node) {
      const ContextId id(static_cast<uint32_t>(node));
      const ContextId parent = contexts.parent(id);
      for (; depth != 0 && path[depth - 1] != parent; --depth) {
        leave(depth - 1);
      }
      enter(id);
      while (is_left && walk.context() < id) {
        is_left = walk.next();
      }
      if (is_left && walk.context() == id) {
        columns.add(self_at(depth - 1), walk.costs());
      }
      visitor.enter(id);
    }
    for (; depth != 0; --depth) {
      leave(depth - 1);
    }
  }
}

/// Calls visitor.enter(context) on the way down, and visitor.leave(context, self, inclusive), with
/// costs by column, on the way up: children before their parent, siblings in their order.
template <class Visitor>
void walk_contexts(const Profile& profile, const PartSet& parts, const ColumnCosts& columns,
                   Visitor&& visitor) {
  if (columns.size() == 1) {  // mostly, and then without loops over columns
    walk_contexts_by<1>(profile, parts, columns, visitor);
  } else {
    walk_contexts_by<0>(profile, parts, columns, visitor);
  }
}

/// A visitor of walk_in_blocks().
class ColumnVisitor {
 public:
  /// What follows is about these columns, the first of which is number `first`.
  void begin(const ColumnCosts& columns, size_t first) {
    columns_ = &columns;
    first_ = first;
  }
  /// It is no more about them.
  void end() {}

 protected:
  [[nodiscard]] const ColumnCosts& columns() const { return *columns_; }
  [[nodiscard]] size_t first_column() const { return first_; }
  /// Whether this walk is the first: what is no column is counted once.
  [[nodiscard]] bool is_first_walk() const { return first_ == 0; }
  /// Adds the costs of these columns to a row that has a cell for each, behind `before` others.
  void combine_into_row(CostRows& rows, uint32_t row, size_t before,
                        std::span<const int128> costs) const {
    combine_into(rows, row, before + first_, *columns_, costs);
  }

 private:
  const ColumnCosts* columns_ = nullptr;
  size_t first_ = 0;
};

/// walk_contexts() for all columns, some at a time, so that a deep stack with a thousand events
/// stays small; once for none.
template <class Visitor>
void walk_in_blocks(const Profile& profile, const PartSet& parts, std::span<const EventSum> columns,
                    Visitor&& visitor) {
  constexpr size_t kColumnsAtOnce = 16;
  size_t first = 0;
  do {
    const size_t count = std::min(kColumnsAtOnce, columns.size() - first);
    const ColumnCosts costs(profile, columns.subspan(first, count));
    visitor.begin(costs, first);
    walk_contexts(profile, parts, costs, visitor);
    visitor.end();
    first += count;
  } while (first < columns.size());
}

}  // namespace quern
