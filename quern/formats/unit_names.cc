// SPDX-License-Identifier: MIT
#include "quern/formats/unit_names.h"

#include <algorithm>
#include <array>

namespace quern {

namespace {

struct KnownUnit {
  std::string_view name;
  std::string_view unit;
  uint64_t scale;
};

constexpr std::array kKnownUnits = {
    KnownUnit{"nanoseconds", "ns", 1},
    KnownUnit{"microseconds", "ns", 1000},
    KnownUnit{"milliseconds", "ns", 1'000'000},
    KnownUnit{"seconds", "ns", 1'000'000'000},
    KnownUnit{"bytes", "bytes", 1},
    KnownUnit{"count", "", 1},
    KnownUnit{"none", "", 1},
};

}  // namespace

NamedUnit unit_from_name(std::string_view name) {
  const auto* const known = std::ranges::find(kKnownUnits, name, &KnownUnit::name);
  return known == kKnownUnits.end() ? NamedUnit{name} : NamedUnit{known->unit, known->scale};
}

NamedUnit name_of_unit(const Event& event) {
  if (event.unit.empty()) {
    return {};
  }
  for (const KnownUnit& known : kKnownUnits) {
    if (known.unit == event.unit && known.scale == event.scale) {
      return {known.name};
    }
  }
  return {event.unit == "ns" ? std::string_view("nanoseconds") : std::string_view(event.unit),
          event.scale};
}

}  // namespace quern
