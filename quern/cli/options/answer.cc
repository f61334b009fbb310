// SPDX-License-Identifier: MIT
#include <array>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 12> kFormats = {"text",   "json",  "csv",    "tsv",
                                                       "md",     "html",  "svg",    "folded",
                                                       "igprof", "junit", "github", "sarif"};
constexpr std::array<std::string_view, 3> kColorWords = {"auto", "always", "never"};

// One row an option, in the order of help pages.
constexpr auto kAnswerOptions = std::to_array<Option>({
    {.name = "strict",
     .help = "Count warnings as failure.",
     .group = OptionGroup::kCheck,
     .store = store_switch<&Arguments::is_strict>},
    {.name = "list-codes",
     .help = "List every error and warning code with its meaning, and end.",
     .group = OptionGroup::kCheck,
     .is_for_files = false,
     .store = store_switch<&Arguments::list_codes>},
    {.name = "repair",
     .help =
         "Write a clean copy of a damaged file to -o FILE, and say what it has not: all that an "
         "error or a dropped row was about. The exit code is 1 if there is anything.",
     .group = OptionGroup::kCheck,
     .is_for_files = false,
     .store = store_switch<&Arguments::is_repair>},
    {.name = "format",
     .letter = 'f',
     .value = "FORMAT",
     .help = "Form of the answer. With json, an error is also one JSON object on standard error.",
     .allowed = kFormats,
     .group = OptionGroup::kFormat,
     .fallback = "text",
     .store = store_text<&Arguments::format>},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .help = "Write the answer to FILE, whole or not at all; - is standard output.",
     .group = OptionGroup::kOutput,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::output>},
    {.name = "force",
     .help = "Let -o, or --html of view, replace a file that exists.",
     .group = OptionGroup::kOutput,
     .also = OptionGroup::kView,
     .is_for_files = false,
     .store = store_switch<&Arguments::force>},
    {.name = "width",
     .value = "N",
     .help = "Fit text into N columns, 0 for no limit. Default: the terminal's width, and no "
             "limit in a pipe or file.",
     .group = OptionGroup::kLayout,
     .most = 100'000,
     .store = store_count<&Arguments::width>},
    {.name = "short-names",
     .help = "Shorten the template arguments of C++ names in text answers.",
     .group = OptionGroup::kLayout,
     .store = store_switch<&Arguments::short_names>},
    {.name = "no-pager",
     .help = "Show a long answer at once: on a terminal, QUERN_PAGER, PAGER or less shows it page "
             "by page.",
     .group = OptionGroup::kLayout,
     .store = store_switch<&Arguments::no_pager>},
    {.name = "color",
     .value = "WHEN",
     .help = "Colour text answers and messages: auto does so on a terminal.",
     .allowed = kColorWords,
     .group = OptionGroup::kGeneral,
     .fallback = "auto",
     .store = store_word<&Arguments::color>},
    {.name = "config",
     .value = "FILE",
     .help = "Read settings from FILE instead of .quern.toml and the user's file (see 'quern help "
             "configuration').",
     .group = OptionGroup::kGeneral,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::config_file>},
    {.name = "no-config",
     .help = "Read no configuration file.",
     .group = OptionGroup::kGeneral,
     .is_for_files = false,
     .store = store_switch<&Arguments::no_config>},
    {.name = "quiet",
     .letter = 'q',
     .help = "No warnings, notes or progress on standard error; errors are still told.",
     .group = OptionGroup::kGeneral,
     .store = store_switch<&Arguments::quiet>},
    {.name = "all",
     .brief = "All commands, topics and general options",
     .group = OptionGroup::kHelp,
     .is_for_files = false,
     .store = store_switch<&Arguments::help_all>},
    {.name = "help",
     .letter = 'h',
     .help = "Show this help and end.",
     .group = OptionGroup::kGeneral,
     .is_for_files = false,
     .store = store_switch<&Arguments::wants_help>},
    {.name = "version",
     .letter = 'V',
     .help = "Show the version and end.",
     .group = OptionGroup::kGeneral,
     .is_for_files = false,
     .store = store_switch<&Arguments::wants_version>},
});

}  // namespace

std::span<const Option> answer_options() {
  return kAnswerOptions;
}

}  // namespace quern::cli
