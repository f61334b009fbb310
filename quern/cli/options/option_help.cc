// SPDX-License-Identifier: MIT
#include "quern/cli/options/option_help.h"

#include <algorithm>
#include <array>

namespace quern::cli {
namespace {

/// The words for some commands, separated by spaces; "-" is the command without a name.
struct HelpFor {
  std::string_view option;
  std::string_view commands;
  OptionHelp words;
};

constexpr std::string_view kRest =
    "Text, Markdown and JSON report how much is not shown; CSV and TSV cannot represent it.";

// One row an option and the commands for which it does the same, in alphabetical order.
constexpr auto kHelpTexts = std::to_array<HelpFor>({
    {"all", "help", {"List all commands, topics and general options", ""}},
    {"all",
     "peek",
     {"Include indirect callers or callees",
      "Needs --callers or --callees. Each row shows how many calls lie between the two functions. "
      "Its cost is what was spent while both were on the stack."}},
    {"base",
     "gate",
     {"Profile to compare with: the old side (repeatable)",
      "Repeat the option for each run of the old side. The median of the runs counts. All other "
      "files are then runs of the new side."}},
    {"base",
     "view",
     {"Profile to compare with: the old side (repeatable)",
      "The page then shows what changed. Repeat the option for each run of the old side; the "
      "median of the runs counts."}},
    {"demangle",
     "gate",
     {"Demangle C++, Rust and D names (default: auto)",
      "auto demangles names before rules are checked, in reports of all formats. always also "
      "merges functions whose demangled names are equal."}},
    {"demangle",
     "flame",
     {"Demangle C++, Rust and D names (default: auto)",
      "auto demangles in text, Markdown, pictures and folded stacks. always also merges functions "
      "whose demangled names are equal."}},
    {"demangle",
     "convert merge record",
     {"Demangle C++, Rust and D names (default: auto)",
      "auto keeps names as they were recorded, for other programs. always writes demangled names "
      "and merges functions whose names are then equal."}},
    {"demangle",
     "view",
     {"Demangle C++, Rust and D names (default: auto)",
      "auto demangles on the page. always also merges functions whose demangled names are equal."}},
    {"demangle",
     "- annotate calls diff leaks peek top tree trend",
     {"Demangle C++, Rust and D names (default: auto)",
      "auto demangles in text and Markdown. always also merges functions whose demangled names are "
      "equal."}},
    {"depth", "flame", {"Number of levels, 0 for all (default: 0; text: 40)", ""}},
    {"depth", "tree", {"Number of levels, 0 for all (default: 0)", ""}},
    {"depth",
     "diff",
     {"Number of levels of trees and flame graphs, 0 for all",
      "Default: 0; 40 in a flame graph in text."}},
    {"each",
     "calls",
     {"List single calls, not sums (Xdebug, raw Parrot)",
      "Lists the most expensive calls, each with its callers. --of selects a function."}},
    {"each",
     "top",
     {"Show how the cost of a function's calls varies",
      "Needs a profile that records each call: Xdebug or raw Parrot. --of selects a function."}},
    {"event",
     "flame tree",
     {"Event to use, e.g. Ir (default: the first)",
      "Derived events (see 'quern help units') and formulas such as D1mr/Dr are allowed."}},
    {"event",
     "convert",
     {"Event to write if the format holds only one",
      "Default: the first event. Folded stacks and the tables of igprof-analyse hold one event."}},
    {"event",
     "leaks",
     {"Event to use, e.g. MEM_LIVE (default: that of the dump)",
      "Needed if resources of several events are held."}},
    {"format",
     "diff gate",
     {"Format of the report (default: text)",
      "With json, an error is also printed as one JSON object on stderr. Without --format, the "
      "suffix of the -o file decides."}},
    {"format",
     "convert merge",
     {"json: also print an error as JSON on stderr",
      "--to chooses the format of the file that is written."}},
    {"format",
     "- annotate cache calls check config flame help leaks peek record symbols top tree trend view "
     "completion",
     {"Format of the answer (default: text)",
      "With json, an error is also printed as one JSON object on stderr. Without --format, the "
      "suffix of the -o file decides."}},
    {"group-by",
     "top",
     {"function (default), file, object, class, line, loop",
      "name merges functions of the same name. line lists the source lines of all files by self "
      "cost; loop lists loops, which needs recorded jumps. For paths of folders, see "
      "--dir-depth."}},
    {"group-by",
     "flame tree",
     {"function (default), name, file, dir, object, class",
      "Each stack is then one of groups. name merges functions of the same name. For paths of "
      "folders, see --dir-depth."}},
    {"group-by",
     "- calls diff leaks peek trend",
     {"function (default), name, file, dir, object, class",
      "name merges functions of the same name. For paths of folders, see --dir-depth."}},
    {"group-by",
     "gate",
     {"Groups of rules that name none (default: function)",
      "name merges functions of the same name. For paths of folders, see --dir-depth."}},
    {"limit", "-", {"Number of functions, 0 for all (default: 10)", kRest}},
    {"limit", "annotate", {"Number of source files, 0 for all (default: 20)", kRest}},
    {"limit",
     "flame",
     {"Number of boxes, 0 for all (default: 20000)",
      "The most expensive boxes are drawn. Folded stacks have no limit by default."}},
    {"limit", "tree", {"Number of branches, 0 for all (default: 40)", kRest}},
    {"limit",
     "diff",
     {"Number of rows, 0 for all (default: 20)",
      "Trees show 40 branches by default, flame graphs 20,000 boxes; the view annotate counts "
      "files."}},
    {"limit", "calls leaks peek top trend", {"Number of rows, 0 for all (default: 20)", kRest}},
    {"limit", "gate", {"Number of changed rows to list, 0 for all (default: 20)", kRest}},
    {"lines",
     "annotate",
     {"Number of most expensive lines per file, 0 for all",
      "Lines around them are shown too (see --context). Default: 1000 in text, Markdown and HTML, "
      "all lines in other formats."}},
    {"min",
     "annotate",
     {"Omit files that cost less than PCT percent (default: 0.1)",
      "Example: --min 0.5. 100 % is the total. With a name, the default is 0."}},
    {"min",
     "flame",
     {"Omit boxes that cost less than PCT percent (default: 0)",
      "Example: --min 0.5. 100 % is the total. Boxes that are too small to see are always "
      "merged."}},
    {"min",
     "tree",
     {"Omit branches that cost less than PCT percent (default: 0)",
      "Example: --min 0.5. 100 % is the total."}},
    {"min",
     "diff",
     {"Omit branches or files below PCT percent of the total",
      "Example: --min 0.5. For the views tree, flame and annotate. --min-change is for rows."}},
    {"min",
     "- calls leaks peek top",
     {"Omit rows that cost less than PCT percent (default: 0)",
      "Example: --min 0.5. 100 % is the total. The cost that sorts the rows is compared."}},
    {"of",
     "calls top",
     {"Only calls of function NAME; needs --each",
      "An exact match counts first, then a part of a name. Write /RE/ for a regular expression."}},
    {"of",
     "diff",
     {"Function to compare, for --view peek, annotate or flame",
      "An exact match counts first, then a part of a name. Write /RE/ for a regular expression."}},
    {"of",
     "flame",
     {"Show only what runs below function NAME",
      "With --bottom-up: what calls it. An exact match counts first, then a part of a name. Write "
      "/RE/ for a regular expression."}},
    {"sort", "annotate", {"Event that ranks files and lines (default: the first)", ""}},
    {"sort",
     "calls",
     {"incl, calls, name or an event (default: incl)",
      "incl:E sorts by the inclusive cost of event E. place sorts by object, file and line. A "
      "formula such as Ir/calls is allowed."}},
    {"sort",
     "peek",
     {"incl, calls, name or an event (default: incl)",
      "incl:E sorts by the inclusive cost of event E. place sorts by object, file and line. A "
      "formula such as Ir/calls is allowed."}},
    {"sort", "tree", {"incl or an event (default: incl of the first event)", ""}},
    {"sort",
     "- top",
     {"self, incl, calls, name or an event (default: self)",
      "self:E and incl:E sort by the self or inclusive cost of event E; self and incl use the "
      "first "
      "event. place sorts by object, file and line. A formula such as Ir/calls is allowed."}},
    {"sort",
     "diff",
     {"self, incl, calls or an event (default: self)",
      "Rows are sorted by the size of the change. self:E and incl:E sort by event E."}},
    {"sort",
     "trend",
     {"self, incl or an event (default: self)",
      "Rows are sorted by the size of the change. self:E and incl:E sort by event E."}},
    {"stats",
     "merge",
     {"Keep how costs are distributed over the files",
      "For each function and call: in how many files it is, mean, median, p95, lowest and highest "
      "cost, and the file with the highest. 'top' and 'peek' show them with --stats; 'check "
      "--head' "
      "names outliers. Needs JSON or a snapshot as output."}},
    {"to", "check", {"Format of the repaired copy (default: that of its file)", ""}},
    {"to",
     "convert merge",
     {"Format to write, e.g. json (default: by the suffix of -o)",
      "json is quern.profile/1, which is complete and lossless."}},
});

bool names_command(std::string_view commands, std::string_view name) {
  const std::string_view wanted = name.empty() ? "-" : name;
  while (!commands.empty()) {
    const size_t end = std::min(commands.find(' '), commands.size());
    if (commands.substr(0, end) == wanted) {
      return true;
    }
    commands.remove_prefix(std::min(end + 1, commands.size()));
  }
  return false;
}

}  // namespace

OptionHelp help_of(const Command& command, const Option& option) {
  const auto* found = std::ranges::find_if(kHelpTexts, [&](const HelpFor& row) {
    return row.option == option.name && names_command(row.commands, command.name);
  });
  return found != kHelpTexts.end() ? found->words : OptionHelp{option.brief, option.help};
}

}  // namespace quern::cli
