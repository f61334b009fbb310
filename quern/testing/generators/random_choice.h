// SPDX-License-Identifier: MIT
//
// Choices drawn from a seed, the same on every platform (the standard's distributions are not).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace quern::testing {

class RandomChoice {
 public:
  explicit RandomChoice(uint64_t seed) : engine_(seed) {}

  /// 0 .. limit - 1; `limit` is not 0.
  uint64_t below(uint64_t limit) { return engine_() % limit; }
  bool chance(uint64_t percent) { return below(100) < percent; }
  /// A position in something of `size` entries.
  size_t index(size_t size) { return static_cast<size_t>(below(size)); }

  std::string pick(std::initializer_list<const char*> texts) {
    return *(texts.begin() + index(texts.size()));
  }
  const std::string& pick(const std::vector<std::string>& texts) {
    return texts[index(texts.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace quern::testing
