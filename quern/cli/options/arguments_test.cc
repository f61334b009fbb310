// SPDX-License-Identifier: MIT
#include "quern/cli/options/arguments.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "quern/cli/options/commands.h"

namespace quern::cli {
namespace {

using Words = std::vector<std::string>;

bool only_profile(const std::string& name) {
  return name == "profile";
}

Result<Arguments> parse(const Words& words) {
  return parse_arguments(words, only_profile);
}

Arguments parsed(const Words& words) {
  Result<Arguments> arguments = parse(words);
  EXPECT_TRUE(arguments.has_value()) << (arguments ? "" : arguments.error().message);
  return arguments.value_or(Arguments{});
}

std::string name_of(const Words& words) {
  return std::string(parsed(words).command->name);
}

/// "MESSAGE [code]" and, where there is one, "; hint".
std::string refused(const Words& words) {
  const Result<Arguments> arguments = parse(words);
  if (arguments) {
    return "accepted";
  }
  const Diagnostic& error = arguments.error();
  EXPECT_EQ(error.fault, Fault::kUsage);
  return error.message + " [" + error.code + "]" + (error.hint.empty() ? "" : "; " + error.hint);
}

TEST(Arguments, FindTheCommandBehindOptions) {
  EXPECT_EQ(name_of({"top", "a.out"}), "top");
  EXPECT_EQ(name_of({"--limit", "5", "top", "a.out"}), "top");
  EXPECT_EQ(name_of({"--limit=5", "top", "a.out"}), "top");
  EXPECT_EQ(name_of({"-n", "5", "top", "a.out"}), "top");
  EXPECT_EQ(name_of({"-n5", "-q", "top", "a.out"}), "top");
  EXPECT_EQ(name_of({"-qn", "5", "top", "a.out"}), "top");
  EXPECT_EQ(parsed({"-qn", "5", "top", "a.out"}).words, Words{"a.out"});
}

TEST(Arguments, ViewTakesThePageFromOutput) {
  const auto page_and_files = [](const Words& words) {
    const Arguments arguments = parsed(words);
    EXPECT_FALSE(arguments.output);
    Words all = {arguments.view.html.value_or("")};
    all.insert(all.end(), arguments.words.begin(), arguments.words.end());
    return all;
  };
  const Words wanted = {"page.html", "a.out"};
  EXPECT_EQ(page_and_files({"view", "-o", "page.html", "a.out"}), wanted);
  EXPECT_EQ(page_and_files({"view", "--html", "a.out", "-o", "page.html"}), wanted);
  EXPECT_EQ(page_and_files({"view", "--html=page.html", "a.out"}), wanted);
  EXPECT_EQ(page_and_files({"view", "--html", "page.html", "a.out"}), wanted);
  EXPECT_EQ(page_and_files({"view", "--html", "page.html", "a.out", "-o", "page.html"}), wanted);
  EXPECT_EQ(
      refused({"view", "a.out", "-o", "page.csv"}),
      "'-o page.csv' names the format csv, and 'quern view' writes only html [bad-value]; end "
      "the name with .html");
  EXPECT_EQ(page_and_files({"view", "a.out", "-o", "PAGE.HTM"}), (Words{"PAGE.HTM", "a.out"}));
}

TEST(Arguments, TakeAFileAloneForTheSummary) {
  EXPECT_EQ(name_of({}), "");
  EXPECT_EQ(name_of({"a.out"}), "");
  EXPECT_EQ(name_of({"./top"}), "");
  EXPECT_EQ(name_of({"-"}), "");
  EXPECT_EQ(name_of({"profile"}), "");
  EXPECT_EQ(name_of({"--", "top"}), "");
  EXPECT_EQ(parsed({"--", "top"}).words, Words{"top"});
}

TEST(Arguments, KeepWordsAsTheyAre) {
  EXPECT_EQ(parsed({"top", "[a,b]", "++", "x"}).words, (Words{"[a,b]", "++", "x"}));
  EXPECT_EQ(parsed({"peek", "--", "--weird", "-"}).words, (Words{"--weird", "-"}));
  EXPECT_EQ(parsed({"peek", "a b", ""}).words, (Words{"a b", ""}));
}

TEST(Arguments, LetTheLastOfAnOptionCount) {
  EXPECT_EQ(parsed({"top", "f", "--limit", "3", "--limit", "4"}).limit, 4U);
  EXPECT_EQ(parsed({"top", "f", "-e", "Ir", "-e", "Dr,Dw"}).events, (Words{"Ir", "Dr", "Dw"}));
  EXPECT_TRUE(parsed({"top", "f", "-q", "-q"}).quiet);
}

TEST(Arguments, SplitEventsAtCommasOutsideBrackets) {
  const auto events = [](const std::string& list) {
    return parse_arguments(std::vector<std::string>{"top", "--event", list, "f.out"},
                           [](const std::string&) { return true; })
        ->events;
  };
  EXPECT_EQ(events("max(Ir, Dr),Time_(10ns)"),
            (std::vector<std::string>{"max(Ir, Dr)", "Time_(10ns)"}));
  EXPECT_EQ(events("a(,b"), (std::vector<std::string>{"a(", "b"}));
}

TEST(Arguments, SuggestTheNearestCommand) {
  EXPECT_EQ(refused({"tpo", "a.out"}),
            "'tpo' is neither a command nor a file in this folder [unknown-command]; "
            "did you mean 'quern top'?");
  EXPECT_EQ(refused({"annoate2"}),
            "'annoate2' is neither a command nor a file in this folder [unknown-command]; "
            "did you mean 'quern annotate'?");
  EXPECT_EQ(refused({"frobnicate"}),
            "'frobnicate' is neither a command nor a file in this folder [unknown-command]; "
            "'quern help' lists the commands; a profile in another folder needs its path: quern "
            "FOLDER/FILE");
}

TEST(Arguments, SuggestTheCommandThatAWordOfOtherToolsMeans) {
  EXPECT_EQ(refused({"compare", "a", "b"}),
            "'compare' is neither a command nor a file in this folder [unknown-command]; "
            "did you mean 'quern diff OLD NEW'?");
  EXPECT_EQ(refused({"report"}),
            "'report' is neither a command nor a file in this folder [unknown-command]; "
            "did you mean 'quern top'?");
}

TEST(Arguments, TakeAWordWithADotSlashOrDigitForAFile) {
  for (const std::string word : {"no.such", "a/b", "run12345", "-"}) {
    EXPECT_EQ(name_of({word}), "") << word;
  }
}

TEST(Arguments, TakeWhatToRecordWithCommasOrRepeated) {
  const Words wanted = {"jumps", "caches"};
  EXPECT_EQ(parsed({"record", "--for", "jumps,caches", "--", "./a"}).record.things, wanted);
  EXPECT_EQ(parsed({"record", "--for=jumps", "--for", "caches", "--", "./a"}).record.things,
            wanted);
  EXPECT_EQ(refused({"record", "--for", "jumps,cashes", "--", "./a"}),
            "--for is callers, jumps, caches, memory, files, not 'cashes' [bad-value]; did you "
            "mean 'caches'?");
}

TEST(Arguments, SuggestTheVersionForSmallV) {
  EXPECT_EQ(refused({"-v"}),
            "'quern' takes no option '-v' [unknown-option]; "
            "did you mean '-V' (--version)?");
}

TEST(Arguments, TakeCommandsOfEarlierVersions) {
  const Arguments callers = parsed({"--quiet", "callers", "--all", "malloc", "a.out"});
  EXPECT_EQ(callers.command, find_command("peek"));
  EXPECT_TRUE(callers.callers && callers.all && !callers.callees);
  EXPECT_EQ(callers.words, (std::vector<std::string>{"malloc", "a.out"}));
  EXPECT_TRUE(parsed({"callees", "main", "a.out"}).callees);
  EXPECT_TRUE(parsed({"info", "a.out"}).only_head);
  EXPECT_EQ(parsed({"info", "a.out"}).command, find_command("check"));
  EXPECT_EQ(parsed({"export", "a.out", "-o", "a.db"}).command, find_command("convert"));
}

TEST(Arguments, TakeOptionsOfEarlierVersions) {
  EXPECT_EQ(parsed({"top", "a.out", "--scale", "f=0"}).filters.scale.size(), 1U);
  EXPECT_EQ(parsed({"top", "a.out", "--what-if", "f=0"}).filters.scale.size(), 1U);
  EXPECT_EQ(parsed({"top", "a.out", "--min-count=3"}).filters.rules.min_cost, 3U);
  EXPECT_EQ(parsed({"top", "a.out", "--frame-min-count=3"}).filters.rules.min_cost, 3U);
  EXPECT_TRUE(is_typed(parsed({"top", "a.out", "--max-average", "3"}), "frame-max-average"));
}

TEST(Arguments, SuggestTheNearestOption) {
  EXPECT_EQ(refused({"top", "a.out", "--limt", "5"}),
            "'quern top' takes no option '--limt' [unknown-option]; did you mean '--limit'?");
  EXPECT_EQ(refused({"top", "a.out", "--limt=5"}),
            "'quern top' takes no option '--limt' [unknown-option]; did you mean '--limit'?");
  EXPECT_EQ(refused({"top", "a.out", "--frobnicate"}),
            "'quern top' takes no option '--frobnicate' [unknown-option]; 'quern top --help' lists "
            "its options");
  EXPECT_EQ(refused({"top", "a.out", "-Z"}),
            "'quern top' takes no option '-Z' [unknown-option]; 'quern top --help' lists its "
            "options");
}

TEST(Arguments, TellWhichCommandTakesAnOption) {
  EXPECT_EQ(refused({"top", "a.out", "--strict"}),
            "'quern top' takes no option '--strict' [unknown-option]; --strict is an option of "
            "'quern check'");
  EXPECT_EQ(refused({"info", "a.out", "-e", "Ir"}).find("-e is an option of 'quern top' and "),
            refused({"info", "a.out", "-e", "Ir"}).find("-e is"));
}

TEST(Arguments, SayWhichValuesAnOptionTakes) {
  EXPECT_EQ(refused({"top", "a.out", "--format", "jsno"}),
            "--format is text, json, csv, tsv, md, igprof, not 'jsno' [bad-value]; "
            "did you mean 'json'?");
  EXPECT_EQ(refused({"convert", "a.out", "--to", "json", "--format", "csv"}),
            "--format is text, json, not 'csv' [bad-value]");
  EXPECT_EQ(refused({"convert", "a.out", "--to", "perf"}),
            "--to is cachegrind, callgrind, csv, folded, igprof, json, pprof, snapshot, "
            "speedscope, sqlite, tsv, "
            "not 'perf' [bad-value]; did you mean 'pprof'?");
}

TEST(Arguments, MissAValue) {
  EXPECT_EQ(refused({"top", "a.out", "--limit"}), "--limit lacks a value [missing-value]");
  EXPECT_EQ(refused({"top", "--limit=", "5", "a.out"}), "--limit= lacks a value [missing-value]");
  EXPECT_EQ(refused({"top", "a.out", "-n"}), "-n lacks a value [missing-value]");
}

TEST(Arguments, LetASwitchBeTrueOrFalse) {
  EXPECT_TRUE(parsed({"check", "a.out", "--strict=true"}).is_strict);
  EXPECT_FALSE(parsed({"check", "a.out", "--strict=false"}).is_strict);
  EXPECT_FALSE(parsed({"check", "a.out", "--strict", "--strict=false"}).is_strict);
  EXPECT_TRUE(parsed({"check", "a.out", "--strict=false", "--strict"}).is_strict);
  EXPECT_EQ(refused({"check", "a.out", "--strict=7"}),
            "--strict takes no value except true and false [unexpected-value]");
}

TEST(Arguments, CountTheWordsOfACommand) {
  EXPECT_EQ(parsed({"top"}).words.size(), 0U);
  EXPECT_EQ(refused({"peek"}),
            "'quern peek' lacks NAME [missing-argument]; usage: quern peek NAME [FILE...]");
  EXPECT_EQ(parsed({"peek", "main"}).words.size(), 1U);
  EXPECT_EQ(refused({"convert", "a.out"}),
            "'quern convert' lacks -o FILE or --to FORMAT [missing-argument]; usage: quern convert "
            "FILE... -o NEW.json");
  EXPECT_EQ(refused({"export", "a.out"}),
            "'quern convert' lacks -o FILE or --to FORMAT [missing-argument]; usage: quern convert "
            "FILE... -o NEW.json");
  EXPECT_EQ(
      refused({"help", "top", "info"}),
      "'info' is one argument too many for 'quern help' [unexpected-argument]; usage: quern help "
      "[TOPIC]");
  EXPECT_EQ(refused({"completion"}),
            "'quern completion' lacks bash|zsh|fish [missing-argument]; usage: quern completion "
            "bash|zsh|fish");
}

TEST(Arguments, NeedNothingForHelpVersionAndCodes) {
  EXPECT_TRUE(parsed({"top", "--help"}).wants_help);
  EXPECT_TRUE(parsed({"convert", "-h"}).wants_help);
  EXPECT_TRUE(parsed({"top", "--version"}).wants_version);
  EXPECT_TRUE(parsed({"check", "--list-codes"}).list_codes);
}

TEST(Arguments, LeaveWhatFollowsTheProgramToIt) {
  EXPECT_EQ(parsed({"record", "-q", "./app", "--force", "-n", "3"}).words,
            (Words{"./app", "--force", "-n", "3"}));
  EXPECT_FALSE(parsed({"record", "./app", "--force"}).force);
  EXPECT_TRUE(parsed({"record", "--profile", "x", "--force", "./app"}).force);
  EXPECT_EQ(parsed({"record", "--", "./app", "--"}).words, (Words{"./app", "--"}));
}

TEST(Arguments, TakeASignBehindALetter) {
  EXPECT_EQ(parsed({"top", "-e=Ir", "-n=3", "a.out"}).events, Words{"Ir"});
  EXPECT_EQ(parsed({"top", "-n=3", "a.out"}).limit, 3U);
}

TEST(Arguments, FollowTheSuffixOfTheOutput) {
  EXPECT_EQ(parsed({"flame", "a.out", "-o", "x.svg"}).format, "svg");
  EXPECT_EQ(parsed({"top", "a.out", "-o", "a.b/x.json"}).format, "json");
  EXPECT_EQ(parsed({"top", "a.out", "-o", "x.markdown"}).format, "md");
  EXPECT_EQ(parsed({"top", "a.out", "-o", "x.txt", "-f", "json"}).format, "json");
  EXPECT_EQ(
      refused({"tree", "a.out", "-o", "x.svg"}),
      "'-o x.svg' names the format svg, which 'quern tree' does not write [bad-value]; use 'quern "
      "flame' or 'quern graph' or 'quern map' or 'quern diff'; 'quern tree' writes text, json, "
      "csv, tsv, md");
  EXPECT_EQ(parsed({"top", "a.out", "-o", "X.JSON"}).format, "json");
  EXPECT_EQ(refused({"top", "a.out", "-o", "x.cg"}),
            "'-o x.cg' is the name of a profile, and 'quern top' writes an answer there "
            "[bad-value]; 'quern convert FILE -o x.cg' writes profiles");
  EXPECT_EQ(refused({"top", "a.out", "-o", "x.xt"}),
            "'-o x.xt' is the name of a profile, and 'quern top' writes an answer there "
            "[bad-value]; choose another name for -o");
  EXPECT_EQ(parsed({"flame", "a.out", "-f", "folded", "-o", "x.collapsed"}).format, "folded");
  EXPECT_EQ(refused({"top", "a.out", "-o", "x.json.gz"}),
            "'-o x.json.gz' names a compressed file, and answers are written uncompressed "
            "[bad-value]; leave out the last suffix, and compress the file afterwards");
  EXPECT_EQ(parsed({"top", "a.out", "-o", "a.json/x"}).format, "text");
  EXPECT_EQ(parsed({"top", "a.out", "-o", "x.csv", "-f", "csv"}).format, "csv");
  EXPECT_EQ(parsed({"gate", "a", "b", "-f", "sarif", "-o", "x.json"}).format, "sarif");
  EXPECT_EQ(parsed({"gate", "a", "b", "-o", "x.sarif"}).format, "sarif");
  EXPECT_EQ(parsed({"gate", "a", "b", "-o", "x.xml"}).format, "junit");
  EXPECT_EQ(refused({"top", "a.out", "-o", "x.csv", "-f", "md"}),
            "--format md contradicts '-o x.csv' [conflicting-options]; leave out --format, or give "
            "the file another suffix");
}

TEST(Arguments, ShowHelpOnOneScreenOrAll) {
  EXPECT_TRUE(parsed({"top", "-h"}).wants_brief_help);
  EXPECT_FALSE(parsed({"top", "--help"}).wants_brief_help);
}

TEST(Arguments, PrintNoControlCharactersFromTheCommandLine) {
  EXPECT_EQ(refused({"\x1b[31m"}).find('\x1b'), std::string::npos);
  EXPECT_EQ(refused({"top", "f", "--\x1b[31m"}).find('\x1b'), std::string::npos);
  EXPECT_EQ(refused({"top", "f", "--limit", "\x1b[31m"}).find('\x1b'), std::string::npos);
}

TEST(JsonErrors, AreWantedHoweverTheRestReads) {
  EXPECT_TRUE(wants_json_errors(Words{"tpo", "--frob", "--format", "json"}));
  EXPECT_TRUE(wants_json_errors(Words{"--format=json"}));
  EXPECT_TRUE(wants_json_errors(Words{"-f", "json"}));
  EXPECT_TRUE(wants_json_errors(Words{"-fjson"}));
  EXPECT_FALSE(wants_json_errors(Words{"--format=json", "--format", "text"}));
  EXPECT_FALSE(wants_json_errors(Words{"--", "--format=json"}));
  EXPECT_FALSE(wants_json_errors(Words{"--format"}));
  EXPECT_FALSE(wants_json_errors(Words{"json"}));
}

}  // namespace
}  // namespace quern::cli
