// SPDX-License-Identifier: MIT
#include "quern/cli/options/repeated_options.h"

#include <gtest/gtest.h>

#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

using OptionWords = std::vector<std::string>;

Arguments viewed_with(const OptionWords& options) {
  OptionWords words = {"view"};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("a.out");
  Result<Arguments> arguments = parse_arguments(words, [](const std::string&) { return true; });
  EXPECT_TRUE(arguments.has_value()) << (arguments ? "" : arguments.error().message);
  return arguments.value_or(Arguments{});
}

TEST(RepeatedOptions, AreThoseThatNumbersDependOn) {
  const Arguments arguments = viewed_with(
      {"--siblings", "--no-browser", "--hide", "^std::", "--port", "8000", "--hide=-x", "--scale",
       "malloc=0", "--threads", "2", "--unfold=false", "--no-config", "--source-path", "my src"});
  EXPECT_EQ(repeated_options(arguments),
            (OptionWords{"--what-if", "malloc=0", "--hide", "'^std::'", "--hide=-x",
                         "--unfold=false", "--siblings", "--no-config"}));
  EXPECT_EQ(repeated_source_options(arguments), (OptionWords{"--source-path", "'my src'"}));
}

TEST(RepeatedOptions, AreNotThoseThatCommandsFindInFiles) {
  Arguments arguments = viewed_with({});
  Setting of_all;
  of_all.option = find_option("hide");
  of_all.values = {"a"};
  of_all.file = ".quern.toml";
  Setting of_view = of_all;
  of_view.command = find_command("view");
  of_view.values = {"b"};
  arguments.settings = {of_all};
  EXPECT_EQ(repeated_options(arguments), OptionWords());
  arguments.settings = {of_view};
  EXPECT_EQ(repeated_options(arguments), (OptionWords{"--hide", "b"}));
}

}  // namespace
}  // namespace quern::cli
