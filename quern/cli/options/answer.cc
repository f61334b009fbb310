// SPDX-License-Identifier: MIT
#include <array>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 14> kFormats = {
    "text",   "json", "csv",     "tsv",    "md",    "html",   "svg",
    "folded", "dot",  "mermaid", "igprof", "junit", "github", "sarif"};
constexpr std::array<std::string_view, 3> kColorWords = {"auto", "always", "never"};

// One row an option, in the order of help pages.
constexpr auto kAnswerOptions = std::to_array<Option>({
    {.name = "head",
     .brief = "Show only what the profile contains",
     .help = "Format, producer, command, events with their meaning, derived events, parts, sizes "
             "and warnings. The totals are compared with those that the file declares. A file that "
             "cannot be read is an error.",
     .group = OptionGroup::kCheck,
     .is_for_files = false,
     .store = store_switch<&Arguments::only_head>},
    {.name = "strict",
     .brief = "Exit with 1 if there are warnings",
     .group = OptionGroup::kCheck,
     .store = store_switch<&Arguments::is_strict>},
    {.name = "list-codes",
     .brief = "List all error and warning codes with their meaning",
     .group = OptionGroup::kCheck,
     .is_for_files = false,
     .store = store_switch<&Arguments::list_codes>},
    {.name = "repair",
     .brief = "Write a clean copy of a damaged file to -o FILE",
     .help = "The answer lists what the copy lacks: everything that an error or a dropped line "
             "was about. The exit code is 1 if anything is missing.",
     .group = OptionGroup::kCheck,
     .is_for_files = false,
     .store = store_switch<&Arguments::is_repair>},
    {.name = "format",
     .letter = 'f',
     .value = "FORMAT",
     .brief = "Format of the answer (default: text)",
     .help = "With json, an error is also printed as one JSON object on stderr.",
     .allowed = kFormats,
     .group = OptionGroup::kFormat,
     .fallback = "text",
     .store = store_text<&Arguments::format>},
    {.name = "spreadsheet",
     .brief = "CSV, TSV: put ' before text that looks like a formula",
     .help = "Spreadsheets run text that begins with =, +, - or @ when they open a file. Numbers "
             "are not changed. Leave it out for programs, which would see the apostrophe. "
             "'quern help converting' describes CSV and TSV.",
     .group = OptionGroup::kFormat,
     .store = store_switch<&Arguments::for_spreadsheets>},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .brief = "Write to FILE, - for standard output",
     .help = "FILE appears complete or not at all.",
     .group = OptionGroup::kOutput,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::output>},
    {.name = "force",
     .brief = "Replace output files that exist",
     .group = OptionGroup::kOutput,
     .is_for_files = false,
     .store = store_switch<&Arguments::force>},
    {.name = "width",
     .value = "N",
     .brief = "Width of text in columns, 0 for no limit",
     .help = "Default: the width of the terminal; no limit in a pipe or file.",
     .group = OptionGroup::kLayout,
     .most = 100'000,
     .store = store_count<&Arguments::width>},
    {.name = "short-names",
     .brief = "Shorten template arguments of C++ names in text",
     .group = OptionGroup::kLayout,
     .store = store_switch<&Arguments::short_names>},
    {.name = "no-pager",
     .brief = "Do not show long output in a pager",
     .help = "By default, a terminal shows long output page by page, with $QUERN_PAGER, $PAGER or "
             "less.",
     .group = OptionGroup::kLayout,
     .store = store_switch<&Arguments::no_pager>},
    {.name = "color",
     .value = "WHEN",
     .brief = "Color text and messages (default: auto, on a terminal)",
     .allowed = kColorWords,
     .group = OptionGroup::kGeneral,
     .fallback = "auto",
     .store = store_word<&Arguments::color>},
    {.name = "config",
     .value = "FILE",
     .brief = "Read settings only from FILE",
     .help = "FILE replaces .quern.toml and your own configuration file (see 'quern help "
             "configuration').",
     .group = OptionGroup::kGeneral,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::config_file>},
    {.name = "no-config",
     .brief = "Read no configuration file",
     .group = OptionGroup::kGeneral,
     .is_for_files = false,
     .store = store_switch<&Arguments::no_config>},
    {.name = "quiet",
     .letter = 'q',
     .brief = "Suppress warnings, notes and progress",
     .help = "Errors are still printed.",
     .group = OptionGroup::kGeneral,
     .store = store_switch<&Arguments::quiet>},
    {.name = "help",
     .letter = 'h',
     .brief = "Show help: -h on one screen, --help in full",
     .group = OptionGroup::kGeneral,
     .is_for_files = false,
     .store = store_switch<&Arguments::wants_help>},
    {.name = "version",
     .letter = 'V',
     .brief = "Print the version",
     .group = OptionGroup::kGeneral,
     .is_for_files = false,
     .store = store_switch<&Arguments::wants_version>},
    {.name = "verbose",
     .brief = "With --version: what this build contains",
     .group = OptionGroup::kGeneral,
     .is_for_files = false,
     .store = store_switch<&Arguments::wants_parts>},
});

}  // namespace

std::span<const Option> answer_options() {
  return kAnswerOptions;
}

}  // namespace quern::cli
