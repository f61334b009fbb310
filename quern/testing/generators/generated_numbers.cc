// SPDX-License-Identifier: MIT
#include "quern/testing/generators/generated_numbers.h"

#include <fmt/format.h>

namespace quern::testing {

void GeneratedNumbers::begin_part() {
  has_base_ = false;
  can_subtract_ = true;
  can_add_ = true;
}

std::string GeneratedNumbers::position() {
  const bool is_relative = random_->chance(has_base_ ? 50 : 2);
  std::string token;
  if (is_relative) {
    const std::string distance = random_->chance(90) ? std::to_string(random_->below(100)) : "0x1F";
    token = random_->chance(30)                                 ? "*"
            : random_->chance(50) && can_subtract_ && has_base_ ? "-" + distance
            : can_add_                                          ? "+" + distance
                                                                : "*";
  } else if (random_->chance(92)) {
    const uint64_t value = 100000 + random_->below(1000);
    token = random_->chance(70) ? std::to_string(value) : fmt::format("0x{:x}", value);
  } else {
    can_subtract_ = false;
    can_add_ = can_add_ && random_->chance(80);
    token = can_add_ ? std::to_string(random_->below(100)) : "0xFFFFFFFFFFFFFFFF";
  }
  return token + (random_->chance(2) ? random_->pick({":7", "-0x20", "+3"}) : "");
}

std::string GeneratedNumbers::cost(int128& sum) {
  const uint64_t kind = random_->below(100);
  const uint64_t value = random_->below(1000);
  if (kind < 84) {
    sum += value;
    return std::to_string(value);
  }
  if (kind < 88) {
    return ".";
  }
  if (kind < 92) {
    sum += value;
    return fmt::format("0x{:X}", value);
  }
  if (kind < 95) {
    sum -= value;
    return fmt::format("-{}", value);
  }
  if (kind < 96) {
    sum += kInt64Min;
    return "-9223372036854775808";
  }
  if (kind < 98) {
    sum += kUint64Max;
    return "18446744073709551615";
  }
  sum += kInt64Max + 1;
  return "9223372036854775808";
}

}  // namespace quern::testing
