// SPDX-License-Identifier: MIT
#include "quern/workspace/filters/limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "quern/base/text.h"
#include "quern/views/codes.h"

namespace quern {

namespace {

Diagnostic unknown_event(const Profile& profile, std::string_view name) {
  std::vector<std::string> names;
  for (const Event& event : profile.events()) {
    names.push_back(printable(event.name));
  }
  return usage_error(
      kUnknownEvent.name,
      fmt::format("no event '{}' that nodes could be measured by", printable(name)),
      fmt::format("limits take the first event of --event, and no derived one; there are {}",
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

Result<LimitCheck> LimitCheck::read(const NodeLimits& limits, const Profile& profile) {
  LimitCheck named;
  if (!limits.any() || profile.events().empty()) {
    return named;
  }
  named.limits_ = limits;
  std::string& name = named.limits_.event;
  name = name.empty() ? profile.events().front().name : name;
  LimitCheck check = named.of(profile);
  if (!check.value_) {
    return failure(unknown_event(profile, name));
  }
  return check;
}

LimitCheck LimitCheck::of(const Profile& profile) const {
  LimitCheck check;
  check.limits_ = limits_;
  check.value_ = profile.event(limits_.event);
  // IgProf: NAME, NAME:calls and NAME:peak belong together.
  check.calls_ = profile.event(limits_.event.substr(0, limits_.event.rfind(':')) + ":calls");
  return check;
}

bool LimitCheck::is_outside(std::span<const EventCost> costs, uint64_t folded_calls) const {
  const int128 value = value_ ? cost_of(costs, *value_) : 0;
  const int128 calls = calls_ ? cost_of(costs, *calls_) : int128{folded_calls};
  if (is_beyond(value, limits_.min_value, limits_.max_value) ||
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

}  // namespace quern
