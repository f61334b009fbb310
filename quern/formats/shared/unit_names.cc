// SPDX-License-Identifier: MIT
//
// Units by the words that pprof and speedscope use for them. All times are nanoseconds times a
// scale, so that events in different units of time can be added and compared.
#include "quern/formats/shared/unit_names.h"

#include <algorithm>
#include <array>
#include <utility>

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
  const std::optional<uint64_t> nanoseconds = nanoseconds_of(event);
  const std::string_view unit = nanoseconds ? std::string_view("ns") : std::string_view(event.unit);
  const uint64_t scale = nanoseconds.value_or(event.scale);
  for (const KnownUnit& known : kKnownUnits) {
    if (known.unit == unit && known.scale == scale) {
      return {known.name};
    }
  }
  return {nanoseconds ? std::string_view("nanoseconds") : unit, scale};
}

std::optional<uint64_t> nanoseconds_of(const Event& event) {
  static constexpr std::pair<std::string_view, uint64_t> kTimes[] = {
      {"ns", 1}, {"us", 1000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
  for (const auto& [name, factor] : kTimes) {
    uint64_t scale = 0;
    if (event.unit == name && !__builtin_mul_overflow(event.scale, factor, &scale)) {
      return scale;
    }
  }
  return std::nullopt;
}

std::string_view name_without_unit(const Event& event) {
  std::string_view name = event.name;
  const size_t open = name.rfind('(');
  if (event.unit.empty() || open == std::string_view::npos || !name.ends_with(')')) {
    return name;
  }
  name = name.substr(0, open);
  while (name.ends_with('_') || name.ends_with(' ')) {
    name.remove_suffix(1);
  }
  return name.empty() ? std::string_view(event.name) : name;
}

}  // namespace quern
