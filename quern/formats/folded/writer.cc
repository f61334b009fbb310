// SPDX-License-Identifier: MIT
//
// Writes one event, as the format has no names for several. Stacks come merged and in depth-first
// order (Basis::kMerged), so a row needs only the frames that changed since the row before.
#include <array>

#include "quern/base/buffered_text.h"
#include "quern/base/folded_rows.h"
#include "quern/base/text.h"
#include "quern/formats/folded/folded.h"
#include "quern/formats/shared/stack_depths.h"
#include "quern/formats/shared/written_event.h"

namespace quern::folded {

namespace {

Result<void> write(const Writing& writing) {
  const Result<EventId> event = event_to_write(writing);
  if (!event) {
    return failure(event.error());
  }
  const Profile& profile = writing.profile;
  const Contexts& contexts = profile.contexts();
  BufferedText stream(writing.out);
  FoldedRows rows;
  StackDepths depths(contexts);
  ContextCosts costs(contexts);
  for (uint64_t at = 0; at < contexts.size(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    int128 cost = 0;
    for (const EventCost& each : costs.of(id)) {
      cost = each.event == *event ? each.cost : cost;
    }
    rows.enter(depths.enter(id), profile.symbols().name(contexts.frame(id).function), cost,
               stream.text());
    if (!stream.drain()) {
      break;
    }
  }
  return {};
}

bool keeps_name(std::string_view name) {
  return name.find(';') == std::string_view::npos && printable(name) == name;
}

constexpr std::array<std::string_view, 2> kSuffixes = {".folded", ".collapsed"};

}  // namespace

constexpr FormatWriter kWriter{.name = "folded",
                               .summary = "folded stacks of one event, for flame graphs",
                               .suffixes = kSuffixes,
                               .basis = Basis::kMerged,
                               .holds = {.stacks = true, .idle_parts = true},
                               .keeps_name = keeps_name,
                               .write = write};

}  // namespace quern::folded
