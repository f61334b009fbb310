// SPDX-License-Identifier: MIT
#include "quern/cli/options.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "quern/base/text.h"
#include "quern/cli/arguments.h"

namespace quern::cli {
namespace {

constexpr size_t kLargestBuffer = size_t{1} << 30;
constexpr unsigned kMostThreads = 1024;

constexpr std::array<std::string_view, 6> kFormats = {"text", "json", "csv", "tsv", "md", "igprof"};
constexpr std::array<std::string_view, 7> kGroups = {"function", "name",  "file",     "dir",
                                                     "object",   "class", "namespace"};
constexpr std::array<std::string_view, 2> kBaseRules = {"self", "cost"};
constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};
constexpr std::array<std::string_view, 3> kDemanglings = {"auto", "always", "never"};
constexpr std::array<std::string_view, 1> kTargets = {"json"};

Result<uint64_t> parse_count(std::string_view option, std::string_view value, uint64_t most) {
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc{} || end != value.data() + value.size()) {
    return failure(usage_error("bad-value", fmt::format("--{} expects a whole number, not '{}'",
                                                        option, printable(value))));
  }
  if (number > most) {
    return failure(
        usage_error("bad-value", fmt::format("--{} is {}, but at most {}", option, value, most)));
  }
  return number;
}

/// "4096", "4K", "1M": bytes, in powers of 1024.
Result<size_t> parse_bytes(std::string_view option, std::string_view value) {
  unsigned shift = 0;
  std::string_view digits = value;
  if (digits.ends_with('K') || digits.ends_with('k')) {
    shift = 10;
  } else if (digits.ends_with('M') || digits.ends_with('m')) {
    shift = 20;
  }
  if (shift != 0) {
    digits.remove_suffix(1);
  }
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (problem != std::errc{} || end != digits.data() + digits.size()) {
    return failure(
        usage_error("bad-value", fmt::format("--{} expects bytes such as 4096, 64K or 1M, not '{}'",
                                             option, printable(value))));
  }
  if (number == 0 || number > (kLargestBuffer >> shift)) {
    return failure(usage_error(
        "bad-value", fmt::format("--{} is {}, but 1 to 1024M make sense", option, value)));
  }
  return static_cast<size_t>(number << shift);
}

/// Stores text as it is.
template <auto kMember>
Result<void> store_text(Arguments& arguments, std::string_view value) {
  arguments.*kMember = std::string(value);
  return {};
}

template <auto kMember>
Result<void> store_switch(Arguments& arguments, std::string_view) {
  arguments.*kMember = true;
  return {};
}

Result<void> store_symbols(Arguments& arguments, std::string_view value) {
  arguments.symbols.emplace_back(value);
  return {};
}

/// Event lists add up over several options and split at commas.
Result<void> store_events(Arguments& arguments, std::string_view value) {
  while (true) {
    const size_t comma = value.find(',');
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

Result<void> store_limit(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> count = parse_count("limit", value, std::numeric_limits<uint64_t>::max());
  if (!count) {
    return failure(count.error());
  }
  arguments.limit = *count;
  return {};
}

Result<void> store_depth(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> count = parse_count("depth", value, std::numeric_limits<uint32_t>::max());
  if (!count) {
    return failure(count.error());
  }
  arguments.depth = static_cast<size_t>(*count);
  return {};
}

/// "1", "0.5", "2.25%": hundredths of a percent.
Result<void> store_least_share(Arguments& arguments, std::string_view value) {
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

Result<void> store_width(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> count = parse_count("width", value, 100'000);
  if (!count) {
    return failure(count.error());
  }
  arguments.width = static_cast<size_t>(*count);
  return {};
}

Result<void> store_threads(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> count = parse_count("threads", value, kMostThreads);
  if (!count) {
    return failure(count.error());
  }
  arguments.threads = static_cast<unsigned>(*count);
  return {};
}

Result<void> store_buffer(Arguments& arguments, std::string_view value) {
  const Result<size_t> bytes = parse_bytes("buffer-size", value);
  if (!bytes) {
    return failure(bytes.error());
  }
  arguments.buffer_bytes = *bytes;
  return {};
}

/// One of kGroups, which are all there are.
Result<void> store_group(Arguments& arguments, std::string_view value) {
  arguments.group_by = parse_group_by(value).value_or(GroupBy::kFunction);
  return {};
}

Result<void> store_leaks_by(Arguments& arguments, std::string_view value) {
  arguments.leaks.by = parse_leaks_by(value).value_or(LeaksBy::kFunction);
  return {};
}

Result<void> store_leak_order(Arguments& arguments, std::string_view value) {
  arguments.leaks.order = parse_leak_order(value).value_or(LeakOrder::kBytes);
  return {};
}

/// Adds to a list of filters.
template <auto kMember>
Result<void> store_filter(Arguments& arguments, std::string_view value) {
  (arguments.filters.*kMember).emplace_back(value);
  return {};
}

Result<void> store_unfold(Arguments& arguments, std::string_view) {
  arguments.filters.unfold_recursion = true;
  return {};
}

/// What options of limits are called, for their errors.
constexpr char kMinCount[] = "min-count";
constexpr char kMaxCount[] = "max-count";
constexpr char kMinCalls[] = "min-calls";
constexpr char kMaxCalls[] = "max-calls";
constexpr char kMinAverage[] = "min-average";
constexpr char kMaxAverage[] = "max-average";

template <auto kMember, const char* kName>
Result<void> store_node_limit(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> count = parse_count(kName, value, std::numeric_limits<uint64_t>::max());
  if (!count) {
    return failure(count.error());
  }
  arguments.filters.limits.*kMember = *count;
  return {};
}

Result<void> store_color(Arguments& arguments, std::string_view value) {
  arguments.color = value == "always"  ? ColorChoice::kAlways
                    : value == "never" ? ColorChoice::kNever
                                       : ColorChoice::kAuto;
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kOptions = std::to_array<Option>({
    {.name = "event",
     .letter = 'e',
     .value = "E[,E...]",
     .help = "Show these events, in this order. Derived ones (see 'quern info') can be named too. "
             "Default: the first one in text, md and igprof, all of the input in other formats.",
     .group = OptionGroup::kEvents,
     .store = store_events},
    {.name = "sort",
     .value = "E",
     .help =
         "Sort by this event's cost; self:E or incl:E says which cost, and self or inclusive alone "
         "takes the first event.",
     .group = OptionGroup::kSort,
     .store = store_text<&Arguments::sort>},
    {.name = "limit",
     .letter = 'n',
     .value = "N",
     .help = "Show at most N rows, 0 for all. Default: 20.",
     .group = OptionGroup::kRows,
     .store = store_limit},
    {.name = "group-by",
     .value = "KEY",
     .help = "Add up the functions that share this: 'name' merges functions of one name.",
     .allowed = kGroups,
     .group = OptionGroup::kRows,
     .store = store_group},
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
     .group = OptionGroup::kTree,
     .store = store_switch<&Arguments::bottom_up>},
    {.name = "heaviest",
     .help = "Show the heaviest path alone: of each function only its dearest branch.",
     .group = OptionGroup::kTree,
     .store = store_switch<&Arguments::heaviest_path>},
    {.name = "depth",
     .value = "N",
     .help = "Show at most N levels, 0 for any number. Default: 0.",
     .group = OptionGroup::kTree,
     .store = store_depth},
    {.name = "min",
     .value = "PCT",
     .help = "Leave out branches below this percentage of the total.",
     .group = OptionGroup::kTree,
     .store = store_least_share},
    {.name = "by",
     .value = "WHAT",
     .help = "One row a function, a stack, a size (powers of two), a range of pages of 4 KiB, or a "
             "block. Default: function.",
     .allowed = kLeaksByWords,
     .group = OptionGroup::kLeaks,
     .store = store_leaks_by},
    {.name = "order",
     .value = "KEY",
     .help = "Most bytes first, most blocks first, or by address (of sizes: the smallest first). "
             "Default: bytes.",
     .allowed = kLeakOrderWords,
     .group = OptionGroup::kLeaks,
     .store = store_leak_order},
    {.name = "each",
     .help = "Single calls instead of sums, where the input knows them (Xdebug, raw Parrot "
             "profiles): calls lists the dearest, each with its callers; top tells how the costs "
             "of each function's calls spread.",
     .group = OptionGroup::kEach,
     .store = store_switch<&Arguments::each>},
    {.name = "of",
     .value = "NAME",
     .help = "With --each: only calls of the functions that NAME fits, as in 'quern peek'.",
     .group = OptionGroup::kEach,
     .store = store_text<&Arguments::each_of>},
    {.name = "chronological",
     .help = "With --each: in the order in which the calls were made.",
     .group = OptionGroup::kOrder,
     .store = store_switch<&Arguments::chronological>},
    {.name = "baseline",
     .value = "FILE",
     .help = "Subtract the costs of this profile, which is of the same format, "
             "stack by stack.",
     .group = OptionGroup::kFilters,
     .takes_file = true,
     .store = store_text<&Arguments::baseline>},
    {.name = "rename",
     .value = "s/RE/TEXT/FLAGS",
     .help = "Give functions new names, \\1 is the first group; those that get "
             "one name become one. Flags: g everywhere in the name, i any case, "
             "o else the object or file, k keep files and objects apart. "
             "Several: again, or with ; between them.",
     .group = OptionGroup::kFilters,
     .store = store_filter<&Transform::rename>},
    {.name = "merge-ancestors",
     .value = "A>B/NAME",
     .help = "Call a function f below a B that was called by A NAME:f. A and B "
             "are regular expressions.",
     .group = OptionGroup::kFilters,
     .store = store_filter<&Transform::merge_ancestors>},
    {.name = "hide",
     .value = "RE",
     .help = "Take the functions whose names this expression fits out of all "
             "stacks: their cost and callees go to their callers. Or well-known "
             "ones: @allocators, @collector, @php, @proxies, with commas between "
             "them.",
     .group = OptionGroup::kFilters,
     .store = store_filter<&Transform::hide>},
    {.name = kMinCount,
     .value = "N",
     .help = "Name only the functions of stacks that themselves cost at least N; "
             "what others cost is shown as (outside limits). 0: no limit.",
     .group = OptionGroup::kFilters,
     .store = store_node_limit<&NodeLimits::min_value, kMinCount>},
    {.name = kMaxCount,
     .value = "N",
     .help = "Likewise at most N.",
     .group = OptionGroup::kFilters,
     .store = store_node_limit<&NodeLimits::max_value, kMaxCount>},
    {.name = kMinCalls,
     .value = "N",
     .help = "Likewise with at least N calls.",
     .group = OptionGroup::kFilters,
     .store = store_node_limit<&NodeLimits::min_calls, kMinCalls>},
    {.name = kMaxCalls,
     .value = "N",
     .help = "Likewise with at most N calls.",
     .group = OptionGroup::kFilters,
     .store = store_node_limit<&NodeLimits::max_calls, kMaxCalls>},
    {.name = kMinAverage,
     .value = "N",
     .help = "Likewise at a cost of at least N a call.",
     .group = OptionGroup::kFilters,
     .store = store_node_limit<&NodeLimits::min_average, kMinAverage>},
    {.name = kMaxAverage,
     .value = "N",
     .help = "Likewise at a cost of at most N a call.",
     .group = OptionGroup::kFilters,
     .store = store_node_limit<&NodeLimits::max_average, kMaxAverage>},
    {.name = "unfold-recursion",
     .help = "Tell a function's calls in itself apart: the second f on a stack "
             "is f'2.",
     .group = OptionGroup::kFilters,
     .store = store_unfold},
    {.name = "symbols",
     .value = "FILE",
     .help = "Names of the addresses that IgProf could not resolve: from a file that 'quern "
             "symbols' wrote, or auto: from the object files of this machine (see 'quern help "
             "symbols').",
     .group = OptionGroup::kNames,
     .takes_file = true,
     .store = store_symbols},
    {.name = "unfold",
     .help = "Keep apart what Callgrind told apart: f'g is f called by g, f'2 the second level of "
             "its recursion. Default: they are f.",
     .group = OptionGroup::kNames,
     .store = store_switch<&Arguments::unfold>},
    {.name = "demangle",
     .value = "WHEN",
     .help = "Make mangled C++, Rust and D names readable: auto does so in text and md, and always "
             "also makes one function of those that are called alike then.",
     .allowed = kDemanglings,
     .group = OptionGroup::kNames,
     .store = store_text<&Arguments::demangle>},
    {.name = "siblings",
     .help = "Read the other files of the same run too: its threads and dumps, never another "
             "process's.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::siblings>},
    {.name = "base-rule",
     .value = "RULE",
     .help = "What relative positions are relative to, instead of what the file's creator "
             "implies (see 'quern help callgrind').",
     .allowed = kBaseRules,
     .group = OptionGroup::kReading,
     .store = store_text<&Arguments::base_rule>},
    {.name = "recover",
     .help = "Keep what stands before the damaged or cut end of an IgProf dump, with a warning.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::recover>},
    {.name = "opcodes",
     .help = "Raw Parrot profiles: show each opcode as a function op:NAME that its subroutine "
             "calls.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::opcodes>},
    {.name = "dialect",
     .value = "NAME",
     .help = "Read as this format or dialect instead of recognising it (see 'quern help "
             "formats').",
     .group = OptionGroup::kReading,
     .store = store_text<&Arguments::dialect>},
    {.name = "threads",
     .value = "N",
     .help = "Read with N threads; the answer is the same for any N. Default: as many as help.",
     .group = OptionGroup::kReading,
     .store = store_threads},
    {.name = "buffer-size",
     .value = "BYTES",
     .help = "Size of the buffer that inputs are read through, such as 4K, 64K or 1M.",
     .group = OptionGroup::kReading,
     .store = store_buffer},
    {.name = "timings",
     .help = "Say on standard error how long each phase took.",
     .group = OptionGroup::kReading,
     .store = store_switch<&Arguments::timings>},
    {.name = "strict",
     .help = "Count warnings as failure.",
     .group = OptionGroup::kCheck,
     .store = store_switch<&Arguments::is_strict>},
    {.name = "list-codes",
     .help = "List every error and warning code with its meaning, and end.",
     .group = OptionGroup::kCheck,
     .store = store_switch<&Arguments::list_codes>},
    {.name = "to",
     .value = "FORMAT",
     .help = "Write this format: json is quern.profile/1, complete and lossless.",
     .allowed = kTargets,
     .group = OptionGroup::kConvert,
     .store = store_text<&Arguments::target>},
    {.name = "format",
     .letter = 'f',
     .value = "FORMAT",
     .help = "Form of the answer. With json, an error is also one JSON object on standard error.",
     .allowed = kFormats,
     .group = OptionGroup::kFormat,
     .store = store_text<&Arguments::format>},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .help = "Write the answer to FILE, whole or not at all; - is standard output.",
     .group = OptionGroup::kOutput,
     .takes_file = true,
     .store = store_text<&Arguments::output>},
    {.name = "force",
     .help = "Let -o replace a file that exists.",
     .group = OptionGroup::kOutput,
     .store = store_switch<&Arguments::force>},
    {.name = "width",
     .value = "N",
     .help = "Fit text into N columns, 0 for no limit. Default: the terminal's width, and no "
             "limit in a pipe or file.",
     .group = OptionGroup::kLayout,
     .store = store_width},
    {.name = "short-names",
     .help = "Shorten the template arguments of C++ names in text answers.",
     .group = OptionGroup::kLayout,
     .store = store_switch<&Arguments::short_names>},
    {.name = "color",
     .value = "WHEN",
     .help = "Colour text answers and messages: auto does so on a terminal.",
     .allowed = kColors,
     .group = OptionGroup::kGeneral,
     .store = store_color},
    {.name = "quiet",
     .letter = 'q',
     .help = "No warnings, notes or progress on standard error; errors are still told.",
     .group = OptionGroup::kGeneral,
     .store = store_switch<&Arguments::quiet>},
    {.name = "help",
     .letter = 'h',
     .help = "Show this help and end.",
     .group = OptionGroup::kGeneral,
     .store = store_switch<&Arguments::wants_help>},
    {.name = "version",
     .letter = 'V',
     .help = "Show the version and end.",
     .group = OptionGroup::kGeneral,
     .store = store_switch<&Arguments::wants_version>},
});

}  // namespace

std::span<const Option> options() {
  return kOptions;
}

const Option* find_option(std::string_view name) {
  for (const Option& option : kOptions) {
    if (option.name == name) {
      return &option;
    }
  }
  return nullptr;
}

const Option* find_option(char letter) {
  for (const Option& option : kOptions) {
    if (option.letter != 0 && option.letter == letter) {
      return &option;
    }
  }
  return nullptr;
}

std::string_view group_title(OptionGroup group) {
  switch (group) {
    case OptionGroup::kEvents:
    case OptionGroup::kSort:
    case OptionGroup::kRows:
    case OptionGroup::kParts:
    case OptionGroup::kTree:
    case OptionGroup::kLeaks:
      return "What to show";
    case OptionGroup::kEach:
    case OptionGroup::kOrder:
      return "Single calls";
    case OptionGroup::kFilters:
      return "Filters";
    case OptionGroup::kCheck:
      return "Checking";
    case OptionGroup::kConvert:
      return "Converting";
    case OptionGroup::kFormat:
    case OptionGroup::kOutput:
    case OptionGroup::kLayout:
      return "The answer";
    case OptionGroup::kNames:
      return "Names";
    case OptionGroup::kReading:
      return "Reading";
    case OptionGroup::kGeneral:
      break;
  }
  return "General";
}

std::string option_synopsis(const Option& option) {
  std::string text = option.letter != 0 ? fmt::format("-{}, ", option.letter) : std::string();
  text += fmt::format("--{}", option.name);
  if (!option.value.empty()) {
    text += fmt::format(" {}", option.value);
  }
  return text;
}

}  // namespace quern::cli
