// SPDX-License-Identifier: MIT
#include "quern/cli/options/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "quern/analysis/groups/grouping.h"
#include "quern/base/text.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/command_examples.h"
#include "quern/cli/options/common_options.h"
#include "quern/cli/options/suggestions.h"

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
constexpr std::array<Words, 9> kDrawn = {"text", "json", "csv", "tsv",    "md",
                                         "svg",  "html", "dot", "mermaid"};
constexpr std::array<Words, 7> kTiled = {"text", "json", "csv", "tsv", "md", "svg", "html"};
constexpr std::array<Words, 10> kDiffForms = {"text", "json", "csv",    "tsv", "md",
                                              "svg",  "html", "folded", "dot", "mermaid"};
constexpr std::array<Words, 2> kTextOrJson = {"text", "json"};

constexpr std::array<Words, 5> kListKeys = {"self", "incl", "calls", "name", "place"};
constexpr std::array<Words, 4> kCallKeys = {"incl", "calls", "name", "place"};
constexpr std::array<Words, 3> kChangeKeys = {"self", "incl", "calls"};
constexpr std::array<Words, 2> kTrendKeys = {"self", "incl"};
constexpr std::array<Words, 1> kLineKeys = {"self"};
constexpr std::array<Words, 1> kBranchKeys = {"incl"};

constexpr std::array kQuestion = {kEvents, kSort,   kRows,    kWhere,   kShare,
                                  kParts,  kNames,  kInlines, kFilters, kReading,
                                  kFormat, kOutput, kLayout,  kGeneral};
constexpr std::array kPeeking = {kReach,   kMatches, kStats,  kEvents, kSort,   kRows,
                                 kWhere,   kPercent, kShare,  kParts,  kNames,  kInlines,
                                 kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kSpreading = {kEvents,  kSort,   kTop,    kRows,   kWhere,  kShare,   kPaths,
                                   kStats,   kEach,   kOf,     kParts,  kNames,  kInlines, kFilters,
                                   kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kCalling = {kEvents,  kSort,   kRows,   kWhere,  kShare,   kEach,
                                 kOf,      kOrder,  kParts,  kNames,  kInlines, kFilters,
                                 kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kComparing = {kEvents, kSort,   kRows,    kWhere,    kSides,   kDiff,
                                   kOf,     kSource, kSources, kBranches, kTree,    kFlame,
                                   kGraph,  kParts,  kNames,   kInlines,  kFilters, kReading,
                                   kFormat, kOutput, kLayout,  kGeneral};
constexpr std::array kTrending = {kEvents,  kSort,    kRows,   kRuns,   kParts,  kNames,  kInlines,
                                  kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kGating = {kGate,    kSides,   kSources, kRows,   kParts,  kNames,  kInlines,
                                kFilters, kReading, kFormat,  kOutput, kLayout, kGeneral};
constexpr std::array kAnnotating = {kMatches, kEvents, kSort,   kLimit,  kShare,   kSource,
                                    kSources, kEdit,   kParts,  kNames,  kInlines, kFilters,
                                    kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kHolding = {kEvents,  kRows,    kWhere,   kShare,  kLeaks,  kParts,  kNames,
                                 kInlines, kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kGrowing = {kEvents, kSort,   kRows,   kWhere,   kPercent, kBranches,
                                 kTree,   kParts,  kNames,  kInlines, kFilters, kReading,
                                 kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kBurning = {kEvents, kRows,   kWhere,  kBranches, kFlame,   kColors,
                                 kOf,     kParts,  kNames,  kInlines,  kFilters, kReading,
                                 kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kDrawing = {kEvents,  kRows,   kWhere,  kShare,   kGraph,
                                 kMatches, kParts,  kNames,  kInlines, kFilters,
                                 kReading, kFormat, kOutput, kLayout,  kGeneral};
constexpr std::array kTiling = {kEvents,  kRows,   kWhere,  kShare,   kMap,
                                kMatches, kParts,  kNames,  kInlines, kFilters,
                                kReading, kFormat, kOutput, kLayout,  kGeneral};
constexpr std::array kViewing = {kView,    kNames,  kInlines, kFilters,
                                 kReading, kFormat, kOutput,  kGeneral};
constexpr std::array kChecking = {kCheck, kTarget, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kConverting = {kTarget,  kConvert, kPlain,  kParts,  kNames,  kInlines,
                                    kFilters, kReading, kFormat, kOutput, kGeneral};
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
     .kind = CommandKind::kMore,
     .summary = "show a summary to start from",
     .arguments = "[FILE...]",
     .description =
         "Shows what the profile is, its totals, its most expensive functions and what to "
         "run next. Without FILE, quern takes the newest profile in the current folder and "
         "names it.\n\n"
         "FILE can be compressed with gzip, bzip2, zstd or xz; '-' is standard input. Several "
         "files become one profile whose parts stay separate.",
     .groups = kQuestion,
     .formats = kAllFormats,
     .examples = kSummaryExamples,
     .common = kCommonToSummary,
     .run = run_summary,
     .abilities = {.takes_newest = true, .sort_keys = kListKeys}},
    {.name = "record",
     .kind = CommandKind::kStart,
     .summary = "run a program under a profiler",
     .arguments = "[--] PROGRAM [ARGUMENT...]",
     .description =
         "Starts PROGRAM under Callgrind, or PHP under Xdebug, and then shows a summary of "
         "the profile. --with selects another profiler; --for records more. The program "
         "keeps its input, output and errors, and Ctrl-C goes to it. The profile is written "
         "to the current folder, named after the process, or to --profile. --runs N records "
         "N profiles, because times differ from run to run.\n\n"
         "The exit code is that of PROGRAM, or 128+N if signal N ended it. With several runs it "
         "is the first code that is not 0. --exit-zero ends with 0 instead. If recording fails, "
         "the exit code is 125, 126 if PROGRAM cannot be executed, or 127 if it is not found. "
         "SIGTERM, SIGINT and SIGHUP are passed on to PROGRAM. The profiler has to be installed. "
         "See 'quern help recording'.",
     .groups = kRecording,
     .formats = kAllFormats,
     .examples = kRecordExamples,
     .common = kCommonToRecord,
     .run = run_record,
     .abilities = {.ends_options = true},
     .failure = ExitCode::kRecordFailed},
    {.name = "check",
     .kind = CommandKind::kFiles,
     .summary = "show what a profile contains, and its errors",
     .arguments = "[FILE...]",
     .description =
         "Shows the format, producer, command, events, parts and sizes of a profile, then "
         "everything that breaks the rules of its format or looks odd. --head shows only the "
         "former.\n\n"
         "Each finding has file, line, column, code and text. Checking continues after "
         "errors where possible. The exit code is 0 if the file is sound. It is 1 if there "
         "are errors or, with --strict, warnings.\n\n"
         "--repair writes a copy with everything that was understood, in the format of the file "
         "(Callgrind's for Xdebug). The answer lists what was dropped. If the file declares "
         "totals, it also shows the cost of what was dropped. Sound files are copied too. The "
         "exit code is 0 if nothing was dropped.",
     .groups = kChecking,
     .formats = kAllFormats,
     .examples = kCheckExamples,
     .common = kCommonToCheck,
     .run = run_check,
     .abilities = {.folds_names = true, .takes_newest = true}},
    {.name = "top",
     .kind = CommandKind::kLook,
     .summary = "rank functions by cost",
     .arguments = "[FILE...]",
     .description =
         "Lists functions with self cost (their own code), inclusive cost (with everything "
         "they called), calls and shares of the total. The last line sums up what is not "
         "shown, so that all lines add up to the total.\n\n"
         "In a call graph, a function on a cycle of calls has no exact inclusive cost. A lower "
         "bound is shown and marked (see 'quern help inclusive').",
     .groups = kSpreading,
     .formats = kReports,
     .examples = kTopExamples,
     .common = kCommonToTop,
     .run = run_top,
     .abilities = {.takes_newest = true, .sort_keys = kListKeys}},
    {.name = "calls",
     .kind = CommandKind::kMore,
     .summary = "rank calls between functions by cost",
     .arguments = "[FILE...]",
     .description =
         "Lists caller and callee with the number of calls and the inclusive cost of these "
         "calls, the most expensive first. --group-by shows calls between groups. JSON also "
         "has the places of each call: file, line and address.\n\n"
         "--each lists single calls, with their costs, callers and distribution. The profile has "
         "to record each call. Median and p95 are costs of calls that really happened: at least "
         "50 % and 95 % of all calls cost no more.",
     .groups = kCalling,
     .formats = kAllFormats,
     .examples = kCallsExamples,
     .common = kCommonToCalls,
     .run = run_calls,
     .abilities = {.takes_newest = true, .sort_keys = kListKeys}},
    {.name = "peek",
     .kind = CommandKind::kLook,
     .summary = "show the callers and callees of a function",
     .arguments = "NAME [FILE...]",
     .description =
         "Shows who calls a function and at what cost, the function's own cost, and what it "
         "calls. --callers and --callees show one side; with --all, they include indirect callers "
         "and callees.\n\n"
         "NAME matches exactly first, then as a part of a name. Write /.../ for a regular "
         "expression. A name that matches several functions lists them.",
     .groups = kPeeking,
     .formats = kAllFormats,
     .examples = kPeekExamples,
     .common = kCommonToPeek,
     .run = run_peek,
     .abilities = {.takes_newest = true,
                   .first_word = FirstWord::kFunction,
                   .sort_keys = kCallKeys}},
    {.name = "annotate",
     .kind = CommandKind::kLook,
     .summary = "show source lines with their costs",
     .arguments = "[NAME|FILE:LINE] [FILE...]",
     .description =
         "Shows source code with the cost of each line. Below a line are the calls it made; "
         "arrows in the margin are jumps. Lines far from any cost are folded. The last lines "
         "sum up what is not shown, so that everything adds up to the total.\n\n"
         "Without a name, quern shows the most expensive files, down to --min of the total. "
         "For a function, it also shows the code that was inlined into it, under the name of "
         "its file. For a source file, or the lines around FILE:LINE, the costs are those of "
         "all functions.\n\n"
         "The first of several words is a name unless it is a profile. A function name "
         "matches exactly first, then as a part of a name, or as a regular expression in "
         "/.../. A file name can omit its leading folders.\n\n"
         "Sources are looked for in this order: --object-path, --map-path, the recorded path, "
         "--source-path, the folder of the profile. The last place is the folder of compilation, "
         "which the debug information of the program names. 'quern help source-lines' explains "
         "how to read the answer.",
     .groups = kAnnotating,
     .formats = kPages,
     .examples = kAnnotateExamples,
     .common = kCommonToAnnotate,
     .run = run_annotate,
     .abilities = {.takes_newest = true,
                   .first_word = FirstWord::kFunction,
                   .sort_keys = kLineKeys}},
    {.name = "tree",
     .kind = CommandKind::kLook,
     .summary = "show the call tree, top-down or bottom-up",
     .arguments = "[FILE...]",
     .description =
         "Shows who called whom as a tree, from the roots down. --bottom-up starts at the "
         "functions with cost and goes up to their callers. The most expensive branches are "
         "shown, with the branches that lead to them. Each function's branches end with a "
         "line for those left out.\n\n"
         "If the profile has exact stacks (IgProf, Xdebug, raw Parrot), every number is exact. A "
         "call graph has no stacks: below the first function with several callers, costs are "
         "estimates and marked. Functions that Callgrind recorded separately by caller "
         "(--separate-callers) make the tree more exact and are shown under one name.",
     .groups = kGrowing,
     .formats = kAllFormats,
     .examples = kTreeExamples,
     .common = kCommonToTree,
     .run = run_tree,
     .abilities = {.takes_newest = true, .sort_keys = kBranchKeys}},
    {.name = "flame",
     .kind = CommandKind::kLook,
     .summary = "draw a flame graph",
     .arguments = "[FILE...]",
     .description =
         "Draws who called whom as stacked boxes. The width of a box is its share of the "
         "total. html is a page and svg a picture, both self-contained with zoom, search and "
         "keyboard control. text is a sketch; folded is one line per stack, for other tools. "
         "Boxes too small to see are merged; the answer reports how many.\n\n"
         "If the profile has exact stacks (IgProf, Xdebug, raw Parrot), every box is exact. "
         "A call graph has no stacks: below the first function with several callers, boxes "
         "are estimates. They are hatched and show a lower and an upper bound.\n\n"
         "--of NAME draws everything below one function, wherever it is called. With "
         "--bottom-up it draws the callers of that function. The function has the full "
         "width.\n\n"
         "In folded stacks, ';' in a name becomes ':', and bytes that are not valid text become "
         "U+FFFD. Costs below 0 are left out, with a note. Stacks from a call graph are "
         "estimates that add up to the total. At most 100,000 boxes are unfolded; the cost of "
         "all others stays with their callers.",
     .groups = kBurning,
     .formats = kPictures,
     .examples = kFlameExamples,
     .common = kCommonToFlame,
     .run = run_flame,
     .abilities = {.takes_newest = true}},
    {.name = "graph",
     .kind = CommandKind::kLook,
     .summary = "draw the call graph",
     .arguments = "[NAME] [FILE...]",
     .description =
         "Draws functions as boxes and calls as arrows: the whole program, or NAME between its "
         "callers and callees. Boxes have inclusive and self cost; arrows have cost and number of "
         "calls, and are wider where these cost more. The most expensive path is marked.\n\n"
         "Functions and calls that cost little are left out; the answer reports how many, and what "
         "they cost. A dashed arrow stands for calls through functions that are left out. "
         "Functions that call each other in a cycle are one box.\n\n"
         "text fits the terminal. svg is a picture, html a page with zoom, search and tables, both "
         "self-contained. dot is for Graphviz, mermaid for Markdown; these place the boxes "
         "themselves.\n\n"
         "The first of several words is a name unless it is a profile. NAME matches exactly first, "
         "then as a part of a name. Write /.../ for a regular expression.",
     .groups = kDrawing,
     .formats = kDrawn,
     .examples = kGraphExamples,
     .common = kCommonToGraph,
     .run = run_graph,
     .abilities = {.takes_newest = true, .first_word = FirstWord::kFunction}},
    {.name = "map",
     .kind = CommandKind::kLook,
     .summary = "draw costs as a treemap",
     .arguments = "[NAME] [FILE...]",
     .description =
         "Draws costs as nested tiles; the area of a tile is its share of the total. --tiles "
         "chooses what the tiles are: functions within their callers or callees, source lines "
         "within functions, files and folders, functions within objects, or parts within "
         "threads. NAME draws one function with its callees or callers, wherever it is called.\n\n"
         "Tiles that are too small to see are merged into one tile per parent, which says how many "
         "they are. All areas add up to the total.\n\n"
         "text is a sketch with the largest tiles. svg is a picture, html a page with zoom, search "
         "and a table, both self-contained. On call graphs, tiles of calls are estimates below the "
         "first function with several callers; they are hatched and show their bounds.\n\n"
         "The first of several words is a name unless it is a profile. NAME matches exactly first, "
         "then as a part of a name. Write /.../ for a regular expression.",
     .groups = kTiling,
     .formats = kTiled,
     .examples = kMapExamples,
     .common = kCommonToMap,
     .run = run_map,
     .abilities = {.takes_newest = true, .first_word = FirstWord::kFunction}},
    {.name = "leaks",
     .kind = CommandKind::kLook,
     .summary = "list memory and files still held at the end",
     .arguments = "[FILE...]",
     .description =
         "Shows what IgProf lists as held when the dump was written: memory (MEM_LIVE) and "
         "open files (FD_LIVE). Rows are the functions or stacks that acquired them, sizes, "
         "pages or single blocks. The column 'spread' is how many times more pages the "
         "blocks occupy than their bytes would fill.\n\n"
         "What a program holds at its end is not always a leak. '--hide @allocators' shows who "
         "called malloc. Compare dumps written during the run to see what keeps growing.",
     .groups = kHolding,
     .formats = kAllFormats,
     .examples = kLeaksExamples,
     .common = kCommonToLeaks,
     .run = run_leaks,
     .abilities = {.takes_newest = true}},
    {.name = "diff",
     .kind = CommandKind::kCompare,
     .summary = "compare two profiles and explain the changes",
     .arguments = "[OLD] NEW...",
     .description =
         "Compares two profiles function by function or, with --view, call by call, line by "
         "line or as a tree. It shows old, new and change of self cost, inclusive cost and "
         "calls. A change of inclusive cost is split into more calls (at the old cost per "
         "call) and more expensive calls. Below the table is the path of the largest change, "
         "from a root to the function whose own cost changed.\n\n"
         "Functions are matched by name, file and object first. The rest are matched by "
         "names without hashes, clone numbers and temporary folders, by --rename, and by a "
         "guess from callers and callees. Each match shows how it was made; --match selects "
         "the methods.\n\n"
         "Source lines (--view annotate) are aligned if the sources of both versions are "
         "found. Otherwise they are compared by number. --group-by line lists those of all files "
         "by change. See 'quern help source-lines'.\n\n"
         "With several runs on a side, the median counts. Changes within the range of the "
         "runs are marked as noise. For an even number of runs, the median is the lower of "
         "the two middle values: the cost of a real run.\n\n"
         "--normalize multiplies the costs of OLD, event by event, so that its totals equal "
         "those of NEW. The remaining changes are changes of shares. The first line and JSON "
         "show the factors.",
     .groups = kComparing,
     .formats = kDiffForms,
     .examples = kDiffExamples,
     .common = kCommonToDiff,
     .run = run_diff,
     .abilities = {.compares = true, .sort_keys = kChangeKeys}},
    {.name = "trend",
     .kind = CommandKind::kCompare,
     .summary = "follow costs over a sequence of runs",
     .arguments = "[LABEL=]FILE...",
     .description =
         "Compares runs in the order given, the oldest first. It shows the total at each "
         "point. For each function, it shows the largest step between two points, the change "
         "from first to last, and the course as bars. --sort incl follows inclusive costs "
         "instead of self costs.\n\n"
         "Files with the same LABEL are runs of one point. Their median counts (the lower of "
         "two middle values). Steps between points whose runs overlap are marked as noise. "
         "Without labels, points are named after the parts of the file names that differ.\n\n"
         "Functions are matched by name, file and object. The functions of the last point are "
         "matched with the others as in 'quern diff'.",
     .groups = kTrending,
     .formats = kAllFormats,
     .examples = kTrendExamples,
     .common = kCommonToTrend,
     .run = run_trend,
     .abilities = {.compares = true, .sort_keys = kTrendKeys}},
    {.name = "gate",
     .kind = CommandKind::kCompare,
     .summary = "fail if a profile costs more than rules allow",
     .arguments = "[BASE] NEW...",
     .description =
         "Compares two profiles and checks the change against rules. Rules can limit totals, "
         "functions, files or other groups, calls, source lines, ratios and new functions, in "
         "percent "
         "or as numbers. The exit code is 0 if all rules pass and 1 if one fails. The answer "
         "shows what changed most and why.\n\n"
         "With several runs on a side, a change only counts if the runs of the two sides do not "
         "overlap. Baselines are copies of profiles in a folder. Rules that are plain limits, "
         "such as Ir=1e9, need no base; one FILE is then enough.",
     .groups = kGating,
     .formats = kVerdicts,
     .examples = kGateExamples,
     .common = kCommonToGate,
     .run = run_gate,
     .abilities = {.compares = true}},
    {.name = "view",
     .kind = CommandKind::kStart,
     .summary = "explore a profile in the browser",
     .arguments = "[FILE...]",
     .description =
         "Serves a page to the browser on this machine and opens it. The page has lists, "
         "call trees, flame graphs and source lines, all linked to each other. It appears at "
         "once and shows the progress of reading. If a file changes, the page reads it "
         "again.\n\n"
         "Several files become one profile; --base names a profile to compare with. The "
         "printed address contains a random token, so that nobody else on this machine can "
         "open it. No data leaves the machine. Ctrl-C ends the server.\n\n"
         "A file that you drop onto the page is opened instead. quern keeps a copy of it in TMPDIR "
         "until it shows another profile or ends.\n\n"
         "-o writes the page to one HTML file instead, which any browser opens without a server. "
         "It contains as much data as --html-size allows, the most expensive parts first.",
     .groups = kViewing,
     .formats = kTextOrJson,
     .examples = kViewExamples,
     .common = kCommonToView,
     .run = run_view,
     .abilities = {.takes_newest = true}},
    {.name = "convert",
     .kind = CommandKind::kFiles,
     .summary = "write a profile in another format",
     .arguments = "FILE...",
     .description =
         "Writes everything that was read. The format is --to, or follows from the suffix of "
         "the -o file. Without -o, quern writes to standard output. A name that ends in .gz, "
         ".zst, .xz or .bz2 is compressed. A file appears complete or not at all.\n\n"
         "sqlite is a database of functions, lines, calls and stacks with their costs ('quern help "
         "sqlite'); it needs -o. csv and tsv hold self costs only, one row per record.\n\n"
         "--format does not change the file that is written. With --format json, errors are also "
         "printed as JSON.",
     .groups = kConverting,
     .formats = kTextOrJson,
     .examples = kConvertExamples,
     .common = kCommonToConvert,
     .run = run_convert,
     .abilities = {.writes_profiles = true}},
    {.name = "merge",
     .kind = CommandKind::kFiles,
     .summary = "add up many profiles into one",
     .arguments = "[FILE...]",
     .description =
         "Adds up profiles of any formats and writes one. Each function, position, call and "
         "stack occurs once, with its cost in all files. Events are matched by name; an "
         "event that a file does not count is 0 there. Command, process and caches are kept "
         "if all files agree on them. The result is the same, byte for byte, for any order "
         "of files, number of threads and grouping into earlier merges.\n\n"
         "The format is --to, or follows from the suffix of the -o file. If a file cannot be "
         "read, it is named and nothing is written; --skip-bad leaves such files out. 'quern "
         "help merging' explains what is kept.",
     .groups = kMerging,
     .formats = kTextOrJson,
     .examples = kMergeExamples,
     .common = kCommonToMerge,
     .run = run_merge,
     .abilities = {.adds_up = true, .writes_profiles = true}},
    {.name = "symbols",
     .kind = CommandKind::kMore,
     .summary = "save the names of addresses in IgProf dumps",
     .arguments = "FILE...",
     .description =
         "IgProf records addresses instead of names for static functions and stripped files. "
         "This command looks them up in the object files of this machine and writes their names. "
         "Run it where the program ran. Any other command, on any machine, reads the result with "
         "--symbols. Nothing is downloaded.",
     .groups = kWriting,
     .formats = kTextOrJson,
     .examples = kSymbolsExamples,
     .common = kCommonToSymbols,
     .run = run_symbols},
    {.name = "cache",
     .kind = CommandKind::kMore,
     .summary = "list or clear what --cache keeps",
     .arguments = "",
     .description =
         "With --cache, every command keeps a snapshot of each file with more than 16 MB of "
         "text in your cache folder. Later commands read the snapshot, which is many times "
         "faster, and give the same answers. A snapshot is only used while the file and the "
         "way it is read stay the same. Commands that look up inlined code also keep what they "
         "read of the debug information of each object. It is only used until the object or a "
         "file with its debug information changes. This command lists the entries, the last used "
         "first.\n\n"
         "The folder is $XDG_CACHE_HOME/quern or ~/.cache/quern. If it exceeds --cache-size, the "
         "entries not used for longest are removed. A damaged entry is made again. A "
         "snapshot that cannot be kept causes a note, never an error. Standard input is not "
         "kept.",
     .groups = kKeeping,
     .formats = kAllFormats,
     .examples = kCacheExamples,
     .common = kCommonToCache,
     .run = run_cache},
    {.name = "config",
     .kind = CommandKind::kMore,
     .summary = "list all settings and where they come from",
     .arguments = "[COMMAND]",
     .description =
         "Lists each option that a configuration file can set, with its value and source: built "
         "in, a line of a file, or the command line. With COMMAND, it lists the options of that "
         "command. All files are checked completely. 'quern help configuration' explains where "
         "the files are and what they contain.",
     .groups = kTexts,
     .formats = kAllFormats,
     .examples = kConfigExamples,
     .common = kCommonToConfig,
     .run = run_config,
     .abilities = {.first_word = FirstWord::kCommand}},
    {.name = "help",
     .kind = CommandKind::kMore,
     .summary = "explain a command, a file format or a topic",
     .arguments = "[TOPIC]",
     .description = "Without TOPIC, lists commands and topics.",
     .groups = kHelping,
     .formats = kTextOrJson,
     .examples = kHelpExamples,
     .common = kCommonToHelp,
     .run = run_help,
     .abilities = {.first_word = FirstWord::kTopic}},
    {.name = "completion",
     .kind = CommandKind::kMore,
     .summary = "print a completion script for a shell",
     .arguments = "bash|zsh|fish",
     .description = "Prints a script that completes commands, options, their values and files.",
     .groups = kScripts,
     .formats = kTextOrJson,
     .examples = kCompletionExamples,
     .common = kCommonToCompletion,
     .run = run_completion,
     .abilities = {.first_word = FirstWord::kShell}},
});

constexpr auto kOldCommands = std::to_array<OldCommand>({
    {"callers", "peek", "callers"},
    {"callees", "peek", "callees"},
    {"export", "convert"},
    {"info", "check", "head"},
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

const OldCommand* find_old_command(std::string_view word) {
  const auto* found = std::ranges::find(kOldCommands, word, &OldCommand::word);
  return found != kOldCommands.end() ? found : nullptr;
}

const Command* find_command(std::string_view name) {
  const OldCommand* const old = find_old_command(name);
  const auto* found =
      std::ranges::find(kCommands, old != nullptr ? old->command : name, &Command::name);
  return found != kCommands.end() ? found : nullptr;
}

Result<const Command*> named_command(std::string_view word) {
  const Command* const found = word.empty() ? nullptr : find_command(word);
  if (found != nullptr) {
    return found;
  }
  const std::vector<std::string_view> names = command_names();
  return failure(usage_error("unknown-command",
                             fmt::format("there is no command '{}'", printable(word)),
                             did_you_mean(word, names, "'quern help' lists the commands")));
}

bool takes(const Command& command, const Option& option) {
  const auto has = [&command](OptionGroup group) {
    return std::ranges::find(command.groups, group) != command.groups.end();
  };
  return has(option.group) || (option.also && has(*option.also));
}

bool draws(const Command& command) {
  return takes(command, *find_option("pixels")) || takes(command, *find_option("up"));
}

bool shows_lines(const Arguments& arguments) {
  const bool compares = takes(*arguments.command, *find_option("view"));
  return (compares ? arguments.diff.view == "annotate"
                   : takes(*arguments.command, *find_option("whole"))) ||
         arguments.group_by == GroupBy::kLine;
}

bool is_for_people(const Arguments& arguments) {
  const std::string_view format = arguments.format;
  return format == "text" || format == "md" || format == "html" || format == "svg";
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
    // Lines and loops, the last words, are no groups of functions.
    return command.name == "diff" ? option.allowed.first(option.allowed.size() - 1)
                                  : group_by_words();
  }
  return option.name == "format" ? command.formats : option.allowed;
}

}  // namespace quern::cli
