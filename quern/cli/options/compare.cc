// SPDX-License-Identifier: MIT
#include <array>

#include "quern/base/text.h"
#include "quern/cli/options/tables.h"
#include "quern/compare/gate/gate_rule.h"
#include "quern/compare/lists/diff.h"

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 7> kDiffViews = {"top",  "calls", "peek",   "annotate",
                                                        "tree", "flame", "matches"};
constexpr std::array<std::string_view, 3> kWidths = {"both", "old", "new"};
constexpr std::array<std::string_view, 3> kLayers = {"exact", "normalised", "guess"};

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
     .help = "What is compared: functions (top), calls between them, one function and its calls "
             "(peek, with --of NAME), lines of source (annotate), paths of calls (tree; flame as a "
             "picture), or which functions were found by more than equal names (matches). Default: "
             "top.",
     .allowed = kDiffViews,
     .group = OptionGroup::kDiff,
     .fallback = "top",
     .store = store_text<&Arguments::diff, &DiffArguments::view>},
    {.name = "widths",
     .value = "SIDE",
     .help = "With --view flame: boxes are as wide as their cost on this side; both: on the side "
             "where a path costs more. Default: both.",
     .allowed = kWidths,
     .group = OptionGroup::kDiff,
     .fallback = "both",
     .store = store_word<&Arguments::diff, &DiffArguments::widths>},
    {.name = "base",
     .value = "FILE",
     .help = "A run of the old side; once for each. All files that are no options' are then runs "
             "of the new side. Of several runs the median counts. 'quern view' takes one.",
     .group = OptionGroup::kSides,
     .also = OptionGroup::kView,
     .takes_file = true,
     .store = store_more<&Arguments::diff, &DiffArguments::base>},
    {.name = "base-part",
     .value = "N[,N-M...]",
     .help = "The old side is these parts; with one FILE, of the same file.",
     .group = OptionGroup::kSides,
     .store = store_text<&Arguments::diff, &DiffArguments::base_part>},
    {.name = "base-thread",
     .value = "N[,N-M...]",
     .help = "Likewise the parts of these threads.",
     .group = OptionGroup::kSides,
     .store = store_text<&Arguments::diff, &DiffArguments::base_thread>},
    {.name = "match",
     .value = "LAYER",
     .help = "Match functions by equal names only (exact), and also by names without hashes, "
             "clones' numbers and temporary folders (normalised), or by guesses from callers, "
             "callees and names that moved (guess); once for each layer. Default: all.",
     .allowed = kLayers,
     .group = OptionGroup::kSides,
     .also = OptionGroup::kRuns,
     .store = store_more<&Arguments::diff, &DiffArguments::match>},
    {.name = "drop-outliers",
     .help = "Leave out runs, of four or more of the same side or point, whose total lies further "
             "from the median than 3.5 standard deviations, these estimated from the median of all "
             "distances. They are named.",
     .group = OptionGroup::kSides,
     .also = OptionGroup::kRuns,
     .store = store_switch<&Arguments::diff, &DiffArguments::drop_outliers>},
    {.name = "base-source-path",
     .value = "DIR",
     .help = "With --view annotate: look for sources of the old side below DIR first, as "
             "--source-path does, so that the lines of two versions are compared. Several: again.",
     .group = OptionGroup::kDiff,
     .takes_file = true,
     .store = store_more<&Arguments::diff, &DiffArguments::base_sources>},
    {.name = "normalize",
     .help = "Make both totals equal before comparing, so that shares are compared: all costs of "
             "the old side are multiplied by new total / old total, each event's by its own; how "
             "often functions are called stays. Each of several old runs gets the median total of "
             "the new ones. An event without a total above 0 on each side stays as it is, and "
             "where one is a "
             "thousand million times the other.",
     .group = OptionGroup::kDiff,
     .store = store_switch<&Arguments::diff, &DiffArguments::normalize>},
    {.name = "unchanged",
     .help = "List what did not change too.",
     .group = OptionGroup::kDiff,
     .store = store_switch<&Arguments::diff, &DiffArguments::unchanged>},
    {.name = "kinds",
     .value = "KIND[,KIND...]",
     .help = "Only functions (or groups) to which this happened: added, removed, renamed, changed; "
             "unchanged lists what did not change.",
     .group = OptionGroup::kDiff,
     .store = store_kinds},
    {.name = "min-change",
     .value = "CHANGE",
     .help = "Leave out what changed by less in the cost that sorts the rows: 1% of the old total, "
             "or a number such as 1e6. It is told as not shown, and counts for --exit-code.",
     .group = OptionGroup::kDiff,
     .store = store_least_change},
    {.name = "exit-code",
     .help = "End with 1 where anything that is listed (or beyond the limit) changed.",
     .group = OptionGroup::kDiff,
     .store = store_switch<&Arguments::diff, &DiffArguments::exit_code>},
    {.name = "allow-incomplete",
     .help = "Compare incomplete profiles too. By default, 'gate', 'diff --exit-code' and "
             "'--save-baseline' refuse a profile whose end is missing.",
     .group = OptionGroup::kSides,
     .store = store_switch<&Arguments::diff, &DiffArguments::allow_incomplete>},
    {.name = "max",
     .value = "RULE",
     .help = "The most that something may cost: 'Ir=+1%' of the total, 'fn ~ /^parse_/: Ir=+0' of "
             "each such function, 'by file: incl(Ir)=1e9' of each file (see 'quern help "
             "gate-rules'). Once for each rule.",
     .group = OptionGroup::kGate,
     .store = store_rule},
    {.name = "require-match",
     .help = "Fail with exit code 2 if a rule matches nothing.",
     .group = OptionGroup::kGate,
     .store = store_switch<&Arguments::gate, &GateArguments::require_match>},
    {.name = "ratchet",
     .value = "LIMITS.toml",
     .help =
         "The rules are those of this file, max = [...] with limits that need no base, and each "
         "FILE is a run. Where all are kept, limits that could be lower are lowered in the "
         "file; none is ever raised (see 'quern help gate-rules').",
     .group = OptionGroup::kGate,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::gate, &GateArguments::ratchet>},
    {.name = "against",
     .value = "NAME",
     .help = "The old side is this baseline; all files are runs of the new one.",
     .group = OptionGroup::kGate,
     .store = store_text<&Arguments::gate, &GateArguments::against>},
    {.name = "save-baseline",
     .value = "NAME",
     .help = "Keep copies of the new profiles under this name. With --against or --base, where the "
             "rules are kept; else nothing is compared. --force replaces a baseline.",
     .group = OptionGroup::kGate,
     .is_for_files = false,
     .store = store_text<&Arguments::gate, &GateArguments::save>},
    {.name = "baselines",
     .value = "DIR",
     .help = "Where baselines lie. Default: .quern/baselines.",
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
