// SPDX-License-Identifier: MIT
#include "quern/output/text/annotation_words.h"

#include <gtest/gtest.h>

#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

TEST(SourceTextShown, HasBlanksForTabsAndNoControls) {
  EXPECT_EQ(source_text("\tif (x) {\t// y"), "        if (x) {        // y");
  EXPECT_EQ(source_text("1234567\t8\t9"), "1234567 8       9");
  EXPECT_EQ(source_text("数\tx"), "数      x") << "wide characters take two columns";
  EXPECT_EQ(source_text("caf\xE9 \x1b[31m"), "caf\uFFFD \uFFFD[31m");
  EXPECT_EQ(source_text(""), "");
}

TEST(TriedText, TellsTheFirstPathsAndWhichMapsWouldHelp) {
  SourceFile source;
  for (const char name : {'1', '2', '3', '4', '5', '6', '7'}) {
    source.tried.push_back({std::string("/") + name, "no such file"});
  }
  source.proposals = {{"/b", "src"}, {"/b/x y", "lib"}};
  EXPECT_EQ(tried_text(source),
            "  /1 (no such file)\n  /2 (no such file)\n  /3 (no such file)\n"
            "  /4 (no such file)\n  /5 (no such file)\n  and 2 more\n"
            "  a file of this name would be found with --map-path /b=src\n"
            "  a file of this name would be found with --map-path '/b/x y=lib'\n");
}

TEST(HtmlText, HoldsNoMarkup) {
  EXPECT_EQ(escaped("<a href=\"x\">'&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(escaped("plain"), "plain");
}

TEST(AnnotationWords, OneHintAllowsAFolder) {
  EXPECT_EQ(refused_text(""), "");
  EXPECT_EQ(refused_text("/var/www/my app"),
            "hint: add --source-path '/var/www/my app' to read the sources there, or set "
            "source-path in .quern.toml");
}

}  // namespace
}  // namespace quern
