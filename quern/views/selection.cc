// SPDX-License-Identifier: MIT
#include "quern/views/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "quern/base/text.h"
#include "quern/views/codes.h"
#include "quern/views/events.h"
#include "quern/views/part_choice.h"

namespace quern {

namespace {

constexpr size_t kNamesTold = 20;

/// Names in a row, the first of them.
std::string told(std::span<const std::string_view> names) {
  std::vector<std::string> safe;
  std::ranges::transform(names.first(std::min(names.size(), kNamesTold)), std::back_inserter(safe),
                         printable);
  return fmt::format("{}{}", fmt::join(safe, ", "), names.size() > kNamesTold ? " …" : "");
}

/// Which column an event's name means, and what to say where it means none.
class EventChoice {
 public:
  explicit EventChoice(const Profile& profile) : events_(profile_events(profile)) {
    for (const Event& event : events_.stored) {
      stored_names_.push_back(event.name);
    }
    for (const DerivedEvent& event : events_.derived.events()) {
      if (!event.is_ratio) {
        derived_names_.push_back(event.name);
      }
    }
  }

  [[nodiscard]] std::vector<Column> stored() const {
    std::vector<Column> columns;
    for (size_t at = 0; at < events_.stored.size(); ++at) {
      columns.push_back({events_.stored[at], event_sum(EventId(at))});
    }
    return columns;
  }

  [[nodiscard]] Result<Column> find(std::string_view name) const {
    const auto stored = std::ranges::find(events_.stored, name, &Event::name);
    if (stored != events_.stored.end()) {
      const auto at = static_cast<size_t>(stored - events_.stored.begin());
      return Column{*stored, event_sum(EventId(at))};
    }
    const std::optional<size_t> derived = events_.derived.find(name);
    if (!derived) {
      return failure(unknown(name));
    }
    if (std::optional<EventSum> sum = events_.derived.sum(*derived)) {
      return Column{derived_event(events_, *derived), std::move(*sum)};
    }
    return failure(no_sum(events_.derived.events()[*derived]));
  }

  [[nodiscard]] bool has(std::string_view name) const {
    return std::ranges::find(stored_names_, name) != stored_names_.end() ||
           events_.derived.find(name).has_value();
  }

 private:
  [[nodiscard]] static Diagnostic no_sum(const DerivedEvent& event) {
    if (event.is_ratio) {
      return usage_error(
          kRatioEvent.name,
          fmt::format("'{}' is a ratio ({}) and cannot be a column: the ratios of functions do not "
                      "add up",
                      printable(event.name), printable(event.formula)),
          "ask for the events it is made of; `quern info` shows the ratio of the totals");
    }
    return usage_error(kUnknownEvent.name,
                       fmt::format("event '{}' ({}) cannot be computed: its numbers multiply "
                                   "beyond what is exact",
                                   printable(event.name), printable(event.formula)));
  }

  [[nodiscard]] Diagnostic unknown(std::string_view name) const {
    const std::vector<UnavailableEvent>& unavailable = events_.derived.unavailable();
    const auto defined = std::ranges::find(unavailable, name, &UnavailableEvent::name);
    if (defined != unavailable.end()) {
      const std::vector<std::string_view> missing(defined->missing.begin(), defined->missing.end());
      return usage_error(
          kUnknownEvent.name,
          fmt::format("event '{}' cannot be computed from '{}': {}", printable(name),
                      printable(defined->formula),
                      missing.empty() ? printable(defined->problem)
                                      : fmt::format("there is no {}", told(missing))),
          there_are());
    }
    std::vector<std::string_view> names = stored_names_;
    names.insert(names.end(), derived_names_.begin(), derived_names_.end());
    std::string hint;
    if (const std::optional<std::string_view> near = nearest(name, names)) {
      hint = fmt::format("did you mean {}? ", printable(*near));
    }
    return usage_error(kUnknownEvent.name, fmt::format("no event '{}'", printable(name)),
                       hint + there_are());
  }

  [[nodiscard]] std::string there_are() const {
    const std::string_view are = stored_names_.size() == 1 ? "is" : "are";
    std::string text = stored_names_.empty() ? "the input has no events"
                                             : fmt::format("there {} {}", are, told(stored_names_));
    if (!derived_names_.empty()) {
      text += fmt::format("; derived: {}", told(derived_names_));
    }
    return text;
  }

  ProfileEvents events_;
  std::vector<std::string_view> stored_names_;
  std::vector<std::string_view> derived_names_;
};

/// Where `name` stands among the columns; their number if it does not.
size_t index_of(const std::vector<Column>& columns, std::string_view name) {
  const auto found = std::ranges::find(
      columns, name, [](const Column& column) -> std::string_view { return column.event.name; });
  return static_cast<size_t>(found - columns.begin());
}

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

Result<void> choose_events(const EventChoice& events, const SelectionWords& words,
                           Selection& selection) {
  if (words.events.empty()) {
    selection.columns = events.stored();
    if (!words.all_events && selection.columns.size() > 1) {
      selection.columns.resize(1);
    }
    return {};
  }
  for (const std::string& name : words.events) {
    if (const Result<size_t> at = column_of(events, name, selection.columns); !at) {
      return failure(at.error());
    }
  }
  return {};
}

struct Order {
  std::string_view event;  ///< empty: the first column
  SortBy by;
};

/// An event may itself be called "self" or "self:x": whole names come first.
Order parse_order(const EventChoice& events, const SelectionWords& words) {
  static constexpr std::pair<std::string_view, SortBy> kPrefixes[] = {
      {"self", SortBy::kSelf}, {"incl", SortBy::kInclusive}, {"inclusive", SortBy::kInclusive}};
  const std::string_view text = words.sort;
  if (!events.has(text)) {
    for (const auto& [prefix, by] : kPrefixes) {
      if (text == prefix) {
        return {{}, by};
      }
      if (text.starts_with(prefix) && text.substr(prefix.size()).starts_with(':')) {
        return {text.substr(prefix.size() + 1), by};
      }
    }
  }
  return {text, words.default_sort};
}

Result<void> choose_order(const EventChoice& events, const SelectionWords& words,
                          Selection& selection) {
  const Order order = parse_order(events, words);
  selection.sort_by = order.by;
  if (order.event.empty()) {
    return {};
  }
  const Result<size_t> column = column_of(events, order.event, selection.columns);
  if (!column) {
    return failure(column.error());
  }
  selection.sort_column = *column;
  return {};
}

/// At most kMostColumns columns.
Result<void> check_width(const Selection& selection, const SelectionWords& words) {
  const size_t columns = selection.columns.size();
  if (columns <= kMostColumns) {
    return {};
  }
  const std::string_view first = selection.columns.front().event.name;
  return failure(usage_error(
      kTooManyEvents.name,
      fmt::format("{} events are too many for one answer", grouped(static_cast<int128>(columns))),
      fmt::format("at most {} have room{}{}", grouped(static_cast<int128>(kMostColumns)),
                  words.events.empty() ? ": choose some, for example --event " : "",
                  words.events.empty() ? printable(first.substr(0, 40)) : std::string())));
}

PartSet both(const Profile& profile, const PartSet& left, const PartSet& right) {
  PartSet common = PartSet::none(profile);
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    if (left.contains(at) && right.contains(at)) {
      common.add(PartId(at));
    }
  }
  return common;
}

size_t count_parts(const Profile& profile, const PartSet& parts) {
  size_t count = 0;
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    count += parts.contains(at) ? 1U : 0U;
  }
  return count;
}

/// What both lists choose.
Result<void> choose_parts(const Profile& profile, const SelectionWords& words,
                          Selection& selection) {
  for (const auto& [list, key] : {std::pair(std::string_view(words.parts), PartKey::kNumber),
                                  std::pair(std::string_view(words.threads), PartKey::kThread)}) {
    if (list.empty()) {
      continue;
    }
    const Result<PartSet> chosen = choose_parts(profile, key, list);
    if (!chosen) {
      return failure(chosen.error());
    }
    selection.parts = both(profile, selection.parts, *chosen);
  }
  const size_t count = count_parts(profile, selection.parts);
  selection.is_all_parts = count == profile.parts().size();
  if (count == 0 && !selection.is_all_parts) {
    return failure(usage_error(kUnknownPart.name,
                               fmt::format("no part with number {} is of thread {}",
                                           printable(words.parts), printable(words.threads)),
                               "`quern info` lists the parts with their threads"));
  }
  return {};
}

}  // namespace

Result<Selection> select(const Profile& profile, const SelectionWords& words) {
  Selection selection{.columns = {}, .parts = PartSet::all(profile)};
  selection.limit = words.limit;
  selection.group_by = words.group_by;
  const EventChoice events(profile);
  Result<void> done = choose_events(events, words, selection);
  if (done) {
    done = choose_order(events, words, selection);
  }
  if (done) {
    done = check_width(selection, words);
  }
  if (done) {
    done = choose_parts(profile, words, selection);
  }
  if (!done) {
    return failure(done.error());
  }
  return selection;
}

std::vector<Column> stored_columns(const Profile& profile) {
  return EventChoice(profile).stored();
}

}  // namespace quern
