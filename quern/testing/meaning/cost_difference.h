// SPDX-License-Identifier: MIT
//
// Whether two readings of one profile tell the same of its functions.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "quern/model/profile.h"
#include "quern/query/selection.h"
#include "quern/views/lists/costs_by_node.h"

namespace quern::testing {

inline std::string cost_difference(const CostsByNode& left, const CostsByNode& right,
                                   size_t nodes) {
  for (uint32_t node = 0; node < nodes; ++node) {
    if (left.calls(node) != right.calls(node) ||
        left.cycles().cycle(node) != right.cycles().cycle(node)) {
      return fmt::format("calls or cycle of {}", node);
    }
    for (size_t column = 0; column < left.column_count(); ++column) {
      if (left.self(node, column) != right.self(node, column) ||
          left.inclusive(node, column) != right.inclusive(node, column)) {
        return fmt::format("costs of {}", node);
      }
    }
  }
  return {};
}

/// Each event, and two formulas where they are wanted.
inline Result<Selection> asked_of(const Profile& profile, bool with_formulas) {
  SelectionWords words;
  words.all_events = true;
  Result<Selection> selection = select(profile, words);
  const size_t events = profile.events().size();
  if (selection && events > 1 && with_formulas) {
    const Event& any = profile.events().front();
    selection->columns.push_back({any, {{{EventId(0U), 3}, {EventId(1U), -1}}}});
    selection->columns.push_back({any, {{{EventId(0U), 1}, {EventId(events - 1), 2}}}});
  }
  return selection;
}

/// Empty: they tell the same of all functions.
inline std::string cost_difference(const Profile& left, const Profile& right, bool with_formulas) {
  const Result<Selection> asked = asked_of(left, with_formulas);
  const Result<Selection> same = asked_of(right, with_formulas);
  if (!asked || !same) {
    return asked || same ? "an answer is refused" : "";
  }
  const NodeMap nodes{{}, left.symbols().functions.size()};
  if (right.symbols().functions.size() != nodes.nodes) {
    return "other functions";
  }
  return cost_difference(CostsByNode(left, *asked, nodes, CostsByNode::Edges::kNone),
                         CostsByNode(right, *same, nodes, CostsByNode::Edges::kNone), nodes.nodes);
}

}  // namespace quern::testing
