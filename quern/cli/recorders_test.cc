// SPDX-License-Identifier: MIT
#include "quern/cli/recorders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace quern::cli {
namespace {

/// The words, or the error's code.
std::string words_of(const RecordArguments& how, const std::vector<std::string>& program) {
  const Result<Recording> recording = recording_of(how, program);
  return recording ? fmt::format("{}", fmt::join(recording->words, " ")) : recording.error().code;
}

TEST(Recorders, TakeWhatSuitsTheProgram) {
  EXPECT_EQ(words_of({}, {"./a", "-x"}),
            "valgrind --tool=callgrind --quiet --callgrind-out-file=callgrind.out.%p ./a -x");
  EXPECT_EQ(words_of({.with = "cachegrind"}, {"a"}),
            "valgrind --tool=cachegrind --quiet --cachegrind-out-file=cachegrind.out.%p a");
  const std::string php =
      words_of({.profile = "/tmp/x/cachegrind.out.1"}, {"php8.2", "a.php", "b"});
  EXPECT_TRUE(php.starts_with("php8.2 -d xdebug.mode=profile ")) << php;
  EXPECT_TRUE(
      php.ends_with(" -d xdebug.output_dir=/tmp/x -d "
                    "xdebug.profiler_output_name=cachegrind.out.1 a.php b"))
      << php;
  EXPECT_EQ(words_of({.with = "igprof"}, {"a"}), "igprof -d -z -o igprof.gz -pp a");
  EXPECT_EQ(words_of({}, {}), "missing-argument");
}

TEST(Recorders, RecordWhatIsAskedFor) {
  EXPECT_EQ(words_of({.things = {"caches", "jumps"}, .profile = "50%.callgrind"}, {"a"}),
            "valgrind --tool=callgrind --quiet --callgrind-out-file=50%%.callgrind --cache-sim=yes "
            "--branch-sim=yes --dump-instr=yes --collect-jumps=yes a");
  EXPECT_EQ(words_of({.with = "igprof", .things = {"memory"}}, {"a"}),
            "igprof -d -z -o igprof.gz -mp a");
  EXPECT_EQ(words_of({.with = "xdebug", .things = {"jumps"}}, {"php"}), "bad-value");
  EXPECT_EQ(words_of({.with = "cachegrind", .things = {"callers"}}, {"a"}), "bad-value");
}

TEST(Recorders, SayWhatIsWritten) {
  const Result<Recording> unnamed = recording_of({}, {"a"});
  ASSERT_TRUE(unnamed);
  EXPECT_EQ(unnamed->profile, "callgrind.out");
  EXPECT_TRUE(unnamed->has_process);
  const Result<Recording> named = recording_of({.profile = "50%.out"}, {"a"});
  ASSERT_TRUE(named);
  EXPECT_EQ(named->profile, "50%.out");
  EXPECT_FALSE(named->has_process);
}

}  // namespace
}  // namespace quern::cli
