// SPDX-License-Identifier: MIT
#include "quern/cli/options/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "quern/analysis/groups/grouping.h"
#include "quern/base/text.h"
#include "quern/cli/options/command_examples.h"

namespace quern::cli {
namespace {

using enum OptionGroup;
using Words = std::string_view;

constexpr std::array<Words, 5> kAllFormats = {"text", "json", "csv", "tsv", "md"};
constexpr std::array<Words, 6> kReports = {"text", "json", "csv", "tsv", "md", "igprof"};
constexpr std::array<Words, 8> kVerdicts = {"text", "json",  "csv",    "tsv",
                                            "md",   "junit", "github", "sarif"};
constexpr std::array<Words, 6> kPages = {"text", "json", "csv", "tsv", "md", "html"};
constexpr std::array<Words, 8> kPictures = {"text", "json", "csv",  "tsv",
                                            "md",   "svg",  "html", "folded"};
constexpr std::array<Words, 2> kTextOrJson = {"text", "json"};

constexpr std::array kQuestion = {kEvents,  kSort,    kRows,   kWhere,  kShare,  kParts,  kNames,
                                  kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kPeeking = {kEvents, kSort,    kRows,    kWhere,  kPercent, kShare,  kParts,
                                 kNames,  kFilters, kReading, kFormat, kOutput,  kLayout, kGeneral};
constexpr std::array kReaching = {kReach,   kEvents, kSort,   kRows,   kWhere,
                                  kPercent, kShare,  kParts,  kNames,  kFilters,
                                  kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kSpreading = {kEvents,  kSort,   kTop,    kRows,   kWhere,  kShare,
                                   kPaths,   kEach,   kOf,     kParts,  kNames,  kFilters,
                                   kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kCalling = {kEvents, kSort,   kRows,   kWhere,  kShare,   kEach,
                                 kOf,     kOrder,  kParts,  kNames,  kFilters, kReading,
                                 kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kComparing = {kEvents,  kSort,     kRows,   kWhere,  kSides,  kDiff,  kOf,
                                   kSource,  kBranches, kTree,   kFlame,  kParts,  kNames, kFilters,
                                   kReading, kFormat,   kOutput, kLayout, kGeneral};
constexpr std::array kTrending = {kEvents,  kSort,    kRows,   kRuns,   kParts,  kNames,
                                  kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kGating = {kGate,    kSides,  kRows,   kParts,  kNames,  kFilters,
                                kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kAnnotating = {kEvents, kSort,   kLimit,  kShare,   kSource,
                                    kEdit,   kParts,  kNames,  kFilters, kReading,
                                    kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kHolding = {kEvents,  kRows,    kWhere,  kShare,  kLeaks,  kParts,  kNames,
                                 kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kGrowing = {kEvents,   kSort,   kRows,   kWhere,  kPercent,
                                 kBranches, kTree,   kParts,  kNames,  kFilters,
                                 kReading,  kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kBurning = {kEvents,  kRows,   kWhere,  kBranches, kFlame,
                                 kColors,  kOf,     kParts,  kNames,    kFilters,
                                 kReading, kFormat, kOutput, kLayout,   kGeneral};
constexpr std::array kViewing = {kView, kNames, kFilters, kReading, kFormat, kGeneral};
constexpr std::array kOverview = {kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kChecking = {kCheck, kTarget, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kConverting = {kTarget,  kConvert, kPlain,  kParts,  kNames,
                                    kFilters, kReading, kFormat, kOutput, kGeneral};
constexpr std::array kExporting = {kTarget,  kConvert, kParts,  kNames,  kFilters,
                                   kReading, kFormat,  kOutput, kGeneral};
constexpr std::array kMerging = {kTarget, kMerge, kNames, kReading, kFormat, kOutput, kGeneral};
constexpr std::array kWriting = {kReading, kFormat, kOutput, kGeneral};
constexpr std::array kRecording = {kRecord, kNames, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kTexts = {kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kHelping = {kHelp, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kKeeping = {kCache, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kScripts = {kFormat, kOutput, kGeneral};

// One row a command, in the order of help pages.
constexpr auto kCommands = std::to_array<Command>({
    {.name = "",
     .summary = "a summary to start from",
     .arguments = "[FILE...]",
     .description =
         "Shows what the input is, its totals, its most expensive functions and what to ask next. "
         "Without FILE, takes the newest profile in the current folder and names it.\n\n"
         "FILE may be compressed with gzip, bzip2, zstd or xz; '-' is standard input. Several "
         "files become one profile whose parts stay apart.",
     .groups = kQuestion,
     .formats = kAllFormats,
     .examples = kSummaryExamples,
     .run = run_summary},
    {.name = "info",
     .summary = "what is in it: producer, events, parts, totals, sizes, warnings",
     .arguments = "FILE...",
     .description =
         "Tells what the input says about itself and what reading it found: format and dialect, "
         "producer, command, events with their meaning, derived events that can be asked for, "
         "parts, totals against declared totals, counts, sizes and warnings.",
     .groups = kOverview,
     .formats = kAllFormats,
     .examples = kInfoExamples,
     .run = run_info,
     .abilities = {.folds_names = true}},
    {.name = "check",
     .summary = "is the file sound: each finding with its place",
     .arguments = "FILE...",
     .description =
         "Lists everything in the input that breaks the rules of its format or looks odd, each "
         "with file, line, column, code and text, and goes on after what can be recovered. Ends "
         "with 0 where the input is sound, with 1 where it is not: it has errors or, with "
         "--strict, warnings.\n\n"
         "With --repair, what was understood is written in the input's own format (Callgrind's for "
         "Xdebug), and the answer says what was dropped and, where the input declares totals, "
         "what that cost. The copy is written of sound files too; the exit code is 0 if nothing "
         "was dropped.",
     .groups = kChecking,
     .formats = kAllFormats,
     .examples = kCheckExamples,
     .run = run_check,
     .abilities = {.folds_names = true}},
    {.name = "top",
     .summary = "functions or groups of them by cost",
     .arguments = "FILE...",
     .description =
         "Lists functions by cost: self (their own lines and instructions) and inclusive (with "
         "all they called), calls and shares of the total. Ends with what is not shown, so that "
         "the rows and the rest are the total.\n\n"
         "A function on a cycle of calls has no exact inclusive cost in a call graph; what "
         "is shown is a lower bound, and marked so (see 'quern help inclusive').",
     .groups = kSpreading,
     .formats = kReports,
     .examples = kTopExamples,
     .run = run_top},
    {.name = "calls",
     .summary = "calls from function to function by cost",
     .arguments = "FILE...",
     .description =
         "Lists caller and callee with the number of calls and the inclusive cost of these calls, "
         "the dearest first. With --group-by, calls from group to group. JSON also has the sites: "
         "file, line and address of each call.\n\n"
         "With --each, single calls of profiles that have each one: their costs, the stacks they "
         "were made from, and how their costs spread. Median and p95 are costs of calls: at least "
         "50 and 95 % of all cost no more.",
     .groups = kCalling,
     .formats = kAllFormats,
     .examples = kCallsExamples,
     .run = run_calls},
    {.name = "peek",
     .summary = "one function between its callers and its callees",
     .arguments = "NAME FILE...",
     .description =
         "Shows who calls a function at what cost, what it costs itself, and what it calls.\n\n"
         "NAME matches exactly first, else as a part of a name, else as a regular expression when "
         "written /.../. A name that matches several functions lists them.",
     .groups = kPeeking,
     .formats = kAllFormats,
     .examples = kPeekExamples,
     .run = run_peek},
    {.name = "callers",
     .summary = "who calls a function",
     .arguments = "NAME FILE...",
     .description = "The callers' half of 'quern peek'. NAME is matched as there.",
     .groups = kReaching,
     .formats = kAllFormats,
     .examples = kCallersExamples,
     .run = run_callers},
    {.name = "callees",
     .summary = "what a function calls",
     .arguments = "NAME FILE...",
     .description = "The callees' half of 'quern peek'. NAME is matched as there.",
     .groups = kReaching,
     .formats = kAllFormats,
     .examples = kCalleesExamples,
     .run = run_callees},
    {.name = "annotate",
     .summary = "source lines with their costs, calls and jumps",
     .arguments = "[NAME|FILE:LINE] FILE...",
     .description =
         "Shows source code with what each line cost, the calls it made below it, and jumps as "
         "arrows in the margin. Without a name, the dearest files are shown, those above --min of "
         "the total. A function is shown with what was inlined into it, each piece under the "
         "heading of its own file; a source file, or the lines around FILE:LINE, with what all "
         "functions spent there. Cold code is folded. What is not shown is accounted for at the "
         "end, so that it adds up to the total.\n\n"
         "The first of several words is a name unless it is a profile; a function's name is "
         "matched as in 'quern peek', a file's may leave out folders at its start.\n\n"
         "A source is looked for where --map-path leads, under the recorded path, below each "
         "--source-path, beside the profile, and where the debug information of the program says "
         "that it was compiled. 'quern help source-lines' tells how to read the answer.",
     .groups = kAnnotating,
     .formats = kPages,
     .examples = kAnnotateExamples,
     .run = run_annotate},
    {.name = "tree",
     .summary = "the tree of calls, top-down or bottom-up",
     .arguments = "FILE...",
     .description =
         "Shows who called whom as a tree: from the roots down or, with --bottom-up, from the "
         "functions that cost something up to their callers. The branches that cost most are "
         "shown, each with those that lead to it; behind a function's branches stands what is "
         "left out of them.\n\n"
         "Where the input knows exact stacks (IgProf, Xdebug, Parrot's raw profiles) every number "
         "is exact. A call graph does not know them: from the first function with several callers "
         "on, costs are estimates, and marked so. What Callgrind told apart by callers "
         "(--separate-callers) counts as several functions then, and is shown as one.",
     .groups = kGrowing,
     .formats = kAllFormats,
     .examples = kTreeExamples,
     .run = run_tree},
    {.name = "flame",
     .summary = "flame graph: picture, page or folded stacks",
     .arguments = "FILE...",
     .description =
         "Draws who called whom as boxes on one another, each as wide as its share of the total: "
         "as a page (html) or picture (svg) with zoom, search and keyboard, which need nothing "
         "else; as a sketch (text); as folded stacks, a row a stack, for other tools. Boxes too "
         "small to be seen are merged, and told.\n\n"
         "Where the input knows exact stacks (IgProf, Xdebug, Parrot's raw profiles) every box is "
         "exact. A call graph does not know them: from the first function with several callers "
         "on, boxes are estimates. They are hatched, and tell between which bounds the truth "
         "lies.\n\n"
         "--of NAME draws around one function: all that is below it, wherever it is called, or "
         "with "
         "--bottom-up its callers. It is the whole width then.\n\n"
         "In folded stacks, ';' in a name becomes ':', and what is no text U+FFFD. Costs below 0 "
         "are left out, and told. From a call graph the rows are estimates and add up to the "
         "total; at most 100,000 boxes are unfolded, and what the rest costs stays with their "
         "callers.",
     .groups = kBurning,
     .formats = kPictures,
     .examples = kFlameExamples,
     .run = run_flame},
    {.name = "leaks",
     .summary = "resources that were still held at the end",
     .arguments = "FILE...",
     .description =
         "Shows what IgProf lists as held when the dump was made: memory (MEM_LIVE) and open files "
         "(FD_LIVE), by the function or stack that acquired it, by size, by pages or block by "
         "block. 'spread' is how many times more pages blocks lie on than their bytes would "
         "fill.\n\n"
         "What a program holds at its end need not be lost: '--hide @allocators' shows who called "
         "malloc, and dumps made on the way tell what keeps growing.",
     .groups = kHolding,
     .formats = kAllFormats,
     .examples = kLeaksExamples,
     .run = run_leaks},
    {.name = "diff",
     .summary = "what changed between two profiles, and why",
     .arguments = "[OLD] NEW...",
     .description =
         "Compares two sides function by function, or call by call: old, new and change of self "
         "and inclusive cost and of calls. A change of inclusive cost is split into what more "
         "calls explain at the old cost of a call, and dearer calls; below the table stands the "
         "way of the largest change, from a root to the function whose own cost changed.\n\n"
         "Functions are matched by name, file and object; then by names without hashes, clones' "
         "numbers and temporary folders; by --rename; and by a guess from callers and callees. "
         "Each match says how it was made, and --match chooses.\n\n"
         "Of source lines (--view annotate), those of both versions are aligned where both sources "
         "are found, else they are compared by their numbers; files are matched as functions "
         "are. 'quern help source-lines' tells more.\n\n"
         "Of several runs a side the median counts, and changes within the range of the runs are "
         "marked as noise. The median of an even number of runs is the lower of the two in the "
         "middle: a cost that a run really had.\n\n"
         "With --normalize the costs of OLD are first multiplied, event by event, so that its "
         "totals are exactly those of NEW: what is left of a change is a change of share. The "
         "line on top and JSON tell the factors.",
     .groups = kComparing,
     .formats = kPictures,
     .examples = kDiffExamples,
     .run = run_diff,
     .abilities = {.compares = true}},
    {.name = "trend",
     .summary = "where costs changed over a sequence of runs",
     .arguments = "[LABEL=]FILE...",
     .description =
         "Takes the runs in the order given, the oldest first, and tells the total at each point "
         "and, function by function, the largest step from one point to the next, the change from "
         "the first to the last, and the course between as bars. With --sort incl inclusive costs "
         "are followed instead of self costs.\n\n"
         "Files with the same LABEL are runs of one point: their median counts (the lower of two "
         "in the middle), and steps between points whose runs overlap are marked as noise. Where "
         "there are no labels, points are called by what their files' names differ in.\n\n"
         "Functions are matched by name, file and object; those of the last point with the others "
         "also as 'quern diff' does.",
     .groups = kTrending,
     .formats = kAllFormats,
     .examples = kTrendExamples,
     .run = run_trend,
     .abilities = {.compares = true}},
    {.name = "gate",
     .summary = "fail where a profile costs more than it may",
     .arguments = "[BASE] NEW...",
     .description =
         "Compares two sides as 'quern diff' does and judges the change by rules: of totals, "
         "functions, files or other groups, calls, ratios and what is new, in percent or absolute. "
         "Ends with 0 where all rules are kept and with 1 where one is broken, and tells what "
         "moved most and why.\n\n"
         "Several runs a side: a change counts only where the runs of both sides lie apart. "
         "Baselines are copies of profiles in a folder. Rules with limits alone, such as Ir=1e9, "
         "need no base: one FILE is then enough.",
     .groups = kGating,
     .formats = kVerdicts,
     .examples = kGateExamples,
     .run = run_gate,
     .abilities = {.compares = true}},
    {.name = "view",
     .summary = "a page in the browser that answers all questions",
     .arguments = "FILE...",
     .description =
         "Serves a page to this machine's browser, and opens it: lists, call trees, flame graphs "
         "and source lines that you can walk through. The page appears at once and shows how far "
         "reading is; it is told when a file changes, and reads it again.\n\n"
         "Several files are one profile, as with other commands; --base names the one that it is "
         "compared with. The address that is printed has a random token in it: without it nobody "
         "else on this machine is answered. Nothing leaves the machine. Ctrl-C ends it.\n\n"
         "--html writes one file instead, which any browser opens without a server: the same page "
         "with what fits into --html-size of it, the dearest first.",
     .groups = kViewing,
     .formats = kTextOrJson,
     .examples = kViewExamples,
     .run = run_view},
    {.name = "convert",
     .summary = "write the profile in another format",
     .arguments = "FILE...",
     .description =
         "Writes everything that was read, each record of it, in the format that --to names or "
         "the end of -o's file name says: to that file, else to standard output. A name that ends "
         "in .gz, .zst, .xz or .bz2 is compressed. A file appears whole or not at all.\n\n"
         "--format has no effect on what is written; with --format json an error is also told as "
         "JSON.",
     .groups = kConverting,
     .formats = kTextOrJson,
     .examples = kConvertExamples,
     .run = run_convert},
    {.name = "export",
     .summary = "write the profile as tables: a database, CSV or TSV",
     .arguments = "FILE...",
     .description =
         "Writes what was read as tables for other programs. sqlite is a database of everything: "
         "functions, lines, calls, stacks, each with its costs, and views to start from ('quern "
         "help sqlite'). csv and tsv are self costs alone, a row each record. The format is what "
         "--to names or the end of -o's file name says (.db, .sqlite, .csv, .tsv). A file appears "
         "whole or not at all; a database needs one.\n\n"
         "'quern convert' writes formats that profilers and their readers use.",
     .groups = kExporting,
     .formats = kTextOrJson,
     .examples = kExportExamples,
     .run = run_export},
    {.name = "merge",
     .summary = "add up many profiles to one",
     .arguments = "[FILE...]",
     .description =
         "Adds up profiles of any formats and writes one: each function, position, call and stack "
         "once, with what it cost in all files. Events are matched by name; what a file does not "
         "count is 0 there. What the files say of themselves (command, process, caches) stays "
         "where all say the same. The result is the same to the last byte for every order of the "
         "files, every number of threads, and every grouping into earlier merges.\n\n"
         "The format is what --to names or the end of -o's file name says, as with 'quern "
         "convert'. A file that cannot be read is named and nothing is written, unless --skip-bad "
         "leaves it out. 'quern help merging' tells what is kept.",
     .groups = kMerging,
     .formats = kTextOrJson,
     .examples = kMergeExamples,
     .run = run_merge,
     .abilities = {.adds_up = true}},
    {.name = "symbols",
     .summary = "names of the addresses that a profiler could not resolve",
     .arguments = "FILE...",
     .description =
         "Writes the function of each address that IgProf recorded instead of a name (static "
         "functions, stripped files), as far as the object files of this machine know it: run it "
         "where the program ran. '--symbols' gives the file to any other command, on any machine. "
         "Nothing is fetched from anywhere.",
     .groups = kWriting,
     .formats = kTextOrJson,
     .examples = kSymbolsExamples,
     .run = run_symbols},
    {.name = "record",
     .summary = "run a program under a profiler",
     .arguments = "[--] PROGRAM [ARGUMENT...]",
     .description =
         "Starts PROGRAM under Callgrind, or PHP under Xdebug, and then shows what 'quern PROFILE' "
         "shows. --with names another profiler; --for records more. The program keeps its own "
         "input, output and errors, and Ctrl-C goes to it. The profile stays in the current "
         "folder, "
         "named after the process, or where --profile says. --runs N records N profiles, because "
         "times differ from run to run.\n\n"
         "The exit code is that of PROGRAM, or 128+N if signal N ended it; of several runs, the "
         "first that is not 0. --exit-zero ends with 0 instead. If recording fails, the exit code "
         "is 125, 126 if PROGRAM cannot be executed, and 127 if it is not found. SIGTERM, SIGINT "
         "and SIGHUP are passed on to PROGRAM. The profiler has to be installed. See 'quern help "
         "recording'.",
     .groups = kRecording,
     .formats = kAllFormats,
     .examples = kRecordExamples,
     .run = run_record,
     .failure = ExitCode::kRecordFailed},
    {.name = "cache",
     .summary = "snapshots that --cache keeps of large inputs",
     .arguments = "",
     .description =
         "With --cache, every command keeps a snapshot of each input of more than 16 MB of text in "
         "the user's cache folder, and reads that from then on, which is many times as fast. The "
         "answers are the same. A snapshot belongs to the bytes it was made of and to the way they "
         "were read: a file that has changed is read anew. This lists what is kept, the last used "
         "first.\n\n"
         "The folder is $XDG_CACHE_HOME/quern, else ~/.cache/quern. It holds no more than "
         "--cache-size says; what was not used for longest goes first. What is damaged is made "
         "anew, and what cannot be kept is a note, never an error. Standard input is not kept.",
     .groups = kKeeping,
     .formats = kAllFormats,
     .examples = kCacheExamples,
     .run = run_cache},
    {.name = "config",
     .summary = "what is set, and where",
     .arguments = "[COMMAND]",
     .description =
         "Lists each option that a configuration file may set, with its value and where that came "
         "from: built in, a line of a file, or the command line. With COMMAND, those of that "
         "command. All files are checked whole. 'quern help configuration' tells where they are "
         "and what they hold.",
     .groups = kTexts,
     .formats = kAllFormats,
     .examples = kConfigExamples,
     .run = run_config},
    {.name = "help",
     .summary = "explain a command, a file format or a notion",
     .arguments = "[TOPIC]",
     .description = "Without TOPIC, lists commands and topics.",
     .groups = kHelping,
     .formats = kTextOrJson,
     .examples = kHelpExamples,
     .run = run_help,
     .abilities = {.first_word = FirstWord::kTopic}},
    {.name = "completion",
     .summary = "print a completion script for a shell",
     .arguments = "bash|zsh|fish",
     .description = "Prints a script that completes commands, options, their values and files.",
     .groups = kScripts,
     .formats = kTextOrJson,
     .examples = kCompletionExamples,
     .run = run_completion,
     .abilities = {.first_word = FirstWord::kShell}},
});

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) {
    if (!command.name.empty()) {
      names.push_back(command.name);
    }
  }
  return names;
}

const Command* find_command(std::string_view name) {
  const auto* found = std::ranges::find(kCommands, name, &Command::name);
  return found != kCommands.end() ? found : nullptr;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names,
                         std::string otherwise, std::string_view in_front) {
  const std::optional<std::string_view> close = nearest(word, names);
  return close ? fmt::format("did you mean '{}{}'?", in_front, *close) : std::move(otherwise);
}

Result<const Command*> named_command(std::string_view word) {
  const Command* const found = word.empty() ? nullptr : find_command(word);
  if (found != nullptr) {
    return found;
  }
  const std::vector<std::string_view> names = command_names();
  return failure(usage_error(
      "unknown-command", fmt::format("'{}' is no command", printable(word)),
      did_you_mean(word, names, fmt::format("commands are {}", fmt::join(names, ", ")))));
}

bool takes(const Command& command, const Option& option) {
  const auto has = [&command](OptionGroup group) {
    return std::ranges::find(command.groups, group) != command.groups.end();
  };
  return has(option.group) || (option.also && has(*option.also));
}

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> taken;
  for (const Option& option : options()) {
    if (takes(command, option)) {
      taken.push_back(&option);
    }
  }
  return taken;
}

std::span<const std::string_view> allowed_values(const Command& command, const Option& option) {
  if (option.name == "group-by" && command.name != "top") {
    return group_by_words();  // lines are no groups of functions
  }
  return option.name == "format" ? command.formats : option.allowed;
}

}  // namespace quern::cli
