// SPDX-License-Identifier: MIT
#include "quern/model/run_statistics.h"

#include <functional>
#include <utility>

namespace quern {

namespace {

std::pair<FunctionId, FunctionId> ends_of(const RunStatistics::Edge& edge) {
  return {edge.caller, edge.callee};
}

/// Sorts rows by what tells them apart, and drops all rows of which that is the same.
template <class Row, class Key>
void sort_and_drop(std::vector<Row>& rows, const Key& key) {
  std::ranges::sort(rows, {}, key);
  auto end = rows.begin();
  for (auto at = rows.begin(); at != rows.end();) {
    const auto same = std::find_if(at + 1, rows.end(), [&](const Row& row) {
      return std::invoke(key, row) != std::invoke(key, *at);
    });
    if (same == at + 1) {
      if (end != at) {
        *end = std::move(*at);
      }
      ++end;
    }
    at = same;
  }
  rows.erase(end, rows.end());
}

}  // namespace

Distribution& RunCosts::cell(uint32_t column) {
  const auto at = std::ranges::lower_bound(cells, column, {}, &Cell::column);
  return at != cells.end() && at->column == column ? at->costs
                                                   : cells.insert(at, {.column = column})->costs;
}

const Distribution& RunCosts::costs(EventId event, RunCost of) const {
  static const Distribution kNone;
  const auto at = std::ranges::lower_bound(cells, column(event, of), {}, &Cell::column);
  return at != cells.end() && at->column == column(event, of) ? at->costs : kNone;
}

RunSummary RunCosts::summary(EventId event, RunCost of) const {
  return summary_of(costs(event, of), runs);
}

const RunCosts* RunStatistics::of(FunctionId function) const {
  const auto at = std::ranges::lower_bound(functions, function, {}, &Function::function);
  return at != functions.end() && at->function == function ? &at->costs : nullptr;
}

const RunCosts* RunStatistics::of(FunctionId caller, FunctionId callee) const {
  const std::pair ends(caller, callee);
  const auto at = std::ranges::lower_bound(edges, ends, {}, ends_of);
  return at != edges.end() && ends_of(*at) == ends ? &at->costs : nullptr;
}

void RunStatistics::settle() {
  sort_and_drop(functions, &Function::function);
  sort_and_drop(edges, ends_of);
}

}  // namespace quern
