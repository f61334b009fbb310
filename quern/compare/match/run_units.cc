// SPDX-License-Identifier: MIT
#include "quern/compare/match/run_units.h"

#include <algorithm>

#include "quern/analysis/events/event_meanings.h"
#include "quern/analysis/events/event_names.h"

namespace quern {

namespace {

/// The columns of a run, also those that only formulas and queries use, and the stored events that
/// they add up.
std::vector<Event> events_behind(const DiffRun& run) {
  const std::vector<Event> stored = named_events(run.profile->events(), {});
  std::vector<Event> events;
  std::vector<bool> is_met(stored.size());
  for (const auto* columns : {&run.selection.columns, &run.selection.beside}) {
    for (const Column& column : *columns) {
      if (column.event.formula) {
        events.push_back(column.event);
      }
      for (const EventTerm& term : column.sum.terms) {
        if (!is_met[term.event.index()]) {
          is_met[term.event.index()] = true;
          events.push_back(stored[term.event.index()]);
        }
      }
    }
  }
  return events;
}

void describe(std::vector<Column>& columns, const SettledUnit& settled) {
  for (Column& column : columns) {
    if (column.event.name == settled.name) {
      column.event.unit = settled.unit;
      column.event.scale = settled.scale;
      if (settled.unit.empty()) {
        column.event.shown_unit.clear();
      }
    }
  }
}

}  // namespace

Result<std::vector<std::string>> settle_units(DiffRuns& runs, std::span<const std::string> names) {
  const std::vector<DiffRun*> all = runs.all();
  EventMeanings meanings;
  for (size_t at = 0; at < all.size(); ++at) {
    meanings.add(at, names[std::min(at, names.size() - 1)], events_behind(*all[at]));
  }
  const Result<std::vector<SettledUnit>> units = meanings.settled();
  if (!units) {
    return failure(units.error());
  }
  std::vector<std::string> notes;
  for (const SettledUnit& settled : *units) {
    for (DiffRun* const run : all) {
      describe(run->selection.columns, settled);
      describe(run->selection.beside, settled);
    }
    if (!settled.note.empty()) {
      notes.push_back(settled.note);
    }
  }
  return notes;
}

}  // namespace quern
