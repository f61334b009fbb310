// SPDX-License-Identifier: MIT
//
// The JSON writer needs inclusive costs, which formats cannot compute: they are made here.
#include <vector>

#include "quern/analysis/context_sums.h"
#include "quern/analysis/cycles.h"
#include "quern/analysis/inclusive.h"
#include "quern/analysis/profile_graph.h"
#include "quern/formats/quern_json/writer.h"
#include "quern/workspace/workspace.h"

namespace quern {

void write_profile_json(const Profile& profile, ByteSink& out) {
  std::vector<EventId> events;
  for (size_t at = 0; at < profile.events().size(); ++at) {
    events.emplace_back(at);
  }
  const PartSet parts = PartSet::all(profile);
  std::optional<ContextSums> stacks;
  if (has_contexts(profile, parts)) {
    stacks =
        context_sums(profile, parts, event_sums(events), {{}, profile.symbols().functions.size()});
  }
  const CostRows self = self_costs(profile, parts, event_sums(events));
  const CallGraph graph = profile_graph(profile, PartSet::all(profile), event_sums(events));
  const Cycles cycles = find_cycles(graph);
  const size_t functions = graph.node_count();
  quern_json::FunctionCosts costs;
  costs.events = events.size();
  costs.self.resize(functions * events.size());
  costs.inclusive.resize(functions * events.size());
  for (size_t event = 0; event < events.size(); ++event) {
    const InclusiveCosts inclusive = inclusive_costs(graph, cycles, event);
    for (size_t function = 0; function < functions; ++function) {
      costs.self[function * events.size() + event] = self.at(function, event);
      int128& cost = costs.inclusive[function * events.size() + event] = inclusive.lower(function);
      if (stacks) {
        const int128 more = stacks->inclusive.at(function, event);
        cost =
            profile.events()[event].combine == Combine::kMax ? std::max(cost, more) : cost + more;
      }
    }
  }
  if (counts_calls(profile, parts)) {
    costs.calls.resize(functions);
    for (size_t function = 0; stacks && function < functions; ++function) {
      costs.calls[function] = int128{stacks->calls[function]};
    }
    for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
      costs.calls[graph.callee(edge)] += graph.count(edge);
    }
  }
  quern_json::write(profile, costs, out);
}

}  // namespace quern
