// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_speedscope.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/testing/slow/slow_json.h"

namespace quern::testing {
namespace {

struct NoSpeedscope {};

/// A whole number of 64 bits and whether it was rounded.
struct SlowNumber {
  int128 value = 0;
  bool is_rounded = false;
};

int128 whole(const std::string& digits) {
  int128 value = 0;
  for (const char digit : digits) {
    value = value * 10 + (digit - '0');
    if (value > int128{UINT64_MAX}) {
      throw NoSpeedscope();
    }
  }
  return value;
}

/// `written` times 10^power.
SlowNumber shifted(std::string written, int power) {
  const bool is_negative = written.starts_with('-');
  written.erase(0, is_negative ? 1 : 0);
  const size_t mark = std::min(written.find_first_of("eE"), written.size());
  const long exponent =
      mark == written.size() ? 0 : std::strtol(written.c_str() + mark + 1, nullptr, 10);
  written.resize(mark);
  const size_t point = std::min(written.find('.'), written.size());
  std::string digits = written.substr(0, point);
  std::string fraction = point == written.size() ? "" : written.substr(point + 1);
  if ((digits + fraction).find_first_not_of('0') == std::string::npos) {
    return {};
  }
  if (is_negative) {
    throw NoSpeedscope();
  }
  for (long at = std::clamp(exponent + power, -2000L, 2000L); at != 0; at += at < 0 ? 1 : -1) {
    if (at > 0) {
      digits += fraction.empty() ? '0' : fraction.front();
      fraction.erase(0, 1);
    } else {
      fraction.insert(fraction.begin(), digits.empty() ? '0' : digits.back());
      digits.resize(digits.size() - (digits.empty() ? 0 : 1));
    }
  }
  SlowNumber number{whole(digits), false};
  const size_t first = fraction.find_first_not_of('0');
  if (first != std::string::npos) {
    number.is_rounded = true;
    number.value += fraction.front() >= '5' ? 1 : 0;
    if (number.value > int128{UINT64_MAX}) {
      throw NoSpeedscope();
    }
  }
  return number;
}

class SpeedscopeTwin {
 public:
  Meaning read(const SlowJson& file) {
    demand(file, SlowJson::Kind::kObject);
    read_frames(file);
    const std::string exporter = text_of(file, "exporter");
    const std::string name = text_of(file, "name");
    if (!exporter.empty()) {
      meaning_.creator = exporter;
    }
    is_own_ = exporter.starts_with("quern");
    if (is_own_ && !name.empty()) {
      meaning_.cmd = name;
    }
    const SlowJson* const profiles = list_of(file, "profiles");
    for (size_t at = 0; profiles != nullptr && at < profiles->items.size(); ++at) {
      check_kinds(profiles->items[at]);
    }
    if (is_own_) {
      begin_own_part(profiles);
    }
    for (size_t at = 0; profiles != nullptr && at < profiles->items.size(); ++at) {
      read_profile(profiles->items[at]);
    }
    finish();
    return std::move(meaning_);
  }

 private:
  struct Place {
    Meaning::Function function;
    std::optional<int64_t> line;
  };

  static void demand(const SlowJson& value, SlowJson::Kind kind) {
    if (value.kind != kind) {
      throw NoSpeedscope();
    }
  }

  static const SlowJson* member_of(const SlowJson& object, std::string_view name,
                                   SlowJson::Kind kind) {
    size_t count = 0;
    for (const auto& [key, value] : object.members) {
      if (key == name && !(value.kind == SlowJson::Kind::kWord && value.text == "null")) {
        demand(value, kind);
        ++count;
      }
    }
    const bool is_once = kind == SlowJson::Kind::kList || kind == SlowJson::Kind::kObject;
    if (is_once && count > 1) {
      throw NoSpeedscope();
    }
    return object.find(name);
  }

  static const SlowJson* list_of(const SlowJson& object, std::string_view name) {
    return member_of(object, name, SlowJson::Kind::kList);
  }

  static std::string text_of(const SlowJson& object, std::string_view name) {
    const SlowJson* const found = member_of(object, name, SlowJson::Kind::kText);
    return found == nullptr ? "" : found->text;
  }

  static std::string known(const std::string& text) { return text == "???" ? "" : text; }

  void read_frames(const SlowJson& file) {
    const SlowJson* const shared = member_of(file, "shared", SlowJson::Kind::kObject);
    const SlowJson* const frames = shared == nullptr ? nullptr : list_of(*shared, "frames");
    for (size_t at = 0; frames != nullptr && at < frames->items.size(); ++at) {
      const SlowJson& frame = frames->items[at];
      demand(frame, SlowJson::Kind::kObject);
      Place place{{known(text_of(frame, "name")), known(text_of(frame, "file")), ""}, {}};
      for (const auto& [key, value] : frame.members) {  // the last one counts, all are numbers
        if (key == "line" && value.kind == SlowJson::Kind::kNumber) {
          place.line = line_of(value.text);
        }
      }
      member_of(frame, "line", SlowJson::Kind::kNumber);
      places_.push_back(std::move(place));
    }
  }

  static std::optional<int64_t> line_of(const std::string& written) {
    if (written.starts_with('-') &&
        written.find_first_of("123456789") < written.find_first_of("eE")) {
      throw NoSpeedscope();
    }
    try {
      const SlowNumber line = shifted(written, 0);
      const bool is_line = !line.is_rounded && line.value != 0 && line.value <= int128{INT64_MAX};
      return is_line ? std::optional(static_cast<int64_t>(line.value)) : std::nullopt;
    } catch (const NoSpeedscope&) {
      return std::nullopt;
    }
  }

  size_t frame_of(const SlowJson& value) const {
    demand(value, SlowJson::Kind::kNumber);
    const SlowNumber number = shifted(value.text, 0);
    if (number.is_rounded || number.value >= static_cast<int128>(places_.size())) {
      throw NoSpeedscope();
    }
    return static_cast<size_t>(number.value);
  }

  /// What any profile is checked for, of whatever type.
  void check_kinds(const SlowJson& profile) const {
    demand(profile, SlowJson::Kind::kObject);
    const SlowJson* const samples = list_of(profile, "samples");
    for (size_t at = 0; samples != nullptr && at < samples->items.size(); ++at) {
      demand(samples->items[at], SlowJson::Kind::kList);
      for (const SlowJson& frame : samples->items[at].items) {
        frame_of(frame);
      }
    }
    const SlowJson* const weights = list_of(profile, "weights");
    for (size_t at = 0; weights != nullptr && at < weights->items.size(); ++at) {
      demand(weights->items[at], SlowJson::Kind::kNumber);
      if (weights->items[at].text.starts_with('-')) {
        shifted(weights->items[at].text, -300);  // below 0
      }
    }
    const SlowJson* const events = list_of(profile, "events");
    for (size_t at = 0; events != nullptr && at < events->items.size(); ++at) {
      const SlowJson& event = events->items[at];
      demand(event, SlowJson::Kind::kObject);
      const std::string type = text_of(event, "type");
      const SlowJson* const frame = member_of(event, "frame", SlowJson::Kind::kNumber);
      const SlowJson* const time = member_of(event, "at", SlowJson::Kind::kNumber);
      if (frame == nullptr || time == nullptr || (type != "O" && type != "C")) {
        throw NoSpeedscope();
      }
      for (const auto& [key, value] : event.members) {
        if (key == "frame" && value.kind == SlowJson::Kind::kNumber) {
          frame_of(value);
        } else if (key == "at" && value.text.starts_with('-')) {
          shifted(value.text, -300);
        }
      }
    }
  }

  static bool has_fraction(const SlowJson& profile) {
    bool found = false;
    const auto look = [&found](const std::string& written) {
      // A number times 10^300 is whole; what 1 of it is tells whether it had a fraction.
      std::string digits = written.substr(0, written.find_first_of("eE"));
      const size_t e = written.find_first_of("eE");
      long exponent =
          e == std::string::npos ? 0 : std::strtol(written.c_str() + e + 1, nullptr, 10);
      const size_t point = digits.find('.');
      if (point != std::string::npos) {
        exponent -= static_cast<long>(digits.size() - point - 1);
        digits.erase(point, 1);
      }
      while (digits.size() > 1 && digits.ends_with('0')) {
        digits.pop_back();
        ++exponent;
      }
      found = found || (digits.find_first_not_of("-0") != std::string::npos && exponent < 0);
    };
    if (const SlowJson* const weights = profile.find("weights")) {
      for (const SlowJson& weight : weights->items) {
        look(weight.text);
      }
    }
    if (const SlowJson* const events = profile.find("events")) {
      for (const SlowJson& event : events->items) {
        look(event.find("at")->text);
      }
    }
    return found;
  }

  static constexpr std::string_view kEstimated = " (stacks are estimated)";
  static bool says_estimated(const std::string& name) {
    return name.size() > kEstimated.size() && name.ends_with(kEstimated);
  }

  /// The profile's event, and by what power of ten its numbers are counted.
  std::pair<std::string, int> measure_of(const SlowJson& profile) const {
    static const std::map<std::string, int> kTimes = {
        {"nanoseconds", 0}, {"microseconds", 3}, {"milliseconds", 6}, {"seconds", 9}};
    const std::string unit = text_of(profile, "unit");
    const auto time = kTimes.find(unit);
    std::string name = time != kTimes.end() ? "time" : unit == "bytes" ? "bytes" : "weight";
    if (is_own_ && !text_of(profile, "name").empty()) {
      name = text_of(profile, "name");
      if (says_estimated(name)) {
        name.erase(name.size() - kEstimated.size());
      }
    }
    if (time != kTimes.end()) {
      return {name, time->second};
    }
    return has_fraction(profile) ? std::pair(name + " (1/1000000)", 6) : std::pair(name, 0);
  }

  size_t event_number(const std::string& name) {
    const auto found = std::find(meaning_.events.begin(), meaning_.events.end(), name);
    if (found != meaning_.events.end()) {
      return static_cast<size_t>(found - meaning_.events.begin());
    }
    meaning_.events.push_back(name);
    return meaning_.events.size() - 1;
  }

  void begin_own_part(const SlowJson* profiles) {
    for (size_t at = 0; profiles != nullptr && at < profiles->items.size(); ++at) {
      event_number(measure_of(profiles->items[at]).first);
    }
    Meaning::Part& part = meaning_.parts.emplace_back();
    part.events = meaning_.events;
    part.positions.clear();
    for (size_t at = 0; profiles != nullptr && at < profiles->items.size(); ++at) {
      is_estimated_ = is_estimated_ || says_estimated(text_of(profiles->items[at], "name"));
    }
    if (is_estimated_) {
      part.descriptions.emplace_back(
          "comment: stacks are estimated from a call graph; self costs of functions are exact");
    }
  }

  void read_profile(const SlowJson& profile) {
    const auto [event, power] = measure_of(profile);
    event_ = event_number(event);
    const std::string type = text_of(profile, "type");
    has_lines_ = !is_own_ && type != "evented" && uses_lines(profile);
    if (!is_own_) {
      Meaning::Part& part = meaning_.parts.emplace_back();
      part.events = {event};
      part.positions = has_lines_ ? std::vector<std::string>{"line"} : std::vector<std::string>{};
      const std::string name = text_of(profile, "name");
      if (!name.empty()) {
        part.descriptions.push_back("name: " + name);
      }
    }
    path_.clear();
    stack_.clear();
    is_rounded_ = false;
    if (type == "evented") {
      read_events(profile, power);
    } else if (type == "sampled") {
      read_samples(profile, power);
    } else {
      throw NoSpeedscope();
    }
    if (is_rounded_) {
      ++rounded_profiles_;
    }
  }

  bool uses_lines(const SlowJson& profile) const {
    const SlowJson* const samples = profile.find("samples");
    bool found = false;
    for (size_t at = 0; samples != nullptr && at < samples->items.size(); ++at) {
      for (const SlowJson& frame : samples->items[at].items) {
        found = found || places_[frame_of(frame)].line.has_value();
      }
    }
    return found;
  }

  int128 number_of(const SlowJson& value, int power) {
    const SlowNumber number = shifted(value.text, power);
    is_rounded_ = is_rounded_ || number.is_rounded;
    return number.value;
  }

  void read_samples(const SlowJson& profile, int power) {
    const SlowJson none;
    const SlowJson* const samples = profile.find("samples");
    const SlowJson* const weights = profile.find("weights");
    const std::vector<SlowJson>& stacks = (samples == nullptr ? &none : samples)->items;
    const std::vector<SlowJson>& costs = (weights == nullptr ? &none : weights)->items;
    if (stacks.size() != costs.size()) {
      throw NoSpeedscope();
    }
    for (size_t at = 0; at < stacks.size(); ++at) {
      const int128 cost = number_of(costs[at], power);
      if (cost == 0) {
        continue;
      }
      std::vector<size_t> stack;
      for (const SlowJson& frame : stacks[at].items) {
        stack.push_back(frame_of(frame));
      }
      push_sample(stack, cost);
    }
  }

  void push_sample(const std::vector<size_t>& stack, int128 cost) {
    Place leaf;
    if (stack.empty()) {
      path_.clear();
      stack_.clear();
      add_context(std::nullopt, leaf, cost);
    } else {
      size_t shared = 0;
      while (shared < path_.size() && shared + 1 < stack.size() &&
             stack_[shared] == stack[shared]) {
        ++shared;
      }
      path_.resize(shared);
      for (size_t at = shared; at < stack.size(); ++at) {
        leaf = places_[stack[at]];
        path_.push_back(add_context(path_.empty() ? std::nullopt : std::optional(path_.back()),
                                    leaf, at + 1 == stack.size() ? cost : 0));
      }
      stack_ = stack;
    }
    if (has_lines_) {
      Meaning::SelfLine line{leaf.function, leaf.function.file, {}, meaning_.parts.size() - 1, {}};
      if (leaf.line) {
        line.at.line = static_cast<uint64_t>(*leaf.line);
      }
      line.self = {cost};
      lines_of_.push_back(event_);
      meaning_.lines.push_back(std::move(line));
    }
  }

  /// Its cost stands in `costs_` until all events are known.
  size_t add_context(std::optional<size_t> parent, const Place& place, int128 cost) {
    Meaning::Context context;
    context.parent = parent;
    context.function = place.function;
    context.file = place.line ? place.function.file : "";
    context.line = place.line;
    context.part = meaning_.parts.size() - 1;
    meaning_.contexts.push_back(std::move(context));
    costs_.emplace_back(event_, cost);
    return meaning_.contexts.size() - 1;
  }

  void read_events(const SlowJson& profile, int power) {
    const SlowJson none;
    const SlowJson* const found = profile.find("events");
    std::vector<std::pair<size_t, size_t>> open;  // frame, context
    int128 before = 0;
    bool is_first = true;
    for (const SlowJson& event : (found == nullptr ? &none : found)->items) {
      const int128 time = number_of(*event.find("at"), power);
      const size_t frame = frame_of(*event.find("frame"));
      if (!is_first && time < before) {
        throw NoSpeedscope();
      }
      is_first = false;
      if (!open.empty()) {
        costs_[open.back().second].second += time - before;
      }
      before = time;
      if (event.find("type")->text == "O") {
        Place called = places_[frame];
        called.line.reset();
        const size_t id =
            add_context(open.empty() ? std::nullopt : std::optional(open.back().second), called, 0);
        open.emplace_back(frame, id);
      } else if (open.empty() || open.back().first != frame) {
        throw NoSpeedscope();
      } else {
        open.pop_back();
      }
    }
    if (!open.empty()) {
      throw NoSpeedscope();
    }
  }

  void know(const Meaning::Function& function) {
    if (!meaning_.functions.contains(function)) {
      meaning_.functions[function].resize(meaning_.events.size());
      meaning_.function_order.push_back(function);
    }
  }

  void finish() {
    const size_t width = meaning_.events.size();
    meaning_.totals.resize(width);
    for (const Place& place : places_) {
      know(place.function);
    }
    for (size_t at = 0; at < meaning_.contexts.size(); ++at) {
      Meaning::Context& context = meaning_.contexts[at];
      know(context.function);
      context.self.resize(width);
      const auto& [event, cost] = costs_[at];
      context.self[event] += cost;
      meaning_.functions[context.function][event] += cost;
      meaning_.totals[event] += cost;
    }
    for (size_t at = 0; at < meaning_.lines.size(); ++at) {
      const int128 cost = meaning_.lines[at].self.front();
      meaning_.lines[at].self.assign(width, 0);
      meaning_.lines[at].self[lines_of_[at]] = cost;
    }
    meaning_.lints.assign(rounded_profiles_, {"rounded-weights", 0, 0});
    if (is_estimated_) {
      meaning_.lints.insert(meaning_.lints.begin(), {"estimated-stacks", 0, 0});
    }
    if (meaning_.contexts.empty()) {
      meaning_.lints.push_back({"no-data", 1, 1});
    }
  }

  Meaning meaning_;
  std::vector<Place> places_;
  bool is_own_ = false;
  bool is_estimated_ = false;  ///< some name says so
  size_t event_ = 0;
  bool has_lines_ = false;
  bool is_rounded_ = false;
  size_t rounded_profiles_ = 0;
  std::vector<size_t> stack_;                     ///< of the sample before
  std::vector<size_t> path_;                      ///< its contexts
  std::vector<std::pair<size_t, int128>> costs_;  ///< of contexts: event and cost
  std::vector<size_t> lines_of_;                  ///< events of lines
};

}  // namespace

Meaning slow_read_speedscope(std::string_view bytes) {
  const std::optional<SlowJson> file = slow_parse_json(bytes);
  try {
    if (file) {
      return SpeedscopeTwin().read(*file);
    }
  } catch (const NoSpeedscope&) {
  }
  Meaning meaning;
  meaning.valid = false;
  return meaning;
}

}  // namespace quern::testing
