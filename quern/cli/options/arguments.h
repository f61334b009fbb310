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

#include "quern/analysis/groups/grouping.h"
#include "quern/base/result.h"
#include "quern/cli/options/settings.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/trees/diff_flame.h"
#include "quern/filters/filter_options.h"
#include "quern/formats/shared/writer.h"
#include "quern/load/open_options.h"
#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"
#include "quern/output/shared/graph_style.h"
#include "quern/save/baselines.h"
#include "quern/source/source_files.h"
#include "quern/views/held/leaks.h"
#include "quern/views/map/cost_map.h"

namespace quern::cli {

struct Command;
struct OldCommand;

enum class ColorChoice : uint8_t { kAuto, kAlways, kNever };

/// Of commands that compare.
struct DiffArguments {
  std::vector<std::string> base;           ///< files of the old side
  std::optional<std::string> base_part;    ///< parts of the old side
  std::optional<std::string> base_thread;  ///< threads of the old side
  std::string view = "top";
  DiffWidths widths = DiffWidths::kBoth;
  std::vector<std::string> match;          ///< layers; empty: all
  std::vector<std::string> base_sources;   ///< folders of the old side's sources
  std::vector<ObjectFolder> base_objects;  ///< and of its objects
  std::optional<DiffKinds> kinds;          ///< of changes; nothing: all
  std::optional<LeastChange> least_change;
  bool drop_outliers = false;
  bool normalize = false;  ///< totals made equal first
  bool unchanged = false;
  bool exit_code = false;
  bool allow_incomplete = false;
};

/// Of `gate` alone.
struct GateArguments {
  std::vector<std::string> max;        ///< rules
  std::optional<std::string> ratchet;  ///< a file of limits to lower
  std::optional<std::string> against;  ///< name of a baseline
  std::optional<std::string> save;     ///< name of a baseline to write
  std::string folder{kBaselineFolder};
  bool require_match = false;  ///< a rule that matches nothing is an error
};

/// What is made of code that was inlined.
enum class Inlines : uint8_t {
  kLine,      ///< lines have its costs, besides their own
  kFunction,  ///< inlined functions are functions of their own
  kOff,       ///< no object is asked for it
};

/// Of `flame` alone.
struct FlameArguments {
  bool merge_recursion = false;
  std::string roots;  ///< "", "top", "bottom"
  FlameStyle style;
};

/// Of `graph` alone.
struct GraphArguments {
  std::optional<size_t> up;                  ///< levels of callers
  std::optional<size_t> down;                ///< levels of callees
  std::optional<uint32_t> least_edge_share;  ///< in hundredths of a percent
  bool opens_cycles = false;
  std::optional<GroupBy> cluster_by;
  GraphStyle style;
};

/// Of `map` alone.
struct MapArguments {
  MapOf of = MapOf::kCallees;
  std::optional<uint32_t> height;  ///< in pixels
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
  WriteOptions write;
};

/// Of `merge` alone.
struct MergeArguments {
  std::vector<std::string> lists;  ///< files of paths
  bool skip_bad = false;
  bool no_lines = false;
  bool keep_parts = false;
};

/// Of `record` alone.
struct RecordArguments {
  std::string with = {};                    ///< a profiler; empty: what suits the program
  std::vector<std::string> things = {};     ///< --for
  std::optional<std::string> profile = {};  ///< the file
  uint64_t runs = 1;                        ///< at least 1
  bool exits_zero = false;                  ///< however the program ends
  bool is_dry = false;
};

struct Arguments {
  const Command* command = nullptr;
  const OldCommand* old_command = nullptr;  ///< the word of earlier versions that names it
  std::vector<std::string> words;           ///< what is no option: files, or a name and files
  bool takes_newest = false;  ///< whether the last word is the newest profile in the folder

  std::vector<std::string> events;
  std::optional<std::string> sort;
  std::optional<uint64_t> limit;  ///< 0: all
  GroupBy group_by = GroupBy::kFunction;
  size_t dir_depth = 0;    ///< of --group-by dir; 0: all of a path
  bool running = false;    ///< of `top` alone
  bool of_parent = false;  ///< percentages are of the row above, or of the function
  std::string unit;        ///< one of kUnitWords; empty: whatever suits
  std::optional<std::string> where;
  std::vector<std::string> defines;
  std::optional<std::string> groups;
  std::optional<std::string> parts;
  std::optional<std::string> threads_shown;

  FilterOptions filters;  ///< the baseline is not read yet
  std::optional<std::string> baseline;
  std::vector<std::string> filter_sets;  ///< names of sets of filters in configuration files

  bool bottom_up = false;
  bool heaviest_path = false;
  size_t depth = 0;                     ///< levels; 0: any
  std::optional<uint32_t> least_share;  ///< in hundredths of a percent

  Inlines inlines = Inlines::kLine;
  std::optional<size_t> context;     ///< lines around others
  std::optional<size_t> most_lines;  ///< of a file; 0: all
  bool whole_files = false;
  bool shows_addresses = false;
  bool edits = false;    ///< the source is opened in an editor
  SourcePlaces sources;  ///< what the options say of them

  LeaksRequest leaks;

  bool each = false;
  std::optional<std::string> each_of;
  bool chronological = false;
  bool paths = false;        ///< of `top` only
  bool stats = false;        ///< of `merge`: to keep; of others: to show
  bool callers = false;      ///< of `peek`: only these
  bool callees = false;      ///< of `peek`: only these
  bool all_matches = false;  ///< a name that matches several functions asks for each
  bool all = false;  ///< of `peek`: indirect callers and callees too; of `help`: all commands

  FlameArguments flame;
  GraphArguments graph;
  MapArguments map;
  DiffArguments diff;
  GateArguments gate;
  ViewArguments view;
  ConvertArguments convert;
  MergeArguments merge;
  RecordArguments record;

  std::vector<std::string> symbols;  ///< files of symbols, and "auto"
  std::string demangle = "auto";
  bool unfold = false;
  std::vector<std::string> unfold_only;  ///< expressions

  ReadingOptions reading;  ///< what the options say of how inputs are read
  bool cache = false;
  uint64_t cache_bytes = kCacheBytes;
  bool clear_cache = false;  ///< of `cache` alone

  std::string format = "text";
  bool for_spreadsheets = false;  ///< CSV and TSV: protect text that looks like a formula
  std::optional<std::string> output;
  bool force = false;
  ColorChoice color = ColorChoice::kAuto;
  std::optional<size_t> width;  ///< 0: no limit
  bool short_names = false;
  bool no_pager = false;

  std::optional<std::string> config_file;  ///< --config
  bool no_config = false;
  std::vector<std::string> config_files;  ///< that were read, the strongest first
  /// What counts for this answer, the strongest first: the command line, then files.
  std::vector<Setting> settings;
  std::vector<Setting> file_settings;  ///< all that files set, the strongest first

  bool only_head = false;  ///< of `check`
  bool is_strict = false;
  bool list_codes = false;
  bool is_repair = false;

  bool quiet = false;
  bool timings = false;
  bool wants_help = false;
  bool wants_brief_help = false;  ///< asked for with `-h`
  bool wants_version = false;
  bool wants_parts = false;  ///< with wants_version: what the build contains
};

/// The command that these words ask for; the nameless one where the first is a file. Error
/// `unknown-command`. `is_file`: as of parse_arguments().
[[nodiscard]] Result<const Command*> asked_command(std::span<const std::string> words,
                                                   bool (*is_file)(const std::string& name));

/// Parses what follows the program's name. Errors are all Fault::kUsage, with the nearest command
/// or option as a hint. `--help` and `--version` make everything else optional. `is_file` is asked
/// about a first word that is no command and does not look like a path.
[[nodiscard]] Result<Arguments> parse_arguments(std::span<const std::string> words,
                                                bool (*is_file)(const std::string& name));

/// Stores what `from_files`, the strongest first, sets for the command and the command line does
/// not. A file is for many answers: what the command does not have, and what cannot be combined
/// with a stronger place, is left out. Errors: those of the options, with the place in the file;
/// `unknown-filter`.
[[nodiscard]] Result<void> apply_settings(Arguments& arguments, std::vector<Setting> from_files);

/// What the sets of --filter hold, in their order, and whether the command has such an option.
struct ChosenFilter {
  const Setting* setting = nullptr;
  bool is_taken = false;
};
[[nodiscard]] std::vector<ChosenFilter> chosen_filters(const Arguments& arguments);

/// Whether the option says what a comparison begins with.
[[nodiscard]] bool names_old_side(const Option& option);

/// Whether the command line has the option of this name, and not a file.
[[nodiscard]] bool is_typed(const Arguments& arguments, std::string_view name);

/// Whether errors are wanted as JSON too; answers also where the arguments as a whole are wrong.
[[nodiscard]] bool wants_json_errors(std::span<const std::string> words);

}  // namespace quern::cli
