// SPDX-License-Identifier: MIT
//
// Units that costs can be shown in, of time and of memory, and which events they fit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "quern/model/records/event.h"

namespace quern {

enum class Dimension : uint8_t { kTime, kMemory };

struct Unit {
  std::string_view name;
  Dimension dimension;
  uint64_t size;  ///< in ns or bytes
};

/// The words of `--unit`.
inline constexpr std::array<std::string_view, 11> kUnitWords = {
    "s", "ms", "us", "ns", "B", "KiB", "MiB", "GiB", "kB", "MB", "GB"};

/// Null where there is no such unit.
[[nodiscard]] const Unit* find_unit(std::string_view name);

/// What `scale` of an event multiplies; null where that is neither time nor memory.
[[nodiscard]] const Unit* unit_of(const Event& event);

/// The event's name beside costs that show their unit: "Time" of "Time_(10ns)".
[[nodiscard]] std::string_view name_beside_costs(const Event& event);

/// Has people shown costs of the event in this unit, one of kUnitWords, where it measures such;
/// false where it does not, or `unit` is empty.
bool show_in(Event& event, std::string_view unit);

}  // namespace quern
