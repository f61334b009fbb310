// SPDX-License-Identifier: MIT
//
// Chooses which resource is meant (a dump can list memory and files), which blocks belong to the
// chosen parts, and which groups the query keeps. The counters of the dump and its list of blocks
// come from different places of the profiler and may differ; both are shown.
#include "quern/views/held/leaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/computed_values.h"
#include "quern/query/events.h"
#include "quern/query/row_query.h"
#include "quern/query/units.h"
#include "quern/views/calls/callers.h"
#include "quern/views/held/leak_groups.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/ranking.h"

namespace quern {

namespace {

template <class Enum, size_t kCount>
std::optional<Enum> parse(const std::array<std::string_view, kCount>& words,
                          std::string_view word) {
  const auto* const found = std::ranges::find(words, word);
  return found == words.end() ? std::nullopt
                              : std::optional(static_cast<Enum>(found - words.begin()));
}

std::vector<bool> chosen_contexts(const Profile& profile, const PartSet& parts) {
  std::vector<bool> chosen(profile.contexts().size());
  each_context(profile, parts, [&chosen](ContextId id) { chosen[id.index()] = true; });
  return chosen;
}

/// The resources in question, and of which event they are.
struct Chosen {
  EventId event;
  std::vector<Leak> leaks;
  std::vector<EventId> others;  ///< events of other resources, which are few
};

/// The events that the ratios need.
std::vector<std::string> events_of_ratios(const Selection& selection) {
  std::vector<std::string> names;
  for (const ComputedColumn& column : selection.computed) {
    for (const FormulaOperand& operand : column.operands) {
      if (operand.kind == FormulaOperand::Kind::kCost) {
        const size_t shown = selection.columns.size();
        names.push_back((operand.index < shown ? selection.columns[operand.index]
                                               : selection.beside[operand.index - shown])
                            .event.name);
      }
    }
  }
  return names;
}

/// Whose resources are asked for, if anything says so.
std::optional<std::string> event_named(const Selection& selection, const LeaksRequest& request) {
  if (request.names_event && !selection.columns.empty()) {
    return selection.columns.front().event.name;
  }
  const std::vector<std::string> needed = events_of_ratios(selection);
  return needed.empty() ? std::nullopt : std::optional(needed.front());
}

Diagnostic no_leaks(const Profile& profile, const std::optional<std::string>& event) {
  const std::string name = profile.inputs().empty() ? "" : printable(profile.inputs()[0].name);
  return usage_error(
      kNoLeaks.name,
      event ? fmt::format("{} lists no resources of {}", name, printable(*event))
            : fmt::format("{} lists no resources", name),
      "IgProf lists what is held at the end: memory (-mp) under MEM_LIVE, files (-fd) under "
      "FD_LIVE; see `quern help recording`");
}

/// Whether nothing but this event is asked about.
bool asks_only_of(const Selection& selection, std::string_view event) {
  std::vector<std::string> names = events_of_ratios(selection);
  if (selection.where.query) {
    const std::span<const std::string> asked = selection.where.query->events();
    for (size_t at = 0; at < asked.size(); ++at) {
      if (!selection.where.formulas.of(at)) {
        names.push_back(asked[at]);
      }
    }
  }
  return std::ranges::all_of(
      names, [event](const std::string& name) { return name.empty() || name == event; });
}

Diagnostic several_resources() {
  return usage_error(kOneEvent.name, "`quern leaks` shows one event, but several are named",
                     "name one with --event");
}

/// The resource is the one that the user names, else that of a ratio's event, else that of the
/// first block.
Result<Chosen> choose(const Profile& profile, const Selection& selection,
                      const LeaksRequest& request) {
  Chosen chosen;
  if (request.names_event && selection.columns.size() > 1) {
    return failure(several_resources());
  }
  const std::optional<std::string> named = event_named(selection, request);
  std::optional<EventId> event = named ? profile.event(*named) : std::nullopt;
  if (named && !event) {
    return failure(no_leaks(profile, named));  // a sum of events holds nothing
  }
  const std::vector<bool> is_chosen = chosen_contexts(profile, selection.parts);
  for (const Leak& leak : profile.leaks()) {
    if (!is_chosen[leak.context.index()]) {
      continue;
    }
    event = event ? event : std::optional(leak.event);
    if (leak.event == *event) {
      chosen.leaks.push_back(leak);
    } else if (std::ranges::find(chosen.others, leak.event) == chosen.others.end()) {
      chosen.others.push_back(leak.event);
    }
  }
  if (chosen.leaks.empty()) {
    return failure(no_leaks(profile, named));
  }
  chosen.event = *event;
  return chosen;
}

/// A row as the query sees it.
class HeldRow final : public QueryRow {
 public:
  HeldRow(const Profile& profile, const Nodes& nodes, const LeakGroups& groups,
          const QueryFormulas& formulas)
      : profile_(&profile), nodes_(&nodes), groups_(&groups), formulas_(&formulas) {}
  void set(uint32_t group) { group_ = group; }
  [[nodiscard]] std::string_view text(QueryText which) const override {
    return text_of(name_of(*profile_, *nodes_, groups_->context(group_)), which);
  }
  [[nodiscard]] std::optional<int128> self(size_t) const override {
    return groups_->held(group_).size;
  }
  [[nodiscard]] std::optional<int128> inclusive(size_t) const override { return std::nullopt; }
  [[nodiscard]] std::optional<int128> calls() const override {
    return int128{groups_->held(group_).blocks};
  }
  [[nodiscard]] int128 total(size_t) const override { return groups_->total().size; }
  [[nodiscard]] const QueryFormulas* formulas() const override { return formulas_; }

 private:
  const Profile* profile_;
  const Nodes* nodes_;
  const LeakGroups* groups_;
  const QueryFormulas* formulas_;
  uint32_t group_ = 0;
};

/// What the parts' counters say, which need not be what is listed.
void count(const Profile& profile, const Selection& selection, EventId event, Leaks& answer) {
  std::vector<EventSum> sums = {event_sum(event)};
  const std::optional<EventId> calls =
      profile.event(profile.events()[event.index()].name + ":calls");
  if (calls) {
    sums.push_back(event_sum(*calls));
  }
  const std::vector<int128> counted = totals(profile, selection.parts, sums);
  answer.counted = counted[0];
  answer.acquired = calls ? std::optional(counted[1]) : std::nullopt;
}

}  // namespace

std::optional<LeaksBy> parse_leaks_by(std::string_view word) {
  return parse<LeaksBy>(kLeaksByWords, word);
}

std::optional<LeakOrder> parse_leak_order(std::string_view word) {
  return parse<LeakOrder>(kLeakOrderWords, word);
}

Leaks::Leaks(const Profile& profile, const Selection& chosen, const LeaksRequest& asked)
    : selection(chosen),
      request(asked),
      profile_(&profile),
      nodes_(std::make_shared<const Nodes>(profile, chosen)) {}

LeakRow Leaks::row(size_t rank) const {
  const uint32_t group = ranks_[rank];
  LeakRow row = groups_->row(group);
  row.ratios = ratios(row.held);
  if (request.by != LeaksBy::kSize && request.by != LeaksBy::kPage) {
    const ContextId context = groups_->context(group);
    row.name = name_of(*profile_, *nodes_, context);
    if (request.by != LeaksBy::kFunction) {
      row.depth = depths_[context.index()];
      row.callers = callers_of(*profile_, *nodes_, context);
    }
  }
  return row;
}

const Held& Leaks::held(size_t rank) const {
  return groups_->held(ranks_[rank]);
}

std::vector<std::optional<Fraction>> Leaks::ratios(const Held& of_these) const {
  const auto held_of = [&](size_t column) {
    const size_t shown_columns = selection.columns.size();
    const Column& asked = column < shown_columns ? selection.columns[column]
                                                 : selection.beside[column - shown_columns];
    return asked.event.name == event.name ? std::optional(of_these.size) : std::nullopt;
  };
  return shown_values(selection, computed_row(selection, held_of, int128{of_these.blocks}));
}

Result<Leaks> leaks(const Profile& profile, const Selection& selection,
                    const LeaksRequest& request) {
  Result<Chosen> chosen = choose(profile, selection, request);
  if (!chosen) {
    return failure(chosen.error());
  }
  if (!asks_only_of(selection, profile.events()[chosen->event.index()].name)) {
    return failure(several_resources());
  }
  Leaks answer(profile, selection, request);
  answer.event = profile_events(profile).stored[chosen->event.index()];
  if (!show_in(answer.event, selection.unit) && !selection.unit.empty() &&
      selection.unit_must_fit) {
    return failure(unfit_unit(selection.unit, std::array<const Event*, 1>{&answer.event}));
  }
  for (const EventId other : chosen->others) {
    answer.other_events.push_back(profile.events()[other.index()].name);
  }
  answer.has_pages = answer.event.unit == "bytes";
  count(profile, selection, chosen->event, answer);
  const auto groups = std::make_shared<const LeakGroups>(profile, *answer.nodes_, request.by,
                                                         std::move(chosen->leaks));
  answer.total = groups->total();
  answer.unplaced = groups->unplaced();
  answer.of = groups->size();
  std::vector<uint32_t> ranks(groups->size());
  std::iota(ranks.begin(), ranks.end(), 0U);
  const RowQuery& where = selection.where;
  HeldRow row(profile, *answer.nodes_, *groups, where.formulas);
  std::erase_if(ranks, [&](uint32_t group) {
    row.set(group);
    return where.query && !where.query->fits(row);
  });
  answer.left_out = groups->size() - ranks.size();
  const size_t shown = within_limit(selection.limit, ranks.size());
  answer.ranks_ = groups->ranked(std::move(ranks), request.order, shown);
  answer.groups_ = groups;
  if (request.by == LeaksBy::kStack || request.by == LeaksBy::kBlock) {
    answer.depths_ = context_depths(profile.contexts());
  }
  return answer;
}

}  // namespace quern
