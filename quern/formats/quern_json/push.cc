// SPDX-License-Identifier: MIT
//
// What was kept of the document, part by part, into the sink.
#include <algorithm>
#include <utility>

#include "quern/base/varint.h"
#include "quern/formats/quern_json/reader.h"

namespace quern::quern_json {

void Reader::push() {
  intern_functions();
  push_run_statistics();
  // Parts without any record are of the kind that the others are.
  const bool are_alone = !contexts_.empty() && lines_.empty() && calls_.empty() && jumps_.empty();
  for (size_t at = 0; at < parts_.size(); ++at) {
    StoredPart& part = parts_[at];
    const ContextUse use = !part.has_contexts && !are_alone ? ContextUse::kNone
                           : part.has_records               ? ContextUse::kBeside
                                                            : ContextUse::kAlone;
    sink_->begin_part(part.header.positions, use == ContextUse::kAlone
                                                 ? std::span<const EventId>()
                                                 : std::span(part.header.events));
    if (use != ContextUse::kNone) {
      sink_->expect_contexts(use);
    }
    const auto number = static_cast<uint32_t>(at);
    push_lines(number);
    push_calls(number);
    push_jumps(number);
    push_contexts(number);
    // Without a format the document is of inputs of several, perhaps Xdebug's.
    const std::string& format = reading_->info.format;
    part.header.has_summary_as_base = !format.empty() && format != "xdebug";
    sink_->end_part(std::move(part.header));
  }
}

/// By their numbers; those at the end that only jumps name are no functions but targets.
void Reader::intern_functions() {
  std::vector<bool> is_target(functions_.size());
  for (const StoredJump& jump : jumps_) {
    is_target[jump.to.function] = true;
  }
  size_t listed = functions_.size();
  while (listed != 0 && is_target[listed - 1] && !is_used_[listed - 1]) {
    --listed;
  }
  Symbols& symbols = sink_->symbols();
  for (size_t at = 0; at < functions_.size(); ++at) {
    ids_.push_back(at < listed ? symbols.functions.intern(functions_[at])
                               : symbols.jump_target(functions_[at]));
  }
}

Position Reader::position(const StoredPlace& place, const PositionKinds& kinds) {
  const bool lacks_line = kinds.may_lack_lines && !place.has_line;
  return {place.at.address, lacks_line ? kNoLine : place.at.line};
}

/// Calls use(column, cost) for each cost that was kept there.
template <class Use>
void Reader::each_cost(size_t at, const Use& use) const {
  const auto* bytes = reinterpret_cast<const uint8_t*>(costs_.data()) + at;
  uint64_t count = 0;
  bytes = get_varint(bytes, count);
  for (; count > 0; --count) {
    uint64_t column = 0;
    uint128 cost = 0;
    bytes = get_varint(bytes, column);
    bytes = get_varint(bytes, cost);
    use(static_cast<size_t>(column), unzigzag128(cost));
  }
}

/// A row of so many costs, without the zeros at its end.
std::span<const int128> Reader::costs_at(size_t at, size_t width) {
  row_.clear();
  each_cost(at, [this, width](size_t column, int128 cost) {
    if (row_.size() <= column) {
      row_.resize(std::min(column + 1, width));
    }
    row_[column] = cost;
  });
  return row_;
}

void Reader::push_lines(uint32_t part) {
  const PartHeader& header = parts_[part].header;
  for (; next_line_ < lines_.size() && lines_[next_line_].part == part; ++next_line_) {
    const StoredLine& line = lines_[next_line_];
    sink_->self_cost({ids_[line.place.function], line.place.file,
                      position(line.place, header.positions),
                      costs_at(line.costs, header.events.size())});
  }
}

void Reader::push_calls(uint32_t part) {
  const PartHeader& header = parts_[part].header;
  for (; next_call_ < calls_.size() && calls_[next_call_].line.part == part; ++next_call_) {
    const StoredCall& stored = calls_[next_call_];
    CallRecord call;
    call.caller = ids_[stored.line.place.function];
    call.callee = ids_[stored.callee];
    call.file = stored.line.place.file;
    call.at = position(stored.line.place, header.positions);
    call.target = stored.target;
    call.has_target = stored.has_target;
    call.count = stored.count;
    call.wide_inclusive = costs_at(stored.line.costs, header.events.size());
    sink_->call(call);
  }
}

void Reader::push_jumps(uint32_t part) {
  const PartHeader& header = parts_[part].header;
  for (; next_jump_ < jumps_.size() && jumps_[next_jump_].part == part; ++next_jump_) {
    const StoredJump& stored = jumps_[next_jump_];
    JumpRecord jump;
    jump.is_conditional = stored.is_conditional;
    jump.from = ids_[stored.from.function];
    jump.from_file = stored.from.file;
    jump.at = position(stored.from, header.positions);
    jump.to = sink_->symbols().jump_target(functions_[stored.to.function]);
    jump.to_file = stored.to.file;
    jump.target = position(stored.to, header.positions);
    jump.executed = stored.executed;
    jump.followed = stored.followed;
    sink_->jump(jump);
  }
}

/// Leaks are in the order of their contexts, which part_of() and leak() have checked.
void Reader::push_contexts(uint32_t part) {
  const PartHeader& header = parts_[part].header;
  context_ids_.resize(contexts_.size());
  for (; next_context_ < contexts_.size() && contexts_[next_context_].part == part;
       ++next_context_) {
    const StoredContext& stored = contexts_[next_context_];
    own_.clear();
    each_cost(stored.costs, [this, &header](size_t column, int128 cost) {
      own_.push_back({header.events[column], cost});
    });
    std::ranges::sort(own_, {}, [](const EventCost& each) { return each.event.value; });
    Frame frame = stored.frame;
    frame.function = ids_[stored.frame.function.index()];
    const ContextId id =
        sink_->context({stored.parent == kRoot ? kNoContext : context_ids_[stored.parent],
                        sink_->frame(frame), stored.position, own_, stored.calls});
    context_ids_[next_context_] = id;
    for (; next_leak_ < leaks_.size() && leaks_[next_leak_].context == next_context_;
         ++next_leak_) {
      const StoredLeak& leak = leaks_[next_leak_];
      sink_->leak({id, leak.event, leak.address, leak.size});
    }
  }
}

}  // namespace quern::quern_json
