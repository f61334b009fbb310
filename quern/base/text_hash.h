// SPDX-License-Identifier: MIT
//
// Hashes of texts for tables that input fills: with a seed that whoever wrote the input cannot
// know, so that nobody can aim at a slot. What a table tells must not depend on its order.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "quern/base/int128.h"

namespace quern {

/// 8 bytes a step: multiply and fold.
[[nodiscard]] inline uint32_t hash_of_text(std::string_view text, uint64_t seed) {
  uint64_t hash = seed ^ text.size();
  const char* at = text.data();
  size_t left = text.size();
  const auto mix = [&hash](uint64_t word) {
    hash = folded_product(hash ^ word, 0xd6e8feb86659fd93U);
  };
  for (; left >= 8; at += 8, left -= 8) {
    uint64_t word = 0;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  uint64_t tail = 0;
  if (left != 0) {
    std::memcpy(&tail, at, left);
  }
  mix(tail + 0x51ed2701);
  return static_cast<uint32_t>(hash >> 32);
}

/// Where the loader put this run's memory.
[[nodiscard]] inline uint64_t seed_of(const void* place) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(place)) * 0x9e3779b97f4a7c15U | 1;
}

}  // namespace quern
