// SPDX-License-Identifier: MIT
#include "quern/output/shared/amounts.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <variant>

#include "quern/base/text.h"
#include "quern/query/units.h"

namespace quern {
namespace {

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
  // Of its size: a growth has no minus sign, also of what is below 0.
  return marked(change, [was](int128 value) {
    return (value > 0 && was != 0 ? "+" : "") + percent_text(value, absolute(was));
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

std::string percent_text(double percent) {
  if (percent != 0 && std::abs(percent) < 0.005) {
    return percent < 0 ? ">-0.01" : "<0.01";
  }
  return fmt::format("{:.2f}", percent);
}

std::string percent_text(int128 part, int128 whole) {
  if (whole == 0) {
    return "-";
  }
  // No minus sign for nothing of something below 0.
  return part == 0 ? percent_text(0.0) : percent_text(100.0 * to_double(part) / to_double(whole));
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
