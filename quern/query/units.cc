// SPDX-License-Identifier: MIT
#include "quern/query/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "quern/analysis/events/event_names.h"
#include "quern/base/text.h"
#include "quern/query/cost_text.h"

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

/// Each unit is a thousand of the one before; `decimals` of those beyond the first.
struct Ladder {
  std::span<const std::string_view> units;
  unsigned decimals = 0;
};

constexpr int128 kLowest = ~static_cast<int128>(~uint128{0} >> 1U);

constexpr std::string_view kTimes[] = {"ns", "us", "ms", "s"};
constexpr std::string_view kSizes[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

/// Where an event's unit stands on its ladder.
struct Rung {
  Ladder ladder;
  size_t first = 0;
};

std::optional<Rung> rung_of(std::string_view unit) {
  for (size_t at = 0; at < std::size(kTimes); ++at) {
    if (unit == kTimes[at]) {
      return Rung{{kTimes, 3}, at};
    }
  }
  if (unit == "bytes") {
    return Rung{{kSizes, 1}, 0};
  }
  return std::nullopt;
}

/// `amount` / 1000^steps, rounded to `decimals`, halves away from 0. `amount` is not negative.
std::string divided(uint128 amount, size_t steps, unsigned decimals) {
  uint128 shift = 1;  // what one unit of the last decimal is
  for (size_t at = 0; at < steps; ++at) {
    shift *= 1000;
  }
  uint128 unit = 1;
  for (unsigned at = 0; at < decimals; ++at) {
    shift /= 10;
    unit *= 10;
  }
  const uint128 rounded = amount / shift + (amount % shift >= shift - shift / 2 ? 1 : 0);
  return fmt::format("{}.{:0{}}", grouped(static_cast<int128>(rounded / unit)),
                     static_cast<uint64_t>(rounded % unit), decimals);
}

/// The first rung, counted from `rung.first`, on which fewer than 1000 are left after rounding.
std::string on_ladder(const Rung& rung, uint128 amount) {
  const size_t last = rung.ladder.units.size() - 1 - rung.first;
  uint128 limit = 1000;  // of the amounts that `steps` suits
  size_t steps = 0;
  const auto too_large = [&] {
    uint128 half_digit = steps == 0 ? 0 : limit / 1000 / 2;
    for (unsigned at = 0; at < rung.ladder.decimals; ++at) {
      half_digit /= 10;
    }
    return amount >= limit - half_digit;
  };
  while (steps < last && too_large()) {
    ++steps;
    limit *= 1000;
  }
  const std::string number = steps == 0 ? grouped(static_cast<int128>(amount))
                                        : divided(amount, steps, rung.ladder.decimals);
  return fmt::format("{} {}", number, rung.ladder.units[rung.first + steps]);
}

/// `amount` * from / to in the unit `to`: digits behind the point only where there can be some.
/// Empty where it is beyond what is reckoned with.
std::string in_unit(uint128 amount, const Unit& from, const Unit& to) {
  constexpr unsigned kDecimals = 3;
  constexpr uint128 kThousand = 1000;
  if (from.size % to.size == 0) {
    uint128 whole = 0;
    const bool is_beyond = __builtin_mul_overflow(amount, uint128{from.size / to.size}, &whole) ||
                           whole > static_cast<uint128>(~kLowest);
    return is_beyond ? std::string()
                     : fmt::format("{} {}", grouped(static_cast<int128>(whole)), to.name);
  }
  uint128 thousandths = 0;
  if (__builtin_mul_overflow(amount, uint128{from.size} * kThousand, &thousandths)) {
    return {};
  }
  const uint128 rest = thousandths % to.size;
  thousandths = thousandths / to.size + (rest >= to.size - to.size / 2 ? 1 : 0);
  if (thousandths == 0 && amount != 0) {
    return fmt::format("<0.001 {}", to.name);
  }
  return fmt::format("{}.{:0{}} {}", grouped(static_cast<int128>(thousandths / kThousand)),
                     static_cast<uint64_t>(thousandths % kThousand), kDecimals, to.name);
}

/// The cost in the unit that was asked for; empty where none was, or it has no room there.
std::string in_shown_unit(const Event& event, int128 amount) {
  const Unit* const from = unit_of(event);
  const Unit* const to = find_unit(event.shown_unit);
  if (from == nullptr || to == nullptr || from->dimension != to->dimension) {
    return {};
  }
  const std::string text = in_unit(static_cast<uint128>(amount < 0 ? -amount : amount), *from, *to);
  const bool is_below = amount < 0 && !text.empty();
  return !is_below ? text : text.front() == '<' ? ">-" + text.substr(1) : "-" + text;
}

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

std::string cost_text(const Event& event, int128 cost) {
  const std::optional<Rung> rung = rung_of(event.unit);
  int128 amount = 0;
  if (!rung && event.scale == 1) {
    return grouped(cost);
  }
  // The sign is dropped below: -2^127 has no positive twin.
  if (__builtin_mul_overflow(cost, static_cast<int128>(event.scale), &amount) ||
      amount == kLowest) {
    return fmt::format("{} × {} {}", grouped(cost), event.scale, printable(event.unit));
  }
  if (std::string text = in_shown_unit(event, amount); !text.empty()) {
    return text;
  }
  if (!rung) {
    return grouped(amount);
  }
  return fmt::format("{}{}", amount < 0 ? "-" : "",
                     on_ladder(*rung, static_cast<uint128>(amount < 0 ? -amount : amount)));
}

}  // namespace quern
