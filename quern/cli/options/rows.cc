// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "quern/base/text.h"
#include "quern/cli/options/tables.h"
#include "quern/query/units.h"

namespace quern::cli {
namespace {

/// In the order of GroupBy.
constexpr std::array<std::string_view, 9> kGroups = {
    "function", "name", "file", "dir", "object", "class", "namespace", "line", "loop"};

constexpr std::array<std::string_view, 2> kPercentOf = {"total", "parent"};
/// In the order of FlameColors.
constexpr std::array<std::string_view, 4> kFlameColors = {"object", "file", "function", "self"};
constexpr std::array<std::string_view, 2> kRootPlaces = {"bottom", "top"};
constexpr std::array<std::string_view, 6> kClusters = {"file",  "dir",       "object",
                                                       "class", "namespace", "groups"};
/// In the order of MapOf.
constexpr std::array<std::string_view, 5> kMapWords = {"callees", "callers", "source", "object",
                                                       "parts"};

/// More levels than this no tree or path has.
constexpr uint64_t kMostLevels = std::numeric_limits<uint32_t>::max();

/// Where an event of a list ends: at a comma that stands in no brackets, as max(Ir, Dr) has one.
size_t end_of_event(std::string_view list) {
  size_t open = 0;
  for (size_t at = 0; at < list.size(); ++at) {
    if (list[at] == '(') {
      ++open;
    } else if (list[at] == ')' && open != 0) {
      --open;
    } else if (list[at] == ',' && open == 0) {
      return at;
    }
  }
  // Brackets that nothing closes are a name's own.
  return open == 0 ? std::string_view::npos : list.find(',');
}

/// Event lists add up over several options and split at commas.
Result<void> store_events(Arguments& arguments, const Option&, std::string_view value) {
  while (true) {
    const size_t comma = end_of_event(value);
    const std::string_view event = value.substr(0, comma);
    if (event.empty()) {
      return failure(usage_error("bad-value", "--event has an empty event name in its list"));
    }
    arguments.events.emplace_back(event);
    if (comma == std::string_view::npos) {
      return {};
    }
    value.remove_prefix(comma + 1);
  }
}

/// "1", "0.5", "2.25%": hundredths of a percent.
template <auto... kMembers>
Result<void> store_share(Arguments& arguments, const Option& option, std::string_view value) {
  std::string_view digits = value;
  if (digits.ends_with('%')) {
    digits.remove_suffix(1);
  }
  double percent = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), percent,
                                              std::chars_format::fixed);
  if (problem != std::errc{} || end != digits.data() + digits.size() || !(percent >= 0) ||
      percent > 100) {
    return failure(
        usage_error("bad-value", fmt::format("--{} expects a percentage from 0 to 100, not '{}'",
                                             option.name, printable(value))));
  }
  member_of<kMembers...>(arguments) = static_cast<uint32_t>(std::lround(percent * 100));
  return {};
}

Result<void> store_clusters(Arguments& arguments, const Option&, std::string_view value) {
  arguments.graph.cluster_by = value == "groups" ? GroupBy::kRules : parse_group_by(value);
  return {};
}

/// A side of a picture.
template <auto... kMembers>
Result<void> store_pixels(Arguments& arguments, const Option& option, std::string_view value) {
  constexpr uint64_t kLeast = 100;
  const Result<uint64_t> count = parse_count(option, value);
  if (!count) {
    return failure(count.error());
  }
  member_of<kMembers...>(arguments) = static_cast<uint32_t>(std::max(kLeast, *count));
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kRowOptions = std::to_array<Option>({
    {.name = "event",
     .letter = 'e',
     .value = "LIST",
     .brief = "Events to use, e.g. Ir,D1mr (default in text: the first)",
     .help = "Events are shown in this order. Derived events (see 'quern help units') and "
             "formulas such as D1mr/Dr are allowed. Default: the first event in text, Markdown, "
             "pictures and the igprof report; all events in JSON, CSV and TSV. A file format with "
             "a single event, such as folded, gets this event. So does the table mainrows of an "
             "SQLite database of an IgProf profile.",
     .is_repeatable = true,
     .group = OptionGroup::kEvents,
     .also = OptionGroup::kConvert,
     .names = Names::kEvents,
     .store = store_events},
    {.name = "define",
     .value = "NAME=FORMULA",
     .brief = "Define an event, e.g. 'Rate = D1mr/Dr' (repeatable)",
     .help = "Formulas can use events, numbers, calls, +, -, *, /, parentheses, min and max. A "
             "unit and a description are optional, e.g. 'Rate [%] = 100*D1mr/Dr : read misses'.",
     .is_repeatable = true,
     .group = OptionGroup::kEvents,
     .also = OptionGroup::kGate,
     .store = store_more<&Arguments::defines>},
    {.name = "sort",
     .letter = 's',
     .value = "KEY",
     .brief = "Sort by an event, self, incl, calls, name or place",
     .help = "self:E and incl:E sort by the self or inclusive cost of event E; self and incl use "
             "the first event. calls sorts by number of calls, place by object, file and line. "
             "Lists can also be sorted by a formula such as Ir/calls. Default: self cost for "
             "functions and lines, inclusive cost for calls and trees. A key that the rows do not "
             "have is an error.",
     .group = OptionGroup::kSort,
     .names = Names::kSortKey,
     .store = store_text<&Arguments::sort>},
    {.name = "running",
     .brief = "Add a column with the running total of self costs",
     .help = "It shows how few rows make up most of the total. Rows must be sorted by self cost.",
     .group = OptionGroup::kTop,
     .store = store_switch<&Arguments::running>},
    {.name = "percent",
     .value = "OF",
     .brief = "What 100 % means: total or parent (default: total)",
     .help = "The parent of a branch is the branch above it. The parent of callers and callees is "
             "the function between them.",
     .allowed = kPercentOf,
     .group = OptionGroup::kPercent,
     .fallback = "total",
     .store = store_word<&Arguments::of_parent>},
    {.name = "unit",
     .value = "UNIT",
     .brief = "Unit of times or sizes, e.g. ms or MiB (default: auto)",
     .help = "Applies to text, Markdown and pictures. Other formats and events that cannot be "
             "measured in this unit are not affected.",
     .allowed = kUnitWords,
     .group = OptionGroup::kEvents,
     .store = store_text<&Arguments::unit>},
    {.name = "limit",
     .letter = 'n',
     .value = "N",
     .brief = "Number of rows to show, 0 for all (default: mostly 20)",
     .help = "Source views count files, and flame graphs count boxes. Default: 20 rows or files, "
             "10 functions in the summary, 40 branches in trees, 20,000 boxes in flame graphs, 60 "
             "functions in call graphs (16 in text), 5,000 tiles in treemaps. "
             "Folded stacks have no limit by default. Text, Markdown and JSON report how much is "
             "not shown; CSV and TSV cannot represent it.",
     .group = OptionGroup::kRows,
     .also = OptionGroup::kLimit,
     .store = store_count<&Arguments::limit>},
    {.name = "group-by",
     .letter = 'g',
     .value = "KEY",
     .brief = "function (default), name, file, dir, object, class",
     .help = "name merges functions of the same name. For paths of folders, see --dir-depth. If "
             "line is allowed, it lists the source lines of all files. If loop is "
             "allowed, it lists loops; the profile needs jumps between instructions.",
     .allowed = kGroups,
     .group = OptionGroup::kRows,
     .fallback = "function",
     .store = store_word<&Arguments::group_by>},
    {.name = "dir-depth",
     .value = "N",
     .brief = "Keep only N folders of each path (default: 0, all)",
     .help = "Applies to groups by dir. With 2, all files below /usr/lib count as /usr/lib.",
     .group = OptionGroup::kRows,
     .fallback = "0",
     .most = kMostLevels,
     .store = store_count<&Arguments::dir_depth>},
    {.name = "where",
     .letter = 'w',
     .value = "QUERY",
     .brief = "Only rows that match, e.g. 'self > 1% and file ~ /net/'",
     .help = "Other rows are included in \"not shown\". 'quern help queries' explains the "
             "language.",
     .group = OptionGroup::kWhere,
     .store = store_text<&Arguments::where>},
    {.name = "groups",
     .value = "FILE",
     .brief = "Group functions by the rules in FILE",
     .help = "Each line of FILE is a rule such as 'parser: name ~ /^parse_/'. The first rule that "
             "matches a function counts. All other functions are in the group '(other)'.",
     .group = OptionGroup::kWhere,
     .also = OptionGroup::kGate,
     .takes_file = true,
     .store = store_text<&Arguments::groups>},
    {.name = "part",
     .value = "N[,N-M...]",
     .brief = "Use only these parts of the profile, e.g. 1,3-5",
     .group = OptionGroup::kParts,
     .store = store_text<&Arguments::parts>},
    {.name = "thread",
     .value = "N[,N-M...]",
     .brief = "Use only the parts of these threads, e.g. 1,3-5",
     .group = OptionGroup::kParts,
     .store = store_text<&Arguments::threads_shown>},
    {.name = "bottom-up",
     .brief = "Start at functions with cost and go up to their callers",
     .group = OptionGroup::kBranches,
     .store = store_switch<&Arguments::bottom_up>},
    {.name = "heaviest",
     .brief = "Show only the most expensive path",
     .help = "At each function the path follows the most expensive branch.",
     .group = OptionGroup::kTree,
     .store = store_switch<&Arguments::heaviest_path>},
    {.name = "depth",
     .value = "N",
     .brief = "Number of levels, 0 for all (default: 0)",
     .help = "A flame graph in text shows 40 levels by default.",
     .group = OptionGroup::kBranches,
     .also = OptionGroup::kMap,
     .fallback = "0",
     .most = kMostLevels,
     .store = store_count<&Arguments::depth>},
    {.name = "min",
     .value = "PCT",
     .brief = "Omit what costs less than PCT percent of the total",
     .help = "Example: --min 0.5. The cost that sorts the rows is compared. Trees omit branches, "
             "source views omit files. Default: 0; 0.1 for the files of a source view without a "
             "name; 1 for the functions of a call graph, of NAME if there is one. Flame graphs "
             "always merge boxes that are too small to see.",
     .group = OptionGroup::kBranches,
     .also = OptionGroup::kShare,
     .store = store_share<&Arguments::least_share>},
    {.name = "merge-recursion",
     .brief = "Merge a function that calls itself into one box",
     .help = "Call graphs are always drawn this way.",
     .group = OptionGroup::kFlame,
     .also = OptionGroup::kMap,
     .store = store_switch<&Arguments::flame, &FlameArguments::merge_recursion>},
    {.name = "roots",
     .value = "WHERE",
     .brief = "Draw roots at the bottom or top (SVG: bottom, HTML: top)",
     .help = "bottom looks like flames, top like icicles. Applies to SVG and HTML.",
     .allowed = kRootPlaces,
     .group = OptionGroup::kFlame,
     .store = store_text<&Arguments::flame, &FlameArguments::roots>},
    {.name = "color-by",
     .value = "KEY",
     .brief = "What the colors of boxes show (default: object)",
     .help = "If a profile has no objects, object means file. self colors boxes by their share of "
             "self cost. A name has the same color in every run. Applies to SVG and HTML.",
     .allowed = kFlameColors,
     .group = OptionGroup::kColors,
     .fallback = "object",
     .store = store_word<&Arguments::flame, &FlameArguments::style, &FlameStyle::colors>},
    {.name = "pixels",
     .value = "N",
     .brief = "Width of the picture in pixels (default: 1200)",
     .help = "Boxes narrower than half a pixel, and tiles smaller than 5 x 5 pixels, are merged. "
             "Applies to SVG and HTML.",
     .group = OptionGroup::kFlame,
     .also = OptionGroup::kMap,
     .fallback = "1200",
     .most = 100'000,
     .store = store_pixels<&Arguments::flame, &FlameArguments::style, &FlameStyle::pixels>},
    {.name = "height",
     .value = "N",
     .brief = "Height of the picture in pixels (default: 60 % of width)",
     .help = "Applies to SVG and HTML.",
     .group = OptionGroup::kMap,
     .most = 100'000,
     .store = store_pixels<&Arguments::map, &MapArguments::height>},
    {.name = "tiles",
     .value = "WHAT",
     .brief = "callees (default), callers, source, object or parts",
     .help = "callees draws functions within their callers, callers draws them within their "
             "callees. source draws folders, files, functions and lines; object draws objects, "
             "files and functions; parts draws processes, threads, parts and their functions.",
     .allowed = kMapWords,
     .group = OptionGroup::kMap,
     .fallback = "callees",
     .store = store_word<&Arguments::map, &MapArguments::of>},
    {.name = "up",
     .value = "N",
     .brief = "Levels of callers above NAME (default: 2, text: 1)",
     .group = OptionGroup::kGraph,
     .most = kMostLevels,
     .store = store_count<&Arguments::graph, &GraphArguments::up>},
    {.name = "down",
     .value = "N",
     .brief = "Levels of callees below NAME (default: 3, text: 1)",
     .group = OptionGroup::kGraph,
     .most = kMostLevels,
     .store = store_count<&Arguments::graph, &GraphArguments::down>},
    {.name = "min-call",
     .value = "PCT",
     .brief = "Omit calls that cost less than PCT percent (default: 0.5)",
     .help =
         "The percentage is of the total, or of the inclusive cost of NAME. A bound counts by its "
         "upper end.",
     .group = OptionGroup::kGraph,
     .store = store_share<&Arguments::graph, &GraphArguments::least_edge_share>},
    {.name = "cluster-by",
     .value = "KEY",
     .brief = "Draw frames around functions, e.g. of one file or object",
     .help = "groups draws the groups of --groups FILE.",
     .allowed = kClusters,
     .group = OptionGroup::kGraph,
     .store = store_clusters},
    {.name = "open-cycles",
     .brief = "Draw each function of a cycle, not one box",
     .group = OptionGroup::kGraph,
     .store = store_switch<&Arguments::graph, &GraphArguments::opens_cycles>},
    {.name = "direction",
     .value = "WHERE",
     .brief = "Where calls lead: down, right or circle (default: down)",
     .help = "circle draws rings around NAME, callers above and callees below; without\n"
             "NAME, around the root. Applies to SVG, HTML, DOT and JSON; down and right\n"
             "also to Mermaid.",
     .allowed = kDirectionWords,
     .group = OptionGroup::kGraph,
     .fallback = "down",
     .store = store_word<&Arguments::graph, &GraphArguments::style, &GraphStyle::direction>},
    {.name = "boxes",
     .value = "SIZE",
     .brief = "Size of boxes: compact, normal or tall (default: normal)",
     .help = "compact boxes have the name only, so that more fit on a screen. tall ones\n"
             "have long names in several rows, and the object or the file. Applies to\n"
             "SVG, HTML, DOT, Mermaid and JSON.",
     .allowed = kBoxSizeWords,
     .group = OptionGroup::kGraph,
     .fallback = "normal",
     .store = store_word<&Arguments::graph, &GraphArguments::style, &GraphStyle::boxes>},
    {.name = "by",
     .value = "WHAT",
     .brief = "One row per function, stack, block ... (default: function)",
     .help = "size counts blocks by powers of two. page counts them by ranges of 4 KiB pages.",
     .allowed = kLeaksByWords,
     .group = OptionGroup::kLeaks,
     .fallback = "function",
     .store = store_word<&Arguments::leaks, &LeaksRequest::by>},
    {.name = "order",
     .value = "KEY",
     .brief = "Sort by bytes, blocks or address (default: bytes)",
     .help = "bytes and blocks show the largest number first. With --by size, address shows the "
             "smallest size first.",
     .allowed = kLeakOrderWords,
     .group = OptionGroup::kLeaks,
     .fallback = "bytes",
     .store = store_word<&Arguments::leaks, &LeaksRequest::order>},
    {.name = "callers",
     .brief = "Show only the callers",
     .group = OptionGroup::kReach,
     .is_for_files = false,
     .store = store_switch<&Arguments::callers>},
    {.name = "callees",
     .brief = "Show only the callees",
     .group = OptionGroup::kReach,
     .is_for_files = false,
     .store = store_switch<&Arguments::callees>},
    {.name = "all",
     .brief = "Include indirect callers and callees",
     .help = "Each row shows how many calls lie between the two functions. Its cost is what was "
             "spent while both were on the stack.",
     .group = OptionGroup::kReach,
     .also = OptionGroup::kHelp,
     .store = store_switch<&Arguments::all>},
    {.name = "all-matches",
     .brief = "Show every function that NAME matches",
     .help = "Without it, a name that matches several functions lists them with their costs. In "
             "JSON, the answers are one array.",
     .group = OptionGroup::kMatches,
     .store = store_switch<&Arguments::all_matches>},
    {.name = "paths",
     .brief = "Count the distinct stacks that end in each function",
     .help = "Adds a column for functions or groups. With --format igprof, the flat lists show "
             "it. Needs a profile with exact stacks.",
     .group = OptionGroup::kPaths,
     .store = store_switch<&Arguments::paths>},
    {.name = "stats",
     .brief = "Show how costs are distributed over merged runs",
     .help = "Shows the number of runs, mean, median, p95, lowest and highest cost, and the run "
             "with the highest. Needs a profile that 'quern merge --stats' wrote.",
     .group = OptionGroup::kStats,
     .also = OptionGroup::kMerge,
     .is_for_files = false,
     .store = store_switch<&Arguments::stats>},
    {.name = "each",
     .brief = "Analyze single calls instead of sums (Xdebug, raw Parrot)",
     .help = "Lists of calls show the most expensive single calls, each with its callers. Lists "
             "of functions show how the costs of a function's calls vary. --of selects a "
             "function.",
     .group = OptionGroup::kEach,
     .store = store_switch<&Arguments::each>},
    {.name = "of",
     .value = "NAME",
     .brief = "Show the function NAME (exact, part of a name, or /RE/)",
     .help = "An exact match counts first, then a part of a name.",
     .group = OptionGroup::kOf,
     .names = Names::kFunction,
     .store = store_text<&Arguments::each_of>},
    {.name = "chronological",
     .brief = "List single calls in the order they were made",
     .help = "Needs --each.",
     .group = OptionGroup::kOrder,
     .store = store_switch<&Arguments::chronological>},
});

}  // namespace

std::span<const Option> row_options() {
  return kRowOptions;
}

}  // namespace quern::cli
