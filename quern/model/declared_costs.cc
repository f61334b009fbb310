// SPDX-License-Identifier: MIT
#include "quern/model/declared_costs.h"

#include <algorithm>

namespace quern {

bool is_negligible(int128 difference, int128 total) {
  constexpr int128 kMostCounts = 2;
  constexpr int128 kPartsOfTotal = 1000;
  return difference <= kMostCounts || difference <= total / kPartsOfTotal;
}

std::vector<int128> costs_without_rows(const PartHeader& header, std::span<const int128> totals,
                                       std::span<const Event> events) {
  if (!header.has_summary_as_base || header.summaries.empty()) {
    return {};
  }
  const std::vector<int128>& declared = header.summaries.back();
  std::vector<int128> missing(totals.size());
  bool are_negligible = true;
  const size_t count = std::min({declared.size(), totals.size(), header.events.size()});
  for (size_t at = 0; at < count; ++at) {
    // Of a row that is too short for an event, some keep a 0.
    if (declared[at] != 0 && events[header.events[at].index()].combine == Combine::kSum) {
      missing[at] = std::max<int128>(0, declared[at] - totals[at]);
      are_negligible = are_negligible && is_negligible(missing[at], totals[at]);
    }
  }
  const bool is_complete =
      header.declared_totals && std::ranges::equal(*header.declared_totals, totals);
  const bool has_none = std::ranges::all_of(missing, [](int128 cost) { return cost == 0; });
  if (has_none || (is_complete && are_negligible)) {
    missing.clear();
  }
  return missing;
}

}  // namespace quern
