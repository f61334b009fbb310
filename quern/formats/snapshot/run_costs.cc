// SPDX-License-Identifier: MIT
#include "quern/formats/snapshot/run_costs.h"

#include <optional>
#include <utility>
#include <vector>

namespace quern::snapshot {

namespace {

/// What an item is of: its first number.
enum class RunItem : uint8_t { kRuns, kFunction, kCalls };

void write_costs(FieldWriter to, const RunCosts& costs) {
  to.number(costs.runs);
  to.number(costs.cells.size());
  for (const RunCosts::Cell& cell : costs.cells) {
    const Distribution::Exactly& exactly = cell.costs.exactly();
    to.number(cell.column);
    to.number(exactly.count);
    to.amount(exactly.sum);
    to.amount(exactly.min);
    to.amount(exactly.max);
    to.number(exactly.run);
    to.number(cell.costs.buckets().size());
    for (const Distribution::Bucket& bucket : cell.costs.buckets()) {
      to.amount(bucket.index);
      to.number(bucket.count);
    }
  }
}

Distribution read_distribution(FieldReader& from, uint64_t runs, uint64_t names) {
  Distribution::Exactly exactly;
  exactly.count = from.below(runs + 1);
  exactly.sum = from.amount();
  exactly.min = from.amount();
  exactly.max = from.amount();
  exactly.run = static_cast<uint32_t>(from.below(names));
  std::vector<Distribution::Bucket> buckets(from.count());
  for (Distribution::Bucket& bucket : buckets) {
    const int128 index = from.amount();
    from.expect(INT32_MIN < index && index <= INT32_MAX);
    bucket = {static_cast<int32_t>(index), static_cast<uint32_t>(from.below(uint64_t{1} << 32))};
  }
  if (!from.ok()) {
    return {};
  }
  std::optional<Distribution> read = Distribution::of(exactly, std::move(buckets));
  from.expect(read.has_value());
  return read.value_or(Distribution());
}

RunCosts read_costs(FieldReader& from, uint64_t events, uint64_t names) {
  RunCosts costs;
  costs.runs = from.below(names + 1);
  from.expect(costs.runs != 0);
  const size_t cells = from.count();
  for (size_t at = 0; at < cells && from.ok(); ++at) {
    const auto column = static_cast<uint32_t>(from.below(2 * events));
    from.expect(costs.cells.empty() || costs.cells.back().column < column);
    costs.cells.push_back({column, read_distribution(from, costs.runs, names)});
  }
  return costs;
}

}  // namespace

void write_run_statistics(const RunStatistics& statistics, BlockWriter& blocks) {
  for (const std::string& name : statistics.runs) {
    FieldWriter(blocks.item(Kind::kRunNames)).text(name);
  }
  blocks.flush();
  const auto item = [&blocks](RunItem kind) {
    FieldWriter to(blocks.item(Kind::kRunCosts));
    to.number(static_cast<uint64_t>(kind));
    return to;
  };
  write_costs(item(RunItem::kRuns), statistics.total);
  for (const RunStatistics::Function& each : statistics.functions) {
    FieldWriter to = item(RunItem::kFunction);
    to.number(each.function.value);
    write_costs(to, each.costs);
  }
  for (const RunStatistics::Edge& each : statistics.edges) {
    FieldWriter to = item(RunItem::kCalls);
    to.number(each.caller.value);
    to.number(each.callee.value);
    write_costs(to, each.costs);
  }
  blocks.flush();
}

void read_run_name(FieldReader& from, RunStatistics& into) {
  std::string name(from.text());
  from.expect(into.runs.size() < UINT32_MAX && (into.runs.empty() || into.runs.back() <= name));
  into.runs.push_back(std::move(name));
}

void read_run_costs(FieldReader& from, const RunLimits& limits, RunStatistics& into) {
  const auto kind = static_cast<RunItem>(from.below(3));
  const auto function = [&] {
    return FunctionId(static_cast<uint32_t>(from.below(limits.functions)));
  };
  const uint64_t names = into.runs.size();
  switch (kind) {
    case RunItem::kRuns:
      from.expect(into.total.runs == 0);
      into.total = read_costs(from, limits.events, names);
      return;
    case RunItem::kFunction: {
      const FunctionId id = function();
      into.functions.push_back({id, read_costs(from, limits.events, names)});
      return;
    }
    case RunItem::kCalls: {
      const FunctionId caller = function();
      const FunctionId callee = function();
      into.edges.push_back({caller, callee, read_costs(from, limits.events, names)});
      return;
    }
  }
}

}  // namespace quern::snapshot
