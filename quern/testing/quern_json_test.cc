// SPDX-License-Identifier: MIT
//
// quern's own JSON: what is written of generated profiles comes back to the byte, and the reader
// agrees with its slow twin on it, sound and damaged.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/meaning/written_as.h"
#include "quern/testing/slow/slow_quern_json.h"

namespace quern::testing {
namespace {

void expect_to_come_back(uint64_t seed, const std::string& bytes, const char* dialect) {
  const Result<std::string> json = written_as("json", bytes, dialect);
  if (json) {
    const Result<std::string> back = written_as("json", *json, "quern-json", seed);
    ASSERT_TRUE(back) << "seed " << seed << ": " << back.error().message << " at "
                      << back.error().place.line << ":" << back.error().place.column << "\n"
                      << *json;
    ASSERT_EQ(first_difference(*json, *back), "") << "seed " << seed;
  }
}

TEST(QuernJson, CallgrindProfilesComeBackToTheByte) {
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_to_come_back(seed, generate_callgrind(seed), "callgrind"));
  }
}

TEST(QuernJson, IgprofDumpsComeBackToTheByte) {
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_to_come_back(seed, generate_igprof(seed), "igprof"));
  }
}

std::string json_difference(const std::string& json, uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.dialect = "quern-json";
  const Meaning slow = slow_read_quern_json(json);
  Meaning fast = read_meaning(json, options);
  fast.lints.clear();  // those of the original, which the twin leaves out
  return slow.valid || fast.valid ? difference(slow, fast) : "";
}

TEST(QuernJson, SoundDocumentsMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    const Result<std::string> json = written_as("json", generate_callgrind(seed), "callgrind");
    if (json) {
      ASSERT_EQ(json_difference(*json, seed), "") << "seed " << seed << "\n" << *json;
    }
  }
}

TEST(QuernJson, DamagedDocumentsMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    const Result<std::string> json = written_as("json", generate_callgrind(seed), "callgrind");
    if (json) {
      const std::string damaged = mutate_callgrind(seed, *json);
      ASSERT_EQ(json_difference(damaged, seed), "") << "seed " << seed << "\n" << damaged;
    }
  }
}

}  // namespace
}  // namespace quern::testing
