// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/editor.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace quern::cli {
namespace {

std::string words(const std::string& command, const std::string& path = "src/a b.c") {
  return fmt::format("{}", fmt::join(editor_words(command, path, 12), "|"));
}

TEST(Editor, TellsTheLineAsEachTakesIt) {
  EXPECT_EQ(words("vi"), "vi|+12|src/a b.c");
  EXPECT_EQ(words("emacsclient -t"), "emacsclient|-t|+12|src/a b.c");
  EXPECT_EQ(words("/usr/bin/code --wait"), "/usr/bin/code|--wait|--goto|src/a b.c:12");
  EXPECT_EQ(words("subl"), "subl|src/a b.c:12");
  EXPECT_EQ(words("kate"), "kate|--line|12|src/a b.c");
}

TEST(Editor, PutsFileAndLineWhereTheCommandSays) {
  EXPECT_EQ(words("edit --at {line} --in={file}:{line}", "{line}.c"),
            "sh|-c|edit --at \"$2\" --in=\"$1\":\"$2\"|quern|{line}.c|12");
  EXPECT_EQ(words("edit --at {line} {file}:{line}", "{line}.c"), "edit|--at|12|{line}.c:12");
}

TEST(Editor, GivesWhatOnlyAShellUnderstandsToOne) {
  EXPECT_EQ(words("'my editor' -x"), "sh|-c|'my editor' -x \"$@\"|quern|+12|src/a b.c");
}

TEST(Editor, NoFileIsTakenForAnOption) {
  EXPECT_EQ(words("vi", "-c:q.c"), "vi|+12|./-c:q.c");
  EXPECT_EQ(words("vi", "+1.c"), "vi|+12|./+1.c");
}

}  // namespace
}  // namespace quern::cli
