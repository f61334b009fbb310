// SPDX-License-Identifier: MIT
//
// The loader alone: nothing is rendered.
#include "quern/cli/loader.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace quern::cli {
namespace {

const std::string kWordcount = QUERN_SOURCE_DIR "/docs/examples/callgrind.out.wordcount";

/// What a loader needs, for a command line about kWordcount.
struct Loading {
  explicit Loading(const std::vector<std::string>& words)
      : arguments(parse_arguments(words, [](const std::string&) { return true; }).value()) {}

  Arguments arguments;
  TerminalFacts facts = {};
  Reporter reporter = Reporter({.quiet = true});
  Timings timings = {};
  Loader loader = Loader(arguments, facts, reporter, timings);
};

bool has_function(const Profile& profile, std::string_view name) {
  const Symbols& symbols = profile.symbols();
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    if (symbols.name(FunctionId(at)) == name) {
      return true;
    }
  }
  return false;
}

TEST(Loader, ReadsAProfileAndTakesTheTime) {
  Loading loading({"top", kWordcount});
  const Result<Opened> opened = loading.loader.open(std::array{kWordcount}, Keep::kSums);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_TRUE(has_function(*opened->profile, "main"));
  EXPECT_TRUE(loading.timings.line().starts_with("timings: reading ")) << loading.timings.line();
}

TEST(Loader, AppliesFiltersOrLeavesRenamesToTheCaller) {
  Loading loading({"top", kWordcount, "--rename", "s/^main$/start/"});
  const std::array files = {kWordcount};
  const Result<Opened> renamed = loading.loader.open(files, Keep::kSums);
  const Result<Opened> left = loading.loader.open(files, Keep::kSums, Renames::kLeft);
  ASSERT_TRUE(renamed && left);
  EXPECT_TRUE(has_function(*renamed->profile, "start"));
  EXPECT_FALSE(has_function(*renamed->profile, "main"));
  EXPECT_TRUE(has_function(*left->profile, "main"));
}

TEST(Loader, PassesOptionsOfReadingOn) {
  Loading loading({"top", kWordcount, "--dialect", "igprof"});
  const Result<Opened> opened = loading.loader.open(std::array{kWordcount}, Keep::kSums);
  EXPECT_FALSE(opened) << "read as another format";
}

}  // namespace
}  // namespace quern::cli
