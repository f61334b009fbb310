// SPDX-License-Identifier: MIT
#include <array>
#include <limits>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

/// More rows than this no source has.
constexpr uint64_t kMostRows = std::numeric_limits<uint32_t>::max();

// One row an option, in the order of help pages.
constexpr std::array<std::string_view, 3> kInlineWords = {"line", "function", "off"};

constexpr auto kSourceOptions = std::to_array<Option>({
    {.name = "context",
     .value = "N",
     .brief = "Lines to show around each line with cost (default: 3)",
     .help = "Lines further away are folded. Around FILE:LINE the default is 8.",
     .group = OptionGroup::kSource,
     .most = kMostRows,
     .store = store_count<&Arguments::context>},
    {.name = "lines",
     .value = "N",
     .brief = "Number of most expensive lines per file, 0 for all",
     .help = "Lines around them are shown too (see --context). Default: 1000 in text, Markdown "
             "and HTML, all lines in other formats.",
     .group = OptionGroup::kSource,
     .most = kMostRows,
     .store = store_count<&Arguments::most_lines>},
    {.name = "whole",
     .brief = "Show all lines of the files, fold nothing",
     .group = OptionGroup::kSource,
     .store = store_switch<&Arguments::whole_files>},
    {.name = "inlines",
     .value = "HOW",
     .brief = "Inlined code: line (default), function or off",
     .help = "With line, the lines that inlined code was called from have its costs too. With "
             "function, each inlined function is a function of its own, named 'NAME (inlined)', in "
             "every answer. Both need addresses in the profile and the debug information of its "
             "objects (see 'quern help source-lines').",
     .allowed = kInlineWords,
     .group = OptionGroup::kInlines,
     .fallback = "line",
     .store = store_word<&Arguments::inlines>},
    {.name = "addresses",
     .brief = "List the recorded instructions of each line",
     .help = "Each has its address, its cost, and the calls that were inlined around it. Needs "
             "addresses in the profile (Callgrind: --dump-instr=yes), or sampled stacks with "
             "addresses. Not in CSV and TSV.",
     .group = OptionGroup::kEdit,
     .store = store_switch<&Arguments::shows_addresses>},
    {.name = "edit",
     .brief = "Open the source in your editor instead of printing it",
     .help = "The editor opens at FILE:LINE. For a function, a file or the whole profile, it "
             "opens at the most expensive line. The editor is the first one set of $QUERN_EDITOR, "
             "$VISUAL and $EDITOR, or else vi (see 'quern help environment').",
     .group = OptionGroup::kEdit,
     .is_for_files = false,
     .store = store_switch<&Arguments::edits>},
    {.name = "source-path",
     .value = "DIR",
     .brief = "Look for sources below DIR (repeatable)",
     .help = "The whole recorded path is tried below DIR first, then shorter and shorter ends of "
             "it.",
     .is_repeatable = true,
     .group = OptionGroup::kSources,
     .also = OptionGroup::kView,
     .takes_file = true,
     .store = store_more<&Arguments::sources, &SourcePlaces::folders>},
    {.name = "object-path",
     .value = "OBJECT=DIR",
     .brief = "Look below DIR first for OBJECT and its sources",
     .help = "OBJECT is a path or the end of one, e.g. libfoo.so=src/foo. Repeat the option for "
             "several objects.",
     .is_repeatable = true,
     .group = OptionGroup::kInlines,
     .example = "such as --object-path libfoo.so=src/foo; OBJECT is a path, or the end of one",
     .store = store_pair<&Arguments::sources, &SourcePlaces::object_folders>},
    {.name = "map-path",
     .value = "FROM=TO",
     .brief = "Look below TO for files recorded below FROM (repeatable)",
     .help = "Example: --map-path /build=/home/me/src. If several match, the longest FROM counts.",
     .is_repeatable = true,
     .group = OptionGroup::kInlines,
     .store = store_pair<&Arguments::sources, &SourcePlaces::maps>},
});

}  // namespace

std::span<const Option> source_options() {
  return kSourceOptions;
}

}  // namespace quern::cli
