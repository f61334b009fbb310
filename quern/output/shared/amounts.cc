// SPDX-License-Identifier: MIT
#include "quern/output/shared/amounts.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <span>
#include <variant>

#include "quern/base/text.h"
#include "quern/query/units.h"

namespace quern {
namespace {

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

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

/// `print` writes a plain number; the mark comes from the type.
template <class Print>
std::string marked(const Amount& amount, const Print& print) {
  return std::visit(
      Overloaded{
          [&](const Exact& exact) { return print(exact.value); },
          [&](const Bounded& bounded) { return fmt::format("≥ {}", print(bounded.lower)); },
          [&](const Estimated& estimated) { return fmt::format("~ {}", print(estimated.value)); }},
      amount);
}

}  // namespace

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

std::string cost_text(const Event& event, const Amount& amount) {
  return marked(amount, [&event](int128 value) { return cost_text(event, value); });
}

std::string event_text(const Event& event) {
  return printable(name_beside_costs(event));
}

std::string cost_phrase(const Event& event, int128 cost) {
  return fmt::format("{} {}", cost_text(event, cost), event_text(event));
}

std::string cost_phrase(const Event& event, const Amount& amount) {
  return fmt::format("{} {}", cost_text(event, amount), event_text(event));
}

std::string count_text(const std::optional<Amount>& count) {
  return count ? marked(*count, grouped) : "-";
}

std::string signed_count(const std::optional<Amount>& count) {
  return count
             ? marked(*count, [](int128 value) { return (value > 0 ? "+" : "") + grouped(value); })
             : "-";
}

std::string change_text(const Event& event, const Amount& change) {
  return marked(
      change, [&event](int128 value) { return (value > 0 ? "+" : "") + cost_text(event, value); });
}

std::string change_percent(const Amount& change, int128 was) {
  return marked(change, [was](int128 value) {
    return (value > 0 && was > 0 ? "+" : "") + percent_text(value, was);
  });
}

std::string raw_text(const Amount& amount) {
  return marked(amount, to_decimal);
}

std::string ratio_text(const std::optional<Fraction>& ratio) {
  if (!ratio) {
    return "-";
  }
  const int128 whole = ratio->numerator / ratio->denominator;
  if (ratio->denominator == 1) {
    return grouped(whole);
  }
  constexpr int128 kManyDigits = 1000;
  if (whole <= -kManyDigits || whole >= kManyDigits) {
    const int128 rest = ratio->numerator % ratio->denominator;
    const bool rounds_up = (rest < 0 ? -rest : rest) >= ratio->denominator - ratio->denominator / 2;
    return grouped(whole + (rounds_up ? (rest < 0 ? -1 : 1) : 0));
  }
  return fmt::format("{:.4g}", to_double(*ratio));
}

std::string ratio_change_text(const std::optional<Fraction>& change) {
  return (change && change->numerator > 0 ? "+" : "") + ratio_text(change);
}

std::string percent_text(int128 part, int128 whole) {
  if (whole == 0) {
    return "-";
  }
  const double percent = 100.0 * to_double(part) / to_double(whole);
  if (part != 0 && std::abs(percent) < 0.005) {
    return percent < 0 ? ">-0.01" : "<0.01";
  }
  return fmt::format("{:.2f}", percent);
}

std::string percent_text(const Amount& part, int128 whole) {
  return marked(part, [whole](int128 value) { return percent_text(value, whole); });
}

std::string percent_text(const Amount& part, const Amount& whole) {
  return percent_text(
      certainty_of(whole) == Certainty::kExact ? part : Amount(Estimated{lower_of(part)}),
      lower_of(whole));
}

}  // namespace quern
