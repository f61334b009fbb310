// SPDX-License-Identifier: MIT
#include "quern/query/units.h"

#include <algorithm>

#include "quern/analysis/events/event_names.h"

namespace quern {
namespace {

// In the order of kUnitWords.
constexpr std::array<Unit, kUnitWords.size()> kUnits = {{
    {"s", Dimension::kTime, 1'000'000'000},
    {"ms", Dimension::kTime, 1'000'000},
    {"us", Dimension::kTime, 1'000},
    {"ns", Dimension::kTime, 1},
    {"B", Dimension::kMemory, 1},
    {"KiB", Dimension::kMemory, uint64_t{1} << 10U},
    {"MiB", Dimension::kMemory, uint64_t{1} << 20U},
    {"GiB", Dimension::kMemory, uint64_t{1} << 30U},
    {"kB", Dimension::kMemory, 1'000},
    {"MB", Dimension::kMemory, 1'000'000},
    {"GB", Dimension::kMemory, 1'000'000'000},
}};

}  // namespace

const Unit* find_unit(std::string_view name) {
  const auto* const found = std::ranges::find(kUnits, name, &Unit::name);
  return found == kUnits.end() ? nullptr : found;
}

const Unit* unit_of(const Event& event) {
  const Unit* const unit = find_unit(event.unit == "bytes" ? "B" : event.unit);
  const bool is_written_so =
      unit != nullptr && (unit->dimension == Dimension::kTime || event.unit == "bytes");
  return is_written_so ? unit : nullptr;
}

std::string_view name_beside_costs(const Event& event) {
  return unit_of(event) != nullptr ? name_without_unit(event.name) : std::string_view(event.name);
}

bool show_in(Event& event, std::string_view unit) {
  const Unit* const from = unit_of(event);
  const Unit* const to = find_unit(unit);
  const bool fits = from != nullptr && to != nullptr && from->dimension == to->dimension;
  if (fits) {
    event.shown_unit = to->name;
  }
  return fits;
}

}  // namespace quern
