// SPDX-License-Identifier: MIT
//
// Samples -> contexts. pprof's stacks begin with the innermost location, and a location's lines
// with the innermost inlined function.
// A location is turned into frames once, when it is met first, and copied into stacks after that.
// Contexts are shared with the sample before, so that sorted files give small trees.
#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/formats/pprof/codes.h"
#include "quern/formats/pprof/reader.h"

namespace quern::pprof {

namespace {
constexpr size_t kDeepest = size_t{1} << 22;  // functions of one stack
// What is kept of mappings: a file can give each of many the same long name.
constexpr size_t kMostObjects = 4096;
constexpr size_t kLongestPath = 4096;
constexpr size_t kLongestBuildId = 256;
}  // namespace

bool Reader::read_samples() {
  steps_of_.resize(tables_.locations().size());
  WireReader reader(bytes_);
  Field field;
  constexpr uint64_t kSample = 2;
  while (reader.next(field)) {
    if (field.number == kSample && !read_sample(field)) {
      return false;
    }
  }
  return true;
}

/// Whether a label has a text, such as request=/login. Go's heap profiles have numbers at each
/// sample, bytes=512, which nobody misses.
bool is_text_label(const Field& message) {
  constexpr uint64_t kText = 2;
  WireReader reader(message.type == WireType::kBytes ? message.bytes : std::string_view());
  Field field;
  while (reader.next(field)) {
    if (field.number == kText && field.value != 0) {
      return true;
    }
  }
  return reader.fault().has_value();
}

/// The fields of a sample come in any order, so ids and values are gathered before either is used.
bool Reader::read_sample(const Field& message) {
  constexpr uint64_t kLabel = 3;
  WireReader reader(message.bytes);
  Field field;
  std::vector<uint64_t> ids;
  std::optional<WireFault> fault;
  numbers_.clear();
  labels_.clear();
  bool has_text_label = false;
  while (reader.next(field)) {
    const bool is_read = field.number == 1   ? append_numbers(field, ids, fault)
                         : field.number == 2 ? append_numbers(field, numbers_, fault)
                                             : true;
    if (!is_read) {
      return fail_as(*fault);
    }
    if (field.number == kLabel) {
      has_text_label = has_text_label || is_text_label(field);
      if (reading_->options.labels && !read_label(field)) {
        return false;
      }
    }
  }
  if (reader.fault()) {
    return fail_as(*reader.fault());
  }
  if (has_text_label && labelled_++ == 0) {
    first_label_ = offset(message.at);
  }
  return read_costs(message) && read_stack(message, ids) &&
         (costs_.empty() || stack_.empty() || push_sample(message.at));
}

/// The sample's values, by event; those that are 0 are left out.
bool Reader::read_costs(const Field& message) {
  if (numbers_.size() != events_.size()) {
    return fail(kValuesMismatch, message.at,
                fmt::format("the sample has {}, but the file declares {}",
                            counted(numbers_.size(), "value"),
                            counted(events_.size(), "type") + " of them"));
  }
  costs_.clear();
  for (size_t at = 0; at < numbers_.size(); ++at) {
    const auto value = static_cast<int64_t>(numbers_[at]);
    row_[columns_[at]] = value;
    if (value != 0) {
      costs_.push_back({events_[at], int128{value}});
    }
  }
  std::ranges::sort(costs_, {}, [](const EventCost& each) { return each.event.value; });
  return true;
}

/// `request=/login`, `bytes=512`, `size=512 kilobytes`.
bool Reader::read_label(const Field& message) {
  WireReader reader(message.bytes);
  Field field;
  TextNumber key{0, message.at};
  TextNumber value{0, message.at};
  TextNumber unit{0, message.at};
  int64_t number = 0;
  while (reader.next(field)) {
    TextNumber* const text = field.number == 1   ? &key
                             : field.number == 2 ? &value
                             : field.number == 4 ? &unit
                                                 : nullptr;
    if (text != nullptr) {
      *text = {field.value, field.at};
    } else if (field.number == 3) {
      number = static_cast<int64_t>(field.value);
    }
  }
  if (reader.fault()) {
    return fail_as(*reader.fault());
  }
  const std::optional<std::string_view> named = text(key);
  const std::optional<std::string_view> said = named ? text(value) : named;
  const std::optional<std::string_view> measure = said ? text(unit) : said;
  if (!measure) {
    return false;
  }
  if (value.number == 0 && number == 0 && measure->empty()) {
    return true;  // the empty text, which is how a label is taken away
  }
  std::string label(*named);
  label += '=';
  if (value.number != 0) {
    label += *said;
  } else {
    label += std::to_string(number);
    label += measure->empty() ? "" : " ";
    label += *measure;
  }
  label_bytes_ += label.size();
  labels_.push_back(std::move(label));
  return label_bytes_ <= most_copied() ||
         fail(kTooManyRecords, message.at, "the labels are too long");
}

/// The sample's labels are functions around its stack, in one order, whatever the file's is.
bool Reader::push_labels(const char* at) {
  std::ranges::sort(labels_);
  const auto repeated = std::ranges::unique(labels_);
  labels_.erase(repeated.begin(), repeated.end());
  copied_ += labels_.size();
  if (labels_.size() > kDeepest || copied_ > most_copied()) {
    return fail(kTooManyRecords, at, "there are too many labels");
  }
  for (const std::string& label : labels_) {
    add_step(FunctionKey{sink_->symbols().names.intern(label), kUnknownName, kUnknownName}, 0, 0);
    stack_.push_back(frames_.back());
    frames_.pop_back();
  }
  return true;
}

/// The sample's frames, outermost first.
bool Reader::read_stack(const Field& message, const std::vector<uint64_t>& ids) {
  stack_.clear();
  if (!push_labels(message.at)) {
    return false;
  }
  for (size_t at = ids.size(); at-- != 0;) {
    const Steps* steps = nullptr;
    if (!steps_of(ids[at], message.at, steps)) {
      return false;
    }
    const auto first = frames_.begin() + static_cast<std::ptrdiff_t>(steps->first);
    stack_.insert(stack_.end(), first, first + static_cast<std::ptrdiff_t>(steps->count));
    copied_ += steps->count;
    if (copied_ > most_copied()) {
      return fail(kTooManyRecords, message.at, "the stacks are too long");
    }
    if (stack_.size() > kDeepest) {
      return fail(kTooManyRecords, message.at,
                  fmt::format("a stack of more than {} functions", kDeepest));
    }
  }
  if (stack_.size() == labels_.size() &&
      !costs_.empty()) {  // a cost of no stack is one of an unknown function
    add_step(FunctionKey{}, 0, 0);
    stack_.push_back(frames_.back());
    frames_.pop_back();
  }
  return true;
}

/// The frames of a location, which it gets where it is met first.
bool Reader::steps_of(uint64_t id, const char* at, const Steps*& steps) {
  const uint32_t* const index = tables_.location(id);
  if (index == nullptr) {
    return fail(kUndefinedId, at, fmt::format("location {} of this sample is not defined", id));
  }
  Steps& known = steps_of_[*index];
  steps = &known;
  if (known.is_known) {
    return true;
  }
  const PprofLocation& location = tables_.locations()[*index];
  InObject code;
  if (!find_object(location, code)) {
    return false;
  }
  known.first = frames_.size();
  for (size_t line = location.line_count; line-- != 0;) {
    if (!add_step(tables_.lines()[location.first_line + line], code)) {
      return false;
    }
  }
  if (location.line_count == 0) {
    add_nameless_step(location, code);
  }
  known.count = static_cast<uint32_t>(frames_.size() - known.first);
  known.is_known = true;
  return true;
}

/// A mapping says which byte of its file an address is: that is the same in each process.
bool Reader::find_object(const PprofLocation& location, InObject& code) {
  code.address = location.address;
  if (location.mapping == 0) {
    return true;
  }
  const PprofMapping* const mapping = tables_.mapping(location.mapping);
  if (mapping == nullptr) {
    return fail(kUndefinedId, location.at,
                fmt::format("mapping {} of this location is not defined", location.mapping));
  }
  const std::optional<NameId> named = name(mapping->file);
  const std::optional<std::string_view> build_id = text(mapping->build_id);
  if (!named || !build_id) {
    return false;
  }
  code.object = *named;
  const bool is_loaded = mapping->limit != 0;
  if (is_loaded && code.address != 0) {
    const bool is_within = mapping->start <= code.address && code.address < mapping->limit;
    // An address outside its mapping says nothing about the file.
    code.address = is_within ? code.address - mapping->start + mapping->offset : 0;
  }
  const std::string_view file = sink_->symbols().names.text(*named);
  if ((is_loaded || !build_id->empty()) && !file.empty()) {
    RecordedObject object{std::string(file.substr(0, kLongestPath)),
                          std::string(build_id->substr(0, kLongestBuildId)), is_loaded};
    const bool is_kept = file.size() <= kLongestPath &&
                         (objects_.size() < kMostObjects || objects_.contains(object));
    if (is_kept) {
      objects_.insert(std::move(object));
    } else {
      code.address = 0;  // nobody could tell what it is of
    }
  }
  return true;
}

bool Reader::add_step(const PprofLine& line, const InObject& code) {
  const PprofFunction* const function = tables_.function(line.function);
  if (function == nullptr) {
    return fail(kUndefinedId, line.at,
                fmt::format("function {} of this line is not defined", line.function));
  }
  const bool has_name = function->name.number != 0;
  const std::optional<NameId> named = name(has_name ? function->name : function->system_name);
  const std::optional<NameId> file = name(function->file);
  if (!named || !file) {
    return false;
  }
  add_step(FunctionKey{*named, *file, code.object}, line.line, code.address);
  return true;
}

/// A function that nobody has found is called by its address, as pprof does it.
void Reader::add_nameless_step(const PprofLocation& location, const InObject& code) {
  const NameId named = location.address == 0
                           ? kUnknownName
                           : sink_->symbols().names.intern(fmt::format("{:#x}", location.address));
  add_step(FunctionKey{named, kUnknownName, code.object}, 0, code.address);
}

/// A frame is a line of a function, or an address. Positions of contexts have a sign, so the
/// highest bit of an address is kept in the frame.
void Reader::add_step(const FunctionKey& key, int64_t line, uint64_t address) {
  constexpr uint64_t kHalf = uint64_t{1} << 63;  // positions are signed
  Frame frame;
  frame.function = sink_->symbols().functions.intern(key);
  frame.is_symbol = true;
  Step step;
  if (line > 0) {
    frame.is_line = true;
    frame.file = key.file;
    step.position = line;
  } else if (address != 0) {
    frame.start = address & kHalf;
    step.position = static_cast<int64_t>(address & ~kHalf);
  }
  step.frame = sink_->frame(frame);
  step.function = frame.function;
  step.file = key.file;
  step.is_line = frame.is_line;
  frames_.push_back(step);
}

/// Pushes the contexts that the sample before has not; its last one is always new.
bool Reader::push_sample(const char* at) {
  size_t shared = 0;
  while (shared < open_.size() && shared + 1 < stack_.size() &&
         open_[shared].step.is_same_place(stack_[shared])) {
    ++shared;
  }
  contexts_ += stack_.size() - shared;
  if (contexts_ > most_contexts()) {
    return fail(kTooManyRecords, at, "there are more stacks than quern can count");
  }
  open_.resize(shared);
  for (size_t depth = shared; depth < stack_.size(); ++depth) {
    const Step& step = stack_[depth];
    const bool is_last = depth + 1 == stack_.size();
    const ContextId id = sink_->context(
        {open_.empty() ? kNoContext : open_.back().id, step.frame, step.position,
         is_last ? std::span<const EventCost>(costs_) : std::span<const EventCost>()});
    open_.push_back({step, id});
  }
  if (has_lines_) {
    push_self(stack_.back());
  }
  return true;
}

/// The sample's costs, by line.
void Reader::push_self(const Step& leaf) {
  const Position at{0, leaf.is_line ? static_cast<uint64_t>(*leaf.position) : kNoLine};
  sink_->self_costs({leaf.function, leaf.file, {&at, 1}, row_.data()});
}

/// A file can say in a few bytes that all its stacks are deep: that may make so much and no more.
/// A byte may name a location of many functions, and a sample repeat it: what is copied is bounded.
uint64_t Reader::most_copied() const {
  constexpr uint64_t kStepsAlways = uint64_t{1} << 26;
  constexpr uint64_t kStepsPerByte = 64;
  return kStepsAlways + kStepsPerByte * bytes_.size();
}

uint64_t Reader::most_contexts() const {
  constexpr uint64_t kAlways = uint64_t{1} << 20;
  constexpr uint64_t kPerByte = 4;
  return std::min<uint64_t>(Contexts::kMax, kAlways + kPerByte * bytes_.size());
}

std::optional<NameId> Reader::name(const TextNumber& number) {
  const auto [found, is_new] = name_of_.try_emplace(number.number);
  if (is_new) {
    const std::optional<std::string_view> known = text(number);
    if (!known) {
      return std::nullopt;
    }
    found->second = sink_->symbols().names.intern(*known);
  }
  return found->second;
}

}  // namespace quern::pprof
