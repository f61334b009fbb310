// SPDX-License-Identifier: MIT
//
// What all copies of a profile into a builder have alike: its events, inputs and parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/profile.h"

namespace quern {

/// The new id of an event that the copy leaves out.
inline constexpr EventId kNoEvent{~uint32_t{0}};

/// Which events a copy has.
enum class EventsCopied : uint8_t {
  kAll,
  kSums,  ///< those that add up: no peaks
};

/// The events of a profile in the builder, by old id.
[[nodiscard]] inline std::vector<EventId> copied_events(const Profile& from, ProfileBuilder& to,
                                                        EventsCopied which = EventsCopied::kAll) {
  std::vector<EventId> ids;
  for (const Event& event : from.events()) {
    const bool is_copied = which == EventsCopied::kAll || event.combine == Combine::kSum;
    ids.push_back(is_copied ? to.event({event.name, event.combine, false, event.long_name,
                                        event.unit, event.scale})
                            : kNoEvent);
  }
  return ids;
}

/// Leaves out the cells of events that the copy does not have. `cells` may end early.
inline void drop_cells(std::vector<int128>& cells, std::span<const EventId> events,
                       std::span<const EventId> new_ids) {
  size_t kept = 0;
  for (size_t at = 0; at < cells.size(); ++at) {
    if (new_ids[events[at].index()] != kNoEvent) {
      cells[kept++] = cells[at];
    }
  }
  cells.resize(kept);
}

/// Gives the header the new ids of its events, and drops the numbers of those that are left out.
inline void take_new_events(PartHeader& header, std::span<const EventId> new_ids) {
  for (std::vector<int128>& summary : header.summaries) {
    drop_cells(summary, header.events, new_ids);
  }
  if (header.declared_totals) {
    drop_cells(*header.declared_totals, header.events, new_ids);
  }
  for (EventId& event : header.events) {
    event = new_ids[event.index()];
  }
  std::erase(header.events, kNoEvent);
}

/// Calls copy(part, header) for each part, which begins and ends it in the builder; the header has
/// the new ids of events. Inputs are ended here. Once `stop` asks for an end, nothing more comes.
template <class Copy>
void copy_parts(const Profile& from, std::span<const EventId> events, ProfileBuilder& to,
                const Copy& copy, const std::stop_token& stop = {}) {
  size_t part = 0;
  for (size_t input = 0; input < from.inputs().size(); ++input) {
    for (; part < from.parts().size() && from.parts()[part].header.input == input; ++part) {
      PartHeader header = from.parts()[part].header;
      take_new_events(header, events);
      copy(part, std::move(header));
      if (stop.stop_requested()) {
        return;
      }
    }
    to.end_input(from.inputs()[input]);
  }
}

}  // namespace quern
