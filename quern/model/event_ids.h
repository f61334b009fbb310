// SPDX-License-Identifier: MIT
//
// The ids of events while an input is read, and what the input tells of each.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "quern/model/records/sink.h"

namespace quern {

/// A name, an event: in order of first appearance.
class EventIds {
 public:
  /// The event of this name in `events`, new or known. If a known event has no description yet,
  /// `event` describes it, provided that it `may_describe`.
  EventId add(const NewEvent& event, bool may_describe, std::vector<Event>& events);
  /// Of a name that was added.
  [[nodiscard]] EventId at(std::string_view name) const { return ids_.find(name)->second; }

 private:
  std::map<std::string, EventId, std::less<>> ids_;
};

/// Events as they were told last: what came before may have described them otherwise.
class ToldEvents {
 public:
  void add(EventId id, const NewEvent& event);
  /// Those since this was asked last, but for events that do not count; in order.
  template <class Counts>
  [[nodiscard]] std::vector<Event> take(const Counts& counts) {
    std::vector<Event> events;
    for (Told& told : told_) {
      at_[told.id.index()] = 0;
      if (counts(told.id)) {
        events.push_back(std::move(told.event));
      }
    }
    told_.clear();
    return events;
  }

 private:
  struct Told {
    EventId id;
    Event event;
  };
  std::vector<Told> told_;
  std::vector<size_t> at_;  ///< by event: its index in told_ + 1
};

}  // namespace quern
