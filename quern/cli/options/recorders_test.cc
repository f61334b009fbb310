// SPDX-License-Identifier: MIT
#include "quern/cli/options/recorders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace quern::cli {
namespace {

/// The words, or the error's code.
std::string recorded_words(const RecordArguments& how, const std::vector<std::string>& program) {
  const Result<Recording> recording = recording_of(how, program);
  return recording ? fmt::format("{}", fmt::join(recording->words, " ")) : recording.error().code;
}

TEST(Recorders, TakeWhatSuitsTheProgram) {
  EXPECT_EQ(recorded_words({}, {"./a", "-x"}),
            "valgrind --tool=callgrind --quiet --dump-instr=yes "
            "--callgrind-out-file=callgrind.out.%p ./a -x");
  EXPECT_EQ(recorded_words({.with = "cachegrind"}, {"a"}),
            "valgrind --tool=cachegrind --quiet --cachegrind-out-file=cachegrind.out.%p a");
  const std::string php =
      recorded_words({.profile = "/tmp/x%/cachegrind.out.1"}, {"php8.2", "a.php", "b"});
  EXPECT_TRUE(php.starts_with("php8.2 -d xdebug.mode=profile ")) << php;
  EXPECT_TRUE(
      php.ends_with(" -d xdebug.output_dir=/tmp/x% -d "
                    "xdebug.profiler_output_name=cachegrind.out.1.%p a.php b"))
      << php;
  EXPECT_EQ(recorded_words({.with = "igprof"}, {"a"}), "igprof -d -z -o igprof.gz -pp a");
  EXPECT_EQ(recorded_words({}, {}), "missing-argument");
}

TEST(Recorders, RecordWhatIsAskedFor) {
  EXPECT_EQ(
      recorded_words({.things = {"caches", "jumps"}, .profile = "50%.callgrind"}, {"a"}),
      "valgrind --tool=callgrind --quiet --dump-instr=yes --callgrind-out-file=50%%.callgrind.%p "
      "--cache-sim=yes --branch-sim=yes --collect-jumps=yes a");
  EXPECT_EQ(recorded_words({.with = "igprof", .things = {"memory"}}, {"a"}),
            "igprof -d -z -o igprof.gz -mp a");
  EXPECT_EQ(recorded_words({.with = "xdebug", .things = {"jumps"}}, {"php"}), "bad-value");
  EXPECT_EQ(recorded_words({.with = "cachegrind", .things = {"callers"}}, {"a"}), "bad-value");
}

TEST(Recorders, TakeOnlyPhpForPhp) {
  EXPECT_TRUE(recorded_words({}, {"/usr/bin/php8.2", "a"}).starts_with("/usr/bin/php8.2 -d "));
  EXPECT_TRUE(recorded_words({}, {"php-cgi8.2", "a"}).starts_with("php-cgi8.2 -d "));
  for (const std::string name : {"./phpunit", "php-cs-fixer", "phpdelete", "./a/php8x"}) {
    EXPECT_TRUE(recorded_words({}, {name}).starts_with("valgrind ")) << name;
  }
}

TEST(Recorders, TakeNoOptionForAName) {
  EXPECT_EQ(recorded_words({}, {"--version"}), "bad-value");
  EXPECT_EQ(recorded_words({.profile = "-"}, {"a"}), "bad-value");
}

TEST(Recorders, SayWhatIsWritten) {
  const Result<Recording> unnamed = recording_of({}, {"a"});
  ASSERT_TRUE(unnamed);
  EXPECT_EQ(unnamed->written, "callgrind.out");
  EXPECT_TRUE(unnamed->has_process);
  const Result<Recording> named = recording_of({.profile = "50%.out"}, {"a"});
  ASSERT_TRUE(named);
  EXPECT_EQ(named->written, "50%.out");
  EXPECT_TRUE(named->has_process);
  const Result<Recording> igprof = recording_of({.with = "igprof"}, {"a"});
  ASSERT_TRUE(igprof);
  EXPECT_EQ(igprof->written, "igprof.gz");
  EXPECT_FALSE(igprof->has_process);
}

TEST(Recorders, NumberTheFilesOfSeveralRuns) {
  const auto written = [](const RecordArguments& how, uint64_t run) {
    const Result<Recording> recording = recording_of(how, {"a"}, run);
    return recording ? recording->written : recording.error().code;
  };
  EXPECT_EQ(written({.profile = "run.out"}, 2), "run.out.2");
  EXPECT_EQ(written({.profile = "cpu.gz"}, 12), "cpu.12.gz");
  EXPECT_EQ(written({.with = "igprof"}, 1), "igprof.1.gz");
  EXPECT_EQ(written({}, 3), "callgrind.out");  // the number of the process follows
}

}  // namespace
}  // namespace quern::cli
