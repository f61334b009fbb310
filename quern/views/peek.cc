// SPDX-License-Identifier: MIT
#include "quern/views/peek.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "quern/analysis/profile_graph.h"
#include "quern/base/text.h"
#include "quern/views/codes.h"
#include "quern/views/columns.h"
#include "quern/views/node_costs.h"
#include "quern/views/ranking.h"

namespace quern {

namespace {

constexpr size_t kCandidatesTold = 20;

/// "NAME  FILE:OBJECT", of the latter what is known.
std::string described(const RowName& row) {
  std::string text = printable(row.name.empty() ? "???" : row.name);
  if (!row.file.empty() || !row.object.empty()) {
    const bool has_both = !row.file.empty() && !row.object.empty();
    text +=
        fmt::format("  {}{}{}", printable(row.file), has_both ? ":" : "", printable(row.object));
  }
  return text;
}

Diagnostic ambiguous(const NodeCosts& costs, std::string_view wanted, std::vector<uint32_t> found) {
  const Nodes& nodes = costs.nodes();
  const size_t told = std::min(found.size(), kCandidatesTold);
  rank(
      found, told, [&costs](uint32_t node) { return costs.sort_cost(node); },
      [&nodes](uint32_t left, uint32_t right) { return nodes.is_before(left, right); });
  std::string hint = "candidates, the dearest first:";
  for (const uint32_t node : std::span(found).first(told)) {
    hint += fmt::format("\n  {}", described(nodes.name(node)));
  }
  if (found.size() > told) {
    hint += fmt::format("\n  and {} more", grouped(static_cast<int128>(found.size() - told)));
  }
  const bool same_name = std::ranges::all_of(found, [&](uint32_t node) {
    return nodes.name(node).name == nodes.name(found.front()).name;
  });
  if (same_name) {
    hint += "\nthey share the name: `--group-by name` merges them";
  }
  const bool by_function = nodes.group_by() == GroupBy::kFunction;
  return usage_error(kAmbiguousName.name,
                     fmt::format("'{}' fits {}", printable(wanted),
                                 counted(found.size(), by_function ? "function" : "group")),
                     std::move(hint));
}

/// The one listed node that the user's word means.
Result<uint32_t> find_node(const NodeCosts& costs, std::string_view wanted) {
  const Nodes& nodes = costs.nodes();
  std::vector<uint32_t> listed = nodes.listed();
  std::vector<std::string_view> names;
  names.reserve(listed.size());
  for (const uint32_t node : listed) {
    names.push_back(nodes.name(node).name);
  }
  const Result<std::vector<uint32_t>> fitting = find_names(wanted, names);
  if (!fitting) {
    return failure(fitting.error());
  }
  std::vector<uint32_t> found;
  for (const uint32_t at : *fitting) {
    found.push_back(listed[at]);
  }
  if (found.size() > 1) {
    return failure(ambiguous(costs, wanted, std::move(found)));
  }
  return found.front();
}

/// One side of a function: its edges to callers or to callees.
class Side {
 public:
  Side(const NodeCosts& costs, const Selection& selection, uint32_t node, bool of_callers)
      : costs_(costs), selection_(selection), node_(node), of_callers_(of_callers) {
    const CallGraph& graph = costs.graph();
    if (of_callers) {
      std::ranges::copy(graph.calls_to(node), std::back_inserter(edges_));
    } else {
      std::ranges::copy(graph.calls_from(node), std::back_inserter(edges_));
    }
  }

  [[nodiscard]] size_t size() const { return edges_.size(); }

  [[nodiscard]] std::vector<int128> sums() const {
    std::vector<int128> sums(selection_.columns.size());
    for (const uint32_t edge : edges_) {
      for (size_t column = 0; column < sums.size(); ++column) {
        const int128 cost = costs_.graph().inclusive(edge, column);
        sums[column] = selection_.columns[column].event.combine == Combine::kMax
                           ? std::max(sums[column], cost)
                           : sums[column] + cost;
      }
    }
    return sums;
  }

  [[nodiscard]] std::vector<PeekNeighbour> neighbours() {
    const CallGraph& graph = costs_.graph();
    const size_t count = within_limit(selection_.limit, edges_.size());
    rank(
        edges_, count,
        [&](uint32_t edge) {
          return selection_.columns.empty() ? 0 : graph.inclusive(edge, selection_.sort_column);
        },
        [&](uint32_t left, uint32_t right) {
          return costs_.nodes().is_before(other(left), other(right));
        });
    std::vector<PeekNeighbour> rows;
    for (const uint32_t edge : std::span(edges_).first(count)) {
      rows.push_back(neighbour(edge));
    }
    return rows;
  }

 private:
  [[nodiscard]] uint32_t other(uint32_t edge) const {
    return of_callers_ ? costs_.graph().caller(edge) : costs_.graph().callee(edge);
  }

  [[nodiscard]] PeekNeighbour neighbour(uint32_t edge) const {
    const uint32_t node = other(edge);
    PeekNeighbour row;
    row.name = costs_.nodes().name(node);
    if (costs_.has_calls()) {
      row.count = costs_.graph().count(edge);
    }
    for (size_t column = 0; column < selection_.columns.size(); ++column) {
      row.inclusive.push_back(costs_.graph().inclusive(edge, column));
    }
    row.is_self = node == node_;
    row.is_in_cycle = !row.name.is_root && costs_.cycle(node_).has_value() &&
                      costs_.cycle(node) == costs_.cycle(node_);
    return row;
  }

  const NodeCosts& costs_;
  const Selection& selection_;
  uint32_t node_;
  bool of_callers_;
  std::vector<uint32_t> edges_;
};

}  // namespace

Result<Peek> peek(const Profile& profile, const Selection& selection, std::string_view wanted) {
  const NodeCosts costs(profile, selection, NodeCosts::Edges::kWanted);
  const Result<uint32_t> node = find_node(costs, wanted);
  if (!node) {
    return failure(node.error());
  }
  Side callers(costs, selection, *node, true);
  Side callees(costs, selection, *node, false);
  Peek answer{.selection = selection,
              .totals = totals(profile, selection.parts, column_sums(selection)),
              .function = costs.row(*node),
              .callers = callers.neighbours(),
              .callees = callees.neighbours(),
              .callers_in_all = callers.size(),
              .callees_in_all = callees.size(),
              .from_callers = callers.sums(),
              .into_callees = callees.sums(),
              .grouping = costs.grouping()};
  return answer;
}

}  // namespace quern
