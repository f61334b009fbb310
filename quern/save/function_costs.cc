// SPDX-License-Identifier: MIT
#include "quern/save/function_costs.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/finer_bounds.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/formats/quern_json/quern_json.h"

namespace quern {
namespace {

std::vector<EventId> dense_events(const Profile& profile) {
  std::vector<EventId> events;
  if (profile.events().size() <= quern_json::kMostDenseEvents) {
    for (size_t at = 0; at < profile.events().size(); ++at) {
      events.emplace_back(at);
    }
  }
  return events;
}

class Sums {
 public:
  explicit Sums(const Profile& profile)
      : profile_(&profile),
        events_(dense_events(profile)),
        parts_(PartSet::all(profile)),
        nodes_{{}, profile.symbols().functions.size()},
        self_(self_costs(profile, parts_, event_sums(events_))),
        graph_(profile_graph(profile, parts_, event_sums(events_))),
        inclusive_(inclusive_costs(graph_, find_cycles(graph_))),
        has_calls_(counts_calls(profile, parts_)) {
    if (has_contexts(profile, parts_)) {
      stacks_ = context_sums(profile, parts_, event_sums(events_), nodes_);
    }
    raise_lower_bounds(profile, parts_, event_sums(events_), nodes_, inclusive_);
  }

  void function(size_t at, FunctionCosts& costs) const {
    costs.self.resize(events_.size());
    costs.inclusive.resize(events_.size());
    for (size_t event = 0; event < events_.size(); ++event) {
      costs.self[event] = self_.at(at, event);
      int128& cost = costs.inclusive[event];
      cost = inclusive_.lower(at, event);
      if (stacks_) {
        const int128 more = stacks_->inclusive.at(at, event);
        cost =
            profile_->events()[event].combine == Combine::kMax ? std::max(cost, more) : cost + more;
      }
    }
    if (has_calls_) {
      costs.calls = graph_.calls(at) + (stacks_ ? int128{stacks_->calls[at]} : int128{0});
    }
  }

 private:
  const Profile* profile_;
  std::vector<EventId> events_;
  PartSet parts_;
  NodeMap nodes_;
  CostRows self_;
  CallGraph graph_;
  InclusiveCosts inclusive_;
  bool has_calls_;
  std::optional<ContextSums> stacks_;
};

}  // namespace

CostsOfFunction costs_of_functions(const Profile& profile) {
  return [sums = std::make_shared<const Sums>(profile)](size_t function, FunctionCosts& costs) {
    sums->function(function, costs);
  };
}

}  // namespace quern
