// SPDX-License-Identifier: MIT
//
// The JSON writer needs inclusive costs, which formats cannot compute: they are made here, a
// function at a time.
#include <vector>

#include "quern/analysis/cycles.h"
#include "quern/analysis/inclusive.h"
#include "quern/analysis/profile_graph.h"
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
  const CallGraph graph = profile_graph(profile, PartSet::all(profile), event_sums(events));
  const InclusiveCosts inclusive = inclusive_costs(graph, find_cycles(graph));
  const bool has_calls = profile.counts().calls != 0;
  const auto costs_of = [&](size_t function, quern_json::FunctionCosts& costs) {
    costs.self.resize(events.size());
    costs.inclusive.resize(events.size());
    for (size_t event = 0; event < events.size(); ++event) {
      costs.self[event] = graph.self(function, event);
      costs.inclusive[event] = inclusive.lower(function, event);
    }
    if (has_calls) {
      costs.calls = graph.calls(function);
    }
  };
  quern_json::write(profile, costs_of, out);
}

}  // namespace quern
