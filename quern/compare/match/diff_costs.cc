// SPDX-License-Identifier: MIT
#include "quern/compare/match/diff_costs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "quern/base/median.h"
#include "quern/base/parallel.h"
#include "quern/query/columns.h"

namespace quern {

namespace {

bool is_known(const Amount& amount) {
  return certainty_of(amount) == Certainty::kExact;
}

/// Of one column; nothing where the old calls cost nothing, or the product has no room.
std::optional<std::pair<int128, int128>> split_of(int128 old_calls, int128 new_calls,
                                                  const Amount& was, const Amount& is) {
  int128 product = 0;
  if (lower_of(was) == 0 ||
      __builtin_mul_overflow(new_calls - old_calls, lower_of(was), &product)) {
    return std::nullopt;
  }
  const int128 more = product / old_calls;
  return std::pair(more, lower_of(is) - lower_of(was) - more);
}

/// Columns without an old cost cannot be split: all of their change is cost per call.
std::optional<DiffSplit> split_between(const DiffSide& was, const DiffSide& is) {
  const int128 old_calls = was.calls ? lower_of(*was.calls) : 0;
  const int128 new_calls = is.calls ? lower_of(*is.calls) : 0;
  if (old_calls <= 0 || new_calls <= 0) {
    return std::nullopt;
  }
  const bool are_calls_sure = is_known(*was.calls) && is_known(*is.calls);
  DiffSplit split;
  bool any = false;
  for (size_t column = 0; column < was.inclusive.size(); ++column) {
    const auto parts = split_of(old_calls, new_calls, was.inclusive[column], is.inclusive[column]);
    any = any || parts.has_value();
    const Amount change = change_of(was.inclusive[column], is.inclusive[column]);
    const bool is_guess = !are_calls_sure || !is_known(change);
    split.more_calls.push_back(amount_of(parts ? parts->first : 0, is_guess));
    split.dearer_calls.push_back(amount_of(parts ? parts->second : lower_of(change), is_guess));
  }
  return any ? std::optional(std::move(split)) : std::nullopt;
}

const DiffSide& side_or(const std::optional<DiffSide>& side, const DiffSide& nothing) {
  return side ? *side : nothing;
}

/// By column; costs of a side that is not there count 0.
std::vector<Amount> changes_between(const std::vector<Amount>& was, const std::vector<Amount>& is) {
  std::vector<Amount> changes;
  for (size_t column = 0; column < std::max(was.size(), is.size()); ++column) {
    changes.push_back(change_of(column < was.size() ? was[column] : Amount(Exact{0}),
                                column < is.size() ? is[column] : Amount(Exact{0})));
  }
  return changes;
}

std::vector<NodeMap> maps_of(const DiffRuns& runs, const DiffNodes& nodes) {
  std::vector<NodeMap> maps;
  for (size_t run = 0; run < runs.count(); ++run) {
    maps.push_back(nodes.map(run));
  }
  return maps;
}

}  // namespace

Amount change_of(const Amount& was, const Amount& is) {
  return amount_of(lower_of(is) - lower_of(was), !is_known(was) || !is_known(is));
}

CostRange cost_range(std::span<const Amount> amounts) {
  std::vector<int128> values;
  std::ranges::transform(amounts, std::back_inserter(values), lower_of);
  return range_of(values);
}

void DiffSide::add_column(std::vector<Amount> DiffSide::* costs, std::span<const Amount> runs) {
  (this->*costs).push_back(median_amount(runs));
  if (runs.size() > 1) {
    ranges.push_back(cost_range(runs));
  }
}

Amount median_amount(std::span<const Amount> amounts) {
  const auto median_of = [&](auto bound) {
    std::vector<int128> values;
    std::ranges::transform(amounts, std::back_inserter(values), bound);
    return lower_median(std::move(values));
  };
  const auto is_not_surer = [](const Amount& left, const Amount& right) {
    return certainty_of(left) < certainty_of(right);
  };
  const int128 lower = median_of(lower_of);
  switch (certainty_of(*std::ranges::max_element(amounts, is_not_surer))) {
    case Certainty::kExact:
      return Exact{lower};
    case Certainty::kBounded:
      return Bounded{lower, median_of(upper_of)};
    default:
      return Estimated{lower};
  }
}

DiffChange change_between(const std::optional<DiffSide>& old_side,
                          const std::optional<DiffSide>& new_side) {
  const DiffSide& shape = old_side ? *old_side : *new_side;
  DiffSide nothing;
  nothing.calls = shape.calls ? std::optional<Amount>(Exact{0}) : std::nullopt;
  const DiffSide& was = side_or(old_side, nothing);
  const DiffSide& is = side_or(new_side, nothing);
  DiffChange change;
  change.self = changes_between(was.self, is.self);
  change.with_inlined = changes_between(was.with_inlined, is.with_inlined);
  change.outermost = changes_between(was.outermost, is.outermost);
  change.inclusive = changes_between(was.inclusive, is.inclusive);
  if (was.calls && is.calls) {
    change.calls = change_of(*was.calls, *is.calls);
  }
  if (old_side && new_side) {
    change.split = split_between(was, is);
  }
  return change;
}

std::optional<uint32_t> edge_of(const CostsByNode& run, uint32_t caller, uint32_t callee) {
  const CallGraph& graph = run.graph();
  return caller < graph.node_count() ? graph.find(caller, callee) : std::nullopt;
}

bool is_change(const DiffChange& change) {
  const auto differs = [](const Amount& amount) { return lower_of(amount) != 0; };
  return std::ranges::any_of(change.self, differs) ||
         std::ranges::any_of(change.with_inlined, differs) ||
         (change.calls && differs(*change.calls)) || std::ranges::any_of(change.inclusive, differs);
}

DiffCosts::DiffCosts(const DiffRuns& runs, const DiffNodes& nodes, Edges edges)
    : DiffCosts(runs, nodes, maps_of(runs, nodes), edges) {}

DiffCosts::DiffCosts(const DiffRuns& runs, const DiffNodes& nodes, std::span<const NodeMap> maps,
                     Edges edges)
    : runs_(&runs), nodes_(&nodes) {
  costs_ = made_by_threads<CostsByNode>(runs.count(), threads_for(runs.threads), [&](size_t at) {
    const DiffRun& run = runs.run(at);
    return CostsByNode(*run.profile, run.selection, maps[at], edges);
  });
  has_calls_ = std::ranges::all_of(costs_, &CostsByNode::has_calls);
  for (const DiffRun* const run : runs.all()) {
    run_totals_.push_back(
        quern::totals(*run->profile, run->selection.parts, column_sums(run->selection)));
  }
  add_totals(Version::kOld);
  add_totals(Version::kNew);
}

void DiffCosts::add_totals(Version side) {
  for (size_t column = 0; column < column_count(); ++column) {
    const std::vector<int128> values = totals_of_runs(column, side);
    if (values.size() > 1) {
      total_ranges_[static_cast<size_t>(side)].push_back(range_of(values));
    }
    totals_[static_cast<size_t>(side)].push_back(
        amount_of(lower_median(values), has_estimated_totals(runs_->of(side))));
  }
}

std::vector<int128> DiffCosts::totals_of_runs(size_t column, Version side) const {
  std::vector<int128> values;
  const RunRange own = runs_->range(side);
  for (size_t run = own.first; run < own.end; ++run) {
    values.push_back(run_totals_[run][column]);
  }
  return values;
}

int128 DiffCosts::total(size_t column, Version side) const {
  return lower_median(totals_of_runs(column, side));
}

std::span<const CostsByNode> DiffCosts::of(Version side) const {
  const RunRange own = runs_->range(side);
  return std::span(costs_).subspan(own.first, own.size());
}

template <class Cost>
Amount DiffCosts::median(Version side, const Cost& cost) const {
  const std::span<const CostsByNode> all = of(side);
  if (all.size() == 1) {
    return cost(all.front());
  }
  return median_amount(amounts(side, cost));
}

template <class Cost>
std::vector<Amount> DiffCosts::amounts(Version side, const Cost& cost) const {
  std::vector<Amount> amounts;
  std::ranges::transform(of(side), std::back_inserter(amounts), cost);
  return amounts;
}

Amount DiffCosts::self(uint32_t node, size_t column, Version side) const {
  return median(side, [&](const CostsByNode& costs) { return costs.self_amount(node, column); });
}

Amount DiffCosts::inclusive(uint32_t node, size_t column, Version side) const {
  return median(side, [&](const CostsByNode& costs) { return costs.inclusive(node, column); });
}

std::optional<Amount> DiffCosts::calls(uint32_t node, Version side) const {
  if (!has_calls_) {
    return std::nullopt;
  }
  return median(
      side, [&](const CostsByNode& costs) { return costs.calls_amount(node).value_or(Exact{0}); });
}

std::optional<DiffSide> DiffCosts::side(uint32_t node, Version which) const {
  return nodes_->name(node, which) ? std::optional(costs_of(node, which)) : std::nullopt;
}

DiffSide DiffCosts::costs_of(uint32_t node, Version which) const {
  DiffSide side;
  const bool is_by_self = selection().sort_by == SortBy::kSelf;
  for (size_t column = 0; column < column_count(); ++column) {
    const std::vector<Amount> selfs =
        amounts(which, [&](const CostsByNode& run) { return run.self_amount(node, column); });
    const std::vector<Amount> inclusives =
        amounts(which, [&](const CostsByNode& run) { return run.inclusive(node, column); });
    side.self.push_back(median_amount(selfs));
    side.inclusive.push_back(median_amount(inclusives));
    if (selfs.size() > 1) {
      side.ranges.push_back(cost_range(is_by_self ? selfs : inclusives));
    }
  }
  side.calls = calls(node, which);
  return side;
}

EdgeOfRuns DiffCosts::find_edge(uint32_t caller, uint32_t callee) const {
  EdgeOfRuns found;
  for (const CostsByNode& run : costs_) {
    found.push_back(edge_of(run, caller, callee));
  }
  return found;
}

template <class Cost>
Amount DiffCosts::median_of(const EdgeOfRuns& edge, Version side, const Cost& cost) const {
  const CostsByNode* const first = costs_.data();
  return median(side, [&](const CostsByNode& run) {
    const std::optional<uint32_t> own = edge[static_cast<size_t>(&run - first)];
    return own ? cost(run, *own) : Amount(Exact{0});
  });
}

Amount DiffCosts::edge_inclusive(const EdgeOfRuns& edge, size_t column, Version side) const {
  return median_of(edge, side, [column](const CostsByNode& run, uint32_t own) {
    return run.graph().inclusive_amount(own, column);
  });
}

Amount DiffCosts::edge_calls(const EdgeOfRuns& edge, Version side) const {
  return median_of(edge, side, [](const CostsByNode& run, uint32_t own) {
    return run.graph().count_amount(own);
  });
}

bool DiffCosts::has_edge(const EdgeOfRuns& edge, Version side) const {
  return std::ranges::any_of(std::span(edge).subspan(runs_->range(side).first, of(side).size()),
                             [](const auto& own) { return own.has_value(); });
}

std::optional<DiffSide> DiffCosts::edge(uint32_t caller, uint32_t callee, Version which) const {
  const EdgeOfRuns found = find_edge(caller, callee);
  if (!has_edge(found, which)) {
    return std::nullopt;
  }
  DiffSide side;
  for (size_t column = 0; column < column_count(); ++column) {
    side.add_column(&DiffSide::inclusive, amounts(which, [&](const CostsByNode& run) {
      const std::optional<uint32_t> edge = found[static_cast<size_t>(&run - costs_.data())];
      return edge ? run.graph().inclusive_amount(*edge, column) : Amount(Exact{0});
    }));
  }
  if (has_calls_) {
    side.calls = edge_calls(found, which);
  }
  return side;
}

}  // namespace quern
