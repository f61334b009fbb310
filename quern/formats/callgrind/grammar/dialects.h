// SPDX-License-Identifier: MIT
//
// Who wrote a file, and what that producer does differently. A row is chosen by `creator:` or,
// where there is none, by what the header looks like; it names the dialect, picks the base rule and
// switches single lints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace quern::callgrind {

/// What moves the base of relative positions: self-cost rows only, or every cost row.
enum class BaseRule : uint8_t { kSelf, kCost };

/// Writers that differ in more than words.
enum class Family : uint8_t { kOther, kXdebug, kParrotConverter, kSubprof };

/// What a producer always writes at the end, which shows that a file is whole.
enum class End : uint8_t {
  kAny,      ///< nothing: any file may be whole
  kRow,      ///< a line feed behind the last row, as behind every row
  kTotals,   ///< `totals:` behind the rows of each part
  kSummary,  ///< `summary:` behind the rows (Cachegrind), or somewhere in each run (Xdebug)
};

struct Dialect {
  std::string_view name;    ///< for --dialect and `check --head`
  std::string_view format;  ///< the family that users know it by
  std::string_view summary;
  BaseRule base_rule = BaseRule::kCost;
  Family family = Family::kOther;
  End end = End::kAny;

  /// Call targets are always "0 0" and mean nothing; `summary:` holds wall time and peak memory,
  /// and rounding is allowed for; a block is an invocation; runs may be killed, appended, forked.
  [[nodiscard]] bool is_xdebug() const { return family == Family::kXdebug; }
  /// Parrot's converter: the second number of `calls=` is a cost.
  [[nodiscard]] bool is_converter() const { return family == Family::kParrotConverter; }
  /// Parrot's subroutine profiler: -1 is an unknown line, and other output may surround it.
  [[nodiscard]] bool is_subprof() const { return family == Family::kSubprof; }
  /// Whether callees may be in files that no row names; see CalleeFiles.
  [[nodiscard]] bool hides_callee_files() const { return is_xdebug() || is_converter(); }
};

/// What a header says before the first record, and what is known in the end.
struct HeaderSigns {
  std::string creator;
  std::string version;      ///< as written
  std::string first_event;  ///< of the input
  bool has_creator = false;
  bool has_command = false;
  bool has_callgrind_comment = false;
  bool has_positions = false;
  bool starts_as_cachegrind = false;  ///< `desc:` or `cmd:` is the first row
  bool has_callees = false;           ///< a `cfn=` was met: at the end of a file only
  bool is_subprof = false;            ///< `events: ops ticks` and then `summary:`
  std::optional<uint64_t> pid;        ///< the first one
  std::string first_file;             ///< of the first block with a record
  std::string first_function;         ///< of the first block with a record

  /// One of several concatenated files ends: forgets what only its header said.
  void end_file() {
    *this = {.creator = {},
             .version = {},
             .first_event = std::move(first_event),
             .has_callgrind_comment = has_callgrind_comment,
             .starts_as_cachegrind = starts_as_cachegrind,
             .is_subprof = is_subprof,
             .pid = {},
             .first_file = {},
             .first_function = {}};
  }
};

/// Of Parrot's subroutine profiler.
inline constexpr std::string_view kSubprofName = "parrot-subprof";

/// How the creator of rewritten profiles of Callgrind ends: f'2 still is a level of f there.
inline constexpr std::string_view kOfCallgrind = " (of callgrind)";

[[nodiscard]] const Dialect& dialect_of(const HeaderSigns& signs);

/// What a dialect knows of an event by its name: its unit and what it counts.
struct EventMeaning {
  std::string_view long_name;
  std::string_view unit;
  uint64_t scale = 1;
};
/// What Parrot's converter calls its nanoseconds.
inline constexpr std::string_view kConverterTime = "Ir";

[[nodiscard]] EventMeaning meaning_of(const Dialect& dialect, std::string_view event);

/// How a file ends of this dialect and creator: quern's own files end as Callgrind's.
[[nodiscard]] End end_of(const Dialect& dialect, std::string_view creator);

/// All rows, the plain one first.
[[nodiscard]] std::span<const Dialect> dialects();

}  // namespace quern::callgrind
