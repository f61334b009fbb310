// SPDX-License-Identifier: MIT
#include "quern/cli/config/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "quern/cli/config/toml.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

std::string text_of(const Setting& setting) {
  return fmt::format("{}{}{}={}@{}:{}", setting.command != nullptr ? setting.command->name : "",
                     setting.command != nullptr ? "." : "", setting.option->name,
                     setting.option->value.empty()
                         ? (setting.is_on ? "true" : "false")
                         : fmt::format("{}", fmt::join(setting.values, "|")),
                     setting.place.line, setting.place.column);
}

/// The settings of a file, or its error.
std::vector<std::string> settings(std::string_view text) {
  const Result<std::vector<Setting>> read = parse_config(text, "dir/.quern.toml");
  if (!read) {
    const Diagnostic& error = read.error();
    EXPECT_EQ(error.fault, Fault::kUsage);
    EXPECT_EQ(error.input, "dir/.quern.toml");
    return {fmt::format("{}:{}: {} [{}]; {}", error.place.line, error.place.column, error.message,
                        error.code, error.hint)};
  }
  std::vector<std::string> all;
  for (const Setting& setting : *read) {
    all.push_back(text_of(setting));
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(Config, TakesTheLongNamesOfOptions) {
  EXPECT_EQ(settings("limit = 30\n"
                     "event = ['Ir', \"D1mr\"]\n"
                     "short-names = true\n"
                     "min = 0.5\n"),
            (Lines{"limit=30@1:9", "event=Ir|D1mr@2:9", "short-names=true@3:15", "min=0.5@4:7"}));
}

/// What --limit is for these words, where a file sets it for `callers`, a command of earlier
/// versions.
size_t limit_for(const std::vector<std::string>& words) {
  Result<std::vector<Setting>> read = parse_config("[callers]\nlimit = 7\n", "dir/.quern.toml");
  Result<Arguments> arguments = parse_arguments(words, [](const std::string&) { return true; });
  EXPECT_TRUE(read && arguments && apply_settings(*arguments, *std::move(read)));
  return arguments->limit.value_or(0);
}

TEST(Config, ATableOfAnOldCommandIsForThatCommandOnly) {
  EXPECT_EQ(limit_for({"callers", "main", "x.out"}), 7U);
  EXPECT_EQ(limit_for({"peek", "--callers", "main", "x.out"}), 7U);
  EXPECT_EQ(limit_for({"peek", "main", "x.out"}), 0U);
}

TEST(Config, LetsATableBelongToACommandAndCountsItFirst) {
  EXPECT_EQ(settings("limit = 30\n[top]\nsort = 'incl'\nsiblings = false\n"),
            (Lines{"top.sort=incl@3:8", "top.siblings=false@4:12", "limit=30@1:9"}));
}

TEST(Config, TellsColumnsInBytes) {
  EXPECT_EQ(settings("symbols = ['ä', 'b'] \nevent = ['ä', false]"),
            (Lines{"2:16: a setting is a text, a number, true or false, or an array of texts and "
                   "numbers [bad-config]; "}));
}

TEST(Config, KeepsSetsOfFiltersApart) {
  const Result<std::vector<Setting>> read = parse_config(
      "[filters.noise]\nhide = ['@php', 'x']\nwhere = 'self > 1'\n"
      "[filters.mine]\nmin-count = 3\n[top]\nlimit = 2\n",
      "f.toml");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(filter_names(*read), (Lines{"mine", "noise"}));
  const std::vector<const Setting*> noise = filter_set(*read, "noise");
  ASSERT_EQ(noise.size(), 2U);
  EXPECT_EQ(text_of(*noise[0]), "hide=@php|x@2:8");
  EXPECT_EQ(text_of(*noise[1]), "where=self > 1@3:9");
  EXPECT_TRUE(filter_set(*read, "other").empty());
  EXPECT_EQ(setting_for(*read, *find_option("hide"), *find_command("top")), nullptr);
}

TEST(Config, TakesFiltersAloneInTheirSets) {
  EXPECT_EQ(settings("[filters.a]\nhyde = 'x'"),
            Lines{"2:1: no filter is called 'hyde' [unknown-key]; did you mean 'hide'?"});
  for (const std::string key : {"limit", "filter", "output"}) {
    EXPECT_TRUE(settings("[filters.a]\n" + key + " = 'x'")[0].starts_with(
        "2:1: no filter is called '" + key + "' [unknown-key]"));
  }
  EXPECT_EQ(settings("[filters]\nhide = 'x'"),
            Lines{"2:1: 'hide' is not a set of filters [bad-config]; write filters under "
                  "[filters.NAME], e.g. hide = \"@php\""});
}

TEST(Config, LeavesPathsThatBeginWithADotInTheFilesFolder) {
  EXPECT_EQ(settings("baseline = './old.out'\nsymbols = ['auto', '../s', '/x', 'y/z']"),
            (Lines{"baseline=dir/./old.out@1:12", "symbols=auto|dir/../s|/x|y/z@2:11"}));
}

TEST(Config, SuggestsTheNearestKey) {
  EXPECT_EQ(settings("limt = 3"),
            Lines{"1:1: no option is called 'limt' [unknown-key]; did you mean 'limit'?"});
  EXPECT_EQ(settings("\n[tpo]\nlimit = 3"),
            Lines{"2:2: no command or option is called 'tpo' [unknown-key]; did you mean 'top'?"});
  EXPECT_EQ(settings("[top]\nlimt = 3"),
            Lines{"2:1: no option is called 'limt' [unknown-key]; did you mean 'limit'?"});
  EXPECT_EQ(settings("[check]\nlimit = 3"),
            Lines{"2:1: 'quern check' takes no option 'limit' [unknown-key]; "
                  "'quern check --help' lists its options"});
}

TEST(Config, RefusesValuesOfAnotherKind) {
  EXPECT_EQ(settings("quiet = 'yes'"), Lines{"1:9: 'quiet' is true or false [bad-config]; "});
  EXPECT_EQ(settings("limit = true"),
            Lines{"1:9: 'limit' is a text or number (N), not true or false [bad-config]; "});
  EXPECT_EQ(settings("limit = ''"),
            Lines{"1:9: a setting cannot be empty [bad-config]; [] is a list without elements"});
  EXPECT_EQ(settings("[top]\nlimit = {a = 3}"),
            Lines{"2:9: 'limit' is a text (N), not a table [bad-config]; "});
}

TEST(Config, RefusesAnArrayForASingleValue) {
  EXPECT_EQ(settings("limit = [1, 2]"),
            Lines{"1:9: 'limit' is a text or number (N), not an array [bad-config]; "});
  EXPECT_EQ(settings("limit = [1]"),
            Lines{"1:9: 'limit' is a text or number (N), not an array [bad-config]; "});
  EXPECT_EQ(settings("hide = ['a', 'b']\nmap-path = ['/a=/b']"),
            (Lines{"hide=a|b@1:8", "map-path=/a=/b@2:12"}));
}

// A project's file may be a stranger's: nothing in it may write a file or run a program.
TEST(Config, CannotWriteFilesOrRunPrograms) {
  for (const std::string key :
       {"output", "force", "help", "version", "config", "no-config", "list-codes", "to"}) {
    const Lines refused = settings(key + " = 'x'");
    ASSERT_EQ(refused.size(), 1U);
    EXPECT_NE(refused[0].find(fmt::format("'{}' cannot be set in a file [bad-config]", key)),
              std::string::npos)
        << refused[0];
  }
  for (const Option& option : options()) {
    EXPECT_FALSE(option.is_for_files && option.group == OptionGroup::kOutput) << option.name;
  }
}

TEST(Config, RefusesWhatIsNoToml) {
  const Lines refused = settings("limit = 3\nevent = [Ir]\n");
  EXPECT_TRUE(refused[0].starts_with("2:")) << refused[0];
  EXPECT_NE(refused[0].find("[bad-config]"), std::string::npos);
}

TEST(Config, BoundsSizeAndNesting) {
  EXPECT_EQ(settings(std::string(kLargestConfig + 1, '#')),
            Lines{"0:0: a configuration file has at most 65,536 bytes [bad-config]; "});
  std::string deep;
  for (int level = 0; level < 5000; ++level) {
    deep += "a.";
  }
  EXPECT_EQ(settings(deep + "a = 1"),
            (Lines{"0:0: a configuration file has at most 4,096 dots [bad-config]; each may open a "
                   "table in a table"}));
  EXPECT_EQ(settings(deep.substr(0, 8000) + "a = 1").size(), 1U);
  EXPECT_NE(settings("limit = " + std::string(30'000, '['))[0].find("[bad-config]"),
            std::string::npos);
  EXPECT_EQ(settings("[a.b.c]\nd = 1"),
            Lines{"1:1: a table within a table within a table [bad-config]; "});
}

/// Folders and files that are gone at the end.
class ConfigFiles : public ::testing::Test {
 public:
  ConfigFiles(const ConfigFiles&) = delete;
  ConfigFiles& operator=(const ConfigFiles&) = delete;

 protected:
  ConfigFiles() {
    std::string name = ::testing::TempDir() + "quern-config-XXXXXX";
    root_ = std::filesystem::canonical(::mkdtemp(name.data())).string();
  }
  ~ConfigFiles() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path whole = root_ + "/" + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }
  [[nodiscard]] std::vector<std::string> found(const std::string& home, const std::string& xdg,
                                               const std::string& folder) const {
    std::filesystem::create_directories(root_ + "/" + folder);
    std::vector<std::string> files = find_config_files(
        {root_ + "/" + home, xdg.empty() ? "" : root_ + "/" + xdg, root_ + "/" + folder});
    for (std::string& file : files) {
      file = file.starts_with(root_) ? file.substr(root_.size() + 1) : file;
    }
    return files;
  }

 private:
  std::string root_;
};

TEST_F(ConfigFiles, AreTheNearestAboveAndTheUsers) {
  EXPECT_EQ(found("home", "", "home/code/src"), Lines{});
  write("home/.config/quern/config.toml", "");
  EXPECT_EQ(found("home", "", "home/code/src"), Lines{"home/.config/quern/config.toml"});
  write("home/code/.quern.toml", "");
  EXPECT_EQ(found("home", "", "home/code/src"),
            (Lines{"../.quern.toml", "home/.config/quern/config.toml"}));
  write("home/code/src/.quern.toml", "");
  EXPECT_EQ(found("home", "", "home/code/src")[0], ".quern.toml");
}

TEST_F(ConfigFiles, FollowXdgConfigHome) {
  write("home/.config/quern/config.toml", "");
  write("xdg/quern/config.toml", "");
  EXPECT_EQ(found("home", "xdg", "home"), Lines{"xdg/quern/config.toml"});
}

TEST_F(ConfigFiles, AreNotLookedForAboveTheHomeFolder) {
  write(".quern.toml", "");
  EXPECT_EQ(found("home", "", "home/code"), Lines{});
  EXPECT_EQ(found("home", "", "elsewhere/code"), Lines{"../../.quern.toml"});
  write("home/.quern.toml", "");
  EXPECT_EQ(found("home", "", "home/code"), Lines{"../.quern.toml"});
}

TEST_F(ConfigFiles, AreRegularFiles) {
  write("home/code/.quern.toml/inside", "");
  EXPECT_EQ(found("home", "", "home/code"), Lines{});
}

bool no_file(const std::string&) {
  return false;
}

/// What `quern WORDS` gets when the strongest file says `project`, the other `user`.
Arguments configured(const std::vector<std::string>& words, std::string_view project,
                     std::string_view user) {
  Result<Arguments> arguments = parse_arguments(words, no_file);
  EXPECT_TRUE(arguments.has_value());
  std::vector<Setting> all;
  for (const auto& [file, text] : {std::pair("f.toml", project), std::pair("user.toml", user)}) {
    const Result<std::vector<Setting>> more = parse_config(text, file);
    EXPECT_TRUE(more.has_value());
    all.insert(all.end(), more->begin(), more->end());
  }
  const Result<void> applied = apply_settings(*arguments, all);
  EXPECT_TRUE(applied.has_value()) << (applied ? "" : applied.error().message);
  return *std::move(arguments);
}

TEST(Settings, CountInOrderCommandLineProjectUser) {
  const std::string_view user = "limit = 1\n[top]\nlimit = 2";
  EXPECT_EQ(configured({"top", "./a"}, "", "").limit, std::nullopt);
  EXPECT_EQ(configured({"tree", "./a"}, "", user).limit, 1U);
  EXPECT_EQ(configured({"top", "./a"}, "", user).limit, 2U);
  EXPECT_EQ(configured({"top", "./a"}, "limit = 3", user).limit, 3U);
  EXPECT_EQ(configured({"top", "./a"}, "limit = 3\n[top]\nlimit = 4", user).limit, 4U);
  EXPECT_EQ(configured({"top", "./a", "-n", "5"}, "limit = 3", user).limit, 5U);
}

TEST(Settings, ReplaceListsWhole) {
  EXPECT_EQ(configured({"top", "./a"}, "event = ['a', 'b,c']", "event = 'd'").events,
            (Lines{"a", "b", "c"}));
  EXPECT_EQ(configured({"top", "./a", "-e", "x"}, "event = ['a']", "").events, Lines{"x"});
  EXPECT_EQ(configured({"top", "./a"}, "event = []", "event = 'd'").events, Lines{});
}

TEST(Settings, LetSwitchesBeTurnedOffAgain) {
  EXPECT_TRUE(configured({"top", "./a"}, "siblings = true", "").reading.siblings);
  EXPECT_FALSE(configured({"top", "./a"}, "siblings = false", "siblings = true").reading.siblings);
  EXPECT_FALSE(
      configured({"top", "./a", "--siblings=false"}, "siblings = true", "").reading.siblings);
}

constexpr std::string_view kSets =
    "[filters.a]\nhide = 'x'\nwhere = 'self > 1'\nmin-count = 1\n"
    "[filters.b]\nhide = 'y'\nwhere = 'incl > 2'\nmin-count = 2\n";

TEST(Settings, OfSetsOfFiltersAddUp) {
  EXPECT_TRUE(configured({"top", "./a"}, kSets, "").filters.hide.empty());
  const Arguments both =
      configured({"top", "./a", "--filter", "a", "--filter", "b", "--hide", "z"}, kSets, "");
  EXPECT_EQ(both.filters.hide, (Lines{"z", "x", "y"}));
  EXPECT_EQ(both.where, "(self > 1) and (incl > 2)");
  EXPECT_EQ(both.filters.rules.min_cost, 2U);
  const Arguments typed = configured(
      {"top", "./a", "--filter", "a", "--min-count", "9", "--where", "calls > 3"}, kSets, "");
  EXPECT_EQ(typed.filters.rules.min_cost, 9U);
  EXPECT_EQ(typed.where, "(calls > 3) and (self > 1)");
}

TEST(Settings, OfSetsOfFiltersMayBeChosenByAFile) {
  const Arguments chosen =
      configured({"annotate", "./a"}, "filter = 'a'\n" + std::string(kSets), "");
  EXPECT_EQ(chosen.filters.hide, Lines{"x"});
  EXPECT_EQ(chosen.where, std::nullopt);  // annotate has no rows that a query is about
  ASSERT_EQ(chosen_filters(chosen).size(), 3U);
  EXPECT_TRUE(chosen_filters(chosen)[0].is_taken);
  EXPECT_FALSE(chosen_filters(chosen)[1].is_taken);
}

TEST(Settings, TellSetsOfFiltersThatThereAreNot) {
  const auto refused = [](std::string_view file) {
    Result<Arguments> arguments = parse_arguments(Lines{"top", "./a", "--filter", "nois"}, no_file);
    const Result<void> applied = apply_settings(*arguments, *parse_config(file, "f.toml"));
    return applied ? "" : applied.error().code + ": " + applied.error().hint;
  };
  EXPECT_EQ(refused(""), "unknown-filter: define it under [filters.nois] in .quern.toml");
  EXPECT_EQ(refused("[filters.noise]\nhide = 'x'\n[filters.a]\nhide = 'x'"),
            "unknown-filter: did you mean 'noise'? sets are a, noise");
}

TEST(Settings, OfOtherCommandsDoNotCount) {
  EXPECT_EQ(configured({"info", "./a"}, "limit = 3", "").limit, std::nullopt);
}

TEST(Settings, GiveWayToWhatIsTyped) {
  const Arguments by_file = configured({"top", "./a", "-g", "file"}, "groups = 'g'", "");
  EXPECT_EQ(by_file.group_by, GroupBy::kFile);
  EXPECT_EQ(by_file.groups, std::nullopt);
  const Arguments by_rules =
      configured({"top", "./a", "--groups", "g"}, "group-by = 'file'", "group-by = 'object'");
  EXPECT_EQ(by_rules.group_by, GroupBy::kFunction);
  EXPECT_EQ(by_rules.groups, "g");
  EXPECT_FALSE(configured({"check", "./a", "--head"}, "strict = true", "").is_strict);
  EXPECT_FALSE(configured({"info", "./a"}, "[info]\nstrict = true", "").is_strict);
  EXPECT_FALSE(
      configured({"annotate", "f", "./a", "-f", "html"}, "all-matches = true", "").all_matches);
  EXPECT_EQ(configured({"annotate", "f", "./a", "--edit"}, "format = 'json'", "").format, "text");
}

TEST(Settings, OfTheOldSideGiveWayToATypedOne) {
  const std::string_view both = "base = 'o'\nbase-part = '1'";
  const Arguments against = configured({"gate", "./n", "--against", "main"}, both, "");
  EXPECT_TRUE(against.diff.base.empty());
  EXPECT_EQ(against.diff.base_part, std::nullopt);
  EXPECT_EQ(configured({"gate", "./n", "--base", "o"}, "against = 'main'", "").gate.against,
            std::nullopt);
  const Arguments words = configured({"gate", "./o", "./n"}, "against = 'main'", "base = 'o'");
  EXPECT_EQ(words.gate.against, std::nullopt);
  EXPECT_TRUE(words.diff.base.empty());
  EXPECT_TRUE(words.settings.empty());
  EXPECT_EQ(configured({"gate", "./n"}, both, "").diff.base, Lines{"o"});
}

TEST(Settings, OfWeakerPlacesGiveWayToStrongerOnes) {
  const Arguments project = configured({"top", "./a"}, "group-by = 'file'", "groups = 'g'");
  EXPECT_EQ(project.group_by, GroupBy::kFile);
  EXPECT_EQ(project.groups, std::nullopt);
  const Arguments table = configured({"top", "./a"}, "groups = 'g'\n[top]\ngroup-by = 'dir'", "");
  EXPECT_EQ(table.group_by, GroupBy::kDir);
  EXPECT_EQ(table.groups, std::nullopt);
}

TEST(Settings, ThatNeedEachOtherCountTogether) {
  const std::string_view view = "[diff]\nview = 'peek'\n";
  EXPECT_EQ(configured({"diff", "./a", "./b"}, view, "").diff.view, "top");
  const Arguments both = configured({"diff", "./a", "./b"}, std::string(view) + "of = 'f'", "");
  EXPECT_EQ(both.diff.view, "peek");
  EXPECT_EQ(both.each_of, "f");
  EXPECT_EQ(configured({"top", "./a"}, "of = 'f'", "").each_of, std::nullopt);
}

TEST(Settings, LeaveValuesToTheCommandsThatHaveThem) {
  EXPECT_EQ(configured({"help", "top"}, "format = 'csv'", "").format, "text");
  EXPECT_EQ(configured({"config"}, "format = 'html'", "format = 'csv'").format, "csv");
  EXPECT_EQ(configured({"flame", "./a"}, "format = 'svg'", "").format, "svg");
  EXPECT_EQ(configured({"peek", "f", "./a"}, "group-by = 'line'", "").group_by, GroupBy::kFunction);
  EXPECT_EQ(configured({"top", "./a"}, "group-by = 'line'", "").group_by, GroupBy::kLine);
  for (const std::string key : {"calls", "name", "place"}) {
    const std::string file = "sort = '" + key + "'";
    EXPECT_EQ(configured({"trend", "./a", "./b"}, file, "").sort, std::nullopt) << key;
    EXPECT_EQ(configured({"tree", "./a"}, file, "").sort, std::nullopt) << key;
    EXPECT_EQ(configured({"top", "./a"}, file, "").sort, key);
    EXPECT_EQ(configured({"top", "./a", "-f", "igprof"}, file, "").sort, std::nullopt) << key;
  }
  EXPECT_EQ(configured({"annotate", "./a"}, "sort = 'incl'", "sort = 'Ir'").sort, "Ir");
}

TEST(Settings, OfEventsAreOneEventInFlameGraphs) {
  const std::string_view file = "event = ['Ir', 'Dr']";
  EXPECT_EQ(configured({"flame", "./a"}, file, "").events, Lines{"Ir"});
  EXPECT_EQ(configured({"diff", "./a", "./b", "--view", "flame"}, file, "").events, Lines{"Ir"});
  EXPECT_EQ(configured({"diff", "./a", "./b"}, file, "").events, (Lines{"Ir", "Dr"}));
  EXPECT_EQ(configured({"flame", "./a", "-e", "Ir,Dr"}, "", "").events, (Lines{"Ir", "Dr"}));
}

TEST(Settings, AreCheckedForEveryCommandThatTheyAreFor) {
  const auto error_of = [](std::string_view text) {
    const Result<void> sound = check_setting(parse_config(text, "f.toml")->front());
    return sound ? "" : sound.error().message;
  };
  EXPECT_EQ(error_of("format = 'svg'"), "");
  EXPECT_EQ(error_of("format = 'nope'"), "--format is text, json, csv, tsv, md, not 'nope'");
  EXPECT_EQ(error_of("[tree]\nformat = 'svg'"), "--format is text, json, csv, tsv, md, not 'svg'");
  EXPECT_EQ(error_of("[callers]\nlimit = 'x'"), "--limit expects a whole number, not 'x'");
}

TEST(Settings, AreJudgedAsOnTheCommandLineAndTellTheirPlace) {
  Result<Arguments> arguments = parse_arguments(Lines{"top", "./a"}, no_file);
  const Result<std::vector<Setting>> read = parse_config("\nlimit = 'many'\n", "f.toml");
  const Result<void> applied = apply_settings(*arguments, *read);
  ASSERT_FALSE(applied.has_value());
  EXPECT_EQ(applied.error().message, "--limit expects a whole number, not 'many'");
  EXPECT_EQ(applied.error().code, "bad-value");
  EXPECT_EQ(applied.error().input, "f.toml");
  EXPECT_EQ(applied.error().place, (Place{2, 9}));
  EXPECT_EQ(applied.error().excerpt, "limit = 'many'");
}

}  // namespace
}  // namespace quern::cli
