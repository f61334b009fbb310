// SPDX-License-Identifier: MIT
//
// What all copies of a profile into a builder have alike: its events, inputs and parts.
#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/profile.h"

namespace quern {

/// The events of a profile in the builder, by old id.
[[nodiscard]] inline std::vector<EventId> copied_events(const Profile& from, ProfileBuilder& to) {
  std::vector<EventId> ids;
  for (const Event& event : from.events()) {
    ids.push_back(
        to.event({event.name, event.combine, false, event.long_name, event.unit, event.scale}));
  }
  return ids;
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
      for (EventId& event : header.events) {
        event = events[event.index()];
      }
      copy(part, std::move(header));
      if (stop.stop_requested()) {
        return;
      }
    }
    to.end_input(from.inputs()[input]);
  }
}

}  // namespace quern
