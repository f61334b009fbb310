// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_ratios.h"

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/median.h"

namespace quern {

namespace {

std::optional<Fraction> ratio_change(const std::optional<Fraction>& was,
                                     const std::optional<Fraction>& is) {
  return was && is ? difference(*is, *was) : std::nullopt;
}

/// Of rows without ratios none; a side that is not there has no values.
ComputedRow ratio_changes(const ComputedRow& was, const ComputedRow& is) {
  ComputedRow change(std::max(was.size(), is.size()));
  for (size_t at = 0; at < std::min(was.size(), is.size()); ++at) {
    change[at] = ratio_change(was[at], is[at]);
  }
  return change;
}

std::optional<RunRatio> ratio_of_runs(std::vector<Fraction> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  const RatioRange range = range_of(values);
  const size_t runs = values.size();
  return RunRatio{lower_median(std::move(values)), range, runs};
}

std::optional<Fraction> median_of(const std::optional<RunRatio>& ratio) {
  return ratio ? std::optional(ratio->median) : std::nullopt;
}

/// The size of a change of what rows are sorted by.
std::optional<Fraction> change_size(const std::optional<RunRatio>& was,
                                    const std::optional<RunRatio>& is) {
  const std::optional<Fraction> change = ratio_change(median_of(was), median_of(is));
  return change ? absolute(*change) : std::nullopt;
}

/// Where the ratios of these costs are.
ComputedRow DiffSide::* side_ratios(SortBy by) {
  return by == SortBy::kSelf ? &DiffSide::self_ratios : &DiffSide::inclusive_ratios;
}

}  // namespace

/// `values(selection, run, number)`: of a run, counted over the old ones and then the new ones. Its
/// own selection knows which costs its formulas need.
template <class ValuesOfRun>
DiffRatios::Ranges DiffRatios::ranges(Version side, const ValuesOfRun& values) const {
  const auto& runs = costs_->runs().of(side);
  const std::span<const CostsByNode> all = costs_->of(side);
  std::vector<std::vector<Fraction>> known(costs_->selection().computed.size());
  size_t number = costs_->runs().range(side).first;
  for (size_t run = 0; run < all.size(); ++run, ++number) {
    const ComputedRow row = values(runs[run].selection, all[run], number);
    for (size_t at = 0; at < known.size() && at < row.size(); ++at) {
      if (row[at]) {
        known[at].push_back(*row[at]);
      }
    }
  }
  Ranges found;
  for (std::vector<Fraction>& each : known) {
    found.push_back(ratio_of_runs(std::move(each)));
  }
  return found;
}

ComputedRow DiffRatios::shown(const Ranges& ranges) const {
  ComputedRow row;
  for (const size_t at : costs_->selection().ratios) {
    row.push_back(at < ranges.size() ? median_of(ranges[at]) : std::nullopt);
  }
  return row;
}

std::optional<RunRatio> DiffRatios::sorted(const Ranges& ranges) const {
  const std::optional<size_t> at = costs_->selection().sort_ratio;
  return at && *at < ranges.size() ? ranges[*at] : std::nullopt;
}

ComputedRow DiffRatios::of_total(Version side) const {
  return shown(ranges(side, [this](const Selection& selection, const CostsByNode&, size_t number) {
    return computed_row(
        selection, [&](size_t column) { return std::optional(costs_->run_totals(number)[column]); },
        std::nullopt);
  }));
}

DiffRatios::Ranges DiffRatios::of_node(uint32_t node, SortBy by, Version side) const {
  if (!costs_->nodes().name(node, side)) {
    return {};
  }
  return ranges(side, [&](const Selection& selection, const CostsByNode& run, size_t) {
    return computed_row(
        selection,
        [&](size_t column) -> Amount {
          return by == SortBy::kSelf ? run.self_amount(node, column) : run.inclusive(node, column);
        },
        known_exactly(run.calls_amount(node)));
  });
}

DiffRatios::Ranges DiffRatios::of_edge(EdgeKey edge, Version side) const {
  if (!costs_->has_edge(find_edge(*costs_, edge), side)) {
    return {};
  }
  return ranges(side, [&](const Selection& selection, const CostsByNode& run, size_t) {
    const std::optional<uint32_t> at = edge_of(run, caller_of(edge), callee_of(edge));
    const std::optional<Amount> count =
        at ? std::optional(run.graph().count_amount(*at)) : std::optional<Amount>(Exact{0});
    return computed_row(
        selection,
        [&](size_t column) -> Amount {
          return at ? run.graph().inclusive_amount(*at, column) : Amount(Exact{0});
        },
        run.has_calls() ? known_exactly(count) : std::nullopt);
  });
}

template <class RangesOf>
void DiffRatios::add(ComparedSides& row, std::span<const SortBy> kinds,
                     const RangesOf& ranges_of) const {
  if (costs_->selection().computed.empty()) {
    return;
  }
  for (const auto& [side, version] :
       {std::pair(&row.old_side, Version::kOld), std::pair(&row.new_side, Version::kNew)}) {
    for (size_t at = 0; *side && at < kinds.size(); ++at) {
      const Ranges ranges = ranges_of(kinds[at], version);
      (**side).*side_ratios(kinds[at]) = shown(ranges);
      if (kinds.size() == 1 || kinds[at] == costs_->selection().sort_by) {
        (*side)->sort_ratio = sorted(ranges);
      }
    }
  }
  const DiffSide nothing;
  const DiffSide& was = row.old_side ? *row.old_side : nothing;
  const DiffSide& is = row.new_side ? *row.new_side : nothing;
  for (const SortBy by : kinds) {
    ComputedRow& change =
        by == SortBy::kSelf ? row.change.self_ratios : row.change.inclusive_ratios;
    change = ratio_changes(was.*side_ratios(by), is.*side_ratios(by));
  }
  if (row.old_side && row.new_side) {
    row.change.sort_ratio = ratio_change(median_of(was.sort_ratio), median_of(is.sort_ratio));
  }
}

void DiffRatios::add_to(ComparedSides& row, uint32_t node) const {
  static constexpr std::array kBoth = {SortBy::kSelf, SortBy::kInclusive};
  add(row, kBoth, [&](SortBy by, Version side) { return of_node(node, by, side); });
}

void DiffRatios::add_to(ComparedSides& row, EdgeKey edge) const {
  static constexpr std::array kOne = {SortBy::kInclusive};
  add(row, kOne, [&](SortBy, Version side) { return of_edge(edge, side); });
}

bool DiffRatios::differ(uint32_t node) const {
  const auto differ_by = [&](SortBy by) {
    return shown(of_node(node, by, Version::kOld)) != shown(of_node(node, by, Version::kNew));
  };
  return !costs_->selection().ratios.empty() &&
         (differ_by(SortBy::kSelf) || differ_by(SortBy::kInclusive));
}

bool DiffRatios::differ(EdgeKey edge) const {
  return !costs_->selection().ratios.empty() &&
         shown(of_edge(edge, Version::kOld)) != shown(of_edge(edge, Version::kNew));
}

std::optional<Fraction> DiffRatios::sort_change(uint32_t node) const {
  const auto value = [&](Version side) {
    return sorted(of_node(node, costs_->selection().sort_by, side));
  };
  return change_size(value(Version::kOld), value(Version::kNew));
}

std::optional<Fraction> DiffRatios::sort_change(EdgeKey edge) const {
  const auto value = [&](Version side) { return sorted(of_edge(edge, side)); };
  return change_size(value(Version::kOld), value(Version::kNew));
}

std::optional<Fraction> DiffRatios::sort_change(const ComparedSides& row) {
  const auto value = [](const std::optional<DiffSide>& side) {
    return side ? side->sort_ratio : std::nullopt;
  };
  return change_size(value(row.old_side), value(row.new_side));
}

}  // namespace quern
