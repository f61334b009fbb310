// SPDX-License-Identifier: MIT
//
// Folded stacks: the reader against its slow twin, on generated and damaged files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/slow/slow_folded.h"

namespace quern::testing {
namespace {

OpenOptions folded_options(uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.dialect = "folded";
  return options;
}

std::string generate_folded(uint64_t seed) {
  RandomChoice random(seed);
  std::string out = random.chance(20) ? "# austin: 3.0.0\n\n" : "";
  const bool has_two = random.chance(30);
  const auto count = [&random] {
    return random.pick({"0", "1", "12", "007", "18446744073709551615", "4096"});
  };
  for (uint64_t row = 1 + random.below(30); row > 0; --row) {
    for (uint64_t frame = random.below(6); frame > 0; --frame) {
      out +=
          random.pick({"main", "f", "g", "operator new", "x_[k]", "", "???", "a 7", "\xff"}) + ';';
    }
    out += random.pick({"main", "f", "g", "h 12", "x_[i]", "#tag"}) +
           random.pick({" ", " ", "\t", "  "});
    out += count() + (has_two ? ' ' + count() : "") + random.pick({"\n", "\n", "\r\n", " \n"});
    out += random.chance(3) ? random.pick({"\n", "#\n", "# note\n", " \t\n"}) : "";
  }
  if (random.chance(20)) {
    out.pop_back();
  }
  return out;
}

TEST(Folded, SoundFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    const std::string bytes = generate_folded(seed);
    const Meaning slow = slow_read_folded(bytes);
    ASSERT_TRUE(slow.valid) << bytes;
    ASSERT_EQ(difference(slow, read_meaning(bytes, folded_options(seed))), "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

TEST(Folded, DamagedFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    const std::string bytes = mutate_callgrind(seed, generate_folded(seed));
    ASSERT_EQ(difference(slow_read_folded(bytes), read_meaning(bytes, folded_options(seed))), "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

}  // namespace
}  // namespace quern::testing
