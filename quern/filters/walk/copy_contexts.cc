// SPDX-License-Identifier: MIT
#include "quern/filters/walk/copy_contexts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "quern/filters/walk/copying.h"

namespace quern {

namespace {
constexpr uint32_t kNoCosts = ~uint32_t{0};
/// What names of recursion may take in all, and for each context more: a long name on a deep stack
/// must not grow as their product.
constexpr uint64_t kNameBytes = uint64_t{16} << 20;
constexpr uint64_t kNameBytesOfContext = 64;
}  // namespace

/// The costs of contexts that are asked for in ascending order.
class ContextCopier::CostWalk {
 public:
  CostWalk(const Contexts& contexts, const ContextCosts::Mark& from)
      : walk_(contexts, from), is_left_(walk_.next()) {}
  [[nodiscard]] std::span<const EventCost> of(ContextId id) {
    while (is_left_ && walk_.context() < id) {
      is_left_ = walk_.next();
    }
    return has(id) ? walk_.costs() : std::span<const EventCost>();
  }
  [[nodiscard]] bool has(ContextId id) const { return is_left_ && walk_.context() == id; }
  /// In front of the costs met last.
  [[nodiscard]] const ContextCosts::Mark& here() const { return walk_.here(); }
  /// In front of the first costs at or behind `end`.
  [[nodiscard]] const ContextCosts::Mark& behind(uint64_t end) {
    while (is_left_ && walk_.context().value < end) {
      is_left_ = walk_.next();
    }
    return is_left_ ? walk_.here() : walk_.end();
  }

 private:
  ContextCosts walk_;
  bool is_left_;
};

ContextCopier::ContextCopier(const Profile& from, const FilterRules& rules, NewFunctions& functions,
                             std::span<const EventId> events, bool subtracts, ProfileBuilder& to)
    : from_(&from),
      rules_(&rules),
      limits_(rules.limits, from),
      functions_(&functions),
      events_(events.begin(), events.end()),
      subtracts_(subtracts),
      to_(&to),
      stacks_(from, rules, functions, to),
      sum_(combine_),
      frames_(from.contexts().frames().size()),
      name_bytes_left_(kNameBytes + kNameBytesOfContext * from.contexts().size()) {
  for (const Event& event : from.events()) {
    combine_.push_back(event.combine);
  }
  if (!rules.scale.empty()) {
    scaled_.emplace(rules.scale, functions);
  }
}

void ContextCopier::copy(const Part& part) {
  if (limits_.any() && !stack_limits_ && has_single_calls(*from_)) {
    stack_limits_.emplace(*from_, limits_, stop_);
  }
  if (rules_->selects()) {
    judge(part);
  }
  if (rules_->hides()) {
    find_moved(part);
  }
  CostWalk walk(from_->contexts(), costs_from_);
  const auto leave = [this](const StackFrame& frame) { this->leave(frame); };
  for (uint64_t at = part.first_context; at < part.end_context && !stop_.stop_requested(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    const bool is_wanted = has(id, kNeeded) && has(id, kStarted);
    const StackFrame& frame = stacks_.enter(id, is_wanted, leave);
    copy_frame(frame, has(id, kKept) ? walk.of(id) : std::span<const EventCost>());
  }
  stacks_.leave_all(leave);
  costs_from_ = walk.behind(part.end_context);
}

void ContextCopier::skip(const Part& part) {
  CostWalk walk(from_->contexts(), costs_from_);
  costs_from_ = walk.behind(part.end_context);
}

/// Chooses contexts by the frames that lead to them; callers of what is kept are needed.
void ContextCopier::judge(const Part& part) {
  first_judged_ = part.first_context;
  verdicts_.assign(part.end_context - part.first_context, 0);
  const auto leave = [](const StackFrame&) {};
  for (uint64_t at = part.first_context; at < part.end_context && !stop_.stop_requested(); ++at) {
    const StackFrame& frame = stacks_.enter(ContextId(static_cast<uint32_t>(at)), false, leave);
    const bool is_kept = frame.is_focused && frame.is_started && !frame.is_ignored;
    verdicts_[at - first_judged_] =
        static_cast<uint8_t>((frame.is_started ? kStarted : 0) | (is_kept ? kKept | kNeeded : 0));
  }
  stacks_.leave_all(leave);
  for (uint64_t at = part.end_context; at-- > part.first_context;) {
    const ContextId id(static_cast<uint32_t>(at));
    const ContextId parent = from_->contexts().parent(id);
    if (has(id, kNeeded) && parent != kNoContext) {
      verdicts_[parent.index() - first_judged_] |= kNeeded;
    }
  }
}

bool ContextCopier::has(ContextId id, Verdict verdict) const {
  return !rules_->selects() || (verdicts_[id.index() - first_judged_] & verdict) != 0;
}

/// Finds what hidden frames give away: it must be known before who gets it is pushed.
void ContextCopier::find_moved(const Part& part) {
  moved_.clear();
  next_moved_ = 0;
  CostWalk walk(from_->contexts(), costs_from_);
  const auto leave = [](const StackFrame&) {};
  for (uint64_t at = part.first_context; at < part.end_context && !stop_.stop_requested(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    const StackFrame& frame = stacks_.enter(id, false, leave);
    if (!frame.is_hidden || frame.shown == kNoContext || !has(id, kKept)) {
      continue;
    }
    static_cast<void>(walk.of(id));
    Moved moved{frame.shown, id, 0, kNoCosts};
    if (walk.has(id)) {
      moved.segment = static_cast<uint32_t>(walk.here().segment);
      moved.at = static_cast<uint32_t>(walk.here().at);
    }
    if (walk.has(id) || !std::ranges::equal_range(from_->leaks(), id, {}, &Leak::context).empty()) {
      moved_.push_back(moved);
    }
  }
  stacks_.leave_all(leave);
  std::ranges::sort(moved_);
}

void ContextCopier::copy_frame(const StackFrame& frame, std::span<const EventCost> own) {
  const ContextId parent = made_.empty() ? kNoContext : made_.back();
  if (!frame.is_named) {
    if (frame.shown == kNoContext && has(frame.id, kKept)) {
      push_not_shown(frame, own);
    }
    made_.push_back(parent);
    return;
  }
  const size_t first_moved = next_moved_;
  gather(frame, own);
  const std::span<const EventCost> costs = sum_.costs();
  const uint64_t calls = std::max<uint64_t>(1, from_->contexts().calls(frame.id));
  const bool is_outside =
      !costs.empty() && limits_.any() &&
      (stack_limits_ ? stack_limits_->is_outside(frame.id) : limits_.is_outside(costs, calls));
  ContextId owner;
  if (is_outside) {
    owner = push_named(kOutsideLimits, parent, costs_to_push());
    made_.push_back(push(parent, frame, {}));
  } else {
    owner = push(parent, frame, costs_to_push());
    made_.push_back(owner);
  }
  if (has(frame.id, kKept)) {
    push_leaks(frame.id, owner);
  }
  for (size_t at = first_moved; at < next_moved_; ++at) {
    push_leaks(moved_[at].source, owner);
  }
}

/// Adds up what the frame costs itself and what hidden ones give it.
void ContextCopier::gather(const StackFrame& frame, std::span<const EventCost> own) {
  sum_.clear();
  if (scaled_ || events_scaled_ != nullptr) {
    add_scaled(from_->contexts().frame(frame.id).function, own);
  } else {
    add(own);
  }
  for (; next_moved_ < moved_.size() && moved_[next_moved_].target == frame.id; ++next_moved_) {
    const Moved& moved = moved_[next_moved_];
    if (moved.at != kNoCosts) {
      ContextCosts costs(from_->contexts(), {.segment = moved.segment, .at = moved.at});
      costs.next();
      add(costs.costs());
    }
  }
}

void ContextCopier::add(std::span<const EventCost> costs) {
  for (const EventCost& each : costs) {
    sum_.add(each);
  }
}

/// What is left of costs; highest values are those of single moments, which nothing is known of.
void ContextCopier::add_scaled(FunctionId function, std::span<const EventCost> costs) {
  for (EventCost each : costs) {
    if (events_scaled_ != nullptr) {
      each.cost =
          events_scaled_->self(EventScaling::Of::kContexts, function, each.event, each.cost);
    } else if (combine_[each.event.index()] == Combine::kSum) {
      each.cost = scaled_->left(function, each.event.index(), each.cost);
    }
    sum_.add(each);
  }
}

void ContextCopier::leave(const StackFrame& frame) {
  made_.pop_back();
  if (rules_->unfolds_recursion && frame.is_named) {
    --on_stack_[frame.function.index()];
  }
}

/// What the sum is in the new profile.
std::span<const EventCost> ContextCopier::costs_to_push() {
  new_costs_.clear();
  for (const EventCost& each : sum_.costs()) {
    const EventId event = events_[each.event.index()];
    if (!subtracts_ && event != kNoEvent) {
      new_costs_.push_back({event, each.cost});
    } else if (subtracts_ && combine_[each.event.index()] == Combine::kSum) {
      new_costs_.push_back({event, -each.cost});
    }
  }
  if (subtracts_) {  // a baseline's events need not stand in the same order
    std::ranges::sort(new_costs_, {}, &EventCost::event);
  }
  return new_costs_;
}

ContextId ContextCopier::push(ContextId parent, const StackFrame& frame,
                              std::span<const EventCost> costs) {
  const FunctionId function = rules_->unfolds_recursion ? told_apart(frame) : frame.function;
  const bool is_symbol = from_->contexts().frame(frame.id).is_symbol;
  // What is subtracted is no call: a call's line is left out with it.
  const std::optional<int64_t> position = subtracts_ && !is_symbol ? std::nullopt : frame.position;
  const uint64_t calls = is_symbol ? 1 : from_->contexts().calls(frame.id);
  return to_->context({parent, frame_id(frame, function), position, costs, calls});
}

/// What a frame that no shown one has called costs itself.
void ContextCopier::push_not_shown(const StackFrame& frame, std::span<const EventCost> own) {
  const bool has_leaks =
      !std::ranges::equal_range(from_->leaks(), frame.id, {}, &Leak::context).empty();
  if (own.empty() && !has_leaks) {
    return;
  }
  sum_.clear();
  add(own);
  push_leaks(frame.id, push_named(kNotShown, kNoContext, costs_to_push()));
}

ContextId ContextCopier::push_named(std::string_view name, ContextId parent,
                                    std::span<const EventCost> costs) {
  Frame others;
  const NameId known = to_->symbols().names.intern(name);
  others.function = to_->symbols().functions.intern({known, {}, {}});
  others.is_symbol = true;  // not one call, but what is left of many
  return to_->context({parent, to_->frame(others), std::nullopt, costs});
}

FrameId ContextCopier::frame_id(const StackFrame& frame, FunctionId function) {
  const Contexts& contexts = from_->contexts();
  const Frame& old = contexts.frame(frame.id);
  const bool is_plain =
      frame.rule == 0 && function == frame.function && frame.call_file == old.file;
  uint32_t& known = frames_[contexts.frame_id(frame.id).index()];
  if (is_plain && known != 0) {
    return FrameId(known - 1);
  }
  Frame made;
  made.function = function;
  made.start = old.start;
  made.is_symbol = old.is_symbol || subtracts_;
  made.is_line = old.is_line;
  if (!made.is_symbol || made.is_line) {
    made.file = functions_->name(frame.call_file);
  }
  const FrameId id = to_->frame(made);
  if (is_plain) {
    known = id.value + 1;
  }
  return id;
}

void ContextCopier::push_leaks(ContextId source, ContextId made) {
  if (subtracts_) {
    return;  // what the baseline held is no leak of this run
  }
  for (const Leak& leak : std::ranges::equal_range(from_->leaks(), source, {}, &Leak::context)) {
    if (const EventId event = events_[leak.event.index()]; event != kNoEvent) {
      to_->leak({made, event, leak.address, leak.size});
    }
  }
}

/// The frame's function, or that of its k-th call on the stack.
FunctionId ContextCopier::told_apart(const StackFrame& frame) {
  if (on_stack_.size() <= frame.function.index()) {
    on_stack_.resize(frame.function.index() + 1);
  }
  const uint32_t number = ++on_stack_[frame.function.index()];
  return number == 1 ? frame.function : occurrence(frame.function, number);
}

/// f'k as a function. When all names take too much, the deepest known one stands for deeper ones.
FunctionId ContextCopier::occurrence(FunctionId function, uint32_t number) {
  const auto [found, is_new] =
      occurrences_.try_emplace(uint64_t{function.value} << 32 | number, function);
  if (!is_new) {
    return found->second;
  }
  Symbols& symbols = to_->symbols();
  FunctionKey key = symbols.functions[function];
  const std::string_view plain = symbols.names.text(key.name);
  const std::string name = fmt::format("{}'{}", plain.empty() ? "???" : plain, number);
  if (name.size() > name_bytes_left_) {
    if (number > 2) {
      found->second = occurrences_.at(uint64_t{function.value} << 32 | (number - 1));
    }
    return found->second;
  }
  name_bytes_left_ -= name.size();
  key.name = symbols.names.intern(name);
  return found->second = symbols.functions.intern(key);
}

}  // namespace quern
