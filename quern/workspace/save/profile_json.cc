// SPDX-License-Identifier: MIT
//
// The JSON writer needs inclusive costs, which formats cannot compute: they are made here, a
// function at a time.
#include <vector>

#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/finer_bounds.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/formats/quern_json/writer.h"
#include "quern/workspace/workspace.h"

namespace quern {

void write_profile_json(const Profile& profile, ByteSink& out) {
  std::vector<EventId> events;
  if (profile.events().size() <= quern_json::kMostDenseEvents) {
    for (size_t at = 0; at < profile.events().size(); ++at) {
      events.emplace_back(at);
    }
  }
  const PartSet parts = PartSet::all(profile);
  std::optional<ContextSums> stacks;
  if (has_contexts(profile, parts)) {
    stacks =
        context_sums(profile, parts, event_sums(events), {{}, profile.symbols().functions.size()});
  }
  const CostRows self = self_costs(profile, parts, event_sums(events));
  const CallGraph graph = profile_graph(profile, parts, event_sums(events));
  InclusiveCosts inclusive = inclusive_costs(graph, find_cycles(graph));
  raise_lower_bounds(profile, parts, event_sums(events), {{}, profile.symbols().functions.size()},
                     inclusive);
  const bool has_calls = counts_calls(profile, parts);
  const auto costs_of = [&](size_t function, quern_json::FunctionCosts& costs) {
    costs.self.resize(events.size());
    costs.inclusive.resize(events.size());
    for (size_t event = 0; event < events.size(); ++event) {
      costs.self[event] = self.at(function, event);
      int128& cost = costs.inclusive[event];
      cost = inclusive.lower(function, event);
      if (stacks) {
        const int128 more = stacks->inclusive.at(function, event);
        cost =
            profile.events()[event].combine == Combine::kMax ? std::max(cost, more) : cost + more;
      }
    }
    if (has_calls) {
      costs.calls = graph.calls(function) + (stacks ? int128{stacks->calls[function]} : int128{0});
    }
  };
  quern_json::write(profile, costs_of, out);
}

}  // namespace quern
