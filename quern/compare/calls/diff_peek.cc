// SPDX-License-Identifier: MIT
//
// `diff --view peek`: one function between the changes of its callers and callees. Edges are found
// by going through all of both sides: a comparison has no index of edges by function, and
// this answer needs them only once.
#include <numeric>
#include <span>
#include <utility>

#include "quern/compare/lists/diff.h"
#include "quern/compare/lists/diff_ratios.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/views/lists/name_candidates.h"
#include "quern/views/lists/ranking.h"

namespace quern {

Result<uint32_t> find_node(const DiffCosts& costs, std::string_view wanted) {
  const DiffNodes& nodes = costs.nodes();
  Result<std::vector<uint32_t>> found = find_named(wanted, nodes.named());
  if (!found) {
    return failure(found.error());
  }
  if (found->size() > 1) {
    return failure(ambiguous_among(
        wanted, {.noun = "function", .order = "largest change first", .advice = kNamesMerge},
        std::move(*found),
        [&](uint32_t node) { return change_size(diff_row(costs, node).change, costs.selection()); },
        [&](uint32_t left, uint32_t right) { return nodes.is_before(left, right); },
        [&](uint32_t node) { return nodes.name(node); }));
  }
  return found->front();
}

namespace {

/// Whether anything changed that a row shows, including ratios.
template <class Row>
bool row_differs(const Row& row) {
  const auto ratios_differ = [&row](std::vector<std::optional<Fraction>> DiffSide::* which) {
    return row.old_side && row.new_side && (*row.old_side).*which != (*row.new_side).*which;
  };
  return row.status != DiffStatus::kBoth || is_change(row.change) ||
         ratios_differ(&DiffSide::self_ratios) || ratios_differ(&DiffSide::inclusive_ratios);
}

/// The edges that `is_wanted`, by descending change, up to the limit. `in_all` and `differs` cover
/// those beyond the limit too: the exit code must not depend on it.
template <class IsWanted>
std::vector<DiffCallRow> side_rows(const DiffCosts& costs, std::span<const EdgeKey> edges,
                                   size_t& in_all, bool& differs, const IsWanted& is_wanted) {
  std::vector<DiffCallRow> rows;
  std::vector<EdgeKey> keys;
  for (const EdgeKey edge : edges) {
    if (is_wanted(edge)) {
      rows.push_back(diff_call_row(costs, edge));
      differs = differs || row_differs(rows.back());
      keys.push_back(edge);
    }
  }
  in_all = rows.size();
  std::vector<uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  const size_t shown = within_limit(costs.selection().limit, order.size());
  rank_by_cost(
      costs.selection(), order, shown,
      [&](uint32_t at) { return change_size(rows[at].change, costs.selection()); },
      [&](uint32_t at) { return DiffRatios::sort_change(rows[at]); },
      [&](uint32_t left, uint32_t right) { return keys[left] < keys[right]; });
  std::vector<DiffCallRow> sorted;
  for (const uint32_t at : std::span(order).first(shown)) {
    sorted.push_back(std::move(rows[at]));
  }
  return sorted;
}

}  // namespace

Result<DiffPeek> diff_peek(const DiffRuns& runs, std::string_view wanted) {
  const std::shared_ptr<const MatchedCosts> sides = compared(runs);
  const DiffCosts& costs = sides->costs;
  const Result<uint32_t> node = find_node(costs, wanted);
  if (!node) {
    return failure(node.error());
  }
  const std::vector<EdgeKey> edges = all_edges(costs);
  DiffPeek answer{.selection = sides->selection(),
                  .old_totals = costs.totals(Version::kOld),
                  .new_totals = costs.totals(Version::kNew),
                  .function = diff_row(costs, *node),
                  .callers = {},
                  .callees = {},
                  .callers_in_all = 0,
                  .callees_in_all = 0,
                  .differs = false,
                  .sides = sides};
  answer.differs = row_differs(answer.function);
  answer.callers = side_rows(costs, edges, answer.callers_in_all, answer.differs,
                             [&](EdgeKey edge) { return callee_of(edge) == *node; });
  answer.callees = side_rows(costs, edges, answer.callees_in_all, answer.differs,
                             [&](EdgeKey edge) { return caller_of(edge) == *node; });
  return answer;
}

}  // namespace quern
