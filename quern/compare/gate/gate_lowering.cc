// SPDX-License-Identifier: MIT
//
// What a limit could be lowered to: `gate --ratchet` writes it into the file of limits, so that a
// cost that has become lower must stay so.
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/text.h"
#include "quern/compare/gate/gate.h"

namespace quern {

namespace {

/// The value as a rule writes it: a decimal number with at most six digits behind the point.
/// Rounded up, because the profile at hand must keep its new limit. Nothing if it exceeds 128 bits.
std::optional<std::string> rounded_up(const Fraction& value) {
  constexpr int128 kScale = 1'000'000;
  constexpr size_t kDigits = 6;
  if (value.denominator == 1) {
    return to_decimal(value.numerator);
  }
  const std::optional<Fraction> scaled = product(value, Fraction{kScale, 1});
  if (!scaled) {
    return std::nullopt;
  }
  const int128 rest = scaled->numerator % scaled->denominator;
  const int128 units = scaled->numerator / scaled->denominator + (rest > 0 ? 1 : 0);
  std::string behind = to_decimal(units % kScale);
  behind.insert(0, kDigits - behind.size(), '0');
  behind.erase(behind.find_last_not_of('0') + 1);
  return to_decimal(units / kScale) + (behind.empty() ? "" : "." + behind);
}

}  // namespace

std::optional<std::string> lower_limit(const GateVerdict& verdict) {
  const GateLimit& limit = verdict.rule.limit;
  if (limit.is_change || verdict.rests_on_estimates || !verdict.highest) {
    return std::nullopt;
  }
  // A limit without a sign cannot be below 0: with one it would limit a change.
  const Fraction least = verdict.highest->numerator < 0 ? Fraction{} : *verdict.highest;
  const std::optional<std::string> text = rounded_up(least);
  // Compared as a rule will read it: rounding up may have come back to the old limit.
  const auto read = text ? parse_fraction(*text) : std::unexpected(std::string_view());
  if (!read || *read >= limit.number) {
    return std::nullopt;
  }
  return *text + (limit.is_percent ? "%" : "");
}

}  // namespace quern
