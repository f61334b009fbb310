// SPDX-License-Identifier: MIT
#include "quern/cli/completion/scripts.h"

#include <gtest/gtest.h>

namespace quern::cli {
namespace {

TEST(CompletionScripts, AreAtMost40kBPerShell) {
  constexpr size_t kMostBytes = 40'000;
  for (const std::string_view shell : completion_shells()) {
    const size_t size = completion_script(shell).size();
    EXPECT_GT(size, 0U) << shell;
    EXPECT_LE(size, kMostBytes) << shell;
  }
}

TEST(CompletionScripts, ExistOnlyForKnownShells) {
  EXPECT_EQ(completion_script("tcsh"), "");
}

}  // namespace
}  // namespace quern::cli
