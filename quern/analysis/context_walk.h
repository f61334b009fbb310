// SPDX-License-Identifier: MIT
//
// Walks the call trees of the chosen parts once, depth first, with what each context cost together
// with all below it. Memory is that of the deepest stack. Whatever follows from exact stacks
// (inclusive costs, edges, trees) is a visitor of this walk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/column_costs.h"
#include "quern/analysis/profile_graph.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern {

/// True if a chosen part has contexts.
[[nodiscard]] bool has_contexts(const Profile& profile, const PartSet& parts);
/// True if a chosen part has none.
[[nodiscard]] bool lacks_contexts(const Profile& profile, const PartSet& parts);

/// Calls visitor.enter(context) on the way down, and visitor.leave(context, self, inclusive), with
/// costs by column, on the way up: children before their parent, siblings in their order.
template <class Visitor>
void walk_contexts(const Profile& profile, const PartSet& parts, const ColumnCosts& columns,
                   Visitor&& visitor) {
  const Contexts& contexts = profile.contexts();
  const size_t width = columns.size();
  std::vector<ContextId> path;
  std::vector<int128> costs;  // by depth: self, then inclusive
  const auto self_at = [&](size_t depth) {
    return std::span(costs).subspan(depth * 2 * width, width);
  };
  const auto inclusive_at = [&](size_t depth) {
    return std::span(costs).subspan((depth * 2 + 1) * width, width);
  };
  const auto leave = [&] {
    const size_t depth = path.size() - 1;
    columns.combine(inclusive_at(depth), self_at(depth));
    visitor.leave(path.back(), std::span<const int128>(self_at(depth)),
                  std::span<const int128>(inclusive_at(depth)));
    if (depth != 0) {
      columns.combine(inclusive_at(depth - 1), inclusive_at(depth));
    }
    path.pop_back();
    costs.resize(path.size() * 2 * width);
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
      while (!path.empty() && path.back() != parent) {
        leave();
      }
      path.push_back(id);
      costs.resize(path.size() * 2 * width);
      while (is_left && walk.context() < id) {
        is_left = walk.next();
      }
      if (is_left && walk.context() == id) {
        columns.add(self_at(path.size() - 1), walk.costs());
      }
      visitor.enter(id);
    }
    while (!path.empty()) {
      leave();
    }
  }
}

}  // namespace quern
