// SPDX-License-Identifier: MIT
#include "quern/query/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/base/parallel.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/query/event_choice.h"
#include "quern/query/part_choice.h"
#include "quern/query/row_query.h"
#include "quern/query/units.h"

namespace quern {

namespace {

/// The place of the event's column, added where it has none.
Result<size_t> column_of(const EventChoice& events, std::string_view name,
                         std::vector<Column>& columns) {
  Result<Column> column = events.find(name);
  if (!column) {
    return failure(column.error());
  }
  const size_t at = index_of(columns, column->event.name);
  if (at == columns.size()) {
    columns.push_back(std::move(*column));
  }
  return at;
}

void keep_full_name(const EventChoice& events, const std::string& name, Selection& selection) {
  if (const std::string_view full = events.full_name(name); full != name) {
    selection.full_names.emplace_back(name, full);
  }
}

Result<void> choose_events(const EventChoice& events, const SelectionWords& words,
                           Selection& selection) {
  for (const std::string& name : words.events) {
    keep_full_name(events, name, selection);  // rules of gates come this way
    if (words.takes_ratios && events.is_computed(name)) {
      continue;
    }
    if (const Result<size_t> at = column_of(events, name, selection.columns); !at) {
      return failure(at.error());
    }
  }
  selection.has_asked_columns = !selection.columns.empty();
  if (!selection.has_asked_columns) {
    selection.columns = events.stored();
    const auto is_peak = [](const Column& column) { return column.event.combine == Combine::kMax; };
    if (words.sums_only && !std::ranges::all_of(selection.columns, is_peak)) {
      std::erase_if(selection.columns, is_peak);
    }
    const bool wants_all = words.all_events && words.events.empty();
    if (!wants_all && selection.columns.size() > 1) {
      selection.columns.resize(1);
    }
  }
  return {};
}

/// An event may itself be called "self" or "self:x": whole names come first.
SortWords parse_order(const EventChoice& events, const SelectionWords& words) {
  if (events.has(words.sort)) {
    return {words.sort, words.default_sort};
  }
  SortWords order = split_sort(words.sort, words.default_sort);
  if (words.takes_abbreviations && order.event != "calls") {
    order.event = events.unabbreviated(order.event);
  }
  return order;
}

/// Whether rows are to be sorted by how often they were called.
bool is_calls(const EventChoice& events, const SelectionWords& words, const SortWords& order) {
  return words.takes_ratios && words.rows != RowKind::kBranches && order.event == "calls" &&
         !events.has(order.event);
}

/// Calls are a column of their own wherever they are counted; of loops it is iterations.
Result<void> sort_by_calls(const Profile& profile, Selection& selection) {
  if (selection.group_by != GroupBy::kLoop && !counts_calls(profile, selection.parts)) {
    return failure(usage_error(
        kNeedsCalls.name, "cannot sort by calls: the profile counts none",
        "Callgrind and Xdebug record calls, Cachegrind does not; see `quern help recording`"));
  }
  ComputedColumn column;
  column.event.name = column.event.formula.emplace("calls");
  column.formula = std::move(*Computed::parse("calls"));
  column.operands = {{FormulaOperand::Kind::kCalls, 0}};
  selection.sort_ratio = selection.computed.size();
  selection.sorts_calls = true;
  selection.computed.push_back(std::move(column));
  return {};
}

/// "place" and "name", where no event is called so.
std::optional<RowOrder> uncosted_order(const EventChoice& events, const SelectionWords& words) {
  const bool is_place = words.sort == "place";
  if ((!is_place && words.sort != "name") || events.has(words.sort)) {
    return std::nullopt;
  }
  return is_place ? RowOrder::kPlace : RowOrder::kName;
}

Result<void> choose_order(const EventChoice& events, const SelectionWords& words,
                          Selection& selection) {
  if (const std::optional<RowOrder> order = uncosted_order(events, words)) {
    if (!words.takes_order) {
      return failure(usage_error(
          kUnknownEvent.name, fmt::format("cannot sort these rows by '{}'", words.sort),
          "only lists of functions, groups and direct calls can be sorted by place or name"));
    }
    selection.order = *order;
    return {};
  }
  const SortWords order = parse_order(events, words);
  selection.sort_by = words.rows == RowKind::kCalls ? SortBy::kInclusive : order.by;
  selection.order = words.order;
  if (order.event.empty() || is_calls(events, words, order) ||
      (words.takes_ratios && events.is_computed(order.event))) {
    return {};
  }
  const Result<size_t> column = column_of(events, order.event, selection.columns);
  if (!column) {
    static constexpr std::array<std::string_view, 5> kKeys = {"self", "incl", "calls", "name",
                                                              "place"};
    Diagnostic error = column.error();
    if (const std::optional<std::string_view> near = nearest(words.sort, kKeys)) {
      error.hint = fmt::format("did you mean {}? ", *near) + error.hint;
    }
    return failure(std::move(error));
  }
  selection.sort_column = *column;
  return {};
}

/// Once all columns of costs stand: what formulas need besides goes beside them.
Result<void> choose_ratios(const EventChoice& events, const SelectionWords& words,
                           Selection& selection) {
  const auto show = [&](std::string_view name) -> Result<size_t> {
    const Result<size_t> at = events.add_computed(name, selection);
    if (at && words.shows_ratios &&
        std::ranges::find(selection.ratios, *at) == selection.ratios.end()) {
      selection.ratios.push_back(*at);
    }
    return at;
  };
  for (const std::string& name : words.events) {
    if (words.takes_ratios && events.is_computed(name)) {
      if (const Result<size_t> at = show(name); !at) {
        return failure(at.error());
      }
    }
  }
  const SortWords order = parse_order(events, words);
  if (words.takes_ratios && events.is_computed(order.event)) {
    if (words.rows == RowKind::kBranches) {
      return failure(
          usage_error(kRatioEvent.name,
                      fmt::format("'{}' is a ratio, and a tree cannot be sorted by a ratio",
                                  printable(order.event)),
                      "show the ratio with --event, and sort by an event with costs"));
    }
    const Result<size_t> at = show(order.event);
    if (!at) {
      return failure(at.error());
    }
    if (selection.order == RowOrder::kCost) {
      selection.sort_ratio = *at;
    }
  }
  return {};
}

QueryScope scope_of(const SelectionWords& words) {
  const bool is_grouped = words.group_by != GroupBy::kFunction || words.groups != nullptr;
  QueryScope scope{.rows = is_grouped ? "a group" : "a function"};
  scope.group = is_grouped;
  if (words.group_by == GroupBy::kLine) {
    scope.rows = "a line of source code";
    scope.inclusive = scope.calls = false;
  } else if (words.group_by == GroupBy::kLoop) {
    scope.rows = "a loop";
    scope.group = false;
  } else if (words.rows == RowKind::kCalls) {
    scope.rows = "a call";
    scope.self = false;
    scope.neighbours = true;
  } else if (words.rows == RowKind::kBranches) {
    scope.rows = "a branch";
  } else if (words.rows == RowKind::kHeld || words.rows == RowKind::kHeldUnnamed) {
    scope.rows = "what is held";
    scope.inclusive = false;
    scope.names = words.rows == RowKind::kHeld;
    scope.group = scope.group && scope.names;
  }
  return scope;
}

Result<void> choose_rows(const EventChoice& events, const SelectionWords& words,
                         Selection& selection) {
  if (words.where.empty() && words.least.empty()) {
    return {};
  }
  Result<Query> query = Query::read(words.where.empty() ? words.least : words.where);
  if (query && !words.where.empty() && !words.least.empty()) {  // an error shows the typed words
    query = Query::read("(" + words.where + ") and " + words.least);
  }
  if (!query) {
    return failure(query.error());
  }
  for (const std::string& name : query->events()) {
    if (name.empty() && !selection.columns.empty()) {
      continue;  // it sorts, and stands first
    }
    keep_full_name(events, name, selection);
    const Result<size_t> found = events.is_computed(name) ? events.add_computed(name, selection)
                                                          : events.add_beside(name, selection);
    if (!found) {
      return failure(found.error());
    }
  }
  if (Result<void> answered = query->check(scope_of(words)); !answered) {
    return answered;
  }
  query->match(words.names);
  selection.asked_where = words.where;
  selection.asked_least = words.least_option;
  selection.where = row_filter(std::make_shared<const Query>(std::move(*query)), selection);
  return selection.where.query->check(scope_of(words), selection.where.formulas);
}

/// Rows add up where self costs sort them, and can be added at all.
Result<void> choose_running(const SelectionWords& words, Selection& selection) {
  if (!words.running || selection.columns.empty()) {
    return {};
  }
  if (selection.group_by == GroupBy::kLoop) {
    return words.running_must_fit
               ? failure(usage_error(kNoRunningTotal.name,
                                     "loops can contain each other, so they have no running total",
                                     "remove --running"))
               : Result<void>();
  }
  const Event& event = selection.columns[selection.sort_column].event;
  std::string_view order;
  if (selection.order != RowOrder::kCost) {
    order = selection.order == RowOrder::kPlace ? "place" : "name";
  } else if (selection.sort_ratio || selection.sorts_calls) {
    order = selection.sorts_calls ? "calls" : "a ratio";
  } else if (selection.sort_by == SortBy::kInclusive) {
    order = "inclusive cost";
  } else if (event.combine != Combine::kMax) {
    selection.running = true;
    return {};
  }
  if (!words.running_must_fit) {
    return {};
  }
  const std::string message =
      order.empty()
          ? fmt::format("'{}' is a peak, and peaks cannot be added up", printable(event.name))
          : fmt::format("rows sorted by {} have no running total", order);
  return failure(
      usage_error(kNoRunningTotal.name, message, "use --sort self or --sort self:EVENT"));
}

/// The unit that people are shown what it measures in. What is held tells its event later.
Result<void> choose_unit(const SelectionWords& words, Selection& selection) {
  if (words.unit.empty()) {
    return {};
  }
  selection.unit = words.unit;
  selection.unit_must_fit = words.unit_must_fit;
  bool fits = words.rows == RowKind::kHeld || words.rows == RowKind::kHeldUnnamed;
  std::vector<const Event*> shown;
  for (Column& column : selection.columns) {
    fits = show_in(column.event, words.unit) || fits;
    shown.push_back(&column.event);
  }
  return fits || !words.unit_must_fit ? Result<void>() : failure(unfit_unit(words.unit, shown));
}

/// At most kMostColumns columns.
Result<void> check_width(const Selection& selection, const SelectionWords& words) {
  const size_t columns =
      selection.columns.size() + selection.beside.size() + selection.computed.size();
  if (columns <= kMostColumns) {
    return {};
  }
  const std::string_view first = selection.columns.front().event.name;
  return failure(usage_error(
      kTooManyEvents.name,
      fmt::format("{} events are too many for one table", grouped(static_cast<int128>(columns))),
      fmt::format("at most {} fit{}{}", grouped(static_cast<int128>(kMostColumns)),
                  words.events.empty() ? "; choose some, e.g. --event " : "",
                  words.events.empty() ? printable(first.substr(0, 40)) : std::string())));
}

/// What both lists choose, and what is known of that.
Result<void> choose_parts(const Profile& profile, const SelectionWords& words,
                          Selection& selection) {
  Result<PartSet> chosen = choose_parts(profile, words.parts, words.threads);
  if (!chosen) {
    return failure(chosen.error());
  }
  selection.parts = std::move(*chosen);
  const size_t count = chosen_parts(profile, selection.parts).size();
  selection.is_all_parts = count == profile.parts().size();
  selection.is_selected = profile.is_selected();
  selection.has_estimates = profile.has_estimates();
  selection.has_estimated_totals = has_estimated_totals(profile, selection.parts);
  if (selection.has_estimates) {
    selection.apportioned = apportioned(profile, selection.parts, shown_sums(selection));
  }
  if (const std::optional<FunctionId> missing = profile.not_in_profile()) {
    selection.not_in_profile =
        self_costs_of(profile, *missing, selection.parts, shown_sums(selection));
  }
  return {};
}

}  // namespace

Result<Selection> select(const Profile& profile, const SelectionWords& asked) {
  SelectionWords words = asked;
  Selection selection{
      .completeness = Completeness(profile), .columns = {}, .parts = PartSet::all(profile)};
  selection.limit = words.limit;
  selection.group_by = words.groups ? GroupBy::kRules : words.group_by;
  selection.rules = words.groups;
  selection.dir_depth = words.dir_depth;
  selection.percent_of = words.percent_of;
  const Result<EventChoice> choice = EventChoice::make(profile, words);
  if (!choice) {
    return failure(choice.error());
  }
  const EventChoice& events = *choice;
  for (std::string& name : words.events) {
    name = words.takes_abbreviations ? events.unabbreviated(name) : name;
  }
  Result<void> done = choose_events(events, words, selection);
  if (done) {
    done = choose_order(events, words, selection);
  }
  if (done) {
    done = choose_ratios(events, words, selection);
  }
  if (done) {
    done = choose_rows(events, words, selection);
  }
  if (done) {
    done = check_width(selection, words);
  }
  if (done) {
    done = choose_parts(profile, words, selection);
  }
  if (done && (words.sorts_calls || is_calls(events, words, parse_order(events, words)))) {
    done = sort_by_calls(profile, selection);
  }
  if (done) {
    done = choose_running(words, selection);
  }
  if (done) {
    done = choose_unit(words, selection);
  }
  if (!done) {
    return failure(done.error());
  }
  return selection;
}

unsigned worker_threads(const Profile& profile, unsigned asked) {
  constexpr uint64_t kManyCalls = 100'000;
  return profile.counts().calls < kManyCalls ? 1 : threads_for(asked);
}

size_t count_runs(const Profile& profile) {
  std::set<std::pair<uint64_t, std::string>> processes;
  std::vector<bool> has_process(profile.inputs().size());
  for (const Part& part : profile.parts()) {
    const PartHeader& header = part.header;
    if (header.pid && header.input < has_process.size() && !has_process[header.input]) {
      has_process[header.input] = true;
      processes.emplace(*header.pid, header.command.value_or(""));
    }
  }
  const auto others = std::ranges::count(has_process, false);
  return std::max(size_t{1}, processes.size() + static_cast<size_t>(others));
}

std::string_view full_name(const Selection& selection, std::string_view name) {
  const auto found = std::ranges::find(
      selection.full_names, name, [](const auto& pair) -> std::string_view { return pair.first; });
  return found == selection.full_names.end() ? name : found->second;
}

Diagnostic unfit_unit(std::string_view unit, std::span<const Event* const> shown) {
  constexpr size_t kMostTold = 10;
  std::string names;
  for (size_t at = 0; at < std::min(shown.size(), kMostTold); ++at) {
    const Event& event = *shown[at];
    names += (at == 0 ? "" : ", ") + printable(event.name);
    names += event.unit.empty() ? "" : fmt::format(" ({})", printable(event.unit));
  }
  names += shown.size() > kMostTold ? " …" : "";
  return usage_error(kUnfitUnit.name, fmt::format("no event shown is measured in {}", unit),
                     fmt::format("shown: {}; --event chooses others, 'quern check' lists them",
                                 names.empty() ? "none" : names));
}

std::vector<Column> stored_columns(const Profile& profile) {
  return EventChoice(profile).stored();
}

}  // namespace quern
