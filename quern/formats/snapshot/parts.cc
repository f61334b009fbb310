// SPDX-License-Identifier: MIT
//
// The parts of a snapshot: their headers, sums, contexts and leaks.
#include <algorithm>
#include <utility>

#include "quern/formats/snapshot/reader.h"

namespace quern::snapshot {

std::vector<int128> Reader::numbers(FieldReader& from, size_t most) const {
  const size_t count = from.count();
  from.expect(count <= most);
  std::vector<int128> values(from.ok() ? count : 0);
  for (int128& value : values) {
    value = from.amount();
  }
  return values;
}

void Reader::part_events(FieldReader& from) {
  std::vector<bool> is_named(events_.size());
  const size_t count = from.count();
  for (size_t at = 0; at < count && from.ok(); ++at) {
    const uint64_t event = from.below(events_.size());
    from.expect(from.ok() && !is_named[event]);
    if (from.ok()) {
      is_named[event] = true;
      header_.events.push_back(events_[event]);
    }
  }
}

/// The head of a part begins it in the sink. Parts of stacks alone have no events of records, which
/// is why they begin without events; their contexts name events themselves.
void Reader::part(FieldReader& from) {
  end_input();
  header_ = {};
  header_.number = from.optional_number();
  header_.pid = from.optional_number();
  header_.thread = from.optional_number();
  header_.command = from.optional_text();
  header_.trigger = from.optional_text();
  header_.period = from.flag() ? std::optional(from.real()) : std::nullopt;
  const uint64_t flags = from.below(2 * kSummaryNoBase);
  const PositionKinds kinds{(flags & kInstr) != 0, (flags & kBasicBlock) != 0, (flags & kLine) != 0,
                            (flags & kMayLackLines) != 0};
  header_.has_estimated_totals = (flags & kEstimatedTotals) != 0;
  header_.has_summary_as_base = (flags & kSummaryNoBase) == 0;
  use_ = static_cast<ContextUse>(from.below(static_cast<uint64_t>(ContextUse::kBeside) + 1));
  from.expect(use_ == ContextUse::kNone || !call_costs_);
  counts_ = {};
  counts_.selfs = from.number();
  counts_.calls = from.number();
  counts_.jumps = from.number();
  part_events(from);
  const size_t width = header_.events.size();
  const size_t summaries = from.count();
  for (size_t at = 0; at < summaries && from.ok(); ++at) {
    header_.summaries.push_back(numbers(from, width));
  }
  if (from.flag()) {
    header_.declared_totals = numbers(from, width);
    from.expect(header_.declared_totals->size() == width);
  }
  const size_t descriptions = from.count();
  for (size_t at = 0; at < descriptions && from.ok(); ++at) {
    header_.descriptions.emplace_back(from.text());
  }
  from.expect(!from.more());
  if (!from.ok()) {
    return;
  }
  const bool is_alone = use_ == ContextUse::kAlone;
  sink_->begin_part(kinds, is_alone ? std::span<const EventId>() : header_.events);
  if (use_ != ContextUse::kNone) {
    sink_->expect_contexts(use_);
  }
  has_part_ = true;
  sums_ = call_sums_ = RecordSums(seed());
  self_print_ = SumPrint(seed());
  self_.assign(is_alone ? 0 : width, 0);
  first_context_ = contexts_;
  path_.clear();
}

void Reader::self_sum(FieldReader& from) {
  const uint64_t step = from.number();
  last_function_ += static_cast<int64_t>(unzigzag(step >> 1));
  const size_t given = from.count();
  from.expect(last_function_ >= 0 && last_function_ < static_cast<int64_t>(functions_) &&
              given <= self_.size());
  if (!from.ok()) {
    return;
  }
  costs_.resize(given);
  for (size_t event = 0; event < given; ++event) {
    costs_[event] = from.amount();
    self_[event] += costs_[event];
  }
  if (!from.ok()) {
    return;
  }
  const auto number = static_cast<uint64_t>(last_function_);
  const bool is_estimated = (step & 1) != 0;
  for (size_t event = 0; event < given; ++event) {
    self_print_.add(number, event, costs_[event]);
  }
  if (is_estimated) {
    self_print_.mark(number, kEstimatedCost);
  }
  sink_->self_sum({function(number), kUnknownName, {}, costs_, is_estimated});
}

/// A parent is the context before or one of its ancestors, so the path to the last context is all
/// that has to be kept to check it.
void Reader::context(FieldReader& from) {
  const uint64_t first = from.number();
  const uint64_t up = from.number();
  from.expect(use_ != ContextUse::kNone && first >> kContextBits < frames_.size() &&
              up <= contexts_ - first_context_ && context_base_ + contexts_ + 1 < Contexts::kMax);
  ContextRecord record;
  if ((first & kHasPosition) != 0) {
    record.position = static_cast<int64_t>(unzigzag(from.number()));
  }
  if ((first & kHasCalls) != 0) {
    record.calls = from.number();
  }
  const size_t costs = (first & kHasCosts) != 0 ? from.count() : 0;
  own_.clear();
  uint64_t next = 0;
  for (size_t at = 0; at < costs && from.ok(); ++at) {
    const uint64_t event = next + from.below(events_.size() - std::min(next, events_.size()));
    const int128 cost = from.amount();
    next = event + 1;
    if (from.ok()) {
      own_.push_back({events_[event], cost});
    }
  }
  while (!path_.empty() && (up == 0 || path_.back() != contexts_ - up)) {
    path_.pop_back();
  }
  from.expect(up == 0 || !path_.empty());
  if (!from.ok()) {
    return;
  }
  std::ranges::sort(own_, {}, &EventCost::event);  // of another sink, their order may differ
  record.parent =
      up == 0 ? kNoContext : ContextId(static_cast<uint32_t>(context_base_ + path_.back()));
  record.frame = frames_[first >> kContextBits];
  record.costs = own_;
  path_.push_back(contexts_);
  const ContextId id = sink_->context(record);
  if (contexts_ == 0) {
    context_base_ = id.value;
  }
  ++contexts_;
}

void Reader::leak(FieldReader& from) {
  const uint64_t context = from.below(contexts_);
  from.expect(context >= last_leak_);  // in the order of their contexts
  last_leak_ = context;
  const uint64_t event = from.below(events_.size());
  Leak leak;
  leak.address = from.number();
  leak.size = from.number();
  if (from.ok()) {
    leak.context = ContextId(static_cast<uint32_t>(context_base_ + context));
    leak.event = events_[event];
    sink_->leak(leak);
  }
}

}  // namespace quern::snapshot
