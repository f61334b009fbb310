// SPDX-License-Identifier: MIT
#include "quern/workspace/transform.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/base/stopped.h"
#include "quern/base/text.h"
#include "quern/model/builder.h"
#include "quern/workspace/filters/codes.h"
#include "quern/workspace/filters/copy_contexts.h"
#include "quern/workspace/filters/copy_records.h"
#include "quern/workspace/filters/new_functions.h"
#include "quern/workspace/filters/rename.h"
#include "quern/workspace/filters/scale.h"
#include "quern/workspace/filters/scale_events.h"

namespace quern {

namespace {

/// Copies one profile through the filters into a builder.
class Copier {
 public:
  /// `parts`: only these; null: all.
  /// `scale`: self costs that are multiplied; no filters work then.
  Copier(const Profile& from, const StackFilters& filters, const ScaleRules& scale,
         NewFunctions& functions, const PartSet* parts, bool subtracts, ProfileBuilder& to)
      : from_(&from),
        parts_(parts),
        is_by_stack_(filters.any() || !scale.empty()),
        changes_totals_(filters.choice.selects() || !scale.empty()),
        subtracts_(subtracts),
        to_(&to),
        events_(new_events(from, to)),
        records_(from, functions, subtracts, to),
        contexts_(from, filters, functions, events_, subtracts, to) {
    // Functions that nothing names any more are gone; else all stay, in their order.
    if (!filters.any() && parts == nullptr) {
      functions.take_all();
    }
    records_.choose(filters.choice);
    records_.hide(filters.hide, filters.choice.show);
    if (!scale.empty()) {
      records_.scale(scale);
      contexts_.scale(scale);
    }
  }

  [[nodiscard]] bool is_too_entangled() const { return records_.is_too_entangled(); }

  /// All costs are multiplied; no filters work then.
  void scale(std::span<const EventFactor> factors) {
    scaling_ = std::make_unique<EventScaling>(*from_, factors);
    records_.scale(*scaling_);
    contexts_.scale(*scaling_);
    changes_totals_ = true;
  }

  /// Once `stop` asks for an end it ends, and nothing that was copied counts.
  void copy(const std::stop_token& stop) {
    records_.heed(stop);
    contexts_.heed(stop);
    size_t part = 0;
    for (size_t input = 0; input < from_->inputs().size(); ++input) {
      for (; part < from_->parts().size() && from_->parts()[part].header.input == input; ++part) {
        copy_part(part);
        if (stop.stop_requested()) {
          return;
        }
      }
      to_->end_input(from_->inputs()[input]);
    }
  }

 private:
  static std::vector<EventId> new_events(const Profile& from, ProfileBuilder& to) {
    std::vector<EventId> ids;
    for (const Event& event : from.events()) {
      ids.push_back(
          to.event({event.name, event.combine, false, event.long_name, event.unit, event.scale}));
    }
    return ids;
  }

  void copy_part(size_t at) {
    const Part& part = from_->parts()[at];
    if (parts_ != nullptr && !parts_->contains(at)) {
      records_.skip(at);
      return contexts_.skip(part);
    }
    // A stack that a filter has changed fits the records beside it no longer.
    const ContextUse use =
        part.contexts == ContextUse::kBeside && is_by_stack_ ? ContextUse::kAlone : part.contexts;
    PartHeader header = new_header(part.header);
    to_->begin_part(header.positions, use == ContextUse::kAlone ? std::span<const EventId>()
                                                                : std::span(header.events));
    to_->expect_contexts(use);
    if (use == ContextUse::kAlone) {
      records_.skip(at);
    } else {
      records_.copy(at);
      header.has_estimated_totals = header.has_estimated_totals || records_.has_estimated_totals();
    }
    contexts_.copy(part);
    to_->end_part(std::move(header));
  }

  [[nodiscard]] PartHeader new_header(const PartHeader& old) const {
    PartHeader header = old;
    for (EventId& event : header.events) {
      event = events_[event.index()];
    }
    if (changes_totals_) {  // they are of all
      header.summaries.clear();
      header.declared_totals.reset();
    } else if (subtracts_) {
      for (std::vector<int128>& summary : header.summaries) {
        negate(summary);
      }
      if (header.declared_totals) {
        negate(*header.declared_totals);
      }
    }
    return header;
  }

  static void negate(std::vector<int128>& numbers) {
    for (int128& number : numbers) {
      number = -number;
    }
  }

  const Profile* from_;
  const PartSet* parts_;
  bool is_by_stack_;
  bool changes_totals_;
  bool subtracts_;
  ProfileBuilder* to_;
  std::vector<EventId> events_;
  std::unique_ptr<EventScaling> scaling_;  ///< where all costs are multiplied
  RecordCopier records_;
  ContextCopier contexts_;
};

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

PartSet chosen_parts(const Profile& profile, const Transform& how) {
  return how.parts ? *how.parts : PartSet::all(profile);
}

/// Who asks for stacks, in the words of the command line.
std::string_view asking(const Transform& how) {
  return !how.merge_ancestors.empty() ? "--merge-ancestors needs"
         : how.unfold_recursion       ? "--unfold-recursion needs"
                                      : "limits such as --min-count need";
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
      fmt::format("{} exact stacks, and {} has a call graph at best, which does not tell whose "
                  "callees are whose",
                  asking(how), name),
      "--focus, --ignore, --show-from, --show, --hide, --rename and --group-by work on call "
      "graphs too; `quern help recording` tells what records stacks"));
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
                             fmt::format("the baseline {} is of the format {}, but {} is of {}",
                                         printable(baseline.inputs()[0].name), format_of(baseline),
                                         printable(profile.inputs()[0].name), format_of(profile)),
                             "only what was counted in the same way can be subtracted"));
}

Diagnostic too_entangled(const Profile& profile) {
  return usage_error(
      kTooEntangled.name,
      fmt::format("the functions of {} that are not shown have too many callers and callees to be "
                  "joined",
                  profile.inputs().empty() ? "" : printable(profile.inputs()[0].name)),
      "show more of them, choose stacks first (--focus), or list functions with --where");
}

bool chooses_stacks(const Transform& how) {
  return !how.choice.focus.empty() || !how.choice.ignore.empty() || !how.choice.show_from.empty();
}

/// Whether both is asked of parts that have no stacks: one is then done after the other.
bool chooses_before_hiding(const Profile& profile, const Transform& how) {
  return chooses_stacks(how) && (!how.choice.show.empty() || !how.hide.empty()) &&
         lacks_contexts(profile, chosen_parts(profile, how));
}

/// Σ self of an event over the parts; peaks have none, and their highest is told.
int128 total_of(const Profile& profile, const PartSet& parts, std::string_view name) {
  const std::optional<EventId> event = profile.event(name);
  if (!event) {
    return 0;
  }
  const std::array<EventSum, 1> column = {EventSum{{{*event, 1}}}};
  return totals(profile, parts, column)[0];
}

std::string told_event(const Profile& profile, const Transform& how) {
  return !how.told_event.empty()    ? how.told_event
         : profile.events().empty() ? std::string()
                                    : profile.events()[0].name;
}

/// "--focus and --ignore kept 45.20 % of Ir: 905 of 2,002"; "~ 905" where it is an estimate.
std::string kept_note(std::span<const Profile* const> sources, const Profile& result,
                      const Transform& how) {
  std::vector<std::string_view> options;
  for (const auto& [option, words] :
       {std::pair("--focus", &how.choice.focus), std::pair("--ignore", &how.choice.ignore),
        std::pair("--show-from", &how.choice.show_from)}) {
    if (!words->empty()) {
      options.emplace_back(option);
    }
  }
  const std::string name = told_event(*sources[0], how);
  int128 all = total_of(*sources[0], chosen_parts(*sources[0], how), name);
  for (const Profile* const baseline : sources.subspan(1)) {
    all -= total_of(*baseline, PartSet::all(*baseline), name);
  }
  const int128 kept = total_of(result, PartSet::all(result), name);
  const std::string share =
      all == 0
          ? "all"
          : fmt::format("{:.2f} %", 100 * static_cast<double>(kept) / static_cast<double>(all));
  const std::string_view mark =
      has_estimated_totals(result, PartSet::all(result)) ? "~ " : std::string_view();
  return fmt::format("{} kept {}{} of {}: {}{} of {}", fmt::join(options, " and "), mark, share,
                     printable(name), mark, grouped(kept), grouped(all));
}

constexpr std::string_view kApportioned = "was apportioned (~): a call graph does not tell stacks";

/// "31.20 % of what is shown was apportioned (~) …", where any was.
void tell_apportioned(const Profile& result, const std::string& name,
                      std::vector<std::string>& notes) {
  const std::optional<EventId> event = result.event(name);
  if (!event || !result.has_estimates()) {
    return;
  }
  const std::array<EventSum, 1> column = {EventSum{{{*event, 1}}}};
  const PartSet parts = PartSet::all(result);
  const int128 part = apportioned(result, parts, column)[0];
  if (part == 0) {
    return;
  }
  const int128 all = totals(result, parts, column)[0];
  notes.push_back(
      fmt::format("{:.2f} % of what is {} {}",
                  all == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(all),
                  result.is_selected() ? "kept" : "shown", kApportioned));
}

/// What subtracting cannot do.
void tell_limits_of_subtraction(const Profile& result, const Profile& baseline,
                                std::vector<std::string>& notes) {
  if (std::ranges::any_of(baseline.events(),
                          [](const Event& event) { return event.combine == Combine::kMax; })) {
    notes.emplace_back(
        "highest values (peaks, …_MAX) cannot be subtracted: they are the input's own");
  }
  if (!result.leaks().empty()) {
    notes.emplace_back("resources that are still held are the input's own: nothing is subtracted");
  }
  const Cycles cycles =
      find_cycles(profile_graph(result, PartSet::all(result), std::span<const EventSum>()));
  bool has_cycle = false;
  for (uint32_t node = 0; node < result.symbols().functions.size(); ++node) {
    has_cycle = has_cycle || cycles.is_mutual(node);
  }
  if (has_cycle) {
    notes.emplace_back(
        "functions call each other in cycles: their inclusive costs (≥) are no differences, their "
        "self costs are");
  }
}

/// "--scale changes Ir by -1,000 (-10.00 %): 10,000 → 9,000".
std::string scaled_note(const Profile& profile, const Profile& result, const Transform& how) {
  const std::string name = told_event(profile, how);
  const int128 was = total_of(profile, PartSet::all(profile), name);
  const int128 is = total_of(result, PartSet::all(result), name);
  const double percent =
      was == 0 ? 0.0 : 100 * static_cast<double>(is - was) / static_cast<double>(was);
  return fmt::format("what if: --scale changes {} by {} ({:+.2f} %): {} → {}", printable(name),
                     grouped(is - was), percent, grouped(was), grouped(is));
}

/// Whether all costs are multiplied and something else is asked for, which is done before.
bool multiplies_last(const Transform& how) {
  Transform rest = how;
  rest.factors.clear();
  return !how.factors.empty() && rest.any();
}

Result<Opened> multiplied_rest(const Profile& profile, const Transform& how) {
  Transform first = how;
  first.factors.clear();
  Transform second;
  second.factors = how.factors;
  second.told_event = how.told_event;
  Result<Opened> rest = transform(profile, first);
  if (!rest) {
    return rest;
  }
  Result<Opened> result = transform(*rest->profile, second);
  if (result) {
    result->notes = std::move(rest->notes);  // the second one tells its estimates again
  }
  return result;
}

/// Whether costs are scaled and something else is asked for, which is done afterwards.
bool scales_first(const Transform& how) {
  Transform rest = how;
  rest.scale.clear();
  return !how.scale.empty() && rest.any();
}

Result<Opened> rest_of_scaled(const Profile& profile, const Transform& how) {
  Transform first;
  first.scale = how.scale;
  first.names = how.names;
  first.told_event = how.told_event;
  first.stop = how.stop;
  Transform second = how;
  second.scale.clear();
  Result<Opened> scaled = transform(profile, first);
  if (!scaled) {
    return scaled;
  }
  Result<Opened> result = transform(*scaled->profile, second);
  if (result) {
    result->notes.insert(result->notes.begin(), scaled->notes.begin(), scaled->notes.end());
  }
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

/// A baseline as the input will be when its limits are looked at; nothing where there is none.
Result<std::optional<Opened>> baseline_in_front_of_limits(const Transform& how) {
  Transform first = without_limits(how);
  first.parts.reset();
  if (how.baseline == nullptr || !first.any()) {
    return std::nullopt;
  }
  Result<Opened> made = transform(*how.baseline, first);
  return made ? Result<std::optional<Opened>>(std::move(*made)) : failure(made.error());
}

Result<Opened> limited_rest(const Profile& profile, const Transform& how) {
  if (how.baseline != nullptr) {
    if (Result<void> fits = check_baseline(profile, *how.baseline); !fits) {
      return failure(fits.error());
    }
  }
  Result<Opened> rest = transform(profile, without_limits(how));
  if (!rest) {
    return rest;
  }
  const Result<std::optional<Opened>> baseline = baseline_in_front_of_limits(how);
  if (!baseline) {
    return failure(baseline.error());
  }
  Transform second;
  second.rules = how.rules;
  second.baseline = *baseline ? (*baseline)->profile.get() : how.baseline;
  second.told_event = how.told_event;
  second.names = how.names;
  second.stop = how.stop;
  Result<Opened> result = transform(*rest->profile, second);
  if (result && how.baseline == nullptr) {
    result->notes.insert(result->notes.begin(), rest->notes.begin(), rest->notes.end());
  } else if (result && chooses_stacks(how)) {
    // Of both together.
    const std::array<const Profile*, 2> sources = {&profile, how.baseline};
    result->notes.insert(result->notes.begin(), kept_note(sources, *result->profile, how));
  }
  return result;
}

Result<Opened> hidden_of_chosen(const Profile& profile, const Transform& how) {
  Transform first = how;
  first.choice.show.clear();
  first.hide.clear();
  Result<Opened> chosen = transform(profile, first);
  if (!chosen) {
    return chosen;
  }
  Transform second;
  second.choice.show = how.choice.show;
  second.hide = how.hide;
  second.told_event = how.told_event;
  second.names = how.names;
  second.stop = how.stop;
  Result<Opened> hidden = transform(*chosen->profile, second);
  if (hidden) {
    // What was apportioned is told of what is shown in the end.
    std::erase_if(chosen->notes, [](const std::string& note) {
      return note.find(kApportioned) != std::string::npos;
    });
    hidden->notes.insert(hidden->notes.begin(), chosen->notes.begin(), chosen->notes.end());
  }
  return hidden;
}

}  // namespace

Result<Opened> transform(const Profile& profile, const Transform& how) {
  if (multiplies_last(how)) {
    return multiplied_rest(profile, how);
  }
  if (scales_first(how)) {
    return rest_of_scaled(profile, how);
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
      copier.scale(how.factors);
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
    result.notes.push_back(scaled_note(profile, *result.profile, how));
  }
  tell_apportioned(*result.profile, told_event(profile, how), result.notes);
  if (how.baseline != nullptr) {
    tell_limits_of_subtraction(*result.profile, *how.baseline, result.notes);
  }
  return result;
}

}  // namespace quern
