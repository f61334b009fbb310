// SPDX-License-Identifier: MIT
//
// Rebuilds Xdebug's call tree; invocations.h says from what. Written costs are rounded one by one,
// so a call matches an invocation if their times differ by no more than one unit for each number
// that was added up. Nearly always the newest invocation of the function matches, and each step is
// O(1). A search goes further back only if fibers interleave, and it has an allowance that grows by
// 16 steps for each call, so that hostile files stay linear.
#include "quern/formats/callgrind/invocations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {

void Invocations::begin_part(std::span<const EventId> events) {
  is_open_ = true;
  if (!waits_) {
    events_.assign(events.begin(), events.end());
  } else {
    late_parts_.push_back({{events.begin(), events.end()}, 0, true});
  }
}

void Invocations::self_costs(const SelfBatch& batch) {
  const size_t width = waits_ ? late_parts_.back().events.size() : events_.size();
  const int64_t* cost = batch.costs;
  for (size_t row = 0; row < batch.at.size(); ++row) {
    for (size_t event = 0; event < width; ++event) {
      add(event, *cost++);
    }
  }
}

void Invocations::self_cost(std::span<const int128> costs) {
  for (size_t event = 0; event < costs.size(); ++event) {
    add(event, costs[event]);
  }
}

void Invocations::call(const CallRecord& record, std::optional<int64_t> line, Place place) {
  const int128 time = !record.wide_inclusive.empty() ? record.wide_inclusive[0]
                      : !record.inclusive.empty()    ? int128{record.inclusive[0]}
                                                     : int128{0};
  block_.calls.push_back({record.callee, record.file, line, time, place});
}

void Invocations::end_block(FunctionId function) {
  block_.function = function;
  if (waits_) {
    keep(block_);
  } else {
    match(block_);
  }
  block_.self.clear();
  block_.calls.clear();
}

void Invocations::wait_for_names() {
  if (waits_) {
    return;
  }
  waits_ = true;
  first_late_ = parts_ended_;
  if (is_open_) {
    late_parts_.push_back({events_, 0, true});
  }
}

void Invocations::end_part() {
  if (waits_) {
    if (!is_open_) {
      late_parts_.emplace_back();
    }
    late_parts_.back().blocks = std::exchange(late_blocks_, 0);
  } else if (is_open_) {
    push_tree();
  }
  is_open_ = false;
  ++parts_ended_;
}

void Invocations::finish() {
  NumberLog::Reader from(late_, 0);
  Block block;
  for (size_t part = 0; part < late_parts_.size(); ++part) {
    LatePart& late = late_parts_[part];
    sink_->begin_late_contexts(first_late_ + part);
    if (late.has_tree) {
      events_ = std::move(late.events);
      for (; late.blocks != 0; --late.blocks) {
        restore(from, block);
        match(block);
      }
      push_tree();
    }
    sink_->end_late_contexts();
  }
  late_parts_.clear();
}

/// Xdebug's pseudo-code: calls last to first, so that children come out in the order of the calls.
void Invocations::match(const Block& block) {
  Pending done;
  done.calls = static_cast<uint32_t>(block.calls.size());
  done.inclusive = block.self.empty() ? int128{0} : block.self[0];
  uint32_t first = kNone;
  for (size_t at = block.calls.size(); at != 0; --at) {
    const Call& call = block.calls[at - 1];
    const uint32_t child = take(call);
    Node& node = nodes_[child];
    node.frame = sink_->frame({FunctionId(node.frame), call.file, 0, false}).value;
    node.has_line = call.line.has_value();
    node.line = call.line.value_or(0);
    node.next = std::exchange(first, child);
    done.inclusive += call.time;
  }
  done.node = add_node(block.function, block.self);
  nodes_[done.node].first_child = first;
  add_pending(block.function, done);
}

/// The invocation that `call` began; a new node without costs where none is left.
uint32_t Invocations::take(const Call& call) {
  uint32_t& newest = newest_of(call.callee);
  if (newest == 0) {
    findings_->add(kCalleeMissing, call.place, [&call] {
      return fmt::format(
          "no invocation of this function is left: the {} of the call belong to none",
          grouped(call.time));
    });
    return add_node(call.callee, {});
  }
  const auto fits = [&call](const Pending& pending) {
    const int128 off = pending.inclusive - call.time;
    return (off < 0 ? -off : off) <= int128{pending.calls} + 1;
  };
  // Shared by all searches: a file of few deep ones is served, one of many is cut short.
  allowance_ += 16;
  uint32_t found = newest - 1;
  uint32_t newer = kNone;
  while (found != kNone && !fits(pending_[found])) {
    newer = found;
    found = allowance_ != 0 ? pending_[found].older : kNone;
    allowance_ -= allowance_ != 0 ? 1 : 0;
  }
  if (found == kNone) {
    findings_->add(kCostOff, call.place,
                   "no earlier invocation has this cost: the last one of the function is used");
    found = newest - 1;
    newer = kNone;
  }
  Pending& taken = pending_[found];
  if (newer == kNone) {
    newest = taken.older + 1;
  } else {
    pending_[newer].older = taken.older;
  }
  taken.older = std::exchange(free_, found);
  return taken.node;
}

/// The newest open invocation by name and file, without the object. Ids of functions are mapped to
/// such keys once, when they are first met.
uint32_t& Invocations::newest_of(FunctionId function) {
  const Symbols& symbols = sink_->symbols();
  for (size_t id = callee_of_.size(); id <= function.index(); ++id) {
    const FunctionKey& key = symbols.functions[FunctionId(id)];
    const FunctionKey callee{symbols.names.canonical(key.name), symbols.names.canonical(key.file),
                             kUnknownName};
    callee_of_.push_back(callees_.intern(callee).value);
  }
  newest_.grow(callees_.size());
  return newest_[callee_of_[function.index()]];
}

/// Costs of a node are packed: pairs of a distance to the next event and a cost, of events that are
/// not 0. A row of 128-bit numbers for each invocation would take several times the memory.
uint32_t Invocations::add_node(FunctionId function, std::span<const int128> self) {
  Node node;
  node.frame = function.value;
  const auto count = static_cast<uint64_t>(
      std::ranges::count_if(self, [](const int128 cost) { return cost != 0; }));
  if (count != 0) {
    node.costs = costs_.end();
    costs_.add(count);
    uint64_t next = 0;
    for (size_t event = 0; event < self.size(); ++event) {
      if (self[event] != 0) {
        costs_.add(event - next);
        costs_.add_signed(self[event]);
        next = event + 1;
      }
    }
  }
  nodes_.push_back(node);
  return static_cast<uint32_t>(nodes_.size() - 1);
}

void Invocations::add_pending(FunctionId function, const Pending& pending) {
  uint32_t& newest = newest_of(function);
  uint32_t at = free_;
  if (at != kNone) {
    free_ = pending_[at].older;
    pending_[at] = pending;
  } else {
    at = static_cast<uint32_t>(pending_.size());
    pending_.push_back(pending);
  }
  pending_[at].older = newest - 1;  // kNone where there is none
  newest = at + 1;
}

/// Pushes all nodes depth first and forgets them.
void Invocations::push_tree() {
  for (size_t at = 0; at < nodes_.size(); ++at) {
    Node& node = nodes_[at];
    if (node.next == kFree) {
      newest_of(FunctionId(node.frame)) = 0;
      node.frame = sink_->frame({FunctionId(node.frame), kUnknownName, 0, false}).value;
      node.next = kNone;
      push_below(static_cast<uint32_t>(at));
    }
  }
  nodes_.clear();
  costs_.clear();
  pending_.clear();
  free_ = kNone;
}

/// With a stack of its own: PHP recurses deeper than this program's stack would allow.
void Invocations::push_below(uint32_t root) {
  open_.push_back({root, kNoContext});
  while (!open_.empty()) {
    const Open open = open_.back();
    open_.pop_back();
    const Node& node = nodes_[open.node];
    const ContextId id = push(node, open.parent);
    if (node.next != kNone) {
      open_.push_back({node.next, open.parent});
    }
    if (node.first_child != kNone) {
      open_.push_back({node.first_child, id});
    }
  }
}

ContextId Invocations::push(const Node& node, ContextId parent) {
  row_.clear();
  if (node.costs != kNoCosts) {
    NumberLog::Reader from(costs_, node.costs);
    size_t event = 0;
    for (auto left = static_cast<uint64_t>(from.next()); left != 0; --left) {
      event += static_cast<size_t>(from.next());
      row_.push_back({events_[event++], from.next_signed()});
    }
    if (!std::ranges::is_sorted(row_, {}, [](const EventCost& each) { return each.event.value; })) {
      std::ranges::sort(row_, {}, [](const EventCost& each) { return each.event.value; });
    }
  }
  return sink_->context(
      {parent, FrameId(node.frame), node.has_line ? std::optional(node.line) : std::nullopt, row_});
}

/// Blocks that wait for names are packed numbers in one log, which is read once, in order, in
/// finish().
void Invocations::keep(const Block& block) {
  ++late_blocks_;
  late_.add(block.function.value);
  late_.add(block.self.size());
  for (const int128 cost : block.self) {
    late_.add_signed(cost);
  }
  late_.add(block.calls.size());
  for (const Call& call : block.calls) {
    late_.add(call.callee.value);
    late_.add(call.file.value);
    late_.add(call.line ? static_cast<uint64_t>(*call.line) + 1 : 0);
    late_.add_signed(call.time);
    late_.add(call.place.line);
    late_.add(call.place.column);
  }
}

void Invocations::restore(NumberLog::Reader& from, Block& block) const {
  const auto id = [&from] { return static_cast<size_t>(from.next()); };
  block.function = FunctionId(id());
  block.self.resize(id());
  for (int128& cost : block.self) {
    cost = from.next_signed();
  }
  block.calls.resize(id());
  for (Call& call : block.calls) {
    call.callee = FunctionId(id());
    call.file = NameId(id());
    const uint64_t line = id();
    call.line = line != 0 ? std::optional(static_cast<int64_t>(line - 1)) : std::nullopt;
    call.time = from.next_signed();
    call.place.line = id();
    call.place.column = id();
  }
}

}  // namespace quern::callgrind
