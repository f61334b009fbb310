// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_pprof.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace quern::testing {
namespace {

/// What a broken file ends in; caught below.
struct Broken {};

struct SlowField {
  uint64_t number = 0;
  unsigned type = 0;
  uint64_t value = 0;
  std::string bytes;
};

using SlowMessage = std::vector<SlowField>;

uint64_t take_number(std::string& rest) {
  int128 value = 0;
  for (unsigned at = 0;; ++at) {
    if (rest.empty() || at == 10) {
      throw Broken();
    }
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.erase(0, 1);
    value += int128{byte & 0x7f} << (7 * at);
    if (byte < 128) {
      break;
    }
  }
  if (value > int128{UINT64_MAX}) {
    throw Broken();
  }
  return static_cast<uint64_t>(value);
}

std::string take_bytes(std::string& rest, uint64_t length) {
  if (length > rest.size()) {
    throw Broken();
  }
  std::string taken = rest.substr(0, length);
  rest.erase(0, length);
  return taken;
}

SlowMessage fields_of(std::string rest) {
  SlowMessage fields;
  while (!rest.empty()) {
    SlowField field;
    const uint64_t tag = take_number(rest);
    field.number = tag / 8;
    field.type = static_cast<unsigned>(tag % 8);
    if (field.number == 0) {
      throw Broken();
    }
    if (field.type == 0) {
      field.value = take_number(rest);
    } else if (field.type == 1 || field.type == 5) {
      take_bytes(rest, field.type == 1 ? 8 : 4);
    } else if (field.type == 2) {
      const uint64_t length = take_number(rest);
      field.bytes = take_bytes(rest, length);
    } else {
      throw Broken();
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

/// The last number of this field; 0 where there is none.
uint64_t number_in(const SlowMessage& message, uint64_t wanted) {
  uint64_t value = 0;
  for (const SlowField& field : message) {
    if (field.number == wanted) {
      if (field.type != 0) {
        throw Broken();
      }
      value = field.value;
    }
  }
  return value;
}

/// A label with a text; one that is broken counts too.
bool is_text_label(const SlowField& field) {
  if (field.number != 3 || field.type != 2) {
    return false;
  }
  try {
    const SlowMessage label = fields_of(field.bytes);
    return std::any_of(label.begin(), label.end(),
                       [](const SlowField& each) { return each.number == 2 && each.value != 0; });
  } catch (const Broken&) {
    return true;
  }
}

std::vector<SlowMessage> messages_in(const SlowMessage& message, uint64_t wanted) {
  std::vector<SlowMessage> found;
  for (const SlowField& field : message) {
    if (field.number == wanted) {
      if (field.type != 2) {
        throw Broken();
      }
      found.push_back(fields_of(field.bytes));
    }
  }
  return found;
}

std::vector<uint64_t> numbers_in(const SlowMessage& message, uint64_t wanted) {
  std::vector<uint64_t> found;
  for (const SlowField& field : message) {
    if (field.number != wanted) {
      continue;
    }
    if (field.type == 0) {
      found.push_back(field.value);
    } else if (field.type == 2) {
      for (std::string rest = field.bytes; !rest.empty();) {
        found.push_back(take_number(rest));
      }
    } else {
      throw Broken();
    }
  }
  return found;
}

struct SlowPlace {
  Meaning::Function function;
  std::optional<int64_t> position;
  bool is_line = false;
  bool is_high = false;  ///< an address of the upper half
  bool operator==(const SlowPlace&) const = default;
};

class PprofTwin {
 public:
  Meaning read(std::string_view bytes) {
    profile_ = fields_of(std::string(bytes));
    read_tables();
    define_events();
    describe();
    for (const SlowMessage& sample : messages_in(profile_, 2)) {
      read_sample(sample);
    }
    if (meaning_.contexts.empty()) {
      meaning_.lints.push_back({"no-data", 0, 0});
    }
    if (has_labels_) {
      meaning_.lints.insert(meaning_.lints.begin(), {"labels-left-out", 0, 0});
    }
    return std::move(meaning_);
  }

 private:
  void read_tables() {
    for (const SlowField& field : profile_) {
      if (field.number == 6) {
        if (field.type != 2) {
          throw Broken();
        }
        texts_.push_back(field.bytes);
      }
    }
    for (const auto& [number, table] :
         {std::pair{3, &mappings_}, std::pair{5, &functions_}, std::pair{4, &locations_}}) {
      for (const SlowMessage& message : messages_in(profile_, static_cast<uint64_t>(number))) {
        const uint64_t id = number_in(message, 1);
        if (id == 0 || table->contains(id)) {
          throw Broken();
        }
        (*table)[id] = message;
      }
    }
    for (const auto& [id, mapping] : mappings_) {
      for (const uint64_t field : {2U, 3U, 4U, 5U, 6U}) {
        number_in(mapping, field);
      }
    }
    for (const auto& [id, function] : functions_) {
      for (const uint64_t field : {2U, 3U, 4U}) {
        number_in(function, field);
      }
    }
    for (const auto& [id, location] : locations_) {
      number_in(location, 2);
      number_in(location, 3);
      for (const SlowMessage& line : messages_in(location, 4)) {
        number_in(line, 1);
        has_lines_ = has_lines_ || static_cast<int64_t>(number_in(line, 2)) > 0;
      }
    }
    for (const SlowField& field : profile_) {  // samples are read later, their kind is known now
      if (field.number == 2 && field.type != 2) {
        throw Broken();
      }
    }
  }

  [[nodiscard]] std::string text(uint64_t number) const {
    if (number == 0 && texts_.empty()) {
      return "";
    }
    if (number >= texts_.size()) {
      throw Broken();
    }
    return texts_[number];
  }

  void define_events() {
    std::vector<std::pair<std::string, std::string>> types;
    for (const SlowMessage& type : messages_in(profile_, 1)) {
      types.emplace_back(text(number_in(type, 1)), text(number_in(type, 2)));
    }
    const std::string wanted = text(number_in(profile_, 14));
    values_ = types.size();
    size_t chosen = types.empty() ? 0 : types.size() - 1;
    for (size_t at = types.size(); at-- != 0 && !wanted.empty();) {
      chosen = types[at].first == wanted ? at : chosen;
    }
    for (size_t at = 0; at < types.size(); ++at) {
      order_.push_back(at);
    }
    if (!types.empty()) {
      std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(chosen),
                  order_.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
    }
    for (const size_t at : order_) {
      std::string name = types[at].first.empty() ? "samples" : types[at].first;
      if (std::count(meaning_.events.begin(), meaning_.events.end(), name) != 0) {
        name += " (" + types[at].second + ")";
      }
      if (std::count(meaning_.events.begin(), meaning_.events.end(), name) != 0) {
        throw Broken();
      }
      meaning_.events.push_back(name);
    }
    meaning_.totals.resize(values_);
  }

  void describe() {
    Meaning::Part& part = meaning_.parts.emplace_back();
    part.events = meaning_.events;
    part.positions = has_lines_ ? std::vector<std::string>{"line"} : std::vector<std::string>{};
    const std::vector<SlowMessage> periods = messages_in(profile_, 11);
    const auto signed_text = [this](uint64_t field) {
      return std::to_string(static_cast<int64_t>(number_in(profile_, field)));
    };
    for (const SlowMessage& period : periods) {
      number_in(period, 1);
      number_in(period, 2);
    }
    if (!periods.empty()) {
      part.descriptions.push_back("period: " + signed_text(12) + " " +
                                  text(number_in(periods.back(), 1)) + " " +
                                  text(number_in(periods.back(), 2)));
    }
    for (const auto& [field, what] : {std::pair{9, "time"}, std::pair{10, "duration"}}) {
      const std::string said = signed_text(static_cast<uint64_t>(field));
      if (said != "0") {
        part.descriptions.push_back(what + (": " + said));
      }
    }
    signed_text(12);
    for (const auto& [field, what] : {std::pair{7, "drop frames"}, std::pair{8, "keep frames"}}) {
      const std::string said = text(number_in(profile_, static_cast<uint64_t>(field)));
      if (!said.empty()) {
        part.descriptions.push_back(what + (": " + said));
      }
    }
    for (const uint64_t number : numbers_in(profile_, 13)) {
      const std::string comment = text(number);
      if (comment.starts_with("written by ")) {
        meaning_.creator = comment.substr(11);
      } else if (comment.starts_with("command: ") && !meaning_.cmd) {
        meaning_.cmd = comment.substr(9);
      } else {
        part.descriptions.push_back((comment.starts_with("Incomplete: ") ? "" : "comment: ") +
                                    comment);
      }
      if (comment == "stacks are estimated from a call graph; self costs of functions are exact") {
        meaning_.lints.push_back({"estimated-stacks", 0, 0});
      }
    }
  }

  void read_sample(const SlowMessage& sample) {
    const std::vector<uint64_t> ids = numbers_in(sample, 1);
    const std::vector<uint64_t> values = numbers_in(sample, 2);
    has_labels_ = has_labels_ || std::any_of(sample.begin(), sample.end(), is_text_label);
    if (values.size() != values_) {
      throw Broken();
    }
    std::vector<int128> costs;
    for (const size_t at : order_) {
      costs.emplace_back(static_cast<int64_t>(values[at]));
    }
    const bool has_cost =
        std::any_of(costs.begin(), costs.end(), [](int128 cost) { return cost != 0; });
    std::vector<SlowPlace> stack;
    for (size_t at = ids.size(); at-- != 0;) {
      for (const SlowPlace& place : places_of(ids[at])) {
        know(place.function);
        stack.push_back(place);
      }
    }
    if (!has_cost) {
      return;
    }
    if (stack.empty()) {
      know({});
      stack.emplace_back();
    }
    push(std::move(stack), costs);
  }

  std::vector<SlowPlace> places_of(uint64_t id) {
    if (!locations_.contains(id)) {
      throw Broken();
    }
    const SlowMessage& location = locations_[id];
    const uint64_t mapping = number_in(location, 2);
    const uint64_t address = number_in(location, 3);
    if (mapping != 0 && !mappings_.contains(mapping)) {
      throw Broken();
    }
    const SlowMessage loaded = mapping == 0 ? SlowMessage() : mappings_[mapping];
    const std::string object = mapping == 0 ? "" : text(number_in(loaded, 5));
    if (mapping != 0) {
      static_cast<void>(text(number_in(loaded, 6)));
    }
    const uint64_t at = address_in_file(loaded, address);
    std::vector<SlowPlace> places;
    const std::vector<SlowMessage> lines = messages_in(location, 4);
    for (const SlowMessage& line : lines | std::views::reverse) {
      const uint64_t function = number_in(line, 1);
      if (!functions_.contains(function)) {
        throw Broken();
      }
      const SlowMessage& found = functions_[function];
      const uint64_t name = number_in(found, 2);
      const Meaning::Function known{known_text(text(name != 0 ? name : number_in(found, 3))),
                                    known_text(text(number_in(found, 4))), known_text(object)};
      places.push_back(place_of(known, static_cast<int64_t>(number_in(line, 2)), at));
    }
    if (lines.empty()) {
      std::string digits;
      for (uint64_t rest = address; rest != 0; rest /= 16) {
        digits.insert(digits.begin(), "0123456789abcdef"[rest % 16]);
      }
      places.push_back(
          place_of({address == 0 ? "" : "0x" + digits, "", known_text(object)}, 0, at));
    }
    return places;
  }

  /// The byte of the file that a mapping has there; 0: none.
  static uint64_t address_in_file(const SlowMessage& mapping, uint64_t address) {
    const uint64_t start = number_in(mapping, 2);
    const uint64_t limit = number_in(mapping, 3);
    if (limit == 0 || address == 0) {
      return address;
    }
    return start <= address && address < limit ? address - start + number_in(mapping, 4) : 0;
  }

  static std::string known_text(const std::string& text) { return text == "???" ? "" : text; }

  static SlowPlace place_of(Meaning::Function function, int64_t line, uint64_t address) {
    SlowPlace place{std::move(function), {}, line > 0, false};
    if (line > 0) {
      place.position = line;
    } else if (address != 0) {
      place.position = static_cast<int64_t>(address % (uint64_t{1} << 63));
      place.is_high = address >= uint64_t{1} << 63;
    }
    return place;
  }

  void know(const Meaning::Function& function) {
    if (!meaning_.functions.contains(function)) {
      meaning_.functions[function].resize(values_);
      meaning_.function_order.push_back(function);
    }
  }

  void push(std::vector<SlowPlace> stack, const std::vector<int128>& costs) {
    size_t shared = 0;
    while (shared < path_.size() && shared + 1 < stack.size() && stack_[shared] == stack[shared]) {
      ++shared;
    }
    path_.resize(shared);
    for (size_t at = shared; at < stack.size(); ++at) {
      Meaning::Context context;
      context.parent = path_.empty() ? std::nullopt : std::optional(path_.back());
      context.function = stack[at].function;
      context.file = stack[at].is_line ? stack[at].function.file : "";
      context.line = stack[at].position;
      context.self.resize(values_);
      path_.push_back(meaning_.contexts.size());
      meaning_.contexts.push_back(std::move(context));
    }
    meaning_.contexts.back().self = costs;
    const SlowPlace& leaf = stack.back();
    for (size_t at = 0; at < values_; ++at) {
      meaning_.functions[leaf.function][at] += costs[at];
      meaning_.totals[at] += costs[at];
    }
    if (has_lines_) {
      Meaning::SelfLine line{leaf.function, leaf.function.file, {}, 0, costs};
      if (leaf.is_line) {
        line.at.line = static_cast<uint64_t>(*leaf.position);
      }
      meaning_.lines.push_back(std::move(line));
    }
    stack_ = std::move(stack);
  }

  Meaning meaning_;
  SlowMessage profile_;
  std::vector<std::string> texts_;
  std::map<uint64_t, SlowMessage> mappings_, functions_, locations_;
  bool has_lines_ = false;
  bool has_labels_ = false;
  size_t values_ = 0;
  std::vector<size_t> order_;     ///< of values, as events
  std::vector<SlowPlace> stack_;  ///< of the sample before
  std::vector<size_t> path_;      ///< its contexts
};

}  // namespace

Meaning slow_read_pprof(std::string_view bytes) {
  try {
    return PprofTwin().read(bytes);
  } catch (const Broken&) {
    Meaning meaning;
    meaning.valid = false;
    return meaning;
  }
}

}  // namespace quern::testing
