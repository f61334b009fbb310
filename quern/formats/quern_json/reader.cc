// SPDX-License-Identifier: MIT
//
// Reads quern.profile/1 (docs/formats/quern-json.md). Tokens are gathered to one item of a list at
// a time, and each item is taken when it is whole: memory is that of the records, not of the
// document's text. Members that the reader does not know are skipped, so a later version may add
// some.
#include "quern/formats/quern_json/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/quern_json/codes.h"

namespace quern::quern_json {

namespace {

constexpr std::string_view kSchema = "quern.profile/1";
}  // namespace

Reader::Reader(Reading& reading) : reading_(&reading), sink_(&reading.sink), json_(reading) {}

Result<void> Reader::read() {
  Result<void> done = json_.read(*this);
  const bool is_whole = done && reading_->info.findings.errors() == 0;
  if (is_whole && !has_schema_) {
    json_.fail(kOtherDocument, Place{1, 1}, "the document does not name its schema");
  } else if (has_schema_ && (is_whole || reading_->options.keep_going)) {
    push();  // all of it, or what stands before the error
  }
  return done ? json_.result() : done;
}

/// False: an error.
bool Reader::feed(TokenKind kind, std::string_view text) {
  if (!has_begun_) {
    has_begun_ = true;
    return kind == TokenKind::kObject || json_.fail(kBadProfile, "expected an object");
  }
  if (item_.empty()) {
    if (!is_in_list_ && kind == TokenKind::kKey) {
      section_ = text;
      return true;
    }
    if (kind == TokenKind::kEnd) {  // of a list, or of the document
      is_in_list_ = false;
      return true;
    }
    if (!is_in_list_ && take_of(section_) != nullptr) {
      is_in_list_ = true;
      last_part_ = 0;
      if (!lists_.insert(std::string(section_)).second) {
        return json_.fail(kBadProfile, fmt::format("a second list of `{}`", section_));
      }
      return kind == TokenKind::kList ||
             json_.fail(kBadProfile, fmt::format("expected a list after `{}`", section_));
    }
  }
  item_.add(kind, text, json_.place());
  if (!item_.is_whole() || kind == TokenKind::kKey) {
    return true;
  }
  const bool is_taken = take(item_.value());
  item_.clear();
  return is_taken;
}

/// What takes the items of a list that are taken one by one; null: it is none of these.
Reader::Take Reader::take_of(std::string_view list) {
  static constexpr std::pair<std::string_view, Take> kTakes[] = {
      {"events", &Reader::event},       {"event_definitions", &Reader::definition},
      {"objects", &Reader::object},     {"parts", &Reader::part},
      {"functions", &Reader::function}, {"lines", &Reader::line},
      {"calls", &Reader::call},         {"jumps", &Reader::jump},
      {"contexts", &Reader::context},   {"leaks", &Reader::leak},
      {"runs", &Reader::run},           {"run_costs", &Reader::run_costs},
      {"warnings", &Reader::warning}};
  const auto* const found =
      std::ranges::find(kTakes, list, &std::pair<std::string_view, Take>::first);
  return found == std::end(kTakes) ? nullptr : found->second;
}

bool Reader::take(Value value) {
  if (!is_in_list_) {
    return take_head(value);
  }
  if (!has_schema_) {
    return json_.fail(kOtherDocument, value->place, "the document does not start with its schema");
  }
  return value->kind == TokenKind::kObject
             ? (this->*take_of(section_))(value)
             : fail(value, fmt::format("expected objects in `{}`", section_));
}

bool Reader::take_head(Value value) {
  const std::string_view text =
      value->kind == TokenKind::kText ? item_.text(*value) : std::string_view();
  InputInfo& info = reading_->info;
  if (section_ == "schema") {
    has_schema_ = text == kSchema;
    return has_schema_ ||
           json_.fail(
               kOtherDocument, value->place,
               fmt::format("this is {}, not a complete profile", printable(text.substr(0, 40))),
               "write a complete profile (quern.profile/1) with `quern convert FILE --to json`");
  }
  if (section_ == "format") {
    info.format = text;
  } else if (section_ == "dialect") {
    info.dialect = text;
  } else if (!text.empty() && section_ == "base_rule") {
    info.base_rule = text;
  } else if (!text.empty() && section_ == "creator") {
    info.creator = text;
  } else if (!text.empty() && section_ == "command") {
    info.command = text;
  }
  return true;
}

/// Names must differ: records refer to events by name.
bool Reader::event(Value item) {
  std::string name;
  std::string long_name;
  std::string unit;
  uint64_t scale = 1;
  std::string combine;
  if (!text(item, "name", name) || !optional_text(item, "long_name", long_name) ||
      !optional_text(item, "unit", unit) || !count(item, "scale", UINT64_MAX, scale) ||
      !text(item, "combine", combine)) {
    return false;
  }
  if (scale == 0) {
    return lacks(item, "scale", "a number from 1 on");
  }
  if (combine != "sum" && combine != "max") {
    return lacks(item, "combine", "`sum` or `max`");
  }
  const EventId id = sink_->event(
      {name, combine == "max" ? Combine::kMax : Combine::kSum, false, long_name, unit, scale});
  if (id.index() != events_.size()) {
    return fail(item, "an event of this name is already defined");
  }
  events_.push_back(id);
  events_by_name_.emplace(std::string(item_.text(*item_.member(item, "name"))), id);
  return true;
}

bool Reader::definition(Value item) {
  EventDefinition definition;
  if (!text(item, "name", definition.name) || !optional_text(item, "formula", definition.formula) ||
      !optional_text(item, "long_name", definition.long_name)) {
    return false;
  }
  reading_->info.definitions.push_back(std::move(definition));
  return true;
}

bool Reader::object(Value item) {
  RecordedObject object;
  std::string addresses;
  if (!text(item, "name", object.name) || !optional_text(item, "build_id", object.build_id) ||
      !text(item, "addresses", addresses)) {
    return false;
  }
  object.has_file_offsets = addresses == "file";
  if (addresses != "file" && addresses != "loaded") {
    return lacks(item, "addresses", "\"file\" or \"loaded\"");
  }
  reading_->info.objects.push_back(std::move(object));
  return true;
}

bool Reader::part(Value item) {
  StoredPart part;
  PartHeader& header = part.header;
  if (!optional_count(item, "number", header.number) || !optional_count(item, "pid", header.pid) ||
      !optional_count(item, "thread", header.thread) ||
      !optional_text(item, "command", header.command) ||
      !optional_text(item, "trigger", header.trigger) || !part_costs(item, header)) {
    return false;
  }
  const Value period = item_.member(item, "period");
  if (period != nullptr && period->kind == TokenKind::kNumber) {
    const std::string_view digits = item_.text(*period);
    double seconds = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
    header.period = seconds;
  }
  for (size_t at = 0; at < header.events.size(); ++at) {
    part.columns.emplace(header.events[at].value, static_cast<uint32_t>(at));
  }
  if (parts_.size() == UINT32_MAX) {
    return json_.fail(kTooManyRecords, item->place, "more parts than quern can count");
  }
  parts_.push_back(std::move(part));
  return true;
}

/// What the part says of its costs: positions, events, what they should come to.
bool Reader::part_costs(Value item, PartHeader& header) {
  Value positions = nullptr;
  Value events = nullptr;
  Value summaries = nullptr;
  Value descriptions = nullptr;
  if (!list(item, "positions", positions) || !list(item, "events", events) ||
      !list(item, "summaries", summaries) || !list(item, "descriptions", descriptions)) {
    return false;
  }
  header.positions.line = false;
  for (Value at = item_.first(positions); at->kind != TokenKind::kEnd; at = item_.next(at)) {
    const std::string_view kind = item_.text(*at);
    header.positions.instr = header.positions.instr || kind == "instr";
    header.positions.bb = header.positions.bb || kind == "bb";
    header.positions.line = header.positions.line || kind == "line";
  }
  std::unordered_set<uint32_t> known;
  for (Value at = item_.first(events); at->kind != TokenKind::kEnd; at = item_.next(at)) {
    EventId id;
    if (!event_named(at, id)) {
      return false;
    }
    if (!known.insert(id.value).second) {
      return fail(at, "the part already has this event");
    }
    header.events.push_back(id);
  }
  const auto numbers = [&](Value from, std::vector<int128>& into) {
    if (from->kind != TokenKind::kList) {
      return fail(from, "expected a list of numbers");
    }
    for (Value at = item_.first(from); at->kind != TokenKind::kEnd; at = item_.next(at)) {
      const std::optional<int128> value = item_.integer(at);
      if (!value) {
        return fail(at, "expected a whole number");
      }
      into.push_back(*value);
    }
    return into.size() == header.events.size() ||
           fail(from, "expected a number for each event of the part");
  };
  for (Value at = item_.first(summaries); at->kind != TokenKind::kEnd; at = item_.next(at)) {
    if (!numbers(at, header.summaries.emplace_back())) {
      return false;
    }
  }
  const Value declared = item_.member(item, "declared_totals");
  if (declared != nullptr && !item_.is_null(declared) &&
      !numbers(declared, header.declared_totals.emplace())) {
    return false;
  }
  for (Value at = item_.first(descriptions); at->kind != TokenKind::kEnd; at = item_.next(at)) {
    if (at->kind != TokenKind::kText) {
      return fail(at, "expected a string");
    }
    header.descriptions.emplace_back(item_.text(*at));
  }
  return true;
}

bool Reader::function(Value item) {
  std::string name;
  std::string file;
  std::string object;
  if (!optional_text(item, "name", name) || !optional_text(item, "file", file) ||
      !optional_text(item, "object", object)) {
    return false;
  }
  if (functions_.size() >= Symbols::kTargetBit) {
    return json_.fail(kTooManyRecords, item->place, "more functions than quern can count");
  }
  NameTable& names = sink_->symbols().names;
  functions_.push_back({names.intern(name), names.intern(file), names.intern(object)});
  is_used_.push_back(false);
  return true;
}

/// Reports what quern found in the original again, with its places there.
bool Reader::warning(Value item) {
  std::string name;
  std::string message;
  uint64_t times = 0;
  Place place;
  if (!text(item, "code", name) || !text(item, "message", message) ||
      !count(item, "count", UINT64_MAX, times) || !count(item, "line", UINT64_MAX, place.line) ||
      !count(item, "column", UINT64_MAX, place.column)) {
    return false;
  }
  const CodeInfo* const code =
      reading_->code_named != nullptr ? reading_->code_named(name) : nullptr;
  if (times == 0) {
    return lacks(item, "count", "a number above 0");
  }
  if (code == nullptr || code->severity != Severity::kWarning) {
    return true;  // of another version
  }
  Findings& findings = reading_->info.findings;
  findings.add(*code, place, message);
  findings.repeat(*code, times - 1);
  return true;
}

}  // namespace quern::quern_json
