// SPDX-License-Identifier: MIT
#include <array>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

// One row an option, in the order of help pages.
constexpr auto kFilterOptions = std::to_array<Option>({
    {.name = "filter",
     .value = "NAME",
     .help = "The filters of the set [filters.NAME] in a configuration file, beside those given "
             "here (see 'quern help configuration'). Several sets: again.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filter_sets>},
    {.name = "baseline",
     .value = "FILE",
     .help = "Subtract the costs of this profile, which is of the same format, "
             "stack by stack.",
     .group = OptionGroup::kFilters,
     .takes_file = true,
     .store = store_text<&Arguments::baseline>},
    {.name = "scale",
     .value = "RE=FACTOR",
     .help =
         "What if? Multiply the self costs of functions whose name, file or object RE fits by a "
         "factor from 0 to 1 (or %): 'malloc=0', '^parse_=50%'. What called them follows; of a "
         "call graph it is estimated (~) where that has to be apportioned. Several: the first "
         "that fits.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::scale>},
    {.name = "rename",
     .value = "s/RE/TEXT/FLAGS",
     .help = "Give functions new names, \\1 is the first group; those that get "
             "one name become one. Flags: g everywhere in the name, i any case, "
             "o else the object or file, k keep files and objects apart. "
             "Several: again, or with ; between them.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::rename>},
    {.name = "merge-ancestors",
     .value = "A>B/NAME",
     .help = "Call a function f below a B that was called by A NAME:f. A and B "
             "are regular expressions.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::merge_ancestors>},
    {.name = "focus",
     .value = "RE",
     .help = "Only costs of stacks that have a function whose name, file or object this expression "
             "fits. Several: any of them. Of a call graph costs are apportioned where they have "
             "to be, and marked (~).",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::choice, &StackChoice::focus>},
    {.name = "ignore",
     .value = "RE",
     .help = "Only costs of stacks that have no such function. Likewise.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::choice, &StackChoice::ignore>},
    {.name = "show-from",
     .value = "RE",
     .help = "Only costs at or below such a function: stacks begin at the outermost one. Likewise.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::choice, &StackChoice::show_from>},
    {.name = "show",
     .value = "RE",
     .help = "Only such functions: others are hidden, their cost goes to the nearest caller shown, "
             "else to (not shown). Estimated (~) where a call graph does not tell whose it is.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::choice, &StackChoice::show>},
    {.name = "hide",
     .value = "RE",
     .help = "Take the functions whose name, file or object this expression fits out of all "
             "stacks: their cost and callees go to their callers. Likewise. Or well-known "
             "ones: @allocators, @collector, @php, @proxies, with commas between "
             "them.",
     .group = OptionGroup::kFilters,
     .store = store_more<&Arguments::filters, &Transform::hide>},
    {.name = "min-count",
     .value = "N",
     .help = "Name only the functions of stacks that themselves cost at least N; "
             "what others cost is shown as (outside limits). 0: no limit.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &Transform::rules, &NodeRules::min_cost>},
    {.name = "max-count",
     .value = "N",
     .help = "Likewise at most N.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &Transform::rules, &NodeRules::max_cost>},
    {.name = "min-calls",
     .value = "N",
     .help = "Likewise with at least N calls.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &Transform::rules, &NodeRules::min_calls>},
    {.name = "max-calls",
     .value = "N",
     .help = "Likewise with at most N calls.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &Transform::rules, &NodeRules::max_calls>},
    {.name = "min-average",
     .value = "N",
     .help = "Likewise at a cost of at least N a call.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &Transform::rules, &NodeRules::min_average>},
    {.name = "max-average",
     .value = "N",
     .help = "Likewise at a cost of at most N a call.",
     .group = OptionGroup::kFilters,
     .store = store_count<&Arguments::filters, &Transform::rules, &NodeRules::max_average>},
    {.name = "unfold-recursion",
     .help = "Tell a function's calls in itself apart: the second f on a stack "
             "is f'2.",
     .group = OptionGroup::kFilters,
     .store = store_switch<&Arguments::filters, &Transform::unfold_recursion>},
});

}  // namespace

std::span<const Option> filter_options() {
  return kFilterOptions;
}

}  // namespace quern::cli
