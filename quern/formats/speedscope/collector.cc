// SPDX-License-Identifier: MIT
//
// Picks the members that matter out of the tokens of a document, by a table of states: which member
// may stand where, and of what kind its value is. Everything else is skipped, whatever it contains.
// JSON does not fix the order of members, so samples can precede the frames they name; numbers of
// frames are checked here if frames are known, else in reader.cc.
#include "quern/formats/speedscope/collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/speedscope/codes.h"

namespace quern::speedscope {

constexpr Collector::Member Collector::kMembers[] = {
    {State::kStart, "", Kind::kObject, State::kFile},
    {State::kFile, "shared", Kind::kObject, State::kShared},
    {State::kFile, "profiles", Kind::kArray, State::kProfiles},
    {State::kFile, "exporter", Kind::kText},
    {State::kFile, "name", Kind::kText},
    {State::kShared, "frames", Kind::kArray, State::kFrames},
    {State::kFrames, "", Kind::kObject, State::kFrame},
    {State::kFrame, "name", Kind::kText},
    {State::kFrame, "file", Kind::kText},
    {State::kFrame, "line", Kind::kNumber},
    {State::kProfiles, "", Kind::kObject, State::kProfile},
    {State::kProfile, "type", Kind::kText},
    {State::kProfile, "name", Kind::kText},
    {State::kProfile, "unit", Kind::kText},
    {State::kProfile, "samples", Kind::kArray, State::kSamples},
    {State::kProfile, "weights", Kind::kArray, State::kWeights},
    {State::kProfile, "events", Kind::kArray, State::kEvents},
    {State::kSamples, "", Kind::kArray, State::kSample},
    {State::kSample, "", Kind::kNumber},
    {State::kWeights, "", Kind::kNumber},
    {State::kEvents, "", Kind::kObject, State::kEvent},
    {State::kEvent, "type", Kind::kText},
    {State::kEvent, "frame", Kind::kNumber},
    {State::kEvent, "at", Kind::kNumber},
};

const Collector::Member* Collector::member() const {
  const auto* const found = std::ranges::find_if(
      kMembers, [this](const Member& each) { return each.in == state() && each.key == key_; });
  return found == std::end(kMembers) ? nullptr : found;
}

/// False: an error. `found` is null where nobody asks for the value.
bool Collector::is_wanted(Kind kind, const Member*& found) {
  found = member();
  if (found == nullptr || found->kind == kind) {
    return true;
  }
  static constexpr std::string_view kKinds[] = {"an object", "a list", "a string", "a number"};
  return text_->fail(
      kBadMember,
      fmt::format("expected {}{}", kKinds[static_cast<size_t>(found->kind)],
                  found->key.empty() ? std::string() : fmt::format(" after `{}`", found->key)));
}

bool Collector::enter(Kind kind) {
  const Member* found = nullptr;
  if (!is_wanted(kind, found)) {
    return false;
  }
  if (found != nullptr && !found->key.empty()) {  // an object or a list there is but once
    const uint32_t bit = uint32_t{1} << (found - std::begin(kMembers));
    if ((seen_ & bit) != 0) {
      return text_->fail(kBadMember, fmt::format("a second `{}`", found->key));
    }
    // A second list could contradict the first, and libraries differ in which one they take.
    seen_ |= bit;
  }
  states_.push_back(found == nullptr ? State::kOther : found->next);
  key_.clear();
  switch (states_.back()) {
    case State::kFrame:
      frames.emplace_back();
      break;
    case State::kProfile:
      profiles.emplace_back().place = text_->place();
      for (const Member& each : kMembers) {
        seen_ &=
            each.in == State::kProfile ? ~(uint32_t{1} << (&each - std::begin(kMembers))) : ~0U;
      }
      break;
    case State::kEvent:
      event_place_ = text_->place();
      event_type_.clear();
      event_at_.reset();
      event_frame_.reset();
      break;
    default:
      break;
  }
  return true;
}

bool Collector::leave() {
  const State left = state();
  states_.pop_back();
  key_.clear();
  if (left == State::kFrames) {
    has_frames_ = true;
  } else if (left == State::kSample) {
    profiles.back().ends.push_back(profiles.back().frames.size());
  } else if (left == State::kEvent) {
    if (!event_at_ || !event_frame_ || (event_type_ != "O" && event_type_ != "C")) {
      return text_->fail(kBadMember, event_place_,
                         "an event needs a `type`, which is O or C, a `frame` and an `at`");
    }
    profiles.back().events.push_back({*event_at_, *event_frame_, event_type_ == "O"});
  }
  return true;
}

bool Collector::key(std::string& name) {
  key_.swap(name);
  return true;
}

bool Collector::text(std::string& value) {
  const Member* found = nullptr;
  if (!is_wanted(Kind::kText, found) || found == nullptr) {
    return found == nullptr;
  }
  switch (state()) {
    case State::kFile:
      (key_ == "name" ? file_name : exporter) = std::move(value);
      break;
    case State::kFrame:
      (key_ == "name" ? frames.back().name : frames.back().file) = symbols_->names.intern(value);
      break;
    case State::kProfile:
      (key_ == "type"   ? profiles.back().type
       : key_ == "unit" ? profiles.back().unit
                        : profiles.back().name) = std::move(value);
      break;
    default:
      event_type_ = std::move(value);
  }
  return true;
}

bool Collector::number(std::string_view written) {
  const Member* found = nullptr;
  if (!is_wanted(Kind::kNumber, found)) {
    return false;
  }
  return found == nullptr || take_number(*found, written);
}

/// Lines of frames are kept if they are whole numbers that fit; weights and times have to be sound.
bool Collector::take_number(const Member& member, std::string_view written) {
  if (member.in == State::kSample) {
    return take_frame(written, profiles.back().frames.emplace_back());
  }
  if (member.in == State::kEvent && member.key == "frame") {
    return take_frame(written, event_frame_.emplace());
  }
  const std::optional<Weight> weight = read_weight(written);
  if (member.in == State::kFrame) {  // some write 0 or -1 where a line is not known
    const std::optional<Scaled> line = weight ? scaled(*weight, 0) : std::nullopt;
    frames.back().line =
        line && !line->is_rounded && line->value <= uint64_t{INT64_MAX} ? line->value : 0;
    return true;
  }
  if (!weight) {
    return text_->fail(kBadWeight, quoted_start(written) + " is below 0, or has more than 64 bits");
  }
  if (member.in == State::kWeights) {
    profiles.back().weights.push_back(*weight);
  } else {
    event_at_ = weight;
  }
  return true;
}

bool Collector::take_frame(std::string_view written, uint32_t& frame) {
  const std::optional<Weight> number = read_weight(written);
  const std::optional<Scaled> index = number ? scaled(*number, 0) : std::nullopt;
  const uint64_t most = has_frames_ ? frames.size() : UINT32_MAX;
  if (!index || index->is_rounded || index->value >= most) {
    return text_->fail(kUndefinedFrame,
                       fmt::format("there is no frame {}", printable(written.substr(0, 40))));
  }
  frame = static_cast<uint32_t>(index->value);
  return true;
}

bool Collector::word(std::string_view name) {
  const Member* const found = member();
  const bool is_left_out = found != nullptr && name == "null" && !found->key.empty();
  if (found == nullptr || is_left_out) {
    return true;
  }
  return text_->fail(kBadMember, fmt::format("unexpected `{}`", name));
}

}  // namespace quern::speedscope
