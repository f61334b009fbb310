// SPDX-License-Identifier: MIT
#include <array>

#include "quern/base/text.h"
#include "quern/cli/options/tables.h"
#include "quern/compare/gate/gate_rule.h"
#include "quern/compare/lists/diff.h"

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 8> kDiffViews = {"top",  "calls", "peek",  "annotate",
                                                        "tree", "flame", "graph", "matches"};
constexpr std::array<std::string_view, 3> kWidths = {"both", "old", "new"};
constexpr std::array<std::string_view, 3> kLayers = {"exact", "normalized", "guess"};

/// Read here already, so that the error of a rule in a file tells the file's line.
Result<void> store_rule(Arguments& arguments, const Option&, std::string_view value) {
  if (const Result<GateRule> rule = read_gate_rule(value); !rule) {
    return failure(rule.error());
  }
  arguments.gate.max.emplace_back(value);
  return {};
}

/// Read here already, as rules are.
Result<void> store_kinds(Arguments& arguments, const Option&, std::string_view value) {
  arguments.diff.kinds = parse_diff_kinds(value);
  if (!arguments.diff.kinds) {
    return failure(usage_error("bad-value", "--kinds takes no '" + printable(value) + "'",
                               "some of added, removed, renamed, changed, unchanged, with commas "
                               "between them"));
  }
  return {};
}

Result<void> store_least_change(Arguments& arguments, const Option&, std::string_view value) {
  arguments.diff.least_change = parse_least_change(value);
  if (!arguments.diff.least_change) {
    return failure(usage_error(
        "bad-value", "--min-change takes no '" + printable(value) + "'",
        "a percentage of the old total, such as 0.5%, or a number, such as 1000, 20k or 1e6"));
  }
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kCompareOptions = std::to_array<Option>({
    {.name = "view",
     .value = "VIEW",
     .brief = "What to compare: functions, calls, ... (default: top)",
     .help = "top compares functions, calls compares calls between functions. peek compares one "
             "function with its callers and callees; --of NAME is required. annotate compares "
             "source lines; --of selects a function, a file or FILE:LINE. tree compares paths of "
             "calls, flame shows them as a picture. With --of NAME, flame shows everything below "
             "this function, or its callers with --bottom-up. graph draws the call graph, with "
             "--of NAME "
             "around this function. matches lists functions that were "
             "matched by more than equal names.",
     .allowed = kDiffViews,
     .group = OptionGroup::kDiff,
     .fallback = "top",
     .store = store_text<&Arguments::diff, &DiffArguments::view>},
    {.name = "widths",
     .value = "SIDE",
     .brief = "Side that sets the width of boxes (default: both)",
     .help = "With both, a box is as wide as its cost on the side where the path costs more. "
             "Needs --view flame.",
     .allowed = kWidths,
     .group = OptionGroup::kDiff,
     .fallback = "both",
     .store = store_word<&Arguments::diff, &DiffArguments::widths>},
    {.name = "base",
     .value = "FILE",
     .brief = "Profile to compare with: the old side",
     .help = "If several runs are compared, repeat the option for each run of the old side. The "
             "median of the runs counts. All other files are then runs of the new side.",
     .is_repeatable = true,
     .group = OptionGroup::kSides,
     .also = OptionGroup::kView,
     .takes_file = true,
     .store = store_more<&Arguments::diff, &DiffArguments::base>},
    {.name = "base-part",
     .value = "N[,N-M...]",
     .brief = "Use these parts as the old side, e.g. 1,3-5",
     .help = "With one FILE, both sides are parts of that file.",
     .group = OptionGroup::kSides,
     .store = store_text<&Arguments::diff, &DiffArguments::base_part>},
    {.name = "base-thread",
     .value = "N[,N-M...]",
     .brief = "Use the parts of these threads as the old side, e.g. 1,3",
     .help = "With one FILE, both sides are parts of that file.",
     .group = OptionGroup::kSides,
     .store = store_text<&Arguments::diff, &DiffArguments::base_thread>},
    {.name = "match",
     .value = "LAYER",
     .brief = "How to match renamed functions (default: all layers)",
     .help = "exact: only equal names. normalized: also names without hashes, clone numbers and "
             "temporary folders. guess: also guesses from callers, callees and names that moved. "
             "Repeat the option to use several layers.",
     .allowed = kLayers,
     .is_repeatable = true,
     .group = OptionGroup::kSides,
     .also = OptionGroup::kRuns,
     .store = store_more<&Arguments::diff, &DiffArguments::match>},
    {.name = "drop-outliers",
     .brief = "Leave out runs whose total is far from the median",
     .help = "Needs four or more runs of the same side or point. An outlier's total is more than "
             "3.5 standard deviations away from the median. The standard deviation is estimated "
             "as 1.4826 times the median distance from the median. A note names the runs that "
             "are left out.",
     .group = OptionGroup::kSides,
     .also = OptionGroup::kRuns,
     .store = store_switch<&Arguments::diff, &DiffArguments::drop_outliers>},
    {.name = "base-source-path",
     .value = "DIR",
     .brief = "Look for sources of the old side below DIR (repeatable)",
     .help = "DIR is tried before all other places, so that the lines of two versions are "
             "compared. Only for source lines: --view annotate, --group-by line, rules 'by "
             "line', or the page.",
     .is_repeatable = true,
     .group = OptionGroup::kSides,
     .also = OptionGroup::kView,
     .takes_file = true,
     .store = store_more<&Arguments::diff, &DiffArguments::base_sources>},
    {.name = "base-object-path",
     .value = "OBJECT=DIR",
     .brief = "Look below DIR first for the old OBJECT (repeatable)",
     .help = "DIR is tried before the places of --object-path, for example to compare inlined code "
             "with an old build in another folder: --base-object-path app=old/build. Only for "
             "source lines: --view annotate, --group-by line, rules 'by line', or the page.",
     .is_repeatable = true,
     .group = OptionGroup::kSides,
     .also = OptionGroup::kView,
     .example = "such as --base-object-path app=old/build; OBJECT is a path, or the end of one",
     .store = store_pair<&Arguments::diff, &DiffArguments::base_objects>},
    {.name = "normalize",
     .brief = "Scale old costs so that the totals are equal",
     .help = "Shares are compared instead of costs. Each event of the old side is multiplied by "
             "its new total / old total. Numbers of calls stay as they are. With several old "
             "runs, each is scaled to the median total of the new runs. An event is not scaled if "
             "one of its totals is 0 or less, or if one total is 10^9 times the other.",
     .group = OptionGroup::kDiff,
     .store = store_switch<&Arguments::diff, &DiffArguments::normalize>},
    {.name = "unchanged",
     .brief = "Also list rows that did not change",
     .group = OptionGroup::kDiff,
     .store = store_switch<&Arguments::diff, &DiffArguments::unchanged>},
    {.name = "kinds",
     .value = "KIND[,KIND...]",
     .brief = "Show only these kinds of change, e.g. added,removed",
     .help = "The kinds are added, removed, renamed, changed and unchanged; unchanged lists rows "
             "that did not change. Needs --view top.",
     .group = OptionGroup::kDiff,
     .store = store_kinds},
    {.name = "min-change",
     .value = "CHANGE",
     .brief = "Omit smaller changes, e.g. 1% of the old total or 1e6",
     .help = "The cost that sorts the rows is compared. Omitted changes are included in \"not "
             "shown\" and still count for --exit-code.",
     .group = OptionGroup::kDiff,
     .store = store_least_change},
    {.name = "exit-code",
     .brief = "Exit with 1 if anything changed",
     .help = "Rows beyond --limit count too.",
     .group = OptionGroup::kDiff,
     .store = store_switch<&Arguments::diff, &DiffArguments::exit_code>},
    {.name = "allow-incomplete",
     .brief = "Accept profiles whose end is missing",
     .help = "By default, incomplete profiles are refused if an exit code or a saved baseline "
             "depends on them.",
     .group = OptionGroup::kSides,
     .store = store_switch<&Arguments::diff, &DiffArguments::allow_incomplete>},
    {.name = "max",
     .value = "RULE",
     .brief = "Fail if a cost exceeds a limit, e.g. 'Ir=+1%' (repeatable)",
     .help = "'Ir=+1%' limits the total, 'fn ~ /^parse_/: Ir=+0' each function that matches, 'by "
             "file: incl(Ir)=1e9' each file. 'by line: Ir=5%' limits each source line, 'by group: "
             "Ir=+1%' each group of --groups. See 'quern help gate-rules'.",
     .is_repeatable = true,
     .group = OptionGroup::kGate,
     .store = store_rule},
    {.name = "require-match",
     .brief = "Exit with 2 if a rule matches nothing",
     .group = OptionGroup::kGate,
     .store = store_switch<&Arguments::gate, &GateArguments::require_match>},
    {.name = "ratchet",
     .value = "LIMITS.toml",
     .brief = "Use the limits in this file and lower them if possible",
     .help = "The file has max = [...] with limits that need no base. Each FILE is a run. If all "
             "limits are kept, limits that could be lower are lowered in the file. No limit is "
             "ever raised. See 'quern help gate-rules'.",
     .group = OptionGroup::kGate,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::gate, &GateArguments::ratchet>},
    {.name = "against",
     .value = "NAME",
     .brief = "Compare with the baseline NAME",
     .help = "All files are then runs of the new side.",
     .group = OptionGroup::kGate,
     .store = store_text<&Arguments::gate, &GateArguments::against>},
    {.name = "save-baseline",
     .value = "NAME",
     .brief = "Keep copies of the new profiles as the baseline NAME",
     .help = "With --against or --base, they are kept only if all rules pass. Without these "
             "options, nothing is compared. --force replaces an existing baseline.",
     .group = OptionGroup::kGate,
     .is_for_files = false,
     .store = store_text<&Arguments::gate, &GateArguments::save>},
    {.name = "baselines",
     .value = "DIR",
     .brief = "Folder of baselines (default: .quern/baselines)",
     .group = OptionGroup::kGate,
     .takes_file = true,
     .is_for_files = false,
     .fallback = kBaselineFolder,
     .store = store_text<&Arguments::gate, &GateArguments::folder>},
});

}  // namespace

std::span<const Option> compare_options() {
  return kCompareOptions;
}

}  // namespace quern::cli
