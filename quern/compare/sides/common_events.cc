// SPDX-License-Identifier: MIT
#include "quern/compare/sides/common_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/event_choice.h"
#include "quern/query/units.h"

namespace quern {
namespace {

bool has_event(const Profile& profile, std::string_view name) {
  return profile.event(name).has_value();
}

/// Whether all profiles have it.
bool is_common(const std::vector<Opened>& opened, const Event& event) {
  return std::ranges::all_of(
      opened, [&event](const Opened& each) { return has_event(*each.profile, event.name); });
}

/// The stored events that all profiles have, in the order of the newest.
std::vector<std::string> events_of_all(const std::vector<Opened>& opened) {
  std::vector<std::string> names;
  for (const Event& event : opened.back().profile->events()) {
    if (is_common(opened, event)) {
      names.push_back(event.name);
    }
  }
  return names;
}

bool have_no_events(const std::vector<Opened>& opened) {
  return std::ranges::all_of(opened,
                             [](const Opened& each) { return each.profile->events().empty(); });
}

Diagnostic no_common_event(const std::vector<Opened>& opened) {
  const auto description = [](const Profile& profile) {
    std::string names;
    for (const Event& event : profile.events()) {
      names += (names.empty() ? "" : ", ") + event.name;
    }
    return names.empty() ? std::string("none") : names;
  };
  return usage_error(
      kNoCommonEvent.name,
      fmt::format("the sides have no common event: {} and {}", description(*opened.front().profile),
                  description(*opened.back().profile)),
      "profiles can be compared only if they have an event in common");
}

/// The asked ones, with the first common event in front where "" stands for it.
Result<std::vector<std::string>> events_asked(std::vector<std::string> asked,
                                              const std::vector<Opened>& opened) {
  if (std::erase(asked, "") == 0) {
    return asked;
  }
  const Result<std::vector<std::string>> all = common_events(opened);
  if (!all || all->empty()) {
    return all ? Result<std::vector<std::string>>(std::move(asked)) : failure(all.error());
  }
  const std::vector<std::string>& common = *all;
  std::erase(asked, common.front());
  asked.insert(asked.begin(), common.front());
  return asked;
}

/// Whether all that is asked for are formulas that give no costs.
Result<bool> are_ratios(const Profile& profile, SelectionWords words,
                        const std::vector<std::string>& asked) {
  words.events = asked;
  const Result<EventChoice> choice = EventChoice::make(profile, words);
  if (!choice) {
    return failure(choice.error());
  }
  return std::ranges::all_of(words.events, [&](const std::string& name) {
    return choice->is_computed(words.takes_abbreviations ? choice->unabbreviated(name) : name);
  });
}

/// The columns of a selection, then what else it adds up, then its formulas.
std::vector<std::string> columns_of(const Selection& selection) {
  std::vector<std::string> names;
  for (const auto* columns : {&selection.columns, &selection.beside}) {
    for (const Column& column : *columns) {
      names.push_back(column.event.name);
    }
    names.emplace_back();
  }
  for (const ComputedColumn& column : selection.computed) {
    names.push_back(column.event.name + " = " + column.event.formula.value_or(""));
  }
  return names;
}

bool is_time(const Event& event) {
  const Unit* const unit = unit_of(event);
  return (unit != nullptr && unit->dimension == Dimension::kTime) || event.unit == "ticks";
}

}  // namespace

Result<std::vector<std::string>> common_events(const std::vector<Opened>& opened) {
  std::vector<std::string> common = events_of_all(opened);
  if (common.empty() && !have_no_events(opened)) {
    return failure(no_common_event(opened));
  }
  return common;
}

Result<std::vector<std::string>> events_beside(std::vector<std::string> asked,
                                               const std::vector<Opened>& opened,
                                               const SelectionWords& words) {
  const Result<bool> only_ratios =
      words.takes_ratios ? are_ratios(*opened.back().profile, words, asked) : Result<bool>(false);
  if (!only_ratios) {
    return failure(only_ratios.error());
  }
  if (*only_ratios) {
    asked.insert(asked.begin(), "");
  }
  return events_asked(std::move(asked), opened);
}

std::string events_left_out(const std::vector<Opened>& opened) {
  std::vector<std::string> names;
  for (const Opened& each : opened) {
    for (const Event& event : each.profile->events()) {
      if (!is_common(opened, event) && std::ranges::find(names, event.name) == names.end()) {
        names.push_back(event.name);
      }
    }
  }
  return names.empty() ? std::string()
                       : "not compared, since not all sides have it: " +
                             printable(fmt::format("{}", fmt::join(names, ", ")));
}

Result<void> check_columns(const DiffRuns& runs) {
  const std::vector<std::string> wanted = columns_of(runs.selection());
  for (const DiffRun* const run : runs.all()) {
    const std::vector<std::string> found = columns_of(run->selection);
    if (found == wanted) {
      continue;
    }
    const auto [one, other] = std::ranges::mismatch(wanted, found);
    const auto listed = [](auto at, const std::vector<std::string>& names) {
      return at == names.end() || at->empty() ? std::string("nothing") : printable(*at);
    };
    return failure(usage_error(kNoCommonEvent.name,
                               fmt::format("the files have different events: {} and {}",
                                           listed(other, found), listed(one, wanted)),
                               "profiles can be compared only if they have an event in common"));
  }
  return {};
}

bool shows_times(const Selection& selection) {
  return std::ranges::any_of(selection.columns,
                             [](const Column& column) { return is_time(column.event); });
}

}  // namespace quern
