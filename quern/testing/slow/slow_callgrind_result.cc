// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "quern/testing/slow/slow_callgrind_reader.h"

namespace quern::testing::slow {
namespace {

/// The events of all parts in order of first appearance, and where those of each part are there.
struct EventUnion {
  std::vector<std::string> events;
  std::vector<std::vector<size_t>> columns;

  explicit EventUnion(const std::vector<Meaning::Part>& parts) {
    std::map<std::string, size_t> index;
    for (const Meaning::Part& part : parts) {
      columns.emplace_back();
      for (const std::string& event : part.events) {
        const auto [known, is_new] = index.emplace(event, events.size());
        if (is_new) {
          events.push_back(event);
        }
        columns.back().push_back(known->second);
      }
    }
  }

  /// Costs of a part as costs by all events.
  [[nodiscard]] std::vector<int128> widened(const std::vector<int128>& costs, size_t part) const {
    std::vector<int128> wide(events.size());
    for (size_t i = 0; i < costs.size(); ++i) {
      wide[columns[part][i]] = costs[i];
    }
    return wide;
  }
};

void add(std::vector<int128>& sums, const std::vector<int128>& costs) {
  for (size_t i = 0; i < costs.size(); ++i) {
    sums[i] += costs[i];
  }
}

}  // namespace

Meaning::Function Reader::function_of(const FunctionName& name) const {
  Meaning::Function function = {names_.text(name.name), names_.text(name.file),
                                names_.text(name.object)};
  const auto guess = guesses_.find({function.name, function.file});
  if (name.file_is_guess && guess != guesses_.end()) {
    function.file = guess->second;
  }
  return function;
}

Meaning Reader::result() {
  Meaning meaning;
  if (error_) {
    meaning.valid = false;
    meaning.error = error_;
    return meaning;
  }
  guess_files();
  build_trees();
  meaning.creator = creator_;
  meaning.cmd = cmd_;
  meaning.base_rule = first_rule_.value_or(rule()) == BaseRule::kSelf ? "self" : "cost";
  meaning.event_definitions = event_definitions_;
  meaning.lints = lints_;
  std::sort(meaning.lints.begin(), meaning.lints.end(), [](const auto& a, const auto& b) {
    return std::tie(a.line, a.column, a.code) < std::tie(b.line, b.column, b.code);
  });
  for (const Part& part : parts_) {
    meaning.parts.push_back(part.meaning);
  }
  add_records(meaning);
  return meaning;
}

void Reader::add_contexts(Meaning& meaning, size_t node, std::optional<size_t> parent) const {
  const Invocation& invocation = invocations_[node];
  Meaning::Context context = invocation.context;
  context.parent = parent;
  const EventUnion all(meaning.parts);
  context.self = all.widened(context.self, context.part);
  const size_t own = meaning.contexts.size();
  meaning.contexts.push_back(std::move(context));
  for (const size_t child : invocation.children) {
    add_contexts(meaning, child, own);
  }
}

void Reader::add_records(Meaning& meaning) const {
  const EventUnion all(meaning.parts);
  meaning.events = all.events;
  meaning.totals.resize(all.events.size());
  for (const FunctionName& name : appearances_) {
    Meaning::Function function = function_of(name);
    if (meaning.functions.emplace(function, std::vector<int128>(all.events.size())).second) {
      meaning.function_order.push_back(std::move(function));
    }
  }
  for (const RawLine& line : lines_) {
    Meaning::Function function = function_of(line.function);
    std::vector<int128> costs = all.widened(line.costs, line.part);
    add(meaning.functions[function], costs);
    add(meaning.totals, costs);
    meaning.lines.push_back(
        {std::move(function), names_.text(line.file), line.at, line.part, std::move(costs)});
  }
  for (const RawCall& call : calls_) {
    meaning.calls.push_back({function_of(call.caller), function_of(call.callee),
                             names_.text(call.file), call.at, call.target, call.part, call.count,
                             all.widened(call.costs, call.part)});
  }
  for (const size_t root : roots_) {
    add_contexts(meaning, root, std::nullopt);
  }
  for (const RawJump& jump : jumps_) {
    meaning.jumps.push_back({jump.conditional, function_of(jump.from), names_.text(jump.from_file),
                             jump.from_at, function_of(jump.to), names_.text(jump.to_file),
                             jump.to_at, jump.part, jump.executed, jump.followed});
  }
}

}  // namespace quern::testing::slow
