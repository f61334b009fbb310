// SPDX-License-Identifier: MIT
//
// Samples come first, then the tables they refer to, the texts last: the order of fields means
// nothing to readers, and so no table has to be complete before the first sample.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/formats/pprof/encoder.h"
#include "quern/formats/pprof/pprof.h"
#include "quern/formats/pprof/stacks.h"
#include "quern/formats/shared/estimated_stacks.h"
#include "quern/formats/shared/stack_depths.h"
#include "quern/formats/shared/unit_names.h"
#include "quern/formats/shared/written_event.h"
#include "quern/model/completeness.h"

namespace quern::pprof {

namespace {

// Field numbers of profile.proto.
enum class ProfileField : uint32_t {
  kSampleType = 1,
  kSample = 2,
  kMapping = 3,
  kLocation = 4,
  kFunction = 5,
  kText = 6,
  kDropFrames = 7,
  kKeepFrames = 8,
  kTime = 9,
  kDuration = 10,
  kPeriodType = 11,
  kPeriod = 12,
  kComment = 13,
  kDefaultSampleType = 14,
};

uint64_t units_of_count(const Event& event) {
  return name_of_unit(event).scale;
}

class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        writing_(&writing),
        stream_(writing.out),
        written_stacks_(writing.profile.contexts()) {
    (void)text("");                                     // number 0 has to be it
    std::unordered_map<std::string_view, size_t> uses;  // of names without their units
    for (const Event& event : profile_->events()) {
      scales_.push_back(units_of_count(event));
      ++uses[event.name];
      if (const std::string_view name = name_without_unit(event); name != event.name) {
        ++uses[name];
      }
    }
    for (const Event& event : profile_->events()) {
      const std::string_view name = name_without_unit(event);
      names_.push_back(uses[name] == 1 ? name : std::string_view(event.name));
    }
  }

  Result<void> write() {
    sample_types();
    if (Result<void> done = samples(); !done) {
      return done;
    }
    locations();
    functions();
    mappings();
    comments();
    run();
    for (const std::string_view text : texts_) {
      put(ProfileField::kText, text);
    }
    return {};
  }

 private:
  void put(ProfileField field, std::string_view bytes) {
    Encoder(stream_.text()).bytes(static_cast<uint32_t>(field), bytes);
    (void)stream_.drain();
  }

  uint64_t text(std::string_view bytes) {
    const auto [found, is_new] = text_ids_.try_emplace(to_utf8(bytes), texts_.size());
    if (is_new) {
      texts_.push_back(found->first);
    }
    return found->second;
  }

  /// What counts things that have no unit is a "count".
  static std::string_view unit_of(const Event& event) {
    const std::string_view name = name_of_unit(event).name;
    return name.empty() ? "count" : name;
  }

  void number(ProfileField field, uint64_t value) {
    Encoder(stream_.text()).number(static_cast<uint32_t>(field), value);
  }

  void sample_types() {
    for (size_t at = 0; at < names_.size(); ++at) {
      message_.clear();
      Encoder type(message_);
      type.number(1, text(names_[at]));
      type.number(2, text(unit_of(profile_->events()[at])));
      put(ProfileField::kSampleType, message_);
    }
    number(ProfileField::kDefaultSampleType, text(names_.front()));
  }

  Result<void> samples() {
    return each_stack(profile_->contexts(), writing_->out,
                      [this](std::span<const ContextId> path, std::span<const EventCost> costs) {
                        return sample(path, costs);
                      });
  }

  Result<void> sample(std::span<const ContextId> path, std::span<const EventCost> costs) {
    row_.assign(profile_->events().size(), 0);
    for (const EventCost& each : costs) {
      const int128 scale = scales_[each.event.index()];
      const bool is_far = absolute(each.cost) > -kInt64Min;  // which no scale makes less
      const int128 value = is_far ? each.cost : each.cost * scale;
      if (value < kInt64Min || value > kInt64Max) {
        return failure(cannot_hold("a cost of " + to_decimal(each.cost) +
                                   " is more than the format can represent"));
      }
      row_[each.event.index()] = static_cast<int64_t>(value);
    }
    packed_.clear();
    for (const int64_t value : row_) {
      append_varint(packed_, static_cast<uint64_t>(value));
    }
    message_.clear();
    Encoder sample(message_);
    sample.bytes(1, written_stacks_.packed(path));
    sample.bytes(2, packed_);
    put(ProfileField::kSample, message_);
    return {};
  }

  /// Numbers from 1, in order of first use.
  template <class Key>
  static uint64_t number_of(std::vector<uint64_t>& numbers, std::vector<Key>& used, Key key) {
    if (numbers.size() <= key.index()) {
      numbers.resize(key.index() + 1);
    }
    if (numbers[key.index()] == 0) {
      used.push_back(key);
      numbers[key.index()] = used.size();
    }
    return numbers[key.index()];
  }

  /// Functions and mappings are numbered while locations are written, and so are only those that
  /// samples refer to.
  void locations() {
    const Symbols& symbols = profile_->symbols();
    const std::vector<Location>& locations = written_stacks_.locations();
    for (size_t at = 0; at < locations.size(); ++at) {
      const Location& location = locations[at];
      std::string line;
      Encoder line_encoder(line);
      line_encoder.number(1, number_of(function_numbers_, functions_, location.function));
      line_encoder.number(2, location.line);
      message_.clear();
      Encoder encoder(message_);
      encoder.number(1, at + 1);
      const NameId object = symbols.functions[location.function].object;
      if (object != kUnknownName) {
        encoder.number(2, number_of(mapping_numbers_, mappings_, object));
      }
      encoder.number(3, location.address);
      encoder.bytes(4, line);
      put(ProfileField::kLocation, message_);
    }
  }

  void functions() {
    const Symbols& symbols = profile_->symbols();
    for (size_t at = 0; at < functions_.size(); ++at) {
      const std::string_view name = symbols.name(functions_[at]);
      const uint64_t name_text = text(name.empty() ? "???" : name);
      message_.clear();
      Encoder encoder(message_);
      encoder.number(1, at + 1);
      encoder.number(2, name_text);
      encoder.number(3, name_text);
      encoder.number(4, text(symbols.file(functions_[at])));
      put(ProfileField::kFunction, message_);
    }
  }

  void mappings() {
    std::map<std::string_view, const RecordedObject*> told;
    for (const InputInfo& info : profile_->inputs()) {
      for (const RecordedObject& object : info.objects) {
        const auto [at, is_new] = told.try_emplace(object.name, &object);
        // Of several builds nothing is said: a reader would take one of them for all.
        at->second = is_new || (at->second != nullptr && *at->second == object) ? &object : nullptr;
      }
    }
    for (size_t at = 0; at < mappings_.size(); ++at) {
      const std::string_view name = profile_->symbols().names.text(mappings_[at]);
      const auto found = told.find(name);
      const RecordedObject* const known = found != told.end() ? found->second : nullptr;
      message_.clear();
      Encoder encoder(message_);
      encoder.number(1, at + 1);
      if (known != nullptr && known->has_file_offsets) {
        constexpr uint32_t kLimit = 3;
        encoder.number(kLimit, INT64_MAX);  // addresses are the bytes of the file
      }
      encoder.number(5, text(name));
      if (known != nullptr && !known->build_id.empty()) {
        encoder.number(6, text(known->build_id));
      }
      constexpr uint32_t kHasFunctions = 7;
      encoder.number(kHasFunctions, 1);
      put(ProfileField::kMapping, message_);
    }
  }

  /// What has no field of its own in the format is a comment, which the reader recognizes by its
  /// beginning.
  void comments() {
    std::vector<uint64_t> lines;
    lines.push_back(text("written by " + writing_->options.creator));
    for (const InputInfo& info : profile_->inputs()) {
      if (info.command) {
        lines.push_back(text("command: " + *info.command));
      }
    }
    for (const Part& part : profile_->parts()) {
      for (const std::string_view said : part.header.descriptions) {
        constexpr std::string_view kOwn = "comment: ";
        if (said.starts_with(kOwn) && said != kEstimatedDescription) {
          lines.push_back(text(said.substr(kOwn.size())));
        }
      }
    }
    for (const std::string& said : incomplete_descriptions(*profile_)) {
      lines.push_back(text(said));
    }
    if (writing_->are_stacks_estimated) {
      lines.push_back(text(kEstimatedComment));
    }
    for (const uint64_t line : lines) {
      number(ProfileField::kComment, line);
    }
  }

  /// What this format's reader knew of the run.
  void run() {
    if (profile_->parts().size() != 1 || profile_->inputs().front().format != "pprof") {
      return;
    }
    for (const std::string_view said : profile_->parts().front().header.descriptions) {
      const size_t colon =
          std::min(said.find(": "), said.size() - std::min<size_t>(2, said.size()));
      const std::string_view what = said.substr(0, colon);
      const std::string_view value = said.substr(std::min(colon + 2, said.size()));
      if (what == "period") {
        period(value);
      } else if (what == "time") {
        number(ProfileField::kTime, leading_number(value));
      } else if (what == "duration") {
        number(ProfileField::kDuration, leading_number(value));
      } else if (what == "drop frames") {
        number(ProfileField::kDropFrames, text(value));
      } else if (what == "keep frames") {
        number(ProfileField::kKeepFrames, text(value));
      }
    }
  }

  /// "10000000 cpu nanoseconds"
  void period(std::string_view said) {
    const size_t first = said.find(' ');
    const size_t last = said.rfind(' ');
    if (first == std::string_view::npos || first == last) {
      return;
    }
    message_.clear();
    Encoder type(message_);
    type.number(1, text(said.substr(first + 1, last - first - 1)));
    type.number(2, text(said.substr(last + 1)));
    put(ProfileField::kPeriodType, message_);
    number(ProfileField::kPeriod, leading_number(said));
  }

  static uint64_t leading_number(std::string_view text) {
    int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return static_cast<uint64_t>(value);
  }

  const Profile* profile_;
  const Writing* writing_;
  BufferedText stream_;
  std::string message_;
  WrittenStacks written_stacks_;
  std::string packed_;  ///< costs of a sample
  std::vector<int64_t> row_;
  std::vector<uint64_t> scales_;         ///< by event
  std::vector<std::string_view> names_;  ///< by event: the names of sample types
  std::unordered_map<std::string, uint64_t> text_ids_;
  std::vector<std::string_view> texts_;  ///< keys of text_ids_, which stay where they are
  std::vector<uint64_t> function_numbers_, mapping_numbers_;
  std::vector<FunctionId> functions_;
  std::vector<NameId> mappings_;
};

Result<void> write(const Writing& writing) {
  if (writing.profile.events().empty()) {
    return failure(cannot_hold("the profile has no events, which pprof needs"));
  }
  return Writer(writing).write();
}

constexpr std::array<std::string_view, 2> kSuffixes = {".pprof", ".pb"};

/// The unit has its own place.
bool keeps_event_name(std::string_view name) {
  Event event;
  event.name = name;
  event.unit = "any";
  return is_utf8(name) && name_without_unit(event) == name;
}

bool keeps_unit(const Event&) {
  return true;
}

}  // namespace

constexpr FormatWriter kWriter{.name = "pprof",
                               .summary = "pprof's protocol buffers, gzipped",
                               .suffixes = kSuffixes,
                               .basis = Basis::kStacks,
                               .holds = {.lines = true,
                                         .addresses = true,
                                         .objects = true,
                                         .files = true,
                                         .stacks = true,
                                         .events = true,
                                         .negative = true,
                                         .idle_events = true,
                                         .idle_parts = true,
                                         .incompleteness = true,
                                         .estimates = true},
                               .compression = Compression::kGzip,
                               .keeps_name = is_utf8,
                               .keeps_event_name = keeps_event_name,
                               .keeps_unit = keeps_unit,
                               .units_of_count = units_of_count,
                               .write = write};

}  // namespace quern::pprof
