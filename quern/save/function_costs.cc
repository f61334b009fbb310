// SPDX-License-Identifier: MIT
#include "quern/save/function_costs.h"

#include <memory>
#include <vector>

#include "quern/analysis/costs/function_sums.h"
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

}  // namespace

CostsOfFunction costs_of_functions(const Profile& profile) {
  const std::vector<EventId> events = dense_events(profile);
  const NodeMap nodes{{}, profile.symbols().functions.size()};
  return [sums = std::make_shared<const FunctionSums>(profile, events, nodes),
          count = events.size()](size_t function, FunctionCosts& costs) {
    costs.self.resize(count);
    costs.inclusive.resize(count);
    for (size_t event = 0; event < count; ++event) {
      costs.self[event] = sums->self(function, event);
      costs.inclusive[event] = sums->inclusive(function, event);
    }
    costs.calls = sums->calls(function);
  };
}

}  // namespace quern
