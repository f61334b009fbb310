// SPDX-License-Identifier: MIT
//
// Typed dense numbers. An Id<Tag> names one row of one table of one profile; ids of different
// tables do not convert into each other, and none means anything in another profile.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace quern {

template <class Tag>
struct Id {
  uint32_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t number) : value(number) {}
  constexpr explicit Id(size_t number) : value(static_cast<uint32_t>(number)) {}

  constexpr auto operator<=>(const Id&) const = default;
  /// The id as an index into its table.
  [[nodiscard]] constexpr size_t index() const { return value; }
};

}  // namespace quern

template <class Tag>
struct std::hash<quern::Id<Tag>> {
  size_t operator()(quern::Id<Tag> id) const noexcept { return id.value; }
};
