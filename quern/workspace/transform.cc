// SPDX-License-Identifier: MIT
#include "quern/workspace/transform.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/base/stopped.h"
#include "quern/base/text.h"
#include "quern/model/builder.h"
#include "quern/workspace/copier.h"
#include "quern/workspace/filter_notes.h"
#include "quern/workspace/filters/codes.h"
#include "quern/workspace/filters/rename.h"

namespace quern {

namespace {

Result<StackFilters> read_filters(const Profile& profile, const Transform& how) {
  StackFilters filters;
  Result<AncestorRules> ancestors = AncestorRules::read(how.merge_ancestors, how.names);
  if (!ancestors) {
    return failure(ancestors.error());
  }
  Result<HideRules> hide = HideRules::read(how.hide, how.names);
  if (!hide) {
    return failure(hide.error());
  }
  Result<NodeRuleCheck> limits = NodeRuleCheck::read(how.rules, profile);
  if (!limits) {
    return failure(limits.error());
  }
  Result<ChoiceRules> choice = ChoiceRules::read(how.choice, how.names);
  if (!choice) {
    return failure(choice.error());
  }
  return StackFilters{std::move(*hide), std::move(*ancestors), std::move(*choice),
                      std::move(*limits), how.unfold_recursion};
}

/// Who asks for stacks, in the words of the command line.
std::string_view asking(const Transform& how) {
  return !how.merge_ancestors.empty() ? "--merge-ancestors needs"
         : how.unfold_recursion       ? "--unfold-recursion needs"
                                      : "limits such as --frame-min-count need";
}

Result<void> check_stacks(const Profile& profile, const StackFilters& filters,
                          const Transform& how) {
  // Of a call graph stacks can be chosen and functions hidden: costs are apportioned. Without calls
  // each function is a stack of its own.
  if (!filters.changes_stacks() || !lacks_contexts(profile, chosen_parts(profile, how))) {
    return {};
  }
  const std::string name = profile.inputs().empty() ? "" : printable(profile.inputs()[0].name);
  return failure(usage_error(
      kNeedsStacks.name,
      fmt::format("{} exact stacks, and {} has at most a call graph", asking(how), name),
      "--focus, --ignore, --show-from, --show, --hide, --rename and --group-by also work on call "
      "graphs; for profilers that record stacks see `quern help recording`"));
}

std::string format_of(const Profile& profile) {
  return profile.inputs().empty() ? "" : profile.inputs()[0].format;
}

Result<void> check_baseline(const Profile& profile, const Profile& baseline) {
  if (profile.inputs().empty() || baseline.inputs().empty() ||
      format_of(profile) == format_of(baseline)) {
    return {};
  }
  return failure(usage_error(kOtherFormat.name,
                             fmt::format("the baseline {} has the format {}, but {} has {}",
                                         printable(baseline.inputs()[0].name), format_of(baseline),
                                         printable(profile.inputs()[0].name), format_of(profile)),
                             "only costs of the same kind can be subtracted"));
}

Diagnostic too_entangled(const Profile& profile) {
  return usage_error(
      kTooEntangled.name,
      fmt::format("the hidden functions of {} have too many callers and callees",
                  profile.inputs().empty() ? "" : printable(profile.inputs()[0].name)),
      "hide fewer functions, select stacks first with --focus, or list functions with --where");
}

bool chooses_stacks(const Transform& how) {
  return !how.choice.focus.empty() || !how.choice.ignore.empty() || !how.choice.show_from.empty();
}

/// Whether both is asked of parts that have no stacks: one is then done after the other.
bool chooses_before_hiding(const Profile& profile, const Transform& how) {
  return chooses_stacks(how) && (!how.choice.show.empty() || !how.hide.empty()) &&
         lacks_contexts(profile, chosen_parts(profile, how));
}

/// One step of several: what all of them have alike.
Transform step_of(const Transform& how) {
  Transform step;
  step.names = how.names;
  step.told_event = how.told_event;
  step.told_unit = how.told_unit;
  step.stop = how.stop;
  return step;
}

/// What is asked, as some of it and the rest.
struct Split {
  Transform some, rest;
  [[nodiscard]] bool has_both() const { return some.any() && rest.any(); }
};

template <auto kMember>
Split split_off(const Transform& how) {
  Split split{step_of(how), how};
  std::swap(split.some.*kMember, split.rest.*kMember);
  return split;
}

/// Which of two steps tells what it apportioned.
enum class Apportioned : uint8_t { kOfBoth, kOfFirst, kOfSecond };

/// The same of the baseline, which the next step subtracts.
Result<Opened> step_of_baseline(const Profile& baseline, Transform first) {
  first.parts.reset();
  return first.any() ? transform(baseline, first) : Result<Opened>(Opened());
}

/// What the second step makes of what the first one does, with the notes of both. A baseline goes
/// through the first one, too, and is subtracted in the second.
Result<Opened> in_steps(const Profile& profile, Transform first, Transform second,
                        Apportioned told = Apportioned::kOfBoth) {
  const Profile* baseline = nullptr;
  if (second.factors.empty()) {  // they are of the difference
    baseline = first.baseline != nullptr ? first.baseline : second.baseline;
  }
  Opened of_baseline;
  if (baseline != nullptr) {
    first.baseline = nullptr;
    if (Result<void> fits = check_baseline(profile, *baseline); !fits) {
      return failure(fits.error());
    }
    Result<Opened> made = step_of_baseline(*baseline, first);
    if (!made) {
      return made;
    }
    of_baseline = *std::move(made);
    second.baseline = of_baseline.profile ? of_baseline.profile.get() : baseline;
  }
  Result<Opened> between = transform(profile, first);
  if (!between) {
    return between;
  }
  Result<Opened> result = transform(*between->profile, second);
  if (!result) {
    return result;
  }
  if (baseline != nullptr && chooses_stacks(first)) {
    // Of both together.
    const std::array<const Profile*, 2> sources = {&profile, baseline};
    between->notes = {kept_note(sources, *result->profile, first)};
  }
  if (told != Apportioned::kOfBoth) {
    std::erase_if(told == Apportioned::kOfFirst ? result->notes : between->notes,
                  is_of_apportioned);
  }
  result->notes.insert(result->notes.begin(), between->notes.begin(), between->notes.end());
  return result;
}

/// What is asked of the input, and of a baseline alike, in front of its limits.
Transform without_limits(const Transform& how) {
  Transform rest = how;
  rest.rules = {};
  rest.baseline = nullptr;
  return rest;
}

/// Whether limits and something else are asked of single calls, whose stacks are known when all
/// else is done.
bool limits_last(const Profile& profile, const Transform& how) {
  return how.rules.any() && without_limits(how).any() && has_single_calls(profile);
}

Result<Opened> limited_rest(const Profile& profile, const Transform& how) {
  const Transform first = without_limits(how);
  Transform second = step_of(how);
  second.rules = how.rules;
  second.baseline = how.baseline;
  return in_steps(profile, first, second);
}

size_t matched_functions(const Profile& profile, const NewFunctions& functions,
                         const ScaleRules& scale) {
  size_t matched = 0;
  for (size_t at = 0; at < profile.symbols().functions.size(); ++at) {
    matched += scale.rule_for(functions.identity(FunctionId(at))) ? 1U : 0U;
  }
  return matched;
}

Result<Opened> hidden_of_chosen(const Profile& profile, const Transform& how) {
  Split hiding = split_off<&Transform::hide>(how);
  std::swap(hiding.some.choice.show, hiding.rest.choice.show);
  return in_steps(profile, hiding.rest, hiding.some, Apportioned::kOfSecond);
}

}  // namespace

Result<Opened> transform(const Profile& profile, const Transform& how) {
  if (const Split factors = split_off<&Transform::factors>(how); factors.has_both()) {
    return in_steps(profile, factors.rest, factors.some, Apportioned::kOfFirst);
  }
  if (const Split scale = split_off<&Transform::scale>(how); scale.has_both()) {
    return in_steps(profile, scale.some, scale.rest);
  }
  if (limits_last(profile, how)) {
    return limited_rest(profile, how);
  }
  if (chooses_before_hiding(profile, how)) {
    return hidden_of_chosen(profile, how);
  }
  Result<Renaming> renaming = Renaming::read(how.rename, how.names);
  if (!renaming) {
    return failure(renaming.error());
  }
  const Result<StackFilters> filters = read_filters(profile, how);
  if (!filters) {
    return failure(filters.error());
  }
  const Result<ScaleRules> scale = ScaleRules::read(how.scale, how.names);
  if (!scale) {
    return failure(scale.error());
  }
  std::vector<const Profile*> sources = {&profile};
  if (how.baseline != nullptr) {
    if (Result<void> fits = check_baseline(profile, *how.baseline); !fits) {
      return failure(fits.error());
    }
    sources.push_back(how.baseline);
  }
  ProfileBuilder builder(profile.has_records() ? Keep::kAll : Keep::kSums);
  std::vector<NewFunctions> functions;
  RecordCounts counts;
  for (const Profile* source : sources) {
    if (filters->any()) {
      if (Result<void> fits = check_stacks(*source, *filters, how); !fits) {
        return failure(fits.error());
      }
    }
    functions.emplace_back(
        *source, *renaming,
        renaming->empty() ? std::vector<Renaming::Choice>() : renaming->choose(source->symbols()),
        builder);
    counts += source->counts();
  }
  for (size_t at = 0; at < sources.size(); ++at) {
    const PartSet* const parts = at == 0 && how.parts ? &*how.parts : nullptr;
    Copier copier(*sources[at], *filters, *scale, functions[at], parts, at != 0, builder);
    if (!how.factors.empty()) {
      copier.scale(how.factors, how.has_estimated_factors);
    }
    copier.copy(how.stop);
    if (how.stop.stop_requested()) {
      return failure(stopped());
    }
    if (copier.is_too_entangled()) {
      return failure(too_entangled(*sources[at]));
    }
  }
  if (!filters->any() && scale->empty() && !how.parts) {
    builder.count_as(counts);
  }
  Opened result;
  if (filters->choice.selects() || profile.is_selected()) {
    builder.count_as_selected();
  }
  result.profile = builder.finish();
  if (filters->choice.selects()) {
    result.notes.push_back(kept_note(sources, *result.profile, how));
  }
  if (!scale->empty()) {
    result.notes.push_back(scaled_note(profile, *result.profile, how,
                                       matched_functions(profile, functions[0], *scale)));
  }
  tell_apportioned(*result.profile, told_event(profile, how), result.notes);
  if (how.baseline != nullptr) {
    tell_limits_of_subtraction(*result.profile, *how.baseline, result.notes);
  }
  return result;
}

Opened with_inlined_functions(Opened opened, const SourcePlaces& places) {
  const Profile& profile = *opened.profile;
  InlinedFunctions inlined(profile, places);
  const std::string note = inlined.code().note();
  if (!note.empty() || !inlined.code().is_known()) {
    opened.notes.push_back(
        fmt::format("{}: {}", profile.inputs().empty() ? "" : printable(profile.inputs()[0].name),
                    note.empty() ? "no addresses, so inlined functions are not known" : note));
  }
  if (!inlined.code().is_known()) {
    return opened;
  }
  ProfileBuilder builder(Keep::kAll);
  const StackFilters no_filters;
  const Renaming no_renaming;
  const ScaleRules no_scale;
  NewFunctions functions(profile, no_renaming, {}, builder);
  Copier copier(profile, no_filters, no_scale, functions, nullptr, false, builder);
  copier.split(inlined);
  copier.copy({});
  if (profile.is_selected()) {
    builder.count_as_selected();
  }
  opened.profile = builder.finish();
  return opened;
}

}  // namespace quern
