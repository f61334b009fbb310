// SPDX-License-Identifier: MIT
#include "quern/views/leaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "quern/base/text.h"
#include "quern/views/callers.h"
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
  std::vector<EventId> others;  ///< events of other resources, which are few
};

Result<Chosen> choose(const Profile& profile, const Selection& selection,
                      const LeaksRequest& request) {
  Chosen chosen;
  if (request.names_event && selection.columns.size() > 1) {
    return failure(usage_error(kOneEvent.name, "resources are of one event, and several are named",
                               "name one with --event"));
  }
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
    } else if (std::ranges::find(chosen.others, leak.event) == chosen.others.end()) {
      chosen.others.push_back(leak.event);
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

/// By context: how many callers it has.
std::vector<uint32_t> depths_of(const Contexts& contexts) {
  std::vector<uint32_t> depths(contexts.size());
  for (size_t at = 0; at < depths.size(); ++at) {
    const ContextId parent = contexts.parent(ContextId(at));
    depths[at] = parent == kNoContext ? 0 : depths[parent.index()] + 1;
  }
  return depths;
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

Leaks::Leaks(const Profile& profile, const Selection& chosen, const LeaksRequest& asked)
    : selection(chosen),
      request(asked),
      profile_(&profile),
      nodes_(std::make_shared<const Nodes>(profile, chosen.group_by, chosen.rules.get())) {}

LeakRow Leaks::row(size_t rank) const {
  const uint32_t group = ranks_[rank];
  LeakRow row = groups_->row(group);
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

Result<Leaks> leaks(const Profile& profile, const Selection& selection,
                    const LeaksRequest& request) {
  Result<Chosen> chosen = choose(profile, selection, request);
  if (!chosen) {
    return failure(chosen.error());
  }
  Leaks answer(profile, selection, request);
  answer.event = profile_events(profile).stored[chosen->event.index()];
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
  answer.ranks_ = groups->ranked(request.order, within_limit(selection.limit, groups->size()));
  answer.groups_ = groups;
  if (request.by == LeaksBy::kStack || request.by == LeaksBy::kBlock) {
    answer.depths_ = depths_of(profile.contexts());
  }
  return answer;
}

}  // namespace quern
