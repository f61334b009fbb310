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
Result<void> store_least_share(Arguments& arguments, const Option&, std::string_view value) {
  std::string_view digits = value;
  if (digits.ends_with('%')) {
    digits.remove_suffix(1);
  }
  double percent = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), percent,
                                              std::chars_format::fixed);
  if (problem != std::errc{} || end != digits.data() + digits.size() || !(percent >= 0) ||
      percent > 100) {
    return failure(usage_error(
        "bad-value",
        fmt::format("--min expects a percentage from 0 to 100, not '{}'", printable(value))));
  }
  arguments.least_share = static_cast<uint32_t>(std::lround(percent * 100));
  return {};
}

Result<void> store_pixels(Arguments& arguments, const Option& option, std::string_view value) {
  constexpr uint64_t kLeast = 100;
  const Result<uint64_t> count = parse_count(option, value);
  if (!count) {
    return failure(count.error());
  }
  arguments.flame.style.pixels = static_cast<uint32_t>(std::max(kLeast, *count));
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kRowOptions = std::to_array<Option>({
    {.name = "event",
     .letter = 'e',
     .value = "E[,E...]",
     .help = "Show these events, in this order. Derived ones (see 'quern info') can be named too. "
             "Default: the first one in text, md and igprof, all of the input in other formats. "
             "Of convert: the one to write, in formats of one event. Of export, from IgProf's "
             "profiles to sqlite: the counter of the table mainrows.",
     .group = OptionGroup::kEvents,
     .also = OptionGroup::kConvert,
     .store = store_events},
    {.name = "define",
     .value = "NAME=FORMULA",
     .help = "Define an event, such as 'Rate [%] = 100*D1mr/Dr : read misses'; +, -, *, /, "
             "brackets, min, max, numbers, calls. Several: again. --event and --sort take formulas "
             "too.",
     .group = OptionGroup::kEvents,
     .also = OptionGroup::kGate,
     .store = store_more<&Arguments::defines>},
    {.name = "sort",
     .value = "E",
     .help =
         "Sort by this event's cost; self:E or incl:E says which cost, and self or inclusive alone "
         "takes the first event; calls sorts by their number, place by object, file and line, name "
         "by name.",
     .group = OptionGroup::kSort,
     .store = store_text<&Arguments::sort>},
    {.name = "running",
     .help = "Add up the self costs of each row and those above it: how few rows make up how much "
             "of the total. Rows have to be sorted by self cost.",
     .group = OptionGroup::kTop,
     .store = store_switch<&Arguments::running>},
    {.name = "percent",
     .value = "OF",
     .help = "What 100 % is: the total, or the parent: of a branch the one above it, of callers "
             "and callees the function between them.",
     .allowed = kPercentOf,
     .group = OptionGroup::kPercent,
     .fallback = "total",
     .store = store_word<&Arguments::of_parent>},
    {.name = "unit",
     .value = "UNIT",
     .help = "Show times (s, ms, us, ns) or sizes (B, KiB, MiB, GiB; kB, MB, GB) in this unit in "
             "text, md and pictures; other events, and numbers in other formats, stay as they "
             "are. Default: what suits each number.",
     .allowed = kUnitWords,
     .group = OptionGroup::kEvents,
     .store = store_text<&Arguments::unit>},
    {.name = "limit",
     .letter = 'n',
     .value = "N",
     .help =
         "Show at most N rows (of source lines: files), 0 for all. Text, md and JSON tell what is "
         "not shown; csv and tsv have no place for it. Default: 20.",
     .group = OptionGroup::kRows,
     .also = OptionGroup::kLimit,
     .store = store_count<&Arguments::limit>},
    {.name = "group-by",
     .value = "KEY",
     .help = "Add up the functions that share this: 'name' merges functions of one name. Of top "
             "also line: the lines of source code of all files, with costs of their own alone; and "
             "loop: the loops that jumps between instructions tell of.",
     .allowed = kGroups,
     .group = OptionGroup::kRows,
     .fallback = "function",
     .store = store_word<&Arguments::group_by>},
    {.name = "dir-depth",
     .value = "N",
     .help = "With --group-by dir: add up by the first N folders of each path, such as /usr/lib "
             "with 2; 0 for all of it.",
     .group = OptionGroup::kRows,
     .fallback = "0",
     .most = kMostLevels,
     .store = store_count<&Arguments::dir_depth>},
    {.name = "where",
     .value = "QUERY",
     .help = "Show only the rows that fit, such as 'self(Ir) > 1% and file ~ /net/'; what else "
             "there is counts as not shown. 'quern help queries' has the language.",
     .group = OptionGroup::kWhere,
     .store = store_text<&Arguments::where>},
    {.name = "groups",
     .value = "FILE",
     .help = "Add up the functions of groups that FILE makes, in rows such as "
             "'parser: name ~ /^parse_/'; the first that fits counts, '(other)' is the rest. Of "
             "gate: what rules such as 'by group: Ir=+1%' are about.",
     .group = OptionGroup::kWhere,
     .also = OptionGroup::kGate,
     .takes_file = true,
     .store = store_text<&Arguments::groups>},
    {.name = "part",
     .value = "N[,N-M...]",
     .help = "Only the parts with these numbers.",
     .group = OptionGroup::kParts,
     .store = store_text<&Arguments::parts>},
    {.name = "thread",
     .value = "N[,N-M...]",
     .help = "Only the parts of these threads.",
     .group = OptionGroup::kParts,
     .store = store_text<&Arguments::threads_shown>},
    {.name = "bottom-up",
     .help = "Begin at the functions that cost something and go up to their callers.",
     .group = OptionGroup::kBranches,
     .store = store_switch<&Arguments::bottom_up>},
    {.name = "heaviest",
     .help = "Show the heaviest path alone: of each function only its dearest branch.",
     .group = OptionGroup::kTree,
     .store = store_switch<&Arguments::heaviest_path>},
    {.name = "depth",
     .value = "N",
     .help = "Show at most N levels, 0 for any number. Default: 0.",
     .group = OptionGroup::kBranches,
     .fallback = "0",
     .most = kMostLevels,
     .store = store_count<&Arguments::depth>},
    {.name = "min",
     .value = "PCT",
     .help = "Leave out rows and branches (of source lines: files) below this percentage of the "
             "total, by the cost that sorts them. Default: 0, of annotate without a name 0.1; of "
             "flame what would be too small to see.",
     .group = OptionGroup::kBranches,
     .also = OptionGroup::kShare,
     .store = store_least_share},
    {.name = "merge-recursion",
     .help =
         "Draw a function that calls itself as one box with its caller (of call graphs: always).",
     .group = OptionGroup::kFlame,
     .store = store_switch<&Arguments::flame, &FlameArguments::merge_recursion>},
    {.name = "roots",
     .value = "WHERE",
     .help =
         "In pictures: draw the roots at the bottom, as flames, or on top, as icicles. Default: "
         "bottom in svg, top in html.",
     .allowed = kRootPlaces,
     .group = OptionGroup::kFlame,
     .store = store_text<&Arguments::flame, &FlameArguments::roots>},
    {.name = "color-by",
     .value = "KEY",
     .help = "What colours of pictures stand for: object (or file, where there are no objects), "
             "file, function, "
             "or the share of self cost. A text has the same colour in every run. Default: object.",
     .allowed = kFlameColors,
     .group = OptionGroup::kColors,
     .fallback = "object",
     .store = store_word<&Arguments::flame, &FlameArguments::style, &FlameStyle::colors>},
    {.name = "pixels",
     .value = "N",
     .help = "The picture's width. Boxes below half a pixel are merged. Default: 1200.",
     .group = OptionGroup::kFlame,
     .fallback = "1200",
     .most = 100'000,
     .store = store_pixels},
    {.name = "by",
     .value = "WHAT",
     .help = "One row a function, a stack, a size (powers of two), a range of pages of 4 KiB, or a "
             "block. Default: function.",
     .allowed = kLeaksByWords,
     .group = OptionGroup::kLeaks,
     .fallback = "function",
     .store = store_word<&Arguments::leaks, &LeaksRequest::by>},
    {.name = "order",
     .value = "KEY",
     .help = "Most bytes first, most blocks first, or by address (of sizes: the smallest first). "
             "Default: bytes.",
     .allowed = kLeakOrderWords,
     .group = OptionGroup::kLeaks,
     .fallback = "bytes",
     .store = store_word<&Arguments::leaks, &LeaksRequest::order>},
    {.name = "all",
     .help =
         "However far: all that call the function through others too, or that it leads to, with "
         "how many calls lie between and what was spent while both were on the stack.",
     .group = OptionGroup::kReach,
     .store = store_switch<&Arguments::all_reached>},
    {.name = "paths",
     .help = "A column of paths: on how many distinct stacks the function or group stands on top. "
             "With --format igprof in its flat lists. Needs exact stacks.",
     .group = OptionGroup::kPaths,
     .store = store_switch<&Arguments::paths>},
    {.name = "each",
     .help = "Single calls instead of sums, where the input knows them (Xdebug, raw Parrot "
             "profiles): calls lists the dearest, each with its callers; top tells how the costs "
             "of each function's calls spread.",
     .group = OptionGroup::kEach,
     .store = store_switch<&Arguments::each>},
    {.name = "of",
     .value = "NAME",
     .help = "With --each: only calls of the functions that NAME fits, as in 'quern peek'. With "
             "--view peek: the function; with --view annotate: a function, a file or FILE:LINE. Of "
             "a flame graph, of changes too: all that is below this function, or with --bottom-up "
             "its callers.",
     .group = OptionGroup::kOf,
     .store = store_text<&Arguments::each_of>},
    {.name = "chronological",
     .help = "With --each: in the order in which the calls were made.",
     .group = OptionGroup::kOrder,
     .store = store_switch<&Arguments::chronological>},
});

}  // namespace

std::span<const Option> row_options() {
  return kRowOptions;
}

}  // namespace quern::cli
