// SPDX-License-Identifier: MIT
//
// A cost together with how sure it is: three types that neither convert into each other nor into a
// plain number, so that whoever shows one has to say which it is. Integers inside are exact; the
// types tell how much of the truth they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "quern/base/int128.h"

namespace quern {

/// The cost, as the input has it.
struct Exact {
  int128 value = 0;
  bool operator==(const Exact&) const = default;
};

/// The cost lies between the two, both included; lower <= upper.
struct Bounded {
  int128 lower = 0;
  int128 upper = 0;
  bool operator==(const Bounded&) const = default;
};

/// The cost was split by a guess, in proportion to something.
struct Estimated {
  int128 value = 0;
  bool operator==(const Estimated&) const = default;
};

using Amount = std::variant<Exact, Bounded, Estimated>;

/// A number that is the truth unless it was split by a guess.
[[nodiscard]] constexpr Amount amount_of(int128 value, bool is_estimated) {
  return is_estimated ? Amount(Estimated{value}) : Amount(Exact{value});
}

/// In the order of Amount's alternatives.
enum class Certainty : uint8_t { kExact, kBounded, kEstimated };

[[nodiscard]] constexpr Certainty certainty_of(const Amount& amount) {
  return static_cast<Certainty>(amount.index());
}

/// Of the least certain; exact of none.
[[nodiscard]] constexpr Certainty certainty_of(std::span<const Amount> amounts) {
  Certainty certainty = Certainty::kExact;
  for (const Amount& amount : amounts) {
    certainty = std::max(certainty, certainty_of(amount));
  }
  return certainty;
}

/// The words of the JSON key "certainty".
[[nodiscard]] constexpr std::string_view to_string(Certainty certainty) {
  switch (certainty) {
    case Certainty::kExact:
      return "exact";
    case Certainty::kBounded:
      return "bounded";
    case Certainty::kEstimated:
      break;
  }
  return "estimated";
}

/// The number to sort by: the value, or the lower bound.
[[nodiscard]] constexpr int128 lower_of(const Amount& amount) {
  if (const auto* exact = std::get_if<Exact>(&amount)) {
    return exact->value;
  }
  if (const auto* bounded = std::get_if<Bounded>(&amount)) {
    return bounded->lower;
  }
  return std::get_if<Estimated>(&amount)->value;
}

/// The value, or the upper bound.
[[nodiscard]] constexpr int128 upper_of(const Amount& amount) {
  const auto* bounded = std::get_if<Bounded>(&amount);
  return bounded != nullptr ? bounded->upper : lower_of(amount);
}

}  // namespace quern
