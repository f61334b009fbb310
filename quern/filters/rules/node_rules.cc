// SPDX-License-Identifier: MIT
#include "quern/filters/rules/node_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/trees/stack_key.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

Diagnostic unknown_event(const Profile& profile, std::string_view name) {
  std::vector<std::string> names;
  for (const Event& event : profile.events()) {
    names.push_back(printable(event.name));
  }
  return usage_error(
      kUnknownEvent.name, fmt::format("no event '{}' for frame limits", printable(name)),
      fmt::format(
          "frame limits use the first event of --event, which cannot be derived; there are {}",
          fmt::join(names, ", ")));
}

int128 cost_of(std::span<const EventCost> costs, EventId event) {
  for (const EventCost& each : costs) {
    if (each.event == event) {
      return each.cost;
    }
  }
  return 0;
}

bool is_beyond(int128 value, uint64_t least, uint64_t most) {
  return (least != 0 && value < int128{least}) || (most != 0 && value > int128{most});
}

}  // namespace

Result<NodeRules> named_limits(NodeRules limits, const Profile& profile) {
  if (!limits.any() || profile.events().empty()) {
    return NodeRules();
  }
  if (limits.event.empty()) {
    limits.event = profile.events().front().name;
  }
  if (!profile.event(limits.event)) {
    return failure(unknown_event(profile, limits.event));
  }
  return limits;
}

// IgProf: NAME, NAME:calls and NAME:peak belong together.
NodeRuleCheck::NodeRuleCheck(const NodeRules& limits, const Profile& profile)
    : limits_(limits),
      value_(profile.event(limits.event)),
      calls_(profile.event(limits.event.substr(0, limits.event.rfind(':')) + ":calls")) {}

bool NodeRuleCheck::is_outside(std::span<const EventCost> costs, uint64_t folded_calls) const {
  return is_outside(value_ ? cost_of(costs, *value_) : 0,
                    calls_ ? cost_of(costs, *calls_) : int128{folded_calls});
}

bool NodeRuleCheck::is_outside(int128 value, int128 calls) const {
  if (is_beyond(value, limits_.min_cost, limits_.max_cost) ||
      is_beyond(calls, limits_.min_calls, limits_.max_calls)) {
    return true;
  }
  if (calls <= 0) {
    return false;  // no average
  }
  // An average that is no whole number is above what it is cut down to.
  const bool is_cut = limits_.max_average != 0 && value > 0 && value % calls != 0;
  return is_beyond(value / calls, limits_.min_average, limits_.max_average) ||
         (is_cut && value / calls == int128{limits_.max_average});
}

bool has_single_calls(const Profile& profile) {
  return std::ranges::any_of(profile.contexts().frames(),
                             [](const Frame& frame) { return !frame.is_symbol; });
}

StackLimits::StackLimits(const Profile& profile, const NodeRuleCheck& limits,
                         const std::stop_token& stop) {
  struct Path {
    int128 value = 0;
    int128 calls = 0;
  };
  const Contexts& contexts = profile.contexts();
  std::vector<Path> paths;
  DenseIndex<StackKey> known;    // stacks of calls
  std::vector<uint32_t> places;  // of each its path
  path_of_.reserve(contexts.size());
  for (uint64_t at = 0; at < contexts.size() && !stop.stop_requested(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    const ContextId above = contexts.parent(id);
    auto mine = static_cast<uint32_t>(paths.size());
    if (!contexts.frame(id).is_symbol) {
      const uint32_t stack =
          known.of({above == kNoContext ? StackKey::kNone : path_of_[above.index()],
                    contexts.frame(id).function.value});
      if (stack == places.size()) {
        places.push_back(mine);
      }
      mine = places[stack];
    }
    if (mine == paths.size()) {
      paths.emplace_back();
    }
    path_of_.push_back(mine);
    // Where an event counts calls, it is added below.
    paths[mine].calls +=
        limits.calls_ ? int128{0} : int128{std::max<uint64_t>(1, contexts.calls(id))};
  }
  path_of_.resize(contexts.size(), 0);
  ContextCosts walk(contexts);
  while (walk.next() && !stop.stop_requested()) {
    Path& path = paths[path_of_[walk.context().index()]];
    path.value += limits.value_ ? cost_of(walk.costs(), *limits.value_) : int128{0};
    path.calls += limits.calls_ ? cost_of(walk.costs(), *limits.calls_) : int128{0};
  }
  for (const Path& path : paths) {
    outside_.push_back(limits.is_outside(path.value, path.calls));
  }
}

}  // namespace quern
