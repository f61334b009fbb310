// SPDX-License-Identifier: MIT
//
// Profiles of a document become parts. In files that quern wrote they are the events of one part
// instead: the format has one unit for each profile, so several events have to be several profiles.
// Weights are decimal fractions; they are counted in nanoseconds, bytes, or millionths if they have
// fractions, and anything finer is rounded with a finding. Sampled stacks share contexts with the
// sample before; evented profiles have one context for each call.
#include "quern/formats/speedscope/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/speedscope/codes.h"

namespace quern::speedscope {

namespace {

constexpr std::string_view kMillionth = " (1/1000000)";
constexpr int kMillionthPower = 6;

struct TimeUnit {
  std::string_view name;
  int power;  ///< nanoseconds are counted
};
constexpr TimeUnit kTimeUnits[] = {
    {"nanoseconds", 0}, {"microseconds", 3}, {"milliseconds", 6}, {"seconds", 9}};

bool has_fraction(const Collected& profile) {
  const auto is_fraction = [](const Weight& weight) { return weight.exponent < 0; };
  return std::ranges::any_of(profile.weights, is_fraction) ||
         std::ranges::any_of(profile.events, is_fraction, &FrameEvent::at);
}

bool is_estimate(std::string_view name) {
  return name.size() > kEstimatedSuffix.size() && name.ends_with(kEstimatedSuffix);
}

}  // namespace

Reader::Reader(Reading& reading)
    : reading_(&reading),
      sink_(&reading.sink),
      text_(reading),
      collector_(text_, reading.sink.symbols()) {
  reading.info.format = "speedscope";
  reading.info.dialect = "speedscope";
}

Result<void> Reader::read() {
  Findings& findings = reading_->info.findings;
  Result<void> done = text_.read(collector_);
  if (!collector_.exporter.empty()) {
    reading_->info.creator = collector_.exporter;
  }
  if (is_own() && !collector_.file_name.empty()) {
    reading_->info.command = collector_.file_name;
  }
  const bool is_whole = done && findings.errors() == 0;
  if ((is_whole || reading_->options.keep_going) && !push() && done) {
    done = text_.result();
  }
  if (done && contexts_ == 0 && findings.errors() == 0) {
    findings.add(kNoData, {1, 1}, "the file has no stack with a cost");
  }
  return done;
}

/// Functions get their ids in the order of the frames. They would otherwise depend on which profile
/// comes first. False: an error.
bool Reader::push() {
  for (const FrameText& each : collector_.frames) {  // in their order, whoever uses them
    sink_->symbols().functions.intern({each.name, each.file, kUnknownName});
  }
  if (!is_own()) {
    return std::ranges::all_of(collector_.profiles, [this](const Collected& each) {
      return push_part(each) || reading_->options.keep_going;
    });
  }
  // A profile an event, all of one part.
  PartHeader header;
  if (is_estimated()) {
    header.descriptions.emplace_back(kEstimatedDescription);
    reading_->info.findings.add(kEstimatedStacks, collector_.profiles.front().place,
                                kEstimatedWarning);
  }
  std::vector<EventId> events;
  std::vector<Measure> measures;
  for (const Collected& profile : collector_.profiles) {
    measures.push_back(measure_of(profile));
    const Measure& measure = measures.back();
    events.push_back(sink_->event({measure.event, Combine::kSum, false, {}, measure.unit}));
  }
  header.events = events;
  std::ranges::sort(header.events, {}, &EventId::value);
  const auto repeated = std::ranges::unique(header.events);
  header.events.erase(repeated.begin(), repeated.end());
  begin_part(header.events, false);
  bool is_done = true;
  for (size_t at = 0; is_done && at < events.size(); ++at) {
    open_.clear();
    is_done = push_profile(collector_.profiles[at], measures[at], events[at]) ||
              reading_->options.keep_going;
  }
  sink_->end_part(std::move(header));
  return is_done;
}

/// The names of quern's own profiles say it.
bool Reader::is_estimated() const {
  return std::ranges::any_of(collector_.profiles, is_estimate, &Collected::name);
}

bool Reader::push_part(const Collected& profile) {
  const Measure measure = measure_of(profile);
  const EventId event = sink_->event({measure.event, Combine::kSum, false, {}, measure.unit});
  PartHeader header;
  header.events = {event};
  if (!profile.name.empty()) {
    header.descriptions.push_back("name: " + profile.name);
  }
  begin_part(header.events, uses_lines(profile));
  open_.clear();
  const bool is_done = push_profile(profile, measure, event);
  sink_->end_part(std::move(header));
  return is_done;
}

void Reader::begin_part(const std::vector<EventId>& events, bool has_lines) {
  has_lines_ = has_lines;
  if (has_lines) {
    sink_->begin_part({.may_lack_lines = true}, events);
    sink_->expect_contexts(ContextUse::kBeside);
  } else {
    sink_->begin_part({.line = false}, {});
    sink_->expect_contexts(ContextUse::kAlone);
  }
}

/// Units of time become nanoseconds. Weights without a unit are counted in millionths if any has a
/// fraction, which the event's name then says.
Reader::Measure Reader::measure_of(const Collected& profile) const {
  Measure measure{"weight", "", 0, "one"};
  const auto* const time = std::ranges::find(kTimeUnits, profile.unit, &TimeUnit::name);
  if (time != std::end(kTimeUnits)) {
    measure = {"time", "ns", time->power, "a nanosecond"};
  } else if (profile.unit == "bytes") {
    measure = {"bytes", "bytes", 0, "one"};
  }
  if (is_own() && !profile.name.empty()) {
    measure.event = profile.name;
    if (is_estimate(measure.event)) {
      measure.event.resize(measure.event.size() - kEstimatedSuffix.size());
    }
  }
  if (measure.unit != "ns" && has_fraction(profile)) {
    measure.event += kMillionth;
    measure = {std::move(measure.event), "", kMillionthPower, "a millionth"};
  }
  return measure;
}

bool Reader::uses_lines(const Collected& profile) const {
  return profile.type != "evented" && std::ranges::any_of(profile.frames, [this](uint32_t index) {
           return index < collector_.frames.size() && collector_.frames[index].line != 0;
         });
}

bool Reader::push_profile(const Collected& profile, const Measure& measure, EventId event) {
  if (!check_frames(profile)) {
    return false;
  }
  rounded_ = 0;
  const bool is_done =
      profile.type == "evented" ? push_events(profile, measure, event)
      : profile.type == "sampled"
          ? push_samples(profile, measure, event)
          : text_.fail(
                kBadMember, profile.place,
                fmt::format("a profile of the unknown type `{}`; quern reads evented and sampled",
                            printable(std::string_view(profile.type).substr(0, 40))));
  tell_rounding(profile, measure);
  return is_done;
}

/// Where frames stand behind the profiles, their numbers can only be checked now.
bool Reader::check_frames(const Collected& profile) {
  const size_t count = collector_.frames.size();
  const auto is_wrong = [count](uint32_t index) { return index >= count; };
  const auto wrong = std::ranges::find_if(profile.frames, is_wrong);
  const auto wrong_event = std::ranges::find_if(profile.events, is_wrong, &FrameEvent::frame);
  if (wrong == profile.frames.end() && wrong_event == profile.events.end()) {
    return true;
  }
  return text_.fail(kUndefinedFrame, profile.place,
                    fmt::format("this profile names frame {}, but there are {}",
                                wrong != profile.frames.end() ? *wrong : wrong_event->frame,
                                counted(count, "frame")));
}

bool Reader::scale(const Collected& profile, const Measure& measure, const Weight& weight,
                   uint64_t& value) {
  const std::optional<Scaled> found = scaled(weight, measure.power);
  if (!found) {
    return text_.fail(
        kBadWeight, profile.place,
        fmt::format("a number of this profile has more than 64 bits, counted by {}", measure.step));
  }
  rounded_ += found->is_rounded ? 1U : 0U;
  value = found->value;
  return true;
}

void Reader::tell_rounding(const Collected& profile, const Measure& measure) {
  if (rounded_ != 0) {
    reading_->info.findings.add(kRounded, profile.place, [&] {
      return fmt::format("{} of this profile, finer than {}, {} rounded to that",
                         counted(rounded_, "number"), measure.step, rounded_ == 1 ? "is" : "are");
    });
  }
}

/// Samples of weight 0 are no stacks of the profile.
bool Reader::push_samples(const Collected& profile, const Measure& measure, EventId event) {
  if (profile.ends.size() != profile.weights.size()) {
    return text_.fail(
        kWeightsMismatch, profile.place,
        fmt::format("this profile has {} and {}", counted(profile.ends.size(), "sample"),
                    counted(profile.weights.size(), "weight")),
        "each sample needs a weight");
  }
  size_t begin = 0;
  for (size_t at = 0; at < profile.ends.size(); ++at) {
    const std::span stack = std::span(profile.frames).subspan(begin, profile.ends[at] - begin);
    begin = profile.ends[at];
    uint64_t cost = 0;
    if (!scale(profile, measure, profile.weights[at], cost) ||
        (cost != 0 && !push_sample(stack, cost, event))) {
      return false;
    }
  }
  return true;
}

/// Pushes the contexts that the sample before has not; its last one is always new.
bool Reader::push_sample(std::span<const uint32_t> stack, uint64_t cost, EventId event) {
  const EventCost own{event, int128{cost}};
  if (stack.empty()) {  // a cost of no stack is one of an unknown function
    Frame unknown;
    unknown.function = sink_->symbols().functions.intern({});
    unknown.is_symbol = true;
    ++contexts_;
    open_.clear();
    sink_->context({kNoContext, sink_->frame(unknown), std::nullopt, {&own, 1}});
    if (has_lines_) {
      const std::array costs{int128{cost}};
      sink_->self_cost({unknown.function, {}, {0, kNoLine}, costs});
    }
    return true;
  }
  size_t shared = 0;
  while (shared < open_.size() && shared + 1 < stack.size() &&
         open_[shared].frame == stack[shared]) {
    ++shared;
  }
  open_.resize(shared);
  contexts_ += stack.size() - shared;
  if (contexts_ > Contexts::kMax) {
    return text_.fail(kTooManyRecords, Place{1, 1}, "there are more stacks than quern can count");
  }
  for (size_t depth = shared; depth < stack.size(); ++depth) {
    const uint64_t line = collector_.frames[stack[depth]].line;
    const ContextId id = sink_->context(
        {open_.empty() ? kNoContext : open_.back().id, frame(stack[depth], false),
         line == 0 ? std::nullopt : std::optional(static_cast<int64_t>(line)),
         depth + 1 == stack.size() ? std::span(&own, 1) : std::span<const EventCost>()});
    open_.push_back({stack[depth], id});
  }
  if (has_lines_) {
    const FrameText& leaf = collector_.frames[stack.back()];
    const std::array costs{int128{cost}};
    sink_->self_cost({sink_->symbols().functions.intern({leaf.name, leaf.file, kUnknownName}),
                      leaf.file,
                      {0, leaf.line == 0 ? kNoLine : leaf.line},
                      costs});
  }
  return true;
}

/// What passes between two events is a cost of the innermost open frame.
/// Opening and closing events must match like brackets. A file that ends with open frames is an
/// error, because the costs of these frames are unknown.
bool Reader::push_events(const Collected& profile, const Measure& measure, EventId event) {
  std::vector<uint32_t> stack;
  uint64_t before = 0;
  nodes_.clear();
  for (const FrameEvent& each : profile.events) {
    uint64_t at = 0;
    if (!scale(profile, measure, each.at, at)) {
      return false;
    }
    const auto number = static_cast<size_t>(&each - profile.events.data());
    if (number != 0 && at < before) {
      return text_.fail(
          kTimeRunsBack, profile.place,
          fmt::format("event {} of this profile is earlier than the one before it", number + 1));
    }
    if (!stack.empty()) {
      nodes_[stack.back()].self += at - before;
    }
    before = at;
    if (each.is_open) {
      if (++contexts_ > Contexts::kMax) {
        return text_.fail(kTooManyRecords, profile.place, "more calls than quern can count");
      }
      nodes_.push_back({stack.empty() ? kRoot : stack.back(), each.frame});
      stack.push_back(static_cast<uint32_t>(nodes_.size() - 1));
    } else if (stack.empty() || nodes_[stack.back()].frame != each.frame) {
      return text_.fail(
          kUnbalanced, profile.place,
          fmt::format("event {} of this profile closes frame {}, but {}", number + 1, each.frame,
                      stack.empty() ? std::string("none is open")
                                    : fmt::format("the innermost open frame is {}",
                                                  nodes_[stack.back()].frame)));
    } else {
      stack.pop_back();
    }
  }
  if (!stack.empty()) {
    return text_.fail(kUnbalanced, profile.place,
                      fmt::format("{} of this profile {} never closed",
                                  counted(stack.size(), "frame"), stack.size() == 1 ? "is" : "are"),
                      "the program may have been killed while it was profiled");
  }
  push_nodes(event);
  return true;
}

void Reader::push_nodes(EventId event) {
  std::vector<ContextId> ids;
  ids.reserve(nodes_.size());
  for (const Node& node : nodes_) {
    const EventCost own{event, int128{node.self}};
    ids.push_back(sink_->context(
        {node.parent == kRoot ? kNoContext : ids[node.parent], frame(node.frame, true),
         std::nullopt, node.self == 0 ? std::span<const EventCost>() : std::span(&own, 1)}));
  }
}

FrameId Reader::frame(uint32_t index, bool is_call) {
  const FrameText& from = collector_.frames[index];
  Frame made;
  made.function = sink_->symbols().functions.intern({from.name, from.file, kUnknownName});
  made.is_symbol = !is_call;
  made.is_line = !is_call && from.line != 0;
  made.file = made.is_line ? from.file : kUnknownName;
  return sink_->frame(made);
}

}  // namespace quern::speedscope
