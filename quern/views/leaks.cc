// SPDX-License-Identifier: MIT
#include "quern/views/leaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "quern/base/text.h"
#include "quern/views/codes.h"
#include "quern/views/events.h"
#include "quern/views/leak_groups.h"
#include "quern/views/nodes.h"
#include "quern/views/ranking.h"

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
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    for (uint64_t context = part.first_context; parts.contains(at) && context < part.end_context;
         ++context) {
      chosen[context] = true;
    }
  }
  return chosen;
}

/// The resources in question, and of which event they are.
struct Chosen {
  EventId event;
  std::vector<Leak> leaks;
};

Result<Chosen> choose(const Profile& profile, const Selection& selection,
                      const LeaksRequest& request) {
  Chosen chosen;
  std::optional<EventId> event;
  if (request.names_event && !selection.columns.empty()) {
    const Event& named = selection.columns.front().event;
    event = profile.event(named.name);
  }
  const std::vector<bool> is_chosen = chosen_contexts(profile, selection.parts);
  for (const Leak& leak : profile.leaks()) {
    if (!is_chosen[leak.context.index()]) {
      continue;
    }
    event = event ? event : std::optional(leak.event);
    if (leak.event == *event) {
      chosen.leaks.push_back(leak);
    }
  }
  if (chosen.leaks.empty()) {
    const std::string name = profile.inputs().empty() ? "" : printable(profile.inputs()[0].name);
    return failure(usage_error(
        kNoLeaks.name,
        event && request.names_event ? fmt::format("{} lists no resources of {}", name,
                                                   printable(selection.columns.front().event.name))
                                     : fmt::format("{} lists no resources", name),
        "IgProf lists what is held at the end: memory (-mp) under MEM_LIVE, files (-fd) under "
        "FD_LIVE"));
  }
  chosen.event = *event;
  return chosen;
}

/// Who acquired the block, and the callers that led there.
void name_row(const Profile& profile, const Nodes& nodes, ContextId context, bool with_callers,
              LeakRow& row) {
  const Contexts& contexts = profile.contexts();
  const auto name_of = [&](ContextId at) {
    return nodes.name(nodes.node(contexts.frame(at).function));
  };
  row.name = name_of(context);
  for (ContextId caller = contexts.parent(context); with_callers && caller != kNoContext;
       caller = contexts.parent(caller)) {
    if (++row.depth <= Leaks::kMostCallers) {
      row.callers.push_back(name_of(caller));
    }
  }
}

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

Result<Leaks> leaks(const Profile& profile, const Selection& selection,
                    const LeaksRequest& request) {
  Result<Chosen> chosen = choose(profile, selection, request);
  if (!chosen) {
    return failure(chosen.error());
  }
  const auto nodes = std::make_shared<const Nodes>(profile, selection.group_by);
  Leaks answer{.selection = selection,
               .request = request,
               .event = profile_events(profile).stored[chosen->event.index()],
               .total = {},
               .unplaced = {},
               .acquired = {},
               .rows = {},
               .grouping = {nodes, &nodes->grouping()}};
  answer.has_pages = answer.event.unit == "bytes";
  count(profile, selection, chosen->event, answer);
  LeakGroups groups(profile, *nodes, request.by, std::move(chosen->leaks));
  answer.total = groups.total();
  answer.unplaced = groups.unplaced();
  answer.of = groups.size();
  const std::vector<uint32_t> ranks =
      groups.ranked(request.order, within_limit(selection.limit, groups.size()));
  for (const uint32_t group : ranks) {
    LeakRow& row = answer.rows.emplace_back(groups.row(group));
    if (request.by != LeaksBy::kSize && request.by != LeaksBy::kPage) {
      name_row(profile, *nodes, groups.context(group), request.by != LeaksBy::kFunction, row);
    }
  }
  return answer;
}

}  // namespace quern
