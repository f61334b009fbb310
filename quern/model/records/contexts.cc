// SPDX-License-Identifier: MIT
#include "quern/model/records/contexts.h"

#include <algorithm>

#include "quern/base/varint.h"

namespace quern {

namespace {
constexpr size_t kContextSegmentBytes = size_t{1} << 18;
/// Beside the step to an event: its cost is beyond 64 bits.
constexpr uint64_t kWide = 1;
}  // namespace

size_t Contexts::FrameHash::operator()(const Frame& frame) const {
  uint64_t mixed = (uint64_t{frame.function.value} << 32 | frame.file.value) + frame.start;
  mixed = (mixed ^ frame.start << 17) * 0x9e3779b97f4a7c15U;
  return mixed ^ mixed >> 31;
}

FrameId Contexts::frame(const Frame& frame) {
  const auto [found, is_new] = known_frames_.try_emplace(frame, FrameId(frames_.size()));
  if (is_new) {
    frames_.push_back(frame);
  }
  return found->second;
}

ContextId Contexts::add(ContextId parent, FrameId frame, std::optional<int64_t> position,
                        uint64_t calls) {
  const ContextId id(static_cast<uint32_t>(size()));
  nodes_.push_back({parent, frame, packed(id, position)});
  if (calls != 1 && !frames_[frame.index()].is_symbol) {
    folded_calls_.insert_or_assign(id.value, calls);
  }
  return id;
}

uint64_t Contexts::calls(ContextId id) const {
  if (frame(id).is_symbol) {
    return 0;
  }
  const auto folded = folded_calls_.find(id.value);
  return folded == folded_calls_.end() ? 1 : folded->second;
}

int32_t Contexts::packed(ContextId id, std::optional<int64_t> position) {
  if (!position) {
    return kUnknown;
  }
  if (*position > kFar && *position <= INT32_MAX) {
    return static_cast<int32_t>(*position);
  }
  far_.insert_or_assign(id.value, *position);
  return kFar;
}

void Contexts::move(std::span<const int64_t> by_frame) {
  for (size_t at = 0; at < nodes_.size(); ++at) {
    const size_t frame = nodes_[at].frame.index();
    const ContextId id(static_cast<uint32_t>(first_ + at));
    std::optional<int64_t> moved = position(id);
    if (moved && frame < by_frame.size() && by_frame[frame] != 0 &&
        !__builtin_add_overflow(*moved, by_frame[frame], &*moved)) {
      nodes_[at].position = packed(id, moved);
    }
  }
}

std::optional<int64_t> Contexts::position(ContextId id) const {
  const int32_t position = nodes_[id.index() - first_].position;
  if (position == kUnknown) {
    return std::nullopt;
  }
  return position == kFar ? far_.at(id.value) : position;
}

std::optional<uint64_t> Contexts::address(ContextId id) const {
  const Frame& frame = this->frame(id);
  const std::optional<int64_t> offset = position(id);
  if (!frame.is_symbol || frame.is_line || !offset || frame.start == Frame::kUnknownStart) {
    return std::nullopt;
  }
  const int128 sum = int128{frame.start} + *offset;
  return sum < 0 || sum > kUint64Max ? std::nullopt : std::optional(static_cast<uint64_t>(sum));
}

uint8_t* Contexts::room(size_t bytes) {
  if (costs_.empty() || capacity_ - costs_.back().used < bytes) {
    capacity_ = std::max(bytes, kContextSegmentBytes);
    costs_.push_back({std::make_unique_for_overwrite<uint8_t[]>(capacity_)});
  }
  return costs_.back().bytes.get() + costs_.back().used;
}

void Contexts::add_costs(std::span<const EventCost> costs) {
  if (costs.empty()) {
    return;
  }
  const uint64_t node = size() - 1;
  uint8_t* const start = room(2 * kVarint64 + costs.size() * (kVarint64 + kVarint128));
  uint8_t* at = put_varint(start, node - last_cost_);
  at = put_varint(at, costs.size());
  uint64_t next = 0;
  for (const EventCost& each : costs) {
    const uint64_t gap = each.event.value - next;
    at = fits_int64(each.cost)
             ? put_varint(put_varint(at, gap << 1), zigzag(static_cast<uint64_t>(each.cost)))
             : put_varint(put_varint(at, gap << 1 | kWide), zigzag128(each.cost));
    next = uint64_t{each.event.value} + 1;
  }
  costs_.back().used += static_cast<size_t>(at - start);
  last_cost_ = node;
}

void Contexts::drop() {
  first_ = size();
  nodes_.clear();
  far_.clear();
  folded_calls_.clear();
  costs_.clear();
  capacity_ = 0;
  last_cost_ = 0;
}

uint64_t Contexts::bytes() const {
  uint64_t sum = nodes_.size() * sizeof(Node);
  for (const Segment& segment : costs_) {
    sum += segment.used;
  }
  return sum;
}

ContextCosts::ContextCosts(const Contexts& contexts) : contexts_(&contexts) {}

bool ContextCosts::next() {
  const std::vector<Contexts::Segment>& segments = contexts_->costs_;
  // Not beyond the last segment: it may grow while a mark waits at its end.
  while (next_.segment + 1 < segments.size() && next_.at == segments[next_.segment].used) {
    ++next_.segment;
    next_.at = 0;
  }
  if (segments.empty() || next_.at == segments[next_.segment].used) {
    return false;
  }
  here_ = next_;
  const uint8_t* const bytes = segments[next_.segment].bytes.get();
  uint64_t step = 0;
  uint64_t count = 0;
  const uint8_t* at = get_varint(get_varint(bytes + next_.at, step), count);
  last_ = next_.last + step;
  costs_.resize(count);
  uint64_t event = 0;
  for (EventCost& each : costs_) {
    uint64_t gap = 0;
    at = get_varint(at, gap);
    event += gap >> 1;
    each.event = contexts_->event(static_cast<uint32_t>(event));
    if ((gap & kWide) == 0) {
      uint64_t cost = 0;
      at = get_varint(at, cost);
      each.cost = static_cast<int64_t>(unzigzag(cost));
    } else {
      uint128 cost = 0;
      at = get_varint(at, cost);
      each.cost = unzigzag128(cost);
    }
    ++event;
  }
  next_.at = static_cast<size_t>(at - bytes);
  next_.last = last_;
  return true;
}

std::span<const EventCost> ContextCosts::of(ContextId id) {
  while (is_left_ && (costs_.empty() || last_ < id.value)) {
    is_left_ = next();
  }
  return is_left_ && last_ == id.value ? costs() : std::span<const EventCost>();
}

}  // namespace quern
