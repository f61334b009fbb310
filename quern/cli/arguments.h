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
#include "quern/cli/config/settings.h"
#include "quern/output/render.h"
#include "quern/source/source_files.h"
#include "quern/views/leaks.h"
#include "quern/workspace/baselines.h"
#include "quern/workspace/transform.h"

namespace quern::cli {

struct Command;

enum class ColorChoice : uint8_t { kAuto, kAlways, kNever };

/// Of commands that compare.
struct DiffArguments {
  std::vector<std::string> base;           ///< files of the old side
  std::optional<std::string> base_part;    ///< parts of the old side
  std::optional<std::string> base_thread;  ///< likewise
  std::string view = "top";
  std::string widths = "both";
  std::vector<std::string> match;         ///< layers; empty: all
  std::vector<std::string> base_sources;  ///< folders of the old side's sources
  bool unchanged = false;
  bool exit_code = false;
};

/// Of `gate` alone.
struct GateArguments {
  std::vector<std::string> max;        ///< rules
  std::optional<std::string> against;  ///< name of a baseline
  std::optional<std::string> save;     ///< likewise
  std::string folder{kBaselineFolder};
};

/// Of `flame` alone.
struct FlameArguments {
  bool merge_recursion = false;
  std::string roots;  ///< "", "top", "bottom"
  FlameStyle style;
};

/// Of `view` alone.
struct ViewArguments {
  bool no_browser = false;
  uint16_t port = 0;                ///< 0: any
  uint64_t idle_minutes = 0;        ///< 0: never
  std::optional<std::string> html;  ///< one file instead of a server
  uint64_t html_megabytes = 10;
};

/// Of `convert` alone.
struct ConvertArguments {
  std::optional<std::string> target;  ///< --to
  bool check = false;
  bool plain_names = false;
  bool plain_positions = false;
};

struct Arguments {
  const Command* command = nullptr;
  std::vector<std::string> words;  ///< what is no option: files, or a name and files

  std::vector<std::string> events;
  std::optional<std::string> sort;
  std::optional<uint64_t> limit;  ///< 0: all
  GroupBy group_by = GroupBy::kFunction;
  std::optional<std::string> where;
  std::vector<std::string> defines;
  std::optional<std::string> groups;
  std::optional<std::string> parts;
  std::optional<std::string> threads_shown;

  Transform filters;  ///< the baseline is not read yet
  std::optional<std::string> baseline;

  bool bottom_up = false;
  bool heaviest_path = false;
  size_t depth = 0;                     ///< levels; 0: any
  std::optional<uint32_t> least_share;  ///< in hundredths of a percent

  std::optional<size_t> context;     ///< lines around others
  std::optional<size_t> most_lines;  ///< of a file; 0: all
  bool whole_files = false;
  SourcePlaces sources;  ///< what the options say of them

  LeaksRequest leaks;

  bool each = false;
  std::optional<std::string> each_of;
  bool chronological = false;
  bool all_reached = false;  ///< of `callers` and `callees`: however far

  FlameArguments flame;
  DiffArguments diff;
  GateArguments gate;
  ViewArguments view;
  ConvertArguments convert;

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
  bool no_pager = false;

  std::optional<std::string> config_file;  ///< --config
  bool no_config = false;
  std::vector<std::string> config_files;  ///< that were read, the strongest first
  /// What is set and where, the strongest first: the command line, then files.
  std::vector<Setting> settings;

  bool is_strict = false;
  bool list_codes = false;

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

/// Stores what `from_files`, the strongest first, sets for the command and the command line does
/// not. Errors: those of the options, with the place in the file.
[[nodiscard]] Result<void> apply_settings(Arguments& arguments, std::vector<Setting> from_files);

/// Whether errors are wanted as JSON too; answers also where the arguments as a whole are wrong.
[[nodiscard]] bool wants_json_errors(std::span<const std::string> words);

}  // namespace quern::cli
