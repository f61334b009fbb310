// SPDX-License-Identifier: MIT
//
// The place in the code that a sampled stack stands for. A return address is behind its call, so
// the instruction before it is meant, except where a clock interrupted the program or a hook stands
// at a function's first instruction. Each distinct place is looked up once, whatever the number of
// stacks.
#include "quern/views/code/stack_spots.h"

#include <algorithm>
#include <string_view>

namespace quern {

namespace {

/// Where IgProf and pprof know no function, they have an address.
bool is_named(std::string_view name) {
  return !name.empty() && !name.starts_with("@?") && !name.starts_with("0x");
}

}  // namespace

StackSpots::StackSpots(const Profile& profile, const InlinedCode& inlined, bool add_up)
    : profile_(&profile),
      has_lines_(add_up && std::ranges::any_of(profile.contexts().frames(), &Frame::is_line)),
      has_addresses_(add_up && inlined.has_stacks()),
      ticks_(profile.event(kClockTicks)) {}

bool StackSpots::has(const Part& part) const {
  const bool are_symbols =
      part.first_context != part.end_context &&
      profile_->contexts().frame(ContextId(static_cast<uint32_t>(part.first_context))).is_symbol;
  // Records beside stacks have lines, too, but nothing for an address.
  return are_symbols && (has_addresses_ || (has_lines_ && part.contexts == ContextUse::kAlone));
}

/// Whether a clock interrupted the program there, and not a counter that intercepts calls.
bool StackSpots::is_sampled(const Part& part, std::span<const EventCost> costs) const {
  return profile_->inputs()[part.header.input].format != "igprof" ||
         (ticks_ && std::ranges::find(costs, *ticks_, &EventCost::event) != costs.end());
}

StackSpots::Place StackSpots::place(ContextId context, bool is_exact) const {
  const Contexts& contexts = profile_->contexts();
  return {contexts.frame_id(context), is_exact, contexts.position(context)};
}

/// A hook stands at the first instruction of a function, which no call returns to.
bool StackSpots::is_hook(ContextId context) const {
  const Frame& frame = profile_->contexts().frame(context);
  return !frame.is_line && frame.start != 0 && profile_->contexts().position(context) == 0 &&
         is_named(profile_->symbols().name(frame.function));
}

CodeSpot StackSpots::spender(const Part& part, ContextId context, std::span<const EventCost> costs,
                             InlinedCode& inlined) {
  inlined.add_self(profile_->contexts().frame(context).function, costs.front().cost);
  const uint32_t number = find(context, is_sampled(part, costs) || is_hook(context), inlined);
  CodeSpot spot = spots_[number];
  spot.address = addresses_[number];
  return spot;
}

const CodeSpot& StackSpots::caller(ContextId context, InlinedCode& inlined) {
  return spots_[find(context, is_hook(context), inlined)];
}

uint32_t StackSpots::find(ContextId context, bool is_exact, InlinedCode& inlined) {
  const uint32_t number = places_.of(place(context, is_exact));
  if (number == spots_.size()) {
    look_up(context, is_exact, inlined);
  }
  return number;
}

const CodeSpot* StackSpots::of_caller(ContextId context) const {
  const std::optional<uint32_t> number = places_.find(place(context, is_hook(context)));
  return number ? &spots_[*number] : nullptr;
}

/// Frames have a line already, or an address that debug information may know.
void StackSpots::look_up(ContextId context, bool is_exact, InlinedCode& inlined) {
  const Contexts& contexts = profile_->contexts();
  const Frame& frame = contexts.frame(context);
  CodeSpot& spot = spots_.emplace_back();
  addresses_.push_back(kNoAddress);
  spot.function = frame.function;
  if (frame.is_line) {
    spot.line = static_cast<uint64_t>(contexts.position(context).value_or(0));
    spot.file = profile_->symbols().names.canonical(frame.file);
  } else if (const std::optional<uint64_t> address = contexts.address(context)) {
    const std::string_view name = profile_->symbols().name(frame.function);
    const bool has_start = frame.start != 0 && is_named(name);
    const InlinedCode::StackPlace found =
        inlined.place({.function = frame.function,
                       .name = is_named(name) ? name : std::string_view(),
                       .start = has_start ? std::optional(frame.start) : std::nullopt,
                       .address = *address,
                       .is_exact = is_exact});
    spot.line = found.line;
    spot.chain = found.chain;
    addresses_.back() = found.address.value_or(kNoAddress);
  }
}

bool StackSpots::has_lines(const InlinedCode& inlined) const {
  return std::ranges::any_of(spots_, [&inlined](const CodeSpot& spot) {
    return spot.line != 0 && inlined.file(spot.chain, spot.file) != kUnknownName;
  });
}

}  // namespace quern
