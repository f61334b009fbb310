// SPDX-License-Identifier: MIT
#include "quern/filters/notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "quern/analysis/events/event_names.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/base/text.h"
#include "quern/query/cost_text.h"
#include "quern/query/units.h"

namespace quern {
namespace {

/// The event of the report, as its costs are shown.
Event shown_event(const Profile& profile, const FilterReport& report) {
  const std::optional<EventId> id = profile.event(report.event);
  const Event event = id ? profile.events()[id->index()] : Event{};
  Event shown = named_events({&event, 1}, {}).front();
  (void)show_in(shown, report.unit);  // other events keep theirs
  return shown;
}

double percent(int128 part, int128 whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

/// " (+2.50 %)" of the size of what it was; nothing has no percents.
std::string growth_text(int128 change, int128 was) {
  constexpr double kRoundsToZero = 0.005;  // "-0.00 %" would have a sign and no size
  if (was == 0) {
    return {};
  }
  const double change_percent = percent(change, was < 0 ? -was : was);
  return fmt::format(" ({:+.2f} %)",
                     std::abs(change_percent) < kRoundsToZero ? 0.0 : change_percent);
}

/// "--what-if changes Ir by -1,000 (-10.00 %): 10,000 → 9,000; 2 functions match by name, file or
/// object".
std::string scaled_note(const FilterReport& report, const Event& event) {
  const auto& [was, is, matched] = *report.scaled;
  return fmt::format("--what-if changes {} by {}{}: {} → {}; {} by name, file or object",
                     printable(report.event), cost_text(event, is - was),
                     growth_text(is - was, was), cost_text(event, was), cost_text(event, is),
                     counted(matched, "function") + (matched == 1 ? " matches" : " match"));
}

/// "--focus and --ignore kept 45.20 % of Ir: 905 of 2,002"; "~ 905" where it is an estimate.
std::string kept_note(const FilterReport& report, const Event& event, const Profile& result) {
  const PartSet parts = PartSet::all(result);
  const int128 all = *report.chosen_from;
  const int128 kept = event_total(result, parts, report.event);
  const std::string share = all == 0 ? "all" : fmt::format("{:.2f} %", percent(kept, all));
  const std::string_view mark = has_estimated_totals(result, parts) ? "~ " : "";
  return fmt::format("{} kept {}{} of {}: {}{} of {}", fmt::join(report.choosing, " and "), mark,
                     share, printable(report.event), mark, cost_text(event, kept),
                     cost_text(event, all));
}

/// "31.20 % of what is shown was split in proportion (~) …", where any was.
void tell_apportioned(const Profile& result, std::string_view name,
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
  notes.push_back(fmt::format(
      "{:.2f} % of what is {} was split in proportion (~): a call graph does not record stacks",
      all == 0 ? 0.0 : percent(part, all), result.is_selected() ? "kept" : "shown"));
}

/// What subtracting cannot do.
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

}  // namespace

int128 event_total(const Profile& profile, const PartSet& parts, std::string_view event) {
  const std::optional<EventId> id = profile.event(event);
  if (!id) {
    return 0;
  }
  const std::array<EventSum, 1> column = {EventSum{{{*id, 1}}}};
  return totals(profile, parts, column)[0];
}

std::vector<std::string> filter_notes(const FilterReport& report, const Profile& result,
                                      const Profile* baseline) {
  std::vector<std::string> notes;
  const Event event = shown_event(result, report);
  if (report.scaled) {
    notes.push_back(scaled_note(report, event));
  }
  if (report.chosen_from) {
    notes.push_back(kept_note(report, event, result));
  }
  tell_apportioned(result, report.event, notes);
  if (baseline != nullptr) {
    tell_limits_of_subtraction(result, *baseline, notes);
  }
  return notes;
}

}  // namespace quern
