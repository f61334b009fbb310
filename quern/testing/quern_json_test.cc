// SPDX-License-Identifier: MIT
//
// quern's own JSON: what is written of generated profiles comes back to the byte, and the reader
// agrees with its slow twin on it, sound and damaged.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "quern/base/byte_sink.h"
#include "quern/testing/callgrind_generator.h"
#include "quern/testing/cases.h"
#include "quern/testing/igprof_generator.h"
#include "quern/testing/profile_meaning.h"
#include "quern/testing/slow_quern_json.h"

namespace quern::testing {
namespace {

/// The profile as JSON, or why it cannot be read.
Result<std::string> json_of(const std::string& bytes, const char* dialect, uint64_t seed = 0) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {4096, 1, 7, 64, 300};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.keep = Keep::kAll;
  options.dialect = dialect;
  const Result<Opened> opened = open_bytes("input", bytes, options);
  if (!opened) {
    return failure(opened.error());
  }
  StringSink sink;
  write_profile_json(*opened->profile, sink);
  return std::move(sink.text());
}

void expect_to_come_back(uint64_t seed, const std::string& bytes, const char* dialect) {
  const Result<std::string> json = json_of(bytes, dialect);
  if (json) {
    const Result<std::string> back = json_of(*json, "quern-json", seed);
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
    const Result<std::string> json = json_of(generate_callgrind(seed), "callgrind");
    if (json) {
      ASSERT_EQ(json_difference(*json, seed), "") << "seed " << seed << "\n" << *json;
    }
  }
}

TEST(QuernJson, DamagedDocumentsMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    const Result<std::string> json = json_of(generate_callgrind(seed), "callgrind");
    if (json) {
      const std::string damaged = mutate_callgrind(seed, *json);
      ASSERT_EQ(json_difference(damaged, seed), "") << "seed " << seed << "\n" << damaged;
    }
  }
}

}  // namespace
}  // namespace quern::testing
