// SPDX-License-Identifier: MIT
#include "quern/views/lists/run_summaries.h"

#include <string>

#include "quern/query/codes.h"

namespace quern {

namespace {

std::vector<std::optional<RowRuns::Costs>> by_column(const RunStatistics& statistics,
                                                     const Selection& selection,
                                                     const RunCosts& costs, RunCost of) {
  std::vector<std::optional<RowRuns::Costs>> columns;
  for (const Column& column : selection.columns) {
    const std::vector<EventTerm>& terms = column.sum.terms;
    if (terms.size() != 1 || terms.front().coefficient != 1) {
      columns.emplace_back();
      continue;
    }
    RowRuns::Costs cell{costs.summary(terms.front().event, of), {}};
    if (cell.summary.run) {
      cell.run = statistics.runs[*cell.summary.run];
    }
    columns.emplace_back(cell);
  }
  return columns;
}

}  // namespace

Result<void> check_runs(const Profile& profile, const Selection& selection) {
  const auto refused = [](std::string message, std::string hint) {
    return failure(usage_error(kNoRunStatistics.name, std::move(message), std::move(hint)));
  };
  if (selection.group_by != GroupBy::kFunction) {
    return refused("statistics of runs are kept by function", "leave out --group-by");
  }
  if (!selection.is_all_parts) {
    return refused("statistics of runs are about all parts", "leave out --part and --thread");
  }
  if (profile.run_statistics() == nullptr) {
    return refused("the profile has no statistics of runs",
                   "`quern merge --stats FILES... -o OUT.json` keeps them; filters and further "
                   "files drop them");
  }
  return {};
}

std::optional<RowRuns> runs_of(const Profile& profile, const Selection& selection,
                               FunctionId function) {
  const RunStatistics& statistics = *profile.run_statistics();
  const RunCosts* const costs = statistics.of(function);
  if (costs == nullptr) {
    return std::nullopt;
  }
  return RowRuns{.runs = costs->runs,
                 .self = by_column(statistics, selection, *costs, RunCost::kSelf),
                 .inclusive = by_column(statistics, selection, *costs, RunCost::kInclusive)};
}

std::optional<RowRuns> runs_of(const Profile& profile, const Selection& selection,
                               FunctionId caller, FunctionId callee) {
  const RunStatistics& statistics = *profile.run_statistics();
  const RunCosts* const costs = statistics.of(caller, callee);
  if (costs == nullptr) {
    return std::nullopt;
  }
  return RowRuns{.runs = costs->runs,
                 .inclusive = by_column(statistics, selection, *costs, RunCost::kInclusive)};
}

}  // namespace quern
