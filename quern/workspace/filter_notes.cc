// SPDX-License-Identifier: MIT
#include "quern/workspace/filter_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/event_names.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/base/text.h"
#include "quern/query/cost_text.h"
#include "quern/query/units.h"

namespace quern {
namespace {

constexpr std::string_view kApportioned =
    "was split in proportion (~): a call graph does not record stacks";

/// Σ self of an event over the parts; of peaks, the highest.
int128 total_of(const Profile& profile, const PartSet& parts, std::string_view name) {
  const std::optional<EventId> event = profile.event(name);
  if (!event) {
    return 0;
  }
  const std::array<EventSum, 1> column = {EventSum{{{*event, 1}}}};
  return totals(profile, parts, column)[0];
}

/// The event of that name, as its costs are shown.
Event shown_event(const Profile& profile, const Transform& how, std::string_view name) {
  const std::optional<EventId> id = profile.event(name);
  const Event event = id ? profile.events()[id->index()] : Event{};
  Event shown = named_events({&event, 1}, {}).front();
  (void)show_in(shown, how.told_unit);  // other events keep theirs
  return shown;
}

}  // namespace

PartSet chosen_parts(const Profile& profile, const Transform& how) {
  return how.parts ? *how.parts : PartSet::all(profile);
}

std::string told_event(const Profile& profile, const Transform& how) {
  return !how.told_event.empty()    ? how.told_event
         : profile.events().empty() ? std::string()
                                    : profile.events()[0].name;
}

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
  const Event event = shown_event(*sources[0], how, name);
  return fmt::format("{} kept {}{} of {}: {}{} of {}", fmt::join(options, " and "), mark, share,
                     printable(name), mark, cost_text(event, kept), cost_text(event, all));
}

/// " (+2.50 %)" of the size of what it was; nothing has no percents.
std::string growth_text(int128 change, int128 was) {
  constexpr double kRoundsToZero = 0.005;  // "-0.00 %" would have a sign and no size
  if (was == 0) {
    return {};
  }
  const double percent = 100 * static_cast<double>(change) / std::abs(static_cast<double>(was));
  return fmt::format(" ({:+.2f} %)", std::abs(percent) < kRoundsToZero ? 0.0 : percent);
}

std::string scaled_note(const Profile& profile, const Profile& result, const Transform& how,
                        size_t matched) {
  const std::string name = told_event(profile, how);
  const int128 was = total_of(profile, PartSet::all(profile), name);
  const int128 is = total_of(result, PartSet::all(result), name);
  const Event event = shown_event(profile, how, name);
  return fmt::format("--what-if changes {} by {}{}: {} → {}; {} by name, file or object",
                     printable(name), cost_text(event, is - was), growth_text(is - was, was),
                     cost_text(event, was), cost_text(event, is),
                     counted(matched, "function") + (matched == 1 ? " matches" : " match"));
}

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

bool is_of_apportioned(std::string_view note) {
  return note.contains(kApportioned);
}

void tell_limits_of_subtraction(const Profile& result, const Profile& baseline,
                                std::vector<std::string>& notes) {
  if (std::ranges::any_of(baseline.events(),
                          [](const Event& event) { return event.combine == Combine::kMax; })) {
    notes.emplace_back("maxima (peaks, …_MAX) cannot be subtracted and are left unchanged");
  }
  if (!result.leaks().empty()) {
    notes.emplace_back("leaks are not subtracted and are left unchanged");
  }
  const Cycles cycles =
      find_cycles(profile_graph(result, PartSet::all(result), std::span<const EventSum>()));
  bool has_cycle = false;
  for (uint32_t node = 0; node < result.symbols().functions.size(); ++node) {
    has_cycle = has_cycle || cycles.is_mutual(node);
  }
  if (has_cycle) {
    notes.emplace_back(
        "inclusive costs (≥) of functions in cycles are not differences; self costs are exact");
  }
}

}  // namespace quern
