// SPDX-License-Identifier: MIT
//
// What was counted. A profile's events are the union of its parts' lists in order of first
// appearance; derived events are formulas over events and are computed by `analysis`, never stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "quern/base/int128.h"

namespace quern {

/// How costs of one event add up over records.
enum class Combine : uint8_t { kSum, kMax };

[[nodiscard]] constexpr int128 combined(Combine how, int128 one, int128 other) {
  return how == Combine::kSum ? one + other : one < other ? other : one;
}

struct Event {
  std::string name;       ///< as the file writes it: "Ir", "Time_(10ns)"
  std::string long_name;  ///< from the file or built in; empty: none
  std::string unit;       ///< "", "ns", "bytes": what `scale` multiplies
  uint64_t scale = 1;     ///< one count is `scale` x `unit`
  Combine combine = Combine::kSum;
  std::optional<std::string> formula;  ///< only of derived events
  std::string shown_unit = {};         ///< which people asked for; empty: whatever suits an amount
  bool operator==(const Event&) const = default;
};

/// An `event:` row of a file: a long name, or a derived event of the file's own.
struct EventDefinition {
  std::string name;
  std::optional<std::string> formula;    ///< as written, without blanks around it
  std::optional<std::string> long_name;  ///< as written, without blanks around it
  std::string problem = {};              ///< why the formula does not count: several inputs differ
  bool operator==(const EventDefinition&) const = default;
};

}  // namespace quern
