// SPDX-License-Identifier: MIT
//
// The answerer alone: no profile is read. Pagers are tested in tests/cli/processes.py.
#include "quern/cli/answerer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "quern/testing/temporary_folder.h"

namespace quern::cli {
namespace {

Arguments arguments_of(const std::vector<std::string>& words) {
  return parse_arguments(words, [](const std::string&) { return true; }).value();
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Answerer, PutsAWholeAnswerInItsPlace) {
  const test::TemporaryFolder folder;
  const Arguments arguments = arguments_of({"top", "a.out", "-o", folder / "answer.txt"});
  const TerminalFacts facts;
  Answerer answerer(arguments, facts);
  ASSERT_TRUE(answerer.open());
  answerer.out().write("rows\n");
  EXPECT_NE(folder.names(), std::vector<std::string>{"answer.txt"}) << "not before its end";
  const Result<ExitCode> code = answerer.close(ExitCode::kNo);
  ASSERT_TRUE(code);
  EXPECT_EQ(*code, ExitCode::kNo);
  EXPECT_EQ(file_text(folder / "answer.txt"), "rows\n");
}

TEST(Answerer, LeavesNothingOfAnAnswerThatFailed) {
  const test::TemporaryFolder folder;
  const Arguments arguments = arguments_of({"top", "a.out", "-o", folder / "answer.txt"});
  const TerminalFacts facts;
  {
    Answerer answerer(arguments, facts);
    ASSERT_TRUE(answerer.open());
    answerer.out().write("half an ans");
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(Answerer, NeverReplacesTheProfileThatIsAskedAbout) {
  const test::TemporaryFolder folder;
  const std::string profile = folder.file("a.out", "events: Ir\nfn=main\n1 41\n");
  const Arguments arguments = arguments_of({"top", profile, "-o", profile, "--force"});
  const TerminalFacts facts;
  Answerer answerer(arguments, facts);
  const Result<void> opened = answerer.open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, "output-exists");
  EXPECT_EQ(file_text(profile), "events: Ir\nfn=main\n1 41\n");
}

}  // namespace
}  // namespace quern::cli
