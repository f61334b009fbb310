// SPDX-License-Identifier: MIT
#include "quern/cli/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "quern/base/text.h"

namespace quern::cli {
namespace {

using enum OptionGroup;
using Words = std::string_view;

constexpr std::array<Words, 5> kAllFormats = {"text", "json", "csv", "tsv", "md"};
constexpr std::array<Words, 6> kReports = {"text", "json", "csv", "tsv", "md", "igprof"};
constexpr std::array<Words, 7> kVerdicts = {"text", "json", "csv", "tsv", "md", "junit", "github"};
constexpr std::array<Words, 6> kPages = {"text", "json", "csv", "tsv", "md", "html"};
constexpr std::array<Words, 8> kPictures = {"text", "json", "csv",  "tsv",
                                            "md",   "svg",  "html", "folded"};
constexpr std::array<Words, 2> kTextOrJson = {"text", "json"};

constexpr std::array kQuestion = {kEvents,  kSort,    kRows,   kWhere,  kParts,  kNames,
                                  kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kReaching = {kReach,   kEvents,  kSort,   kRows,   kWhere,  kParts,  kNames,
                                  kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kSpreading = {kEvents, kSort,   kRows,   kWhere,   kEach,
                                   kOf,     kParts,  kNames,  kFilters, kReading,
                                   kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kCalling = {kEvents,  kSort,   kRows,   kWhere,  kEach,
                                 kOf,      kOrder,  kParts,  kNames,  kFilters,
                                 kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kComparing = {kEvents,  kSort,     kRows,   kWhere,  kSides,  kDiff,  kOf,
                                   kSource,  kBranches, kTree,   kFlame,  kParts,  kNames, kFilters,
                                   kReading, kFormat,   kOutput, kLayout, kGeneral};
constexpr std::array kGating = {kGate,    kSides,  kRows,   kParts,  kNames,  kFilters,
                                kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kAnnotating = {kEvents,  kSort,    kLimit,  kShare,  kSource, kParts,  kNames,
                                    kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kHolding = {kEvents,  kRows,    kWhere,  kLeaks,  kParts,  kNames,
                                 kFilters, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kGrowing = {kEvents, kSort,   kRows,   kWhere,   kBranches,
                                 kTree,   kParts,  kNames,  kFilters, kReading,
                                 kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kBurning = {kEvents, kRows,   kWhere,  kBranches, kFlame,
                                 kColors, kParts,  kNames,  kFilters,  kReading,
                                 kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kViewing = {kView, kNames, kFilters, kReading, kFormat, kGeneral};
constexpr std::array kOverview = {kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kChecking = {kCheck, kReading, kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kConverting = {kConvert, kNames,  kFilters, kReading,
                                    kFormat,  kOutput, kGeneral};
constexpr std::array kWriting = {kReading, kFormat, kOutput, kGeneral};
constexpr std::array kTexts = {kFormat, kOutput, kLayout, kGeneral};
constexpr std::array kScripts = {kFormat, kOutput, kGeneral};

constexpr std::array<Example, 3> kSummaryExamples = {{
    {"quern callgrind.out.4711", "what the file holds, and its most expensive functions"},
    {"quern", "the same for the newest profile in this folder"},
    {"zcat trace.gz | quern -",
     "read standard input; compressed files can also be named as they "
     "are"},
}};
constexpr std::array<Example, 3> kInfoExamples = {{
    {"quern info callgrind.out.4711", "format, producer, command, events, parts, totals, sizes"},
    {"quern info cachegrind.out.99 --format json", "the same as JSON (quern.info/1)"},
    {"quern info --siblings callgrind.out.4711", "with the run's other threads and dumps"},
}};
constexpr std::array<Example, 3> kCheckExamples = {{
    {"quern check callgrind.out.4711", "every finding with its place; exit code 1 if unsound"},
    {"quern check --strict trace.callgrind", "warnings make it unsound too"},
    {"quern check --list-codes", "what each code means"},
}};
constexpr std::array<Example, 7> kTopExamples = {{
    {"quern top callgrind.out.4711", "the 20 functions with the highest self cost"},
    {"quern top --where 'self(Ir) > 1% and file ~ /net/' callgrind.out.4711",
     "those of some files that matter; the rest is told"},
    {"quern top --sort incl:Ir -n 50 callgrind.out.4711", "50 functions by inclusive cost"},
    {"quern top --group-by object callgrind.out.4711", "shared libraries and programs by cost"},
    {"quern top -e Ir,D1mr --format csv -n 0 callgrind.out.4711 -o costs.csv",
     "all functions with two events, as a table for a spreadsheet"},
    {"quern top --format igprof igprof.gz", "the report of igprof-analyse"},
    {"quern top --each cachegrind.out.4711",
     "how long single calls take: shortest, median, 95 %, longest (Xdebug)"},
}};
constexpr std::array<Example, 5> kCallsExamples = {{
    {"quern calls callgrind.out.4711", "the 20 most expensive calls"},
    {"quern calls --where 'callee = malloc and calls > 1e3' callgrind.out.4711",
     "who calls malloc often"},
    {"quern calls --group-by object callgrind.out.4711", "which library calls into which"},
    {"quern calls --format json -n 0 callgrind.out.4711", "all calls with their sites, as JSON"},
    {"quern calls --each --of query cachegrind.out.4711",
     "the slowest calls of query, each with its callers (Xdebug)"},
}};
constexpr std::array<Example, 3> kPeekExamples = {{
    {"quern peek main callgrind.out.4711", "'main' between its callers and its callees"},
    {"quern peek /^parse_/ callgrind.out.4711", "the function that the expression matches"},
    {"quern peek libc.so.6 --group-by object callgrind.out.4711", "a library among its users"},
}};
constexpr std::array<Example, 3> kCallersExamples = {{
    {"quern callers malloc callgrind.out.4711", "who calls malloc, the dearest first"},
    {"quern callers --all malloc callgrind.out.4711", "through others too, however far"},
    {"quern callers malloc -n 0 --format csv callgrind.out.4711", "all of them as CSV"},
}};
constexpr std::array<Example, 3> kCalleesExamples = {{
    {"quern callees main callgrind.out.4711", "what main calls, the dearest first"},
    {"quern callees --all main callgrind.out.4711", "all that runs below main, with distances"},
    {"quern callees main -e Ir callgrind.out.4711", "the same for one event"},
}};
constexpr std::array<Example, 6> kAnnotateExamples = {{
    {"quern annotate callgrind.out.4711", "the lines of the dearest source files"},
    {"quern annotate main callgrind.out.4711",
     "one function: its lines, and what was inlined into it"},
    {"quern annotate sort.c:51 callgrind.out.4711", "the lines around line 51 of sort.c"},
    {"quern annotate sort.c --whole callgrind.out.4711", "all lines of a file"},
    {"quern annotate --map-path /build=$HOME/src callgrind.out.4711",
     "sources that lie elsewhere than where they were compiled"},
    {"quern annotate --format html callgrind.out.4711 -o costs.html", "a page to pass on"},
}};
constexpr std::array<Example, 4> kTreeExamples = {{
    {"quern tree callgrind.out.4711", "from the roots down, the 40 branches that cost most"},
    {"quern tree --bottom-up --min 1 callgrind.out.4711",
     "from the functions with cost up to their callers, branches above 1 %"},
    {"quern tree --heaviest cachegrind.out.99.gz", "the one path that costs most"},
    {"quern tree --depth 3 -n 0 --format json igprof.gz", "three levels, as JSON (quern.tree/1)"},
}};
constexpr std::array<Example, 6> kFlameExamples = {{
    {"quern flame callgrind.out.4711", "a sketch on the terminal"},
    {"quern flame --format html callgrind.out.4711 -o flame.html",
     "a page with zoom, search and a table of the frames"},
    {"quern flame --format svg --color-by file cachegrind.out.99.gz -o flame.svg",
     "a picture, coloured by source file"},
    {"quern flame --bottom-up --min 1 --format svg igprof.gz -o who.svg",
     "from the functions with cost up to their callers"},
    {"quern flame --format folded igprof.gz | flamegraph.pl > flame.svg",
     "folded stacks for other tools"},
    {"quern flame --format json --depth 3 callgrind.out.4711",
     "three levels with their places, as JSON (quern.flame/1)"},
}};
constexpr std::array<Example, 4> kLeaksExamples = {{
    {"quern leaks igprof.gz", "who acquired what was still held"},
    {"quern leaks --by stack --hide @allocators igprof.gz",
     "by stack, malloc and its like left out"},
    {"quern leaks --by page --order address igprof.gz", "ranges of pages and how full they are"},
    {"quern leaks --by block -n 0 --format csv igprof.gz", "every block with its address"},
}};
constexpr std::array<Example, 11> kDiffExamples = {{
    {"quern diff old.out new.out", "functions by how much their self cost changed"},
    {"quern diff --sort incl old.out new.out", "by inclusive cost"},
    {"quern diff --where 'file ~ /net/' old.out new.out", "of these files alone"},
    {"quern diff --view calls old.out new.out", "calls from function to function"},
    {"quern diff --view peek --of parse old.out new.out", "what changed around one function"},
    {"quern diff --view annotate old.out new.out", "source lines of the files that changed most"},
    {"quern diff --view annotate --of lex --base-source-path ../old old.out new.out",
     "one function's lines, aligned with those of the version in ../before"},
    {"quern diff --view tree --depth 5 old.out new.out", "paths that changed most"},
    {"quern diff --view flame --format html -o diff.html old.out new.out",
     "a flame graph: blue is less, orange more"},
    {"quern diff --base a1.out --base a2.out b1.out b2.out",
     "several runs a side: medians, and what is noise"},
    {"quern diff --base-part 1 --part 2 callgrind.out.4711", "two parts of one file"},
}};
constexpr std::array<Example, 5> kGateExamples = {{
    {"quern gate --max Ir=+1% old.out new.out", "fail where the total of Ir grew by more than 1 %"},
    {"quern gate --save-baseline main new.out", "keep new.out as the baseline main"},
    {"quern gate --max Ir=+1% --against main new.out", "compare with that baseline"},
    {"quern gate --max Ir=+1% --against main new.out --format md -o comment.md",
     "a comment for a pull request: what moved most, and why"},
    {"quern gate --max Ir=+1% --against main new.out --format junit -o gate.xml",
     "a test report, a case for each rule"},
}};
constexpr std::array<Example, 4> kViewExamples = {{
    {"quern view callgrind.out.4711", "the page, in the browser"},
    {"quern view --base old.out new.out", "likewise, with what changed"},
    {"quern view --html run.html callgrind.out.4711", "the page in one file, to pass on"},
    {"quern view --no-browser --port 8011 callgrind.out.4711",
     "the address alone, on a fixed port: for a tunnel (ssh -L 8011:127.0.0.1:8011)"},
}};

constexpr std::array<Example, 4> kConvertExamples = {{
    {"quern convert callgrind.out.4711 --to json -o profile.json", "everything, losslessly"},
    {"quern convert callgrind.out.4711 --to json | jq .totals", "to standard output"},
    {"quern convert a.out b.out -o both.callgrind", "two inputs in one file, their parts apart"},
    {"quern convert igprof.gz -o igprof.callgrind.zst", "for other tools, compressed"},
}};
constexpr std::array<Example, 2> kSymbolsExamples = {{
    {"quern symbols igprof.gz -o igprof.symbols", "names of addresses, where the program ran"},
    {"quern symbols *.gz -o all.symbols", "of several dumps at once"},
}};
constexpr std::array<Example, 3> kConfigExamples = {{
    {"quern config", "all settings"},
    {"quern config top", "what 'quern top' would be given"},
    {"quern config --format json", "the same as JSON (quern.config/1)"},
}};
constexpr std::array<Example, 3> kHelpExamples = {{
    {"quern help", "commands and topics"},
    {"quern help top", "one command"},
    {"quern help callgrind", "a file format on one page"},
}};
constexpr std::array<Example, 3> kCompletionExamples = {{
    {"quern completion bash > ~/.local/share/bash-completion/completions/quern",
     "complete in bash"},
    {"quern completion zsh > ~/.zfunc/_quern", "complete in zsh, with ~/.zfunc in fpath"},
    {"quern completion fish > ~/.config/fish/completions/quern.fish", "complete in fish"},
}};

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
     .run = run_info},
    {.name = "check",
     .summary = "is the file sound: each finding with its place",
     .arguments = "FILE...",
     .description =
         "Lists everything in the input that breaks the rules of its format or looks odd, each "
         "with file, line, column, code and text, and goes on after what can be recovered. Ends "
         "with 0 where the input is sound, with 1 where it is not: it has errors or, with "
         "--strict, warnings.",
     .groups = kChecking,
     .formats = kAllFormats,
     .examples = kCheckExamples,
     .run = run_check},
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
     .groups = kQuestion,
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
         "on, costs are estimates, and marked so.",
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
         "middle: a cost that a run really had.",
     .groups = kComparing,
     .formats = kPictures,
     .examples = kDiffExamples,
     .run = run_diff},
    {.name = "gate",
     .summary = "fail where a profile costs more than it may",
     .arguments = "[BASE] NEW...",
     .description =
         "Compares two sides as 'quern diff' does and judges the change by rules: of totals, "
         "functions, files or other groups, calls, ratios and what is new, in percent or absolute. "
         "Ends with 0 where all rules are kept and with 1 where one is broken, and tells what "
         "moved most and why.\n\n"
         "Several runs a side: a change counts only where the runs of both sides lie apart. "
         "Baselines are copies of profiles in a folder.",
     .groups = kGating,
     .formats = kVerdicts,
     .examples = kGateExamples,
     .run = run_gate},
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
     .groups = kTexts,
     .formats = kTextOrJson,
     .examples = kHelpExamples,
     .run = run_help},
    {.name = "completion",
     .summary = "print a completion script for a shell",
     .arguments = "bash|zsh|fish",
     .description = "Prints a script that completes commands, options, their values and files.",
     .groups = kScripts,
     .formats = kTextOrJson,
     .examples = kCompletionExamples,
     .run = run_completion},
});

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

const Command* find_command(std::string_view name) {
  const auto* found = std::ranges::find(kCommands, name, &Command::name);
  return found != kCommands.end() ? found : nullptr;
}

Result<const Command*> named_command(std::string_view word) {
  const Command* const found = word.empty() ? nullptr : find_command(word);
  if (found != nullptr) {
    return found;
  }
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) {
    if (!command.name.empty()) {
      names.push_back(command.name);
    }
  }
  const std::optional<std::string_view> close = nearest(word, names);
  return failure(usage_error("unknown-command", fmt::format("'{}' is no command", printable(word)),
                             close ? fmt::format("did you mean '{}'?", *close)
                                   : fmt::format("commands are {}", fmt::join(names, ", "))));
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
  return option.name == "format" ? command.formats : option.allowed;
}

}  // namespace quern::cli
