// SPDX-License-Identifier: MIT
#include "quern/model/streaming_sink.h"

#include <algorithm>
#include <utility>

#include "quern/model/profile.h"
#include "quern/model/records/record_cursor.h"

namespace quern {

std::optional<std::string_view> StreamingSink::name_of(NameId id) const {
  const std::string_view text = symbols_.names.text(id);
  if (text.empty() && symbols_.names.canonical(id) != kUnknownName) {
    return std::nullopt;
  }
  return text;
}

const FunctionKey& StreamingSink::key_of(FunctionId id) const {
  if ((id.value & Symbols::kTargetBit) != 0) {
    return symbols_.targets[FunctionId(id.value & ~Symbols::kTargetBit)];
  }
  return symbols_.functions[id];
}

void StreamingSink::begin_part(const PositionKinds& positions, std::span<const EventId> events) {
  ++parts_;
  positions_ = positions;
  part_events_.assign(events.begin(), events.end());
  totals_.assign(events.size(), 0);
  contexts_are_ = ContextUse::kNone;
  on_begin_part(positions, events);
}

void StreamingSink::self_costs(const SelfBatch& batch) {
  const size_t width = totals_.size();
  const int64_t* costs = batch.costs;
  for (const Position& at : batch.at) {
    row_.assign(costs, costs + width);
    costs += width;
    self_cost({batch.function, batch.file, at, row_, batch.is_estimated});
  }
}

void StreamingSink::self_cost(const WideSelf& record) {
  for (size_t at = 0; at < std::min(record.costs.size(), totals_.size()); ++at) {
    totals_[at] += record.costs[at];
  }
  on_self_cost(record);
}

void StreamingSink::call(const CallRecord& record) {
  if (!record.wide_inclusive.empty()) {
    on_call(record);
    return;
  }
  row_.assign(record.inclusive.begin(), record.inclusive.end());
  CallRecord wide = record;
  wide.inclusive = {};
  wide.wide_inclusive = row_;
  on_call(wide);
}

void StreamingSink::adopt_records(RecordStore&& records, const std::shared_ptr<const IdMap>& ids) {
  RecordStore store;
  store.adopt(std::move(records), ids);
  RecordCursor cursor(store);
  while (const Record* const record = cursor.next()) {
    stream(*record);
  }
}

void StreamingSink::stream(const Record& record) {
  if (record.kind == RecordKind::kSelf) {
    self_cost(record.as_self());
  } else if (record.kind == RecordKind::kCall) {
    on_call(record.as_call());
  } else {
    on_jump(record.as_jump());
  }
}

// What one of several inputs said of itself is not told: read_into() tells the last.
void StreamingSink::end_input(InputInfo) {}

/// What the records of a part are of is known since it began.
void StreamingSink::end(PartHeader header, std::optional<ContextId> first) {
  header.positions = positions_;
  if (header.events.empty()) {
    header.events = part_events_;
  }
  on_end_part(header, first);
}

ContextId StreamingSink::context(const ContextRecord& record) {
  const ContextId id(contexts_++);
  on_context({id, record.parent, frames_.frames()[record.frame.index()], record.position,
              record.costs, record.calls, late_part_ || contexts_are_ == ContextUse::kBeside,
              late_part_});
  return id;
}

}  // namespace quern
