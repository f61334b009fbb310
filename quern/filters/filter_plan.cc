// SPDX-License-Identifier: MIT
#include "quern/filters/filter_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/base/text.h"
#include "quern/filters/rules/codes.h"
#include "quern/filters/walk/copy_profile.h"

namespace quern {
namespace {

std::string name_of(const Profile& profile) {
  return profile.inputs().empty() ? "" : printable(profile.inputs()[0].name);
}

Diagnostic other_format(const Profile& profile, const Profile& baseline) {
  return usage_error(
      kOtherFormat.name,
      fmt::format("the baseline {} has the format {}, but {} has {}", name_of(baseline),
                  baseline.inputs()[0].format, name_of(profile), profile.inputs()[0].format),
      "only costs of the same kind can be subtracted");
}

Diagnostic needs_stacks(const Stage& stage, const Profile& graph) {
  return usage_error(
      kNeedsStacks.name,
      fmt::format("{} exact stacks, and {} has at most a call graph", stage.needs_stacks,
                  name_of(graph)),
      "--focus, --ignore, --show-from, --show, --hide, --rename and --group-by also work on call "
      "graphs; for profilers that record stacks see `quern help recording`");
}

/// The chosen parts of the profile; all if none are chosen.
PartSet parts_of(const Profile& profile, const std::optional<PartSet>& chosen) {
  return chosen ? *chosen : PartSet::all(profile);
}

/// A profile between two walks: first the one that was read, then the result of the last walk.
struct Underway {
  const Profile* now;
  std::unique_ptr<const Profile> made = {};

  Result<void> walk(const FilterRules& rules, const std::stop_token& stop) {
    Result<std::unique_ptr<const Profile>> copy = copy_filtered(*now, rules, stop);
    if (!copy) {
      return failure(copy.error());
    }
    made = std::move(*copy);
    now = made.get();
    return {};
  }
};

/// The total that a choice of stacks chooses from. Peaks of the baseline do not count, since
/// highest values are not subtracted.
int128 total_to_choose_from(const Profile& profile, const PartSet& parts, const Profile* baseline,
                            std::string_view event) {
  const int128 all = event_total(profile, parts, event);
  const std::optional<EventId> id = profile.event(event);
  const bool is_peak = id && profile.events()[id->index()].combine == Combine::kMax;
  return baseline == nullptr || is_peak
             ? all
             : all - event_total(*baseline, PartSet::all(*baseline), event);
}

}  // namespace

Result<FilterPlan> FilterPlan::read(const FilterOptions& options) {
  FilterPlan plan;
  for (const Stage& stage : filter_stages()) {
    if (!stage.is_asked(options)) {
      continue;
    }
    if (Result<void> read = stage.read(options, plan.rules_); !read) {
      return failure(read.error());
    }
    plan.stages_.push_back(&stage);
    if (stage.chooses) {
      plan.report_.choosing.push_back(stage.option);
    }
  }
  plan.report_.event = options.told_event;
  plan.report_.unit = options.told_unit;
  return plan;
}

const Profile* FilterPlan::without_stacks(const Profile& profile) const {
  const Profile* const baseline = rules_.baseline;
  if (lacks_contexts(profile, parts_of(profile, rules_.parts))) {
    return &profile;
  }
  return baseline != nullptr && lacks_contexts(*baseline, PartSet::all(*baseline)) ? baseline
                                                                                   : nullptr;
}

Result<void> FilterPlan::check(const Profile& profile) const {
  const Profile* const baseline = rules_.baseline;
  if (baseline != nullptr && !profile.inputs().empty() && !baseline->inputs().empty() &&
      profile.inputs()[0].format != baseline->inputs()[0].format) {
    return failure(other_format(profile, *baseline));
  }
  // On a call graph stacks can be chosen and functions hidden: costs are split in proportion.
  const auto stage =
      std::ranges::find_if(stages_, [](const Stage* each) { return !each->needs_stacks.empty(); });
  const Profile* const graph = without_stacks(profile);
  if (stage != stages_.end() && graph != nullptr) {
    return failure(needs_stacks(**stage, *graph));
  }
  return {};
}

/// A stage joins the walk of the stages before it if it can: each walk copies the whole profile, so
/// fewer walks are faster. The decision depends on the profile and on its baseline, which passes
/// the same walks.
Result<std::vector<FilterRules>> FilterPlan::walks(const Profile& profile) const {
  if (const Result<void> fits = check(profile); !fits) {
    return failure(fits.error());
  }
  Result<NodeRules> limits = named_limits(rules_.limits, profile);
  if (!limits) {
    return failure(limits.error());
  }
  FilterRules rules = rules_;
  rules.limits = std::move(*limits);
  const bool has_graph = without_stacks(profile) != nullptr;
  const auto has_calls = [&] {
    return has_single_calls(profile) ||
           (rules.baseline != nullptr && has_single_calls(*rules.baseline));
  };
  std::vector<FilterRules> walks;
  bool is_open = false;
  for (const Stage* stage : stages_) {
    const bool joins =
        is_open &&
        (stage->sharing == Sharing::kAll ||
         (stage->sharing == Sharing::kUnlessChosen && !(has_graph && walks.back().selects())) ||
         (stage->sharing == Sharing::kUnlessSingle && !has_calls()));
    if (!joins) {
      walks.emplace_back();
    }
    stage->add(rules, walks.back());
    is_open = stage->sharing != Sharing::kNone;
  }
  if (walks.empty()) {
    walks.emplace_back();  // a plain copy
  }
  return walks;
}

Result<Opened> FilterPlan::run(const Profile& profile, const std::stop_token& stop) const {
  Result<std::vector<FilterRules>> walks = this->walks(profile);
  if (!walks) {
    return failure(walks.error());
  }
  FilterReport report = report_;
  if (report.event.empty() && !profile.events().empty()) {
    report.event = profile.events().front().name;
  }
  // A walk frees the result of the walk before it: no more than two copies exist at a time.
  Underway filtered{&profile};
  Underway baseline{rules_.baseline};
  for (FilterRules& walk : *walks) {
    const Profile& from = *filtered.now;
    const PartSet parts = parts_of(from, walk.parts);
    const int128 was = walk.scale.empty() ? 0 : event_total(from, parts, report.event);
    if (walk.selects()) {
      report.chosen_from = total_to_choose_from(from, parts, baseline.now, report.event);
    }
    if (walk.baseline != nullptr) {
      walk.baseline = baseline.now;
    } else if (baseline.now != nullptr) {
      FilterRules same = walk;
      same.parts.reset();  // they are numbers of the other profile's parts
      if (Result<void> done = baseline.walk(same, stop); !done) {
        return failure(done.error());
      }
    }
    if (Result<void> done = filtered.walk(walk, stop); !done) {
      return failure(done.error());
    }
    if (!walk.scale.empty()) {
      const Profile& made = *filtered.now;
      report.scaled = {was, event_total(made, PartSet::all(made), report.event),
                       walk.scale.matched(profile.symbols())};
    }
  }
  Opened opened{std::move(filtered.made)};
  opened.notes = filter_notes(report, *opened.profile, rules_.baseline);
  return opened;
}

Result<Opened> filter_profile(const Profile& profile, const FilterOptions& options,
                              const std::stop_token& stop) {
  const Result<FilterPlan> plan = FilterPlan::read(options);
  return plan ? plan->run(profile, stop) : failure(plan.error());
}

}  // namespace quern
