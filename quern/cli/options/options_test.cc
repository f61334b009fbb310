// SPDX-License-Identifier: MIT
#include "quern/cli/options/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "quern/analysis/groups/grouping.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/commands.h"
#include "quern/query/units.h"

namespace quern::cli {
namespace {

TEST(OptionTable, SaysInALineWhatEachOptionDoes) {
  for (const Option& option : options()) {
    EXPECT_FALSE(option.brief.empty()) << option.name;
    EXPECT_LE(option.brief.size(), 60U) << option.name;
    EXPECT_FALSE(option.brief.ends_with('.')) << option.name;
    EXPECT_TRUE(option.help.empty() || option.help.ends_with('.')) << option.name;
    EXPECT_NE(option.store, nullptr) << option.name;
  }
}

TEST(OptionTable, HasNoNameOrLetterTwice) {
  std::set<std::string_view> names;
  std::set<char> letters;
  for (const Option& option : options()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_TRUE(option.letter == 0 || letters.insert(option.letter).second) << option.name;
    EXPECT_EQ(find_option(option.name), &option);
  }
  EXPECT_EQ(find_option('n')->name, "limit");
  EXPECT_EQ(find_option("no-such"), nullptr);
  EXPECT_EQ(find_option('\0'), nullptr);
}

TEST(OptionTable, LetsSomeCommandTakeEachOption) {
  for (const Option& option : options()) {
    EXPECT_TRUE(std::ranges::any_of(commands(), [&](const Command& c) { return takes(c, option); }))
        << option.name;
  }
}

TEST(OptionTable, ConstrainsNoSwitchToValues) {
  for (const Option& option : options()) {
    EXPECT_TRUE(option.allowed.empty() || !option.value.empty()) << option.name;
  }
}

TEST(OptionTable, GroupsByWhatAnalysisKnows) {
  const std::span<const std::string_view> groups = find_option("group-by")->allowed;
  EXPECT_TRUE(std::ranges::equal(groups.first(groups.size() - 2), group_by_words()));
  for (size_t at = 0; at < groups.size(); ++at) {
    EXPECT_EQ(groups[at], to_string(static_cast<GroupBy>(at)));
  }
  EXPECT_TRUE(std::ranges::equal(find_option("unit")->allowed, kUnitWords));
}

TEST(OptionTable, SpellsASynopsis) {
  EXPECT_EQ(option_synopsis(*find_option("limit")), "-n, --limit N");
  EXPECT_EQ(option_synopsis(*find_option("force")), "--force");
}

Arguments stored(std::string_view option, std::string_view value) {
  Arguments arguments;
  EXPECT_TRUE(find_option(option)->store(arguments, *find_option(option), value).has_value())
      << option << " " << value;
  return arguments;
}

std::string refusal(std::string_view option, std::string_view value) {
  Arguments arguments;
  const Result<void> result = find_option(option)->store(arguments, *find_option(option), value);
  return result ? std::string("accepted") : result.error().message;
}

TEST(OptionValues, SplitEventsAtCommas) {
  EXPECT_EQ(stored("event", "Ir,Time_(10ns)").events,
            (std::vector<std::string>{"Ir", "Time_(10ns)"}));
  EXPECT_EQ(refusal("event", "Ir,,Dr"), "--event has an empty event name in its list");
  EXPECT_EQ(refusal("event", "Ir,"), "--event has an empty event name in its list");
}

TEST(OptionValues, TakeBytesWithSuffixes) {
  EXPECT_EQ(stored("buffer-size", "4096").reading.buffer_bytes, 4096U);
  EXPECT_EQ(stored("buffer-size", "4K").reading.buffer_bytes, 4096U);
  EXPECT_EQ(stored("buffer-size", "1024M").reading.buffer_bytes, size_t{1} << 30);
  EXPECT_EQ(stored("buffer-size", "1").reading.buffer_bytes, 1U);
  EXPECT_EQ(stored("max-row", "1G").reading.max_row, size_t{1} << 30);
  EXPECT_EQ(stored("max-row", "1024G").reading.max_row, size_t{1} << 40);
  EXPECT_EQ(refusal("max-row", "0"), "--max-row is 0, but must be from 1M to 1048576M");
  EXPECT_EQ(refusal("max-row", "64K"), "--max-row is 64K, but must be from 1M to 1048576M");
}

TEST(OptionValues, RefuseBytesOutOfReason) {
  EXPECT_EQ(refusal("buffer-size", "0"), "--buffer-size is 0, but must be from 1 to 1024M");
  EXPECT_EQ(refusal("buffer-size", "1025M"), "--buffer-size is 1025M, but must be from 1 to 1024M");
  EXPECT_EQ(refusal("buffer-size", "18446744073709551615K"),
            "--buffer-size is 18446744073709551615K, but must be from 1 to 1024M");
  EXPECT_EQ(refusal("buffer-size", "64G"), "--buffer-size is 64G, but must be from 1 to 1024M");
  EXPECT_EQ(refusal("buffer-size", "64T"),
            "--buffer-size expects bytes such as 4096, 64K or 1M, not '64T'");
  EXPECT_EQ(refusal("buffer-size", "K"),
            "--buffer-size expects bytes such as 4096, 64K or 1M, not 'K'");
}

TEST(OptionValues, TakeWholeNumbersOnly) {
  EXPECT_EQ(stored("limit", "0").limit, 0U);
  EXPECT_EQ(stored("limit", "18446744073709551615").limit, UINT64_MAX);
  for (const std::string_view wrong :
       {"", "-1", "+1", "1.5", "ten", "1 ", "18446744073709551616"}) {
    EXPECT_TRUE(refusal("limit", wrong).starts_with("--limit expects a whole number")) << wrong;
  }
  EXPECT_EQ(refusal("threads", "1025"), "--threads is 1025, but at most 1024 is allowed");
  EXPECT_EQ(stored("width", "0").width, 0U);
}

/// All values of the reading options, each as a text.
std::vector<std::string> reading_values(const Arguments& arguments) {
  std::vector<std::string> values;
  each_reading_option(arguments.reading, [&](std::string_view, ReadingEffect, const auto& member) {
    if constexpr (std::is_same_v<decltype(member), const std::optional<std::string>&>) {
      values.push_back(member.value_or("-"));
    } else {
      values.push_back(std::to_string(member));
    }
  });
  return values;
}

TEST(OptionValues, OfReadingAreStoredInTheirOwnRow) {
  const ReadingOptions rows;
  size_t row = 0;
  each_reading_option(rows, [&](std::string_view name, ReadingEffect, const auto&) {
    const Option* const option = find_option(name);
    ASSERT_NE(option, nullptr) << name;
    std::vector<std::string> wanted = reading_values({});
    const std::string value = option->value == "RULE" ? "self" : std::to_string(option->most / 2);
    const std::vector<std::string> got = reading_values(stored(name, value));
    EXPECT_NE(got[row], wanted[row]) << name;
    wanted[row] = got[row];
    EXPECT_EQ(got, wanted) << name << " changes another option";
    ++row;
  });
}

TEST(OptionValues, KnowColors) {
  EXPECT_EQ(stored("color", "always").color, ColorChoice::kAlways);
  EXPECT_EQ(stored("color", "never").color, ColorChoice::kNever);
  EXPECT_EQ(stored("color", "auto").color, ColorChoice::kAuto);
}

}  // namespace
}  // namespace quern::cli
