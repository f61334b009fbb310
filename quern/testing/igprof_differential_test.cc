// SPDX-License-Identifier: MIT
//
// The IgProf reader against its slow twin: the same meaning, or the same error at the same line and
// column, on generated dumps, sound and damaged. QUERN_DIFFERENTIAL_CASES sets how many.
#include <gtest/gtest.h>

#include <string>

#include "quern/testing/cases.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/meaning/igprof_meaning.h"
#include "quern/testing/slow/slow_igprof.h"

namespace quern::testing {
namespace {

OpenOptions igprof_options(uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096, Window::kDefaultSize};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  return options;
}

TEST(IgprofDifferential, GeneratedDumpsAreSound) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string bytes = generate_igprof(seed);
    ASSERT_FALSE(slow_read_igprof(bytes).error) << "seed " << seed << "\n" << bytes;
  }
}

TEST(IgprofDifferential, SoundDumpsMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 2; ++seed) {
    const std::string bytes = generate_igprof(seed);
    ASSERT_EQ(difference(slow_read_igprof(bytes), read_igprof_meaning(bytes, igprof_options(seed))),
              "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

TEST(IgprofDifferential, DamagedDumpsMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 2; ++seed) {
    const std::string bytes = mutate_igprof(seed, generate_igprof(seed));
    ASSERT_EQ(difference(slow_read_igprof(bytes), read_igprof_meaning(bytes, igprof_options(seed))),
              "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

TEST(IgprofDifferential, SecondsATickThatNoDoubleIsNearAreRefused) {
  const std::string zeros(400, '0');
  const auto error_of = [](const std::string& period) {
    const std::string bytes = "P=(HEX ID=5 N=(a) T=" + period + ")\n";
    EXPECT_EQ(difference(slow_read_igprof(bytes), read_igprof_meaning(bytes, igprof_options(3))),
              "");
    return slow_read_igprof(bytes).error.has_value();
  };
  EXPECT_FALSE(error_of("0." + zeros));
  EXPECT_FALSE(error_of(zeros + "1"));
  EXPECT_TRUE(error_of("1" + zeros));
  EXPECT_TRUE(error_of("0." + zeros + "1"));
}

/// The rows before `line`.
std::string rows_before(const std::string& bytes, uint64_t line) {
  size_t end = 0;
  for (; line > 1; --line) {
    end = bytes.find('\n', end) + 1;
  }
  return bytes.substr(0, end);
}

TEST(IgprofDifferential, RecoveryKeepsTheRowsBeforeTheFirstError) {
  for (uint64_t seed = 0; seed < cases() / 10; ++seed) {
    const std::string bytes = mutate_igprof(seed, generate_igprof(seed));
    const IgprofMeaning whole = slow_read_igprof(bytes);
    if (!whole.error || whole.error->line == 1) {
      continue;
    }
    OpenOptions options = igprof_options(seed);
    options.recover = true;
    IgprofMeaning expected = slow_read_igprof(rows_before(bytes, whole.error->line));
    std::erase_if(expected.lints, [&](const auto& lint) { return lint.line == whole.error->line; });
    expected.lints.push_back({"recovered", whole.error->line, whole.error->column});
    IgprofMeaning got = read_igprof_meaning(bytes, options);
    std::erase_if(got.lints, [&](const auto& lint) {
      return lint.line == whole.error->line && lint.code != "recovered";
    });
    ASSERT_EQ(difference(expected, got), "") << "seed " << seed << "\n" << bytes;
  }
}

}  // namespace
}  // namespace quern::testing
