// SPDX-License-Identifier: MIT
//
// Xdebug's files: the call trees that were run come back, whatever release wrote them; damaged
// files mean what the slow twin says.
#include <gtest/gtest.h>

#include <string>

#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/slow/slow_callgrind.h"

namespace quern::testing {
namespace {

/// The contexts alone.
Meaning only_tree(const std::vector<Meaning::Context>& contexts) {
  Meaning meaning;
  meaning.contexts = contexts;
  return meaning;
}

OpenOptions options_of(uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096, Window::kDefaultSize};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.threads = 1 + static_cast<unsigned>(seed / 7 % 3);
  options.parallel_from = 0;
  return options;
}

TEST(Xdebug, TheTreesThatWereRunComeBack) {
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    const GeneratedXdebug made = generate_xdebug(seed);
    const Meaning read = read_meaning(made.bytes, options_of(seed));
    ASSERT_TRUE(read.valid) << made.bytes;
    ASSERT_EQ(difference(only_tree(made.contexts), only_tree(read.contexts)), "")
        << "seed " << seed << "\n"
        << made.bytes;
    for (const Meaning::Lint& lint : read.lints) {
      ASSERT_TRUE(lint.code == "append-marker" || lint.code == "negative-cost") << lint.code;
    }
  }
}

TEST(Xdebug, TheTreesTwinAgrees) {
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    const std::string bytes = generate_xdebug(seed).bytes;
    ASSERT_EQ(difference(slow_read_callgrind(bytes), read_meaning(bytes, options_of(seed))), "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

/// Some bytes of the end or, with appended runs, of the middle are lost.
TEST(Xdebug, CutFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    RandomChoice random(seed);
    std::string bytes = generate_xdebug(seed).bytes;
    const size_t marker = bytes.find("\n====", 1);
    if (marker != std::string::npos && random.chance(50)) {
      const size_t from = random.index(marker);
      bytes.erase(from, marker - from);
    }
    if (random.chance(60)) {
      bytes.resize(random.index(bytes.size()));
    }
    ASSERT_EQ(difference(slow_read_callgrind(bytes), read_meaning(bytes, options_of(seed))), "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

TEST(Xdebug, DamagedFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    const std::string bytes = mutate_callgrind(seed, generate_xdebug(seed).bytes);
    ASSERT_EQ(difference(slow_read_callgrind(bytes), read_meaning(bytes, options_of(seed))), "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

}  // namespace
}  // namespace quern::testing
