// SPDX-License-Identifier: MIT
//
// --normalize: old runs scaled to the totals of the new side.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/median.h"
#include "quern/compare/sides/sides.h"
#include "quern/filters/filter_plan.h"
#include "quern/filters/walk/copy_profile.h"
#include "quern/query/codes.h"

namespace quern {
namespace {

/// Events at most: what becomes of each takes memory for all functions and calls.
constexpr size_t kMostEvened = 32;

int128 total_of(const DiffRun& run, EventId event) {
  return totals(*run.profile, run.selection.parts, std::vector{event_sum(event)})[0];
}

/// The median of the new runs; nothing where one lacks the event or holds highest costs.
std::optional<int128> new_total(const std::vector<DiffRun>& runs, std::string_view name) {
  std::vector<int128> all;
  for (const DiffRun& run : runs) {
    const std::optional<EventId> event = run.profile->event(name);
    if (!event || run.profile->events()[event->index()].combine != Combine::kSum) {
      return std::nullopt;
    }
    all.push_back(total_of(run, *event));
  }
  return lower_median(std::move(all));
}

/// Nothing where the totals cannot be made equal.
std::optional<Fraction> factor_between(int128 was, int128 is) {
  const bool fits = was > 0 && is > 0 && is / was < kHighestFactor && was / is < kHighestFactor;
  return fits ? fraction(is, was) : std::nullopt;
}

/// The stored events that columns are made of, those beside them too.
std::vector<std::string> shown_events(const DiffRun& run) {
  std::set<EventId> events;
  for (const auto* columns : {&run.selection.columns, &run.selection.beside}) {
    for (const Column& column : *columns) {
      for (const EventTerm& term : column.sum.terms) {
        events.insert(term.event);
      }
    }
  }
  std::vector<std::string> names;
  for (const EventId event : events) {
    names.push_back(run.profile->events()[event.index()].name);
  }
  return names;
}

/// What of the chosen parts of a run is multiplied, of the events in `evened`, which receives what
/// becomes of them.
EventFactors factors_of(const DiffRun& run, const std::vector<DiffRun>& new_runs,
                        std::vector<EvenedEvent>& evened) {
  EventFactors factors;
  for (size_t at = 0; at < run.profile->events().size(); ++at) {
    const Event& event = run.profile->events()[at];
    const auto told = std::ranges::find(evened, event.name, &EvenedEvent::name);
    if (told == evened.end()) {
      continue;
    }
    const std::optional<int128> is = new_total(new_runs, event.name);
    const int128 was = total_of(run, EventId(at));
    std::optional<Fraction> factor;
    if (is && event.combine == Combine::kSum) {
      factor = factor_between(was, *is);
    }
    if (factor) {
      factors.of.push_back({event.name, *factor});
    }
    told->old_totals.push_back(was);
    told->new_total = is.value_or(0);
    told->factors.push_back(factor);
  }
  return factors;
}

bool are_some_totals_estimated(const std::vector<DiffRun>& runs) {
  return std::ranges::any_of(runs,
                             [](const DiffRun& run) { return run.selection.has_estimated_totals; });
}

/// The run with its chosen parts alone, multiplied. Its profile is in `scaled`.
Result<DiffRun> scaled_run(const DiffRun& run, const EventFactors& factors,
                           const SelectionWords& words, Opened& scaled) {
  Opened chosen;
  const Profile* from = run.profile;
  if (!run.selection.is_all_parts) {
    Result<Opened> result = filter_profile(*from, {.parts = run.selection.parts});
    if (!result) {
      return failure(result.error());
    }
    chosen = std::move(*result);
    from = chosen.profile.get();
  }
  scaled.profile = with_scaled_events(*from, factors);
  Result<Selection> selection = select(*scaled.profile, words);
  if (!selection) {
    return failure(selection.error());
  }
  return DiffRun{scaled.profile.get(), std::move(*selection)};
}

}  // namespace

Result<void> make_totals_equal(Sides& sides, const SideFiles& files, SelectionWords words) {
  words.parts.clear();  // the scaled profile has no others
  words.threads.clear();
  DiffRuns& runs = sides.runs;
  std::vector<EvenedEvent> evened;
  for (std::string& name : shown_events(runs.new_runs.front())) {
    evened.push_back({std::move(name), {}, 0, {}});
  }
  if (evened.size() > kMostEvened) {
    return failure(usage_error(kTooManyEvents.name,
                               fmt::format("{} events are too many for --normalize", evened.size()),
                               fmt::format("choose at most {} of them with --event", kMostEvened)));
  }
  for (size_t at = 0; at < runs.old_runs.size(); ++at) {
    EventFactors factors = factors_of(runs.old_runs[at], runs.new_runs, evened);
    if (factors.of.empty()) {
      continue;
    }
    factors.are_estimates = runs.old_runs[at].selection.has_estimated_totals ||
                            are_some_totals_estimated(runs.new_runs);
    // Where the profile is kept that is needed no longer; the only one of a file stays.
    const auto kept = std::ranges::find_if(sides.opened, [&](const Opened& each) {
      return each.profile.get() == runs.old_runs[at].profile;
    });
    Opened scaled;
    Result<DiffRun> run = scaled_run(runs.old_runs[at], factors, words, scaled);
    if (!run) {
      return failure(run.error());
    }
    runs.old_runs[at] = std::move(*run);
    if (files.is_one_file) {
      sides.opened.push_back(std::move(scaled));
    } else {
      *kept = std::move(scaled);
    }
  }
  for (DiffRun& run : runs.new_runs) {
    run.selection.evened = evened;
  }
  return {};
}

}  // namespace quern
