// SPDX-License-Identifier: MIT
//
// Snapshots: what is written of generated profiles comes back to the byte, and the reader agrees
// with its slow twin on it, sound and damaged.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/meaning/written_as.h"
#include "quern/testing/slow/slow_snapshot.h"

namespace quern::testing {
namespace {

/// With names folded: which are one, a snapshot tells, and the reader of the original finds out.
std::string folded_document(const std::string& bytes, const char* dialect) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.names.fold = true;
  options.dialect = dialect;
  const Result<Opened> opened = open_bytes("input", bytes, options);
  StringSink sink;
  EXPECT_TRUE(opened && convert(*opened->profile, "json", std::nullopt, {}, sink));
  return std::move(sink.text());
}

void expect_to_return(uint64_t seed, const std::string& bytes, const char* dialect) {
  const Result<std::string> snapshot = written_as("snapshot", bytes, dialect);
  if (!snapshot) {
    return;
  }
  const Result<std::string> json = written_as("json", bytes, dialect);
  const Result<std::string> back = written_as("json", *snapshot, "", seed);  // it is recognized
  ASSERT_TRUE(back) << "seed " << seed << ": " << back.error().message;
  ASSERT_EQ(first_difference(*json, *back), "") << "seed " << seed;
  ASSERT_EQ(
      first_difference(folded_document(bytes, dialect), folded_document(*snapshot, "snapshot")), "")
      << "folded, seed " << seed;
  const Result<std::string> again = written_as("snapshot", *snapshot, "snapshot", seed);
  ASSERT_EQ(*again, *snapshot) << "seed " << seed;
}

TEST(SnapshotTwin, CallgrindProfilesComeBackToTheByte) {
  for (uint64_t seed = 0; seed < cases() / 100; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_to_return(seed, generate_callgrind(seed), "callgrind"));
  }
}

TEST(SnapshotTwin, IgprofDumpsComeBackToTheByte) {
  for (uint64_t seed = 0; seed < cases() / 100; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_to_return(seed, generate_igprof(seed), "igprof"));
  }
}

/// Bytes changed, cut out or doubled; with good checksums, so that they are read.
std::string damaged_snapshot(uint64_t seed, std::string bytes) {
  RandomChoice random(seed);
  for (uint64_t left = 1 + random.below(3); left != 0; --left) {
    const size_t at = 8 + random.below(bytes.size() - 8);
    bytes[at] = static_cast<char>(random.below(256));
  }
  return random.chance(90) ? sealed_snapshot(std::move(bytes)) : bytes;
}

std::string twin_difference(const std::string& snapshot, uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.dialect = "snapshot";
  const Meaning slow = slow_read_snapshot(snapshot);
  Meaning fast = read_meaning(snapshot, options);
  fast.lints.clear();  // those of the original, which the twin leaves out
  return slow.valid || fast.valid ? difference(slow, fast) : "";
}

void expect_agreement(uint64_t seed, const std::string& bytes, const char* dialect) {
  const Result<std::string> snapshot = written_as("snapshot", bytes, dialect);
  if (snapshot) {
    ASSERT_EQ(sealed_snapshot(*snapshot), *snapshot);
    ASSERT_EQ(twin_difference(*snapshot, seed), "") << "seed " << seed;
    ASSERT_EQ(twin_difference(damaged_snapshot(seed, *snapshot), seed), "")
        << "damaged, seed " << seed;
  }
}

TEST(SnapshotTwin, ReadersAgreeOnCallgrindProfiles) {
  for (uint64_t seed = 0; seed < cases() / 100; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_agreement(seed, generate_callgrind(seed), "callgrind"));
  }
}

TEST(SnapshotTwin, ReadersAgreeOnStacks) {
  for (uint64_t seed = 0; seed < cases() / 100; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_agreement(seed, generate_igprof(seed), "igprof"));
  }
}

}  // namespace
}  // namespace quern::testing
