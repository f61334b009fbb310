// SPDX-License-Identifier: MIT
#include "quern/save/database.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/formats/shared/writer.h"
#include "quern/formats/sqlite/writer.h"
#include "quern/query/selection.h"
#include "quern/views/calls/gprof.h"
#include "quern/views/lists/costs_by_node.h"

namespace quern {

namespace {

/// Whether there is a report of igprof-analyse of it.
bool has_navigator(const Profile& profile) {
  return !profile.events().empty() && !profile.parts().empty() &&
         std::ranges::all_of(profile.inputs(),
                             [](const InputInfo& input) { return input.format == "igprof"; }) &&
         std::ranges::all_of(profile.parts(),
                             [](const Part& part) { return part.contexts == ContextUse::kAlone; });
}

sqlite::NavigatorRow navigator_row(const Gprof& report, size_t rank) {
  const GprofRow& from = report.rows[rank];
  const auto cost_of = [](const GprofCost& cost, uint64_t paths) {
    return sqlite::NavigatorRow::Cost{cost.cost, cost.calls, paths};
  };
  sqlite::NavigatorRow row;
  if (!from.name.is_root) {
    row.function = FunctionId(from.node);
  }
  row.self = cost_of(from.self, from.self_paths);
  row.inclusive = cost_of(from.inclusive, from.paths);
  row.children = from.children;
  for (const GprofEdge& edge : from.callers) {
    row.callers.push_back({edge.row, cost_of(edge.cost, edge.paths)});
  }
  for (const GprofEdge& edge : from.callees) {
    row.callees.push_back({edge.row, cost_of(edge.cost, edge.paths)});
  }
  return row;
}

/// `report` must outlive it.
sqlite::Navigator navigator_of(const Profile& profile, const Gprof& report) {
  return {.counter = report.event.name,
          .total = report.total,
          .calls = report.rows.front().inclusive.calls,
          .period = report.period ? report.period : profile.parts().front().header.period,
          .rows = report.rows.size(),
          .row = [&report](size_t rank) { return navigator_row(report, rank); }};
}

class Summed {
 public:
  Summed(const Profile& profile, const Selection& selection)
      : events_(profile.events().size()),
        root_(static_cast<uint32_t>(profile.symbols().functions.size())),
        costs_(profile, selection, {{}, root_}, CostsByNode::Edges::kWanted) {}

  [[nodiscard]] sqlite::Sums sums() const {
    return {.of_function =
                [this](size_t at, sqlite::FunctionSums& sums) {
                  function(static_cast<uint32_t>(at), sums);
                },
            .call_count = costs_.graph().edge_count(),
            .of_call = [this](size_t at,
                              sqlite::CallSums& sums) { call(static_cast<uint32_t>(at), sums); },
            .navigator = {}};
  }

 private:
  void function(uint32_t node, sqlite::FunctionSums& sums) const {
    sums.self.resize(events_);
    sums.inclusive.resize(events_);
    for (size_t event = 0; event < events_; ++event) {
      sums.self[event] = costs_.self(node, event);
      sums.inclusive[event] = costs_.inclusive(node, event);
    }
    sums.calls = costs_.calls_amount(node);
    const uint32_t cycle = costs_.cycles().cycle(node);
    sums.cycle = cycle == Cycles::kNone ? std::nullopt : std::optional(cycle);
  }

  void call(uint32_t edge, sqlite::CallSums& sums) const {
    const CallGraph& graph = costs_.graph();
    const uint32_t caller = graph.caller(edge);
    sums.caller = caller == root_ ? std::nullopt : std::optional(FunctionId(caller));
    sums.callee = FunctionId(graph.callee(edge));
    sums.count = costs_.has_calls() ? std::optional(graph.count(edge)) : std::nullopt;
    sums.inclusive.resize(events_);
    for (size_t event = 0; event < events_; ++event) {
      sums.inclusive[event] = graph.inclusive(edge, event);
    }
  }

  size_t events_;
  uint32_t root_;
  CostsByNode costs_;
};

}  // namespace

Result<void> write_database(const Profile& profile, const DatabaseRequest& request,
                            const FileToFill& file) {
  if (profile.events().size() > kMostColumns) {
    return failure(usage_error(
        kCannotHold.name,
        fmt::format("a database can hold {} events, and the profile has {}", grouped(kMostColumns),
                    grouped(static_cast<int128>(profile.events().size()))),
        "--to csv can hold all"));
  }
  SelectionWords words;
  words.all_events = true;
  const Result<Selection> selection = select(profile, words);
  if (!selection) {
    return failure(selection.error());
  }
  const bool is_navigable = has_navigator(profile);
  if (request.event && request.insists_on_event && !is_navigable) {
    return failure(
        usage_error("bad-value", "--event is for formats with one event; 'sqlite' keeps all events",
                    "for IgProf profiles, it chooses the counter of the table mainrows"));
  }
  std::vector<Gprof> reports;
  if (is_navigable) {
    SelectionWords counter;
    if (request.event) {
      counter.events = {*request.event};
    }
    Result<Selection> chosen = select(profile, counter);
    if (!chosen) {
      return failure(chosen.error());
    }
    chosen->counts_paths = true;
    reports = gprof(profile, *chosen, GprofCalls::kOfAll);
  }
  const Summed summed(profile, *selection);
  sqlite::Sums sums = summed.sums();
  if (!reports.empty()) {
    sums.navigator = navigator_of(profile, reports.front());
  }
  return sqlite::write(profile, sums, request.program, file);
}

}  // namespace quern
