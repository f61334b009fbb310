// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_ratios.h"

#include <algorithm>
#include <utility>

#include "quern/base/median.h"

namespace quern {

namespace {

bool is_smaller(const Fraction& left, const Fraction& right) {
  return compare(left, right) < 0;
}

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

std::optional<RatioRange> ratio_range(std::vector<Fraction> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  const auto [low, high] = std::ranges::minmax(values, is_smaller);
  const size_t runs = values.size();
  return RatioRange{lower_median(std::move(values), is_smaller), low, high, runs};
}

std::optional<Fraction> median_of(const std::optional<RatioRange>& range) {
  return range ? std::optional(range->median) : std::nullopt;
}

/// The change of what rows are sorted by.
template <class Row>
void add_sort_change(Row& row) {
  if (row.old_side && row.new_side) {
    row.change.sort_ratio =
        ratio_change(median_of(row.old_side->sort_ratio), median_of(row.new_side->sort_ratio));
  }
}

const ComputedRow& ratios_or(const std::optional<DiffSide>& side, ComputedRow DiffSide::* which,
                             const ComputedRow& nothing) {
  return side ? (*side).*which : nothing;
}

}  // namespace

std::optional<Fraction> size_of_change(const std::optional<Fraction>& change) {
  return change && change->numerator < 0 ? difference(Fraction{}, *change) : change;
}

/// `values(selection, run, number)`: of a run, counted over the old ones and then the new ones. Its
/// own selection knows which costs its formulas need.
template <class ValuesOfRun>
DiffRatios::Ranges DiffRatios::ranges(Version side, const ValuesOfRun& values) const {
  const auto& runs = costs_->runs().of(side);
  const std::span<const CostsByNode> all = costs_->of(side);
  std::vector<std::vector<Fraction>> known(costs_->selection().computed.size());
  size_t number = side == Version::kOld ? 0 : costs_->runs().old_runs.size();
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
    found.push_back(ratio_range(std::move(each)));
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

std::optional<RatioRange> DiffRatios::sorted(const Ranges& ranges) const {
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

void DiffRatios::add_to(DiffRow& row, uint32_t node) const {
  if (costs_->selection().computed.empty()) {
    return;
  }
  for (const auto& [side, version] :
       {std::pair(&row.old_side, Version::kOld), std::pair(&row.new_side, Version::kNew)}) {
    if (*side) {
      const Ranges self = of_node(node, SortBy::kSelf, version);
      const Ranges inclusive = of_node(node, SortBy::kInclusive, version);
      (*side)->self_ratios = shown(self);
      (*side)->inclusive_ratios = shown(inclusive);
      (*side)->sort_ratio = sorted(costs_->selection().sort_by == SortBy::kSelf ? self : inclusive);
    }
  }
  const ComputedRow nothing;
  for (const auto& [change, which] :
       {std::pair(&row.change.self_ratios, &DiffSide::self_ratios),
        std::pair(&row.change.inclusive_ratios, &DiffSide::inclusive_ratios)}) {
    *change = ratio_changes(ratios_or(row.old_side, which, nothing),
                            ratios_or(row.new_side, which, nothing));
  }
  add_sort_change(row);
}

void DiffRatios::add_to(DiffCallRow& row, EdgeKey edge) const {
  if (costs_->selection().computed.empty()) {
    return;
  }
  for (const auto& [side, version] :
       {std::pair(&row.old_side, Version::kOld), std::pair(&row.new_side, Version::kNew)}) {
    if (*side) {
      const Ranges inclusive = of_edge(edge, version);
      (*side)->inclusive_ratios = shown(inclusive);
      (*side)->sort_ratio = sorted(inclusive);
    }
  }
  const ComputedRow nothing;
  row.change.inclusive_ratios =
      ratio_changes(ratios_or(row.old_side, &DiffSide::inclusive_ratios, nothing),
                    ratios_or(row.new_side, &DiffSide::inclusive_ratios, nothing));
  add_sort_change(row);
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
  const SortBy by = costs_->selection().sort_by;
  const auto value = [&](Version side) { return median_of(sorted(of_node(node, by, side))); };
  return size_of_change(ratio_change(value(Version::kOld), value(Version::kNew)));
}

std::optional<Fraction> DiffRatios::sort_change(EdgeKey edge) const {
  const auto value = [&](Version side) { return median_of(sorted(of_edge(edge, side))); };
  return size_of_change(ratio_change(value(Version::kOld), value(Version::kNew)));
}

}  // namespace quern
