// SPDX-License-Identifier: MIT
//
// What the user asked for, parsed: plain values, defaults filled in, nothing looked up in a profile
// yet. Options store into it (options.h); commands read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/grouping.h"
#include "quern/base/result.h"
#include "quern/bytes/window.h"
#include "quern/views/leaks.h"
#include "quern/workspace/transform.h"

namespace quern::cli {

struct Command;

enum class ColorChoice : uint8_t { kAuto, kAlways, kNever };

struct Arguments {
  const Command* command = nullptr;
  std::vector<std::string> words;  ///< what is no option: files, or a name and files

  std::vector<std::string> events;
  std::optional<std::string> sort;
  std::optional<uint64_t> limit;  ///< 0: all
  GroupBy group_by = GroupBy::kFunction;
  std::optional<std::string> parts;
  std::optional<std::string> threads_shown;

  Transform filters;  ///< the baseline is not read yet
  std::optional<std::string> baseline;

  bool bottom_up = false;
  bool heaviest_path = false;
  size_t depth = 0;          ///< levels; 0: any
  uint32_t least_share = 0;  ///< in hundredths of a percent

  LeaksRequest leaks;

  bool each = false;
  std::optional<std::string> each_of;
  bool chronological = false;

  std::vector<std::string> symbols;  ///< files of symbols, and "auto"
  std::string demangle = "auto";
  bool unfold = false;

  bool siblings = false;
  bool recover = false;
  bool opcodes = false;
  std::optional<std::string> base_rule;
  std::optional<std::string> dialect;
  unsigned threads = 0;  ///< 0: as many as help
  size_t buffer_bytes = Window::kDefaultSize;

  std::string format = "text";
  std::optional<std::string> output;
  bool force = false;
  ColorChoice color = ColorChoice::kAuto;
  std::optional<size_t> width;  ///< 0: no limit
  bool short_names = false;

  bool is_strict = false;
  bool list_codes = false;
  std::optional<std::string> target;  ///< convert --to

  bool quiet = false;
  bool timings = false;
  bool wants_help = false;
  bool wants_version = false;
};

/// Parses what follows the program's name. Errors are all Fault::kUsage, with the nearest command
/// or option as a hint. `--help` and `--version` make everything else optional. `is_file` is asked
/// about a first word that is no command and does not look like a path.
[[nodiscard]] Result<Arguments> parse_arguments(std::span<const std::string> words,
                                                bool (*is_file)(const std::string& name));

/// Whether errors are wanted as JSON too; answers also where the arguments as a whole are wrong.
[[nodiscard]] bool wants_json_errors(std::span<const std::string> words);

}  // namespace quern::cli
