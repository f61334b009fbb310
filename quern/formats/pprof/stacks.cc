// SPDX-License-Identifier: MIT
//
// Stacks as the writer puts them into samples: packed numbers of locations. Neighbors in a profile
// share most of their frames, so the packed bytes of a stack are kept with the innermost frame
// first, from the end of a buffer. A new stack replaces only the frames that differ: the cost of a
// sample is that of its new frames, not of its depth.
#include "quern/formats/pprof/stacks.h"

#include <algorithm>
#include <optional>

#include "quern/base/varint.h"

namespace quern::pprof {

size_t WrittenStacks::LocationHash::operator()(const Location& at) const {
  uint64_t mixed = (at.function.value ^ at.line << 32) * 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ mixed >> 31 ^ at.address) * 0xd6e8feb86659fd93U;
  return mixed ^ mixed >> 29;
}

/// The line of a call is one of the caller's; others are of the function itself.
WrittenStacks::Step WrittenStacks::step_of(ContextId context) const {
  const Frame& frame = contexts_->frame(context);
  const std::optional<int64_t> position = contexts_->position(context);
  Step step;
  step.context = context;
  step.location.function = frame.function;
  if (frame.is_line) {
    step.location.line = static_cast<uint64_t>(position.value_or(0));
    step.has_place = true;
  } else if (frame.is_symbol) {
    const bool is_known = frame.start != Frame::kUnknownStart;
    step.location.address = position   ? contexts_->address(context).value_or(0)
                            : is_known ? frame.start
                                       : 0;
  } else if (position && *position > 0) {
    step.call_line = static_cast<uint64_t>(*position);
  }
  return step;
}

/// Goes from the innermost frame outwards until a frame is as it was in the stack before. The line
/// of a frame is known from the call that its callee made, so a frame changes with the line above
/// it, too.
std::string_view WrittenStacks::packed(std::span<const ContextId> path) {
  steps_.resize(std::max(steps_.size(), path.size()));
  size_t kept = path.size();
  for (uint64_t line = 0; kept != 0; --kept) {
    Step& step = steps_[kept - 1];
    if (step.context != path[kept - 1]) {
      step = step_of(path[kept - 1]);
    } else if (step.called_line == line) {
      break;  // and so are all above it
    }
    Location location = step.location;
    location.line = step.has_place ? location.line : line;
    step.id = id_of(location);
    step.called_line = line;
    line = step.call_line;
  }
  make_room(path.size() * kVarint64);
  size_t bytes = kept == 0 ? 0 : steps_[kept - 1].bytes;
  for (Step& step : std::span(steps_).subspan(kept, path.size() - kept)) {
    uint8_t number[kVarint64];
    const uint8_t* const end = put_varint(number, step.id);
    bytes += static_cast<size_t>(end - number);
    std::copy<const uint8_t*>(number, end, text_.data() + text_.size() - bytes);
    step.bytes = bytes;
  }
  return {reinterpret_cast<const char*>(text_.data() + text_.size() - bytes), bytes};
}

/// A function mostly has one place, or is at the same one as before.
uint64_t WrittenStacks::id_of(const Location& location) {
  const size_t function = location.function.index();
  newest_.resize(std::max(newest_.size(), function + 1));
  uint64_t& newest = newest_[function];
  if (newest == 0 || locations_[newest - 1] != location) {
    const auto [found, is_new] = ids_.try_emplace(location, locations_.size() + 1);
    if (is_new) {
      locations_.push_back(location);
    }
    newest = found->second;
  }
  return newest;
}

/// What is at the end stays there.
void WrittenStacks::make_room(size_t bytes) {
  if (text_.size() < bytes) {
    text_.insert(text_.begin(), std::max(bytes - text_.size(), text_.size()), 0);
  }
}

}  // namespace quern::pprof
