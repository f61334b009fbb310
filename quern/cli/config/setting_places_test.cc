// SPDX-License-Identifier: MIT
#include "quern/cli/config/setting_places.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "quern/cli/config/config.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

/// Where the error of `quern WORDS` is said to be if f.toml holds `text`; "" where nowhere.
std::string place_of(const std::string& message, const std::vector<std::string>& words,
                     std::string_view text) {
  Result<Arguments> arguments = parse_arguments(words, [](const std::string&) { return false; });
  EXPECT_TRUE(arguments && apply_settings(*arguments, *parse_config(text, "f.toml")));
  const Diagnostic error = with_place_of_setting(usage_error("bad-value", message), *arguments);
  return error.input.empty()
             ? ""
             : fmt::format("{}:{}:{}", error.input, error.place.line, error.place.column);
}

TEST(SettingPlaces, AreOfTheValueThatAnErrorQuotes) {
  const std::vector<std::string> words = {"top", "./a"};
  EXPECT_EQ(place_of("no event 'Nope'", words, "event = ['Ir', 'Nope']"), "f.toml:1:17");
  EXPECT_EQ(place_of("no event 'foo'", words, "limit = 3\nwhere = 'self > 1 and foo > 1'"),
            "f.toml:2:23");
  EXPECT_EQ(place_of("no event 'bar'", words, "where = 'foo > 1'"), "");
}

TEST(SettingPlaces, AreOfTheOptionThatAnErrorNames) {
  const std::string message = "--groups and --group-by cannot be combined";
  EXPECT_EQ(place_of(message, {"top", "./a"}, "group-by = 'file'\ngroups = 'g'"), "f.toml:2:10");
  EXPECT_EQ(place_of("--min-count is too small", {"top", "./a"}, "min = 3"), "");
  EXPECT_EQ(place_of("--running needs rows", {"top", "./a"}, "\nrunning = true"), "f.toml:2:11");
}

TEST(SettingPlaces, AreNotThoseOfTypedWords) {
  EXPECT_EQ(place_of("no event 'foo'", {"top", "./a", "-e", "foo"}, "where = 'foo > 1'"), "");
  EXPECT_EQ(place_of("--limit is too large", {"top", "./a", "-n", "3"}, "limit = 4"), "");
}

TEST(SettingPlaces, AreTheHintWhereAFileIsMissing) {
  Result<Arguments> arguments = parse_arguments(std::vector<std::string>{"top", "./a"},
                                                [](const std::string&) { return false; });
  ASSERT_TRUE(apply_settings(*arguments, *parse_config("groups = 'nowhere'", "f.toml")));
  Diagnostic error = usage_error("no-such-file", "no such file");
  error.input = "nowhere";
  EXPECT_EQ(with_place_of_setting(error, *arguments).hint, "f.toml:1 sets --groups");
  error.input = "./a";
  EXPECT_EQ(with_place_of_setting(error, *arguments).hint, "");
}

}  // namespace
}  // namespace quern::cli
