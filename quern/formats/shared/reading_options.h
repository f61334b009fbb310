// SPDX-License-Identifier: MIT
//
// What a user may say of how files are read. An option is a member here and a row of
// each_reading_option(). The command line, the cache's key of a file and the commands that answers
// suggest are made from the rows, so none of them can lack an option.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/bytes/reading/window.h"

namespace quern {

/// The largest ReadingOptions::max_row that makes sense: 1 TiB.
inline constexpr size_t kMostMaxRow = size_t{1} << 40;

struct ReadingOptions {
  /// Read the other files of the same run too (callgrind.out.PID[.N][-TT]), never another pid's.
  bool siblings = false;
  /// Overrides the base rule that the creator implies: "self" or "cost".
  std::optional<std::string> base_rule = {};
  /// Keep what stands before a damaged or cut end, with a warning, where the format can do so; not
  /// where keep_going is set.
  bool recover = false;
  /// Raw Parrot profiles: each opcode is a function that its subroutine calls.
  bool opcodes = false;
  /// pprof: labels of samples are the outermost functions of their stacks.
  bool labels = false;
  /// Reads as this format or dialect instead of recognizing it.
  std::optional<std::string> dialect = {};
  unsigned threads = 0;                        ///< 0: as many as help
  size_t buffer_bytes = Window::kDefaultSize;  ///< of each thread
  /// Longer rows of the line-oriented formats are an error, `line-too-long`: it bounds the memory
  /// that a small compressed file can make a reader take. Recognition holds up to 1 MiB, so that
  /// smaller limits have no effect on what it holds.
  size_t max_row = Window::kLongestLine;
};

/// What an option of reading changes.
enum class ReadingEffect : uint8_t {
  kFiles,    ///< which files are read
  kRecords,  ///< what a reader makes of the same bytes
  kRefusal,  ///< which files are an error
  kSpeed,    ///< how long reading takes
};

/// Calls visit(name, effect, member) for each option, `name` being the one on the command line. A
/// member of type size_t is a number of bytes.
template <class Options, class Visit>
constexpr void each_reading_option(Options& options, Visit visit) {
  // This fails to compile for a new member until it has a row.
  auto& [siblings, base_rule, recover, opcodes, labels, dialect, threads, buffer_bytes, max_row] =
      options;
  visit("siblings", ReadingEffect::kFiles, siblings);
  visit("base-rule", ReadingEffect::kRecords, base_rule);
  visit("recover", ReadingEffect::kRecords, recover);
  visit("opcodes", ReadingEffect::kRecords, opcodes);
  visit("labels", ReadingEffect::kRecords, labels);
  visit("dialect", ReadingEffect::kRecords, dialect);
  visit("threads", ReadingEffect::kSpeed, threads);
  visit("buffer-size", ReadingEffect::kSpeed, buffer_bytes);
  visit("max-row", ReadingEffect::kRefusal, max_row);
}

/// What the option of this name changes; nothing: it is no option of reading.
[[nodiscard]] constexpr std::optional<ReadingEffect> reading_effect(std::string_view name) {
  const ReadingOptions options;
  std::optional<ReadingEffect> found;
  each_reading_option(options, [&](std::string_view each, ReadingEffect effect, const auto&) {
    found = each == name ? std::optional(effect) : found;
  });
  return found;
}

/// How one input is read: what the user says, and what the question needs.
struct ReadOptions : ReadingOptions {
  /// Errors become findings and reading goes on with the next row, where that makes sense.
  bool keep_going = false;
  /// Smaller inputs are read by one thread.
  uint64_t parallel_from = uint64_t{16} << 20;
  /// False: the answer is about functions alone and all parts. Where the input tells what all calls
  /// come to by function, the sink may be given that in their place; see Sink::adopt_call_costs().
  /// Means nothing where several inputs are read, or a pipe, and above Keep::kSums.
  bool needs_calls = true;
  /// The sink is given both: lists of functions are then made without a walk over the calls. Means
  /// nothing where several inputs are read, or a pipe.
  bool takes_call_costs = false;
};

}  // namespace quern
