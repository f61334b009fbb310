// SPDX-License-Identifier: MIT
#include "quern/formats/shared/written_event.h"

#include "quern/base/text.h"

namespace quern {

Diagnostic cannot_hold(std::string message) {
  Diagnostic error;
  error.fault = Fault::kUsage;
  error.code = kCannotHold.name;
  error.message = std::move(message);
  error.hint = "`--to json` can represent every profile";
  return error;
}

Result<EventId> event_to_write(const Writing& writing) {
  if (writing.profile.events().empty()) {
    return failure(cannot_hold("the profile has no events, so there is nothing to write"));
  }
  if (!writing.options.event) {
    return EventId(0U);
  }
  if (const std::optional<EventId> event = writing.profile.event(*writing.options.event)) {
    return *event;
  }
  return failure(
      usage_error("unknown-event",
                  "the profile has no event '" + printable(*writing.options.event) + "' to write",
                  "`quern check` lists its events"));
}

Result<void> check_cost(int128 cost, int128 most) {
  if (cost >= kInt64Min && cost <= most) [[likely]] {
    return {};
  }
  return failure(
      cannot_hold("a cost of " + to_decimal(cost) + " is more than the format can represent"));
}

}  // namespace quern
