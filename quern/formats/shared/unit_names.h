// SPDX-License-Identifier: MIT
//
// What pprof and speedscope call units. Times are counted as they are there: a microsecond is one
// count of 1,000 ns, so that nothing is multiplied.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "quern/model/records/event.h"

namespace quern {

struct NamedUnit {
  std::string_view name;  ///< "microseconds" there, or "ns" here
  uint64_t scale = 1;     ///< one count is so many of it
};

/// A format's unit as quern's; empty for what is just counted.
[[nodiscard]] NamedUnit unit_from_name(std::string_view name);

/// An event's unit as those formats': of the unit that costs are counted in where it has a name,
/// else of a smaller one, `scale` times. Empty where there is none.
[[nodiscard]] NamedUnit name_of_unit(const Event& event);

/// How many nanoseconds one count is; nothing where it is no time, or more than 64 bits hold.
[[nodiscard]] std::optional<uint64_t> nanoseconds_of(const Event& event);

/// The event's name without a unit at its end, as Xdebug has it: "Time" of "Time_(10ns)". For
/// formats that write the unit separately, perhaps another one.
[[nodiscard]] std::string_view name_without_unit(const Event& event);

}  // namespace quern
