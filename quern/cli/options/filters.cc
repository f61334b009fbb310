// SPDX-License-Identifier: MIT
#include <array>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

// One row an option, in the order of help pages.
constexpr auto kFilterOptions = std::to_array<Option>({
    {.name = "filter",
     .value = "NAME",
     .brief = "Use the filters in [filters.NAME] of a configuration file",
     .help = "They are used in addition to the filters on the command line. Repeat the option for "
             "several sets. See 'quern help configuration'.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filter_sets>},
    {.name = "baseline",
     .value = "FILE",
     .brief = "Subtract the costs of this profile, stack by stack",
     .help = "Both profiles must have the same format. Profiles without stacks are subtracted "
             "function by function and call by call.",
     .group = OptionGroup::kFilters,
     .takes_file = true,
     .store = store_text<&Arguments::baseline>},
    {.name = "what-if",
     .old_name = "scale",
     .value = "RE=FACTOR",
     .brief = "Scale the costs of functions, e.g. 'malloc=0'",
     .help = "RE matches a function's name, file or object. Self costs are multiplied by FACTOR, "
             "a number from 0 to 1 or a percentage, e.g. '^parse_=50%'. Costs of callers change "
             "accordingly. On call graphs, costs that cannot be assigned exactly are split in "
             "proportion and marked ~. With several rules, the first that matches a function "
             "counts.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &FilterOptions::scale>},
    {.name = "rename",
     .value = "s/RE/TEXT/FLAGS",
     .brief = "Rename functions, e.g. 's/<.*>/<...>/' (repeatable)",
     .help = "\\1 is the first group of RE. Functions that get the same name become one function. "
             "Flags: g replaces all matches, i ignores case, k keeps files and objects separate. "
             "o uses the object or file if the name does not match. You can also write several "
             "rules with ; between them; the first rule that matches a name counts.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &FilterOptions::rename>},
    {.name = "merge-ancestors",
     .value = "A>B/NAME",
     .brief = "Rename function f to NAME:f below a B that A called",
     .help = "A and B are regular expressions. The cost of f is then shown separately for these "
             "callers. Needs a profile with exact stacks.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &FilterOptions::merge_ancestors>},
    {.name = "focus",
     .value = "RE",
     .brief = "Keep only stacks with a function that matches RE",
     .help = "RE matches a function's name, file or object. Repeat the option for several "
             "expressions. On call graphs, costs that cannot be assigned exactly are split in "
             "proportion and marked ~.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .names = Names::kExpression,
     .store = store_more<&Arguments::filters, &FilterOptions::focus>},
    {.name = "ignore",
     .value = "RE",
     .brief = "Keep only stacks without a function that matches RE",
     .help = "RE matches a function's name, file or object. Repeat the option to exclude several "
             "expressions. On call graphs, costs that cannot be assigned exactly are split in "
             "proportion and marked ~.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .names = Names::kExpression,
     .store = store_more<&Arguments::filters, &FilterOptions::ignore>},
    {.name = "show-from",
     .value = "RE",
     .brief = "Start stacks at the outermost function that matches RE",
     .help = "Stacks without such a function are left out. RE matches a function's name, file or "
             "object. Repeat the option for several expressions. On call graphs, costs that "
             "cannot be assigned exactly are split in proportion and marked ~.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .names = Names::kExpression,
     .store = store_more<&Arguments::filters, &FilterOptions::show_from>},
    {.name = "show",
     .value = "RE",
     .brief = "Show only functions that match RE",
     .help = "The cost of other functions moves to the nearest caller shown, or else to (not "
             "shown). RE matches a function's name, file or object. Repeat the option for several "
             "expressions. On call graphs, costs that cannot be assigned exactly are split in "
             "proportion and marked ~.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .names = Names::kExpression,
     .store = store_more<&Arguments::filters, &FilterOptions::show>},
    {.name = "hide",
     .value = "RE",
     .brief = "Remove functions that match RE from stacks",
     .help = "Their cost and their callees move to their callers. RE matches a function's name, "
             "file or object. Repeat the option for several expressions. Instead of RE you can "
             "name well-known functions: @allocators, @collector, @php and @proxies, separated by "
             "commas. On call graphs, costs that cannot be assigned exactly are split in "
             "proportion and marked ~.",
     .is_repeatable = true,
     .group = OptionGroup::kFilters,
     .names = Names::kExpression,
     .store = store_more<&Arguments::filters, &FilterOptions::hide>},
    {.name = "frame-min-count",
     .old_name = "min-count",
     .value = "N",
     .brief = "Keep functions whose self cost per stack is at least N",
     .help = "The cost of other functions is shown as (outside limits). 0 means no limit. Needs a "
             "profile with exact stacks.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &FilterOptions::rules, &NodeRules::min_cost>},
    {.name = "frame-max-count",
     .old_name = "max-count",
     .value = "N",
     .brief = "Keep functions whose self cost per stack is at most N",
     .help = "The cost of other functions is shown as (outside limits). 0 means no limit. Needs a "
             "profile with exact stacks.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &FilterOptions::rules, &NodeRules::max_cost>},
    {.name = "frame-min-calls",
     .old_name = "min-calls",
     .value = "N",
     .brief = "Keep functions with at least N calls per stack",
     .help = "The cost of other functions is shown as (outside limits). 0 means no limit. Needs a "
             "profile with exact stacks.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &FilterOptions::rules, &NodeRules::min_calls>},
    {.name = "frame-max-calls",
     .old_name = "max-calls",
     .value = "N",
     .brief = "Keep functions with at most N calls per stack",
     .help = "The cost of other functions is shown as (outside limits). 0 means no limit. Needs a "
             "profile with exact stacks.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &FilterOptions::rules, &NodeRules::max_calls>},
    {.name = "frame-min-average",
     .old_name = "min-average",
     .value = "N",
     .brief = "Keep functions whose self cost per call is at least N",
     .help = "The cost of other functions is shown as (outside limits). 0 means no limit. Needs a "
             "profile with exact stacks.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &FilterOptions::rules, &NodeRules::min_average>},
    {.name = "frame-max-average",
     .old_name = "max-average",
     .value = "N",
     .brief = "Keep functions whose self cost per call is at most N",
     .help = "The cost of other functions is shown as (outside limits). 0 means no limit. Needs a "
             "profile with exact stacks.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &FilterOptions::rules, &NodeRules::max_average>},
    {.name = "unfold-recursion",
     .brief = "Show recursive calls as separate functions f, f'2, f'3",
     .help = "Needs a profile with exact stacks.",
     .group = OptionGroup::kFilters,
     .store = store_switch<&Arguments::filters, &FilterOptions::unfold_recursion>},
});

}  // namespace

std::span<const Option> filter_options() {
  return kFilterOptions;
}

}  // namespace quern::cli
