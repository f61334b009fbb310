// SPDX-License-Identifier: MIT
#include "quern/views/input/outlier_runs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "quern/model/run_statistics.h"

namespace quern {

namespace {

struct Excess {
  uint32_t run = 0;
  int128 max = 0, median = 0;
};

/// `least`: what the maximum has to lie above the median.
std::optional<Excess> excess_of(const RunCosts& costs, uint64_t all_runs, int128 least) {
  const Distribution& self = costs.costs(EventId(), RunCost::kSelf);
  const uint64_t runs = costs.runs < kFewestRuns ? all_runs : costs.runs;
  const RunSummary summary = summary_of(self, runs);
  if (!summary.run || summary.max - summary.median < std::max(least, int128{1})) {
    return std::nullopt;
  }
  const int128 first = percentile(self, runs, 25);
  const int128 third = percentile(self, runs, 75);
  const int128 spread = std::max(third - first, absolute(third) / 32);
  return summary.max > third + 3 * spread
             ? std::optional(Excess{*summary.run, summary.max, summary.median})
             : std::nullopt;
}

}  // namespace

std::vector<OutlierRun> outlier_runs(const Profile& profile) {
  const RunStatistics* const statistics = profile.run_statistics();
  if (statistics == nullptr || statistics->runs.size() < kFewestRuns || profile.events().empty()) {
    return {};
  }
  const int128 least = statistics->total.summary(EventId(), RunCost::kSelf).median / 200;
  std::map<uint32_t, OutlierRun> by_run;
  for (const RunStatistics::Function& each : statistics->functions) {
    const std::optional<Excess> found = excess_of(each.costs, statistics->runs.size(), least);
    if (!found) {
      continue;
    }
    OutlierRun& run = by_run[found->run];
    const int128 above = found->max - found->median;
    run.above += above;
    if (run.functions++ == 0 || above > run.max - run.median) {
      run.function = profile.symbols().name(each.function);
      run.max = found->max;
      run.median = found->median;
    }
  }
  std::vector<OutlierRun> runs;
  for (auto& [number, run] : by_run) {
    run.run = statistics->runs[number];
    runs.push_back(std::move(run));
  }
  std::ranges::sort(runs, [](const OutlierRun& left, const OutlierRun& right) {
    return std::tie(right.above, left.run) < std::tie(left.above, right.run);
  });
  return runs;
}

}  // namespace quern
