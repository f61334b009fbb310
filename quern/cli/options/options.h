// SPDX-License-Identifier: MIT
//
// The one table of options. Parsing, help, man pages and completions are all made from its rows, so
// an option is added by adding a row. Groups decide which command takes which options.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/result.h"

namespace quern::cli {

struct Arguments;

/// Options that a command takes or leaves together.
enum class OptionGroup : uint8_t {
  kEvents,    ///< which costs
  kSort,      ///< order of rows by cost
  kRows,      ///< number of rows, groups
  kWhere,     ///< which rows
  kParts,     ///< a subset of the parts
  kTop,       ///< of `top` alone
  kPercent,   ///< what 100 % is
  kLimit,     ///< of them the number of rows
  kShare,     ///< how dear what is shown has to be
  kBranches,  ///< of trees of calls
  kTree,      ///< of trees that are listed
  kFlame,     ///< of flame graphs
  kColors,    ///< of `flame` alone
  kGraph,     ///< of drawn call graphs
  kMap,       ///< of `map` alone
  kSource,    ///< of source lines
  kSources,   ///< where sources are
  kInlines,   ///< inlined code, and where files are
  kEdit,      ///< of `annotate` alone
  kLeaks,     ///< of `leaks` alone
  kEach,      ///< single calls instead of sums
  kOf,        ///< which function is meant
  kReach,     ///< of `callers` and `callees` alone
  kMatches,   ///< of commands about one function
  kPaths,     ///< of `top` alone
  kStats,     ///< of merged runs
  kSides,     ///< which profiles are compared, and how
  kRuns,      ///< of several runs of one thing
  kDiff,      ///< of `diff` alone
  kGate,      ///< of `gate` alone
  kView,      ///< of `view` alone
  kOrder,     ///< in which single calls are listed
  kFilters,   ///< another profile made of the input
  kCheck,     ///< of `check` alone
  kTarget,    ///< which format a profile is written in
  kConvert,   ///< of `convert` and `export`
  kPlain,     ///< of `convert` to Callgrind's format
  kMerge,     ///< of `merge` alone
  kCache,     ///< of `cache` alone
  kRecord,    ///< of `record` alone
  kNames,     ///< what functions are called
  kReading,   ///< how inputs are read
  kFormat,    ///< the form of the answer
  kOutput,    ///< where the answer goes
  kLayout,    ///< how a text answer looks
  kHelp,      ///< of `help` alone
  kGeneral,   ///< of every command
};

/// What in a profile an option's value names, for completions.
enum class Names : uint8_t {
  kNothing,
  kEvents,      ///< a list of events
  kSortKey,     ///< an event, or another key of rows
  kFunction,    ///< a function
  kExpression,  ///< functions, by a regular expression
};

struct Option {
  std::string_view name;           ///< long name, without dashes
  std::string_view old_name = {};  ///< its name in earlier versions: still read, listed nowhere
  char letter = 0;                 ///< short name, or 0
  std::string_view value = {};     ///< placeholder of its value; empty: a switch
  /// What it does and its default, for `-h`: a line of at most 60 characters, without a full stop.
  std::string_view brief = {};
  std::string_view help = {};  ///< what else there is to know, for `--help`: sentences
  std::span<const std::string_view> allowed = {};  ///< its only values; empty: any
  bool is_list = false;                            ///< takes several of them, separated by commas
  bool is_repeatable = false;                      ///< all its values count, not only the last one
  OptionGroup group = OptionGroup::kGeneral;
  std::optional<OptionGroup> also = {};  ///< a smaller group that has it too
  bool takes_file = false;               ///< its value is a path, for completions
  Names names = Names::kNothing;
  /// A configuration file may set it. False: it means one call alone, or writes or runs something,
  /// which a file from a stranger's repository must not do.
  bool is_for_files = true;
  std::string_view fallback = {};  ///< its value where nothing sets it, if that is one text
  std::string_view example = {};   ///< hint of errors about its value
  uint64_t least = 0;              ///< of a number
  uint64_t most = UINT64_MAX;      ///< of a number
  /// Checks `value` and puts it into the arguments; switches get an empty one.
  Result<void> (*store)(Arguments& arguments, const Option& option,
                        std::string_view value) = nullptr;
};

[[nodiscard]] std::span<const Option> options();

/// The option of this long name, or of this old name; null where there is none.
[[nodiscard]] const Option* find_option(std::string_view name);
[[nodiscard]] const Option* find_option(char letter);

/// The last option in `word`, such as "-e" or "--event", whose value is the next word; null: none.
[[nodiscard]] const Option* option_awaiting_value(std::string_view word);

/// Checks that the value is one the command of `arguments` allows for the option, and stores it.
[[nodiscard]] Result<void> store_value(Arguments& arguments, const Option& option,
                                       const std::string& value);

/// Heading over a group's options in help pages: "Costs", "Reading".
[[nodiscard]] std::string_view group_title(OptionGroup group);

/// "--limit" or "-n, --limit N".
[[nodiscard]] std::string option_synopsis(const Option& option);

}  // namespace quern::cli
