// SPDX-License-Identifier: MIT
#include "quern/filters/stages.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace quern {
namespace {

template <auto kWords>
bool is_asked(const FilterOptions& options) {
  const auto& words = options.*kWords;
  if constexpr (requires { words.empty(); }) {
    return !words.empty();
  } else if constexpr (requires { words.any(); }) {
    return words.any();
  } else {
    return static_cast<bool>(words);
  }
}

/// Reads the words into rules; what needs no reading is the rule itself.
template <auto kWords, auto kRules>
Result<void> read(const FilterOptions& options, FilterRules& rules) {
  if constexpr (requires { rules.*kRules = options.*kWords; }) {
    rules.*kRules = options.*kWords;
  } else {
    auto made =
        std::remove_reference_t<decltype(rules.*kRules)>::read(options.*kWords, options.names);
    if (!made) {
      return failure(made.error());
    }
    rules.*kRules = std::move(*made);
  }
  return {};
}

template <auto kRules>
void add(const FilterRules& all, FilterRules& walk) {
  walk.*kRules = all.*kRules;
}

template <auto kWords, auto kRules>
constexpr Stage stage(Stage row) {
  row.is_asked = is_asked<kWords>;
  row.read = read<kWords, kRules>;
  row.add = add<kRules>;
  return row;
}

using Words = FilterOptions;
using Rules = FilterRules;

constexpr std::array kStages = {
    stage<&Words::scale, &Rules::scale>({.option = "--what-if", .sharing = Sharing::kNone}),
    stage<&Words::parts, &Rules::parts>({.option = "--part"}),
    stage<&Words::rename, &Rules::renaming>({.option = "--rename"}),
    stage<&Words::merge_ancestors, &Rules::ancestors>(
        {.option = "--merge-ancestors", .needs_stacks = "--merge-ancestors needs"}),
    stage<&Words::focus, &Rules::focus>({.option = "--focus", .chooses = true}),
    stage<&Words::ignore, &Rules::ignore>({.option = "--ignore", .chooses = true}),
    stage<&Words::show_from, &Rules::show_from>({.option = "--show-from", .chooses = true}),
    stage<&Words::show, &Rules::show>({.option = "--show", .sharing = Sharing::kUnlessChosen}),
    stage<&Words::hide, &Rules::hide>({.option = "--hide", .sharing = Sharing::kUnlessChosen}),
    stage<&Words::unfold_recursion, &Rules::unfolds_recursion>(
        {.option = "--unfold-recursion", .needs_stacks = "--unfold-recursion needs"}),
    stage<&Words::rules, &Rules::limits>({.option = "--frame-min-count",
                                          .sharing = Sharing::kUnlessSingle,
                                          .needs_stacks = "limits such as --frame-min-count need"}),
    stage<&Words::baseline, &Rules::baseline>({.option = "--baseline"}),
};

}  // namespace

std::span<const Stage> filter_stages() {
  return kStages;
}

bool FilterOptions::any() const {
  return std::ranges::any_of(kStages, [this](const Stage& stage) { return stage.is_asked(*this); });
}

}  // namespace quern
