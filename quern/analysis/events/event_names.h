// SPDX-License-Identifier: MIT
//
// What well-known events are called in full, and what one count of them is: from a table, or from a
// name that carries its unit, such as `Time_(10ns)` or `cpu(ms)`. What an input says itself wins.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/model/records/event.h"

namespace quern {

struct EventName {
  std::string long_name;  ///< empty: none
  std::string unit;       ///< "ns", "us", "ms", "s", "bytes", …; empty: a plain number
  uint64_t scale = 1;     ///< one count is `scale` x `unit`
  bool operator==(const EventName&) const = default;
};

/// What quern knows of an event of this name; all empty where it knows nothing.
[[nodiscard]] EventName describe_event(std::string_view name);

/// "Time" of "Time_(10ns)": `name` without the unit that it carries; all of it where it has none.
[[nodiscard]] std::string_view name_without_unit(std::string_view name);

/// `events` with long names and units filled in where they have none: long names from the last of
/// `definitions` for the name, else built in.
[[nodiscard]] std::vector<Event> named_events(std::span<const Event> events,
                                              std::span<const EventDefinition> definitions);

}  // namespace quern
