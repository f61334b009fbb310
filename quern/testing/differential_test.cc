// SPDX-License-Identifier: MIT
//
// The production reader against its slow twin: the same meaning, or the same error at the same line
// and column, on generated profiles, sound and damaged. QUERN_DIFFERENTIAL_CASES sets how many.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "quern/load/open.h"
#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/slow/slow_callgrind.h"

namespace quern::testing {
namespace {

/// With a buffer size and a number of threads that the seed picks, down to a few bytes.
OpenOptions options_for(uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096, Window::kDefaultSize};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.threads = 1 + static_cast<unsigned>(seed / 7 % 4);
  options.parallel_from = 0;
  return options;
}

std::string compare(uint64_t seed, const std::string& bytes) {
  return difference(slow_read_callgrind(bytes), read_meaning(bytes, options_for(seed)));
}

/// Who wrote a file may be told by a row far behind: a file with callees is no Cachegrind's.
TEST(Differential, TheWriterIsTheSameForAnyNumberOfThreads) {
  std::string bytes = "cmd: ./a\nevents: Ir\nfl=a.c\n";
  for (int function = 1; function < 400; ++function) {
    bytes += "fn=f" + std::to_string(function) + "\n1 10\n";
    bytes += function == 300 ? "cfn=leaf\ncalls=1 5\n7 20\n" : "";
  }
  const auto writer = [&bytes](uint64_t seed) {
    const Result<Opened> opened = open_bytes("input", bytes, options_for(seed));
    return opened ? opened->profile->inputs().front().dialect : opened.error().message;
  };
  for (uint64_t seed = 1; seed < 42; ++seed) {
    ASSERT_EQ(writer(seed), writer(0)) << "seed " << seed;
  }
}

TEST(Differential, TheSizeIsTheSameForAnyNumberOfThreads) {
  size_t read = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const std::string bytes = generate_callgrind(seed);
    if (const Result<Opened> opened = open_bytes("input", bytes, options_for(seed))) {
      ++read;
      ASSERT_EQ(opened->profile->inputs().front().raw_bytes, bytes.size()) << "seed " << seed;
      ASSERT_EQ(opened->profile->inputs().front().text_bytes, bytes.size()) << "seed " << seed;
    }
  }
  EXPECT_GT(read, 200U);
}

TEST(Differential, SoundProfilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 2; ++seed) {
    const std::string bytes = generate_callgrind(seed);
    ASSERT_EQ(compare(seed, bytes), "") << "seed " << seed << "\n" << bytes;
  }
}

TEST(Differential, DamagedProfilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 2; ++seed) {
    const std::string bytes = mutate_callgrind(seed, generate_callgrind(seed));
    ASSERT_EQ(compare(seed, bytes), "") << "seed " << seed << "\n" << bytes;
  }
}

/// NUM of a formula ends where its digits end: `3sitions` is 3 times `sitions`.
TEST(Differential, AFactorMayTouchItsName) {
  const std::string most = std::to_string(UINT64_MAX);
  for (const std::string& term :
       std::vector<std::string>{"10Bm", "0x10Bm", "0xZ", "0x", "7", most + "Bm", most + "0Bm",
                                most + "0", most + "0 * Bm"}) {
    const std::string bytes = "events: Bm\nevent: X = Bm + " + term + "\nfn=f\n1 1\n";
    EXPECT_EQ(compare(0, bytes), "") << bytes;
  }
}

}  // namespace
}  // namespace quern::testing
