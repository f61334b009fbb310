// SPDX-License-Identifier: MIT
//
// How costs are distributed over merged runs: RunStatistics as the lists `runs` and `run_costs`.
#include <utility>

#include "quern/formats/quern_json/reader.h"

namespace quern::quern_json {

namespace {

/// As Item::integer() reads them.
constexpr int128 kHighestCost = int128{1} << 96;

}  // namespace

bool Reader::run(Value item) {
  std::string name;
  if (!text(item, "name", name)) {
    return false;
  }
  RunStatistics& statistics = run_statistics();
  if (!statistics.runs.empty() && name < statistics.runs.back()) {
    return lacks(item, "name", "names in ascending order");
  }
  if (statistics.runs.size() == UINT32_MAX) {
    return fail(item, "more runs than quern can count");
  }
  statistics.runs.push_back(std::move(name));
  return true;
}

/// Of a function, of the calls from `caller` to `function`, or of whole runs.
bool Reader::run_costs(Value item) {
  RunStatistics& statistics = run_statistics();
  RunCosts costs;
  const auto is_given = [this, item](std::string_view name) {
    const Value value = item_.member(item, name);
    return value != nullptr && !item_.is_null(value);
  };
  const bool has_function = is_given("function");
  const bool has_caller = is_given("caller");
  uint32_t function = 0;
  uint32_t caller = 0;
  if ((has_function && !index(item, "function", functions_.size(), function)) ||
      (has_caller && !index(item, "caller", functions_.size(), caller)) ||
      !count(item, "runs", statistics.runs.size(), costs.runs) ||
      !run_cells(item, "self", RunCost::kSelf, costs) ||
      !run_cells(item, "inclusive", RunCost::kInclusive, costs)) {
    return false;
  }
  if (costs.runs == 0 || (has_caller && !has_function) ||
      (!has_function && statistics.total.runs != 0)) {
    return fail(item, "expected the costs of a function, of calls, or once of whole runs");
  }
  if (has_function) {
    is_used_[function] = true;
  }
  if (has_caller) {
    is_used_[caller] = true;
    statistics.edges.push_back({FunctionId(caller), FunctionId(function), std::move(costs)});
  } else if (has_function) {
    statistics.functions.push_back({FunctionId(function), std::move(costs)});
  } else {
    statistics.total = std::move(costs);
  }
  return true;
}

bool Reader::run_cells(Value item, std::string_view name, RunCost of, RunCosts& into) {
  Value cells = nullptr;
  if (!list(item, name, cells)) {
    return false;
  }
  for (Value at = item_.first(cells); at->kind != TokenKind::kEnd; at = item_.next(at)) {
    uint32_t event = 0;
    uint32_t run = 0;
    Distribution::Exactly exactly;
    std::vector<Distribution::Bucket> buckets;
    if (at->kind != TokenKind::kObject) {
      return fail(at, "expected an object");
    }
    if (!index(at, "event", events_.size(), event) ||
        !count(at, "count", into.runs, exactly.count) ||
        !number(at, "sum", -kHighestCost, kHighestCost, exactly.sum) ||
        !number(at, "min", -kHighestCost, kHighestCost, exactly.min) ||
        !number(at, "max", -kHighestCost, kHighestCost, exactly.max) ||
        !index(at, "run", run_statistics().runs.size(), run) || !run_buckets(at, buckets)) {
      return false;
    }
    exactly.run = run;
    std::optional<Distribution> costs = Distribution::of(exactly, std::move(buckets));
    Distribution& cell = into.cell(RunCosts::column(events_[event], of));
    if (!costs || cell.exactly().count != 0) {
      return fail(at, "the costs of these runs contradict each other");
    }
    cell = std::move(*costs);
  }
  return true;
}

/// Pairs of an index and a count.
bool Reader::run_buckets(Value item, std::vector<Distribution::Bucket>& into) {
  Value buckets = nullptr;
  if (!list(item, "buckets", buckets)) {
    return false;
  }
  for (Value at = item_.first(buckets); at->kind != TokenKind::kEnd; at = item_.next(at)) {
    Distribution::Bucket bucket;
    const auto cell = [this](Value value, int128 least, int128 most) -> std::optional<int128> {
      const std::optional<int128> read =
          value->kind == TokenKind::kNumber ? item_.integer(value) : std::nullopt;
      return read && least <= *read && *read <= most ? read : std::nullopt;
    };
    const Value first = at->kind == TokenKind::kList ? item_.first(at) : at;
    const std::optional<int128> number = cell(first, INT32_MIN, INT32_MAX);
    const Value second = number && at->kind == TokenKind::kList ? item_.next(first) : at;
    const std::optional<int128> count = cell(second, 1, UINT32_MAX);
    if (!number || !count || item_.next(second)->kind != TokenKind::kEnd) {
      return fail(at, "expected pairs of a bucket and a count");
    }
    bucket.index = static_cast<int32_t>(*number);
    bucket.count = static_cast<uint32_t>(*count);
    into.push_back(bucket);
  }
  return true;
}

/// With the ids that the sink has given to functions.
void Reader::push_run_statistics() {
  if (!statistics_) {
    return;
  }
  for (RunStatistics::Function& each : statistics_->functions) {
    each.function = ids_[each.function.index()];
  }
  for (RunStatistics::Edge& each : statistics_->edges) {
    each.caller = ids_[each.caller.index()];
    each.callee = ids_[each.callee.index()];
  }
  sink_->adopt_run_statistics(std::move(*statistics_));
}

}  // namespace quern::quern_json
