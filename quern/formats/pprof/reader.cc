// SPDX-License-Identifier: MIT
//
// Reads a message as a whole into memory: the order of its fields is free, so a sample may come
// before the texts it names. Three passes follow: tables (tables.cc), events and descriptions
// (here), samples (samples.cc). A small compressed file can unpack to very much, and a few bytes of
// a message can stand for very long stacks; every product of that kind has a limit in proportion to
// the input.
#include "quern/formats/pprof/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/pprof/codes.h"
#include "quern/formats/shared/reading_error.h"
#include "quern/formats/shared/unit_names.h"
#include "quern/model/completeness.h"

namespace quern::pprof {

namespace {
constexpr PositionKinds kNoPositions{.line = false};
constexpr PositionKinds kLinePositions{.may_lack_lines = true};
constexpr std::string_view kWrittenBy = "written by ";  // quern's own comments
constexpr std::string_view kCommand = "command: ";
}  // namespace

Reader::Reader(Reading& reading)
    : reading_(&reading), sink_(&reading.sink), findings_(&reading.info.findings) {
  reading.info.format = "pprof";
  reading.info.dialect = "pprof";
}

Result<void> Reader::read() {
  if (Result<void> done = read_file(); !done) {
    return done;
  }
  const bool is_sound = tables_.read(bytes_) || fail_as(*tables_.fault());
  if (!is_sound && error_) {
    return failure(std::move(*error_));
  }
  if (!read_profile() && error_) {
    return failure(std::move(*error_));
  }
  return {};
}

/// All of it into bytes_. What is compressed may take so much memory and no more.
Result<void> Reader::read_file() {
  constexpr uint64_t kAlways = uint64_t{1} << 30;
  constexpr uint64_t kPerByte = 64;
  const Input* const input = reading_->input;
  const uint64_t most = input == nullptr || input->compression() == Compression::kNone
                            ? UINT64_MAX
                            : std::max(kAlways, kPerByte * input->stored_size().value_or(0));
  Window& window = reading_->window;
  size_t consumed = 0;
  for (;;) {
    const Result<bool> more = window.read_on(consumed);
    if (!more) {
      return failure(more.error());
    }
    if (!*more) {
      return {};
    }
    bytes_.append(window.begin(), window.end());
    consumed = static_cast<size_t>(window.end() - window.begin());
    if (bytes_.size() > most &&
        !fail(kTooLarge, bytes_.data() + most, "this unpacks to more than 64 times its size")) {
      return error_ ? Result<void>(failure(*error_)) : Result<void>();
    }
  }
}

/// A part is pushed in any case; false: an error.
/// If any location has a line, self costs by line are pushed as records beside the stacks. Stacks
/// alone would do for everything but annotated sources.
bool Reader::read_profile() {
  const bool has_events = findings_->errors() == 0 && define_events();
  has_lines_ =
      std::ranges::any_of(tables_.lines(), [](const PprofLine& at) { return at.line > 0; });
  PartHeader header;
  header.events.resize(has_events ? events_.size() : 0);
  for (size_t at = 0; at < header.events.size(); ++at) {
    header.events[columns_[at]] = events_[at];
  }
  row_.resize(header.events.size());
  if (has_lines_) {
    sink_->begin_part(kLinePositions, header.events);
    sink_->expect_contexts(ContextUse::kBeside);
  } else {
    sink_->begin_part(kNoPositions, {});
    sink_->expect_contexts(ContextUse::kAlone);
  }
  const bool is_done = has_events && describe(header) && read_samples();
  sink_->end_part(std::move(header));
  reading_->info.objects.assign(objects_.begin(), objects_.end());
  if (labelled_ != 0 && !reading_->options.labels) {
    findings_->add(
        kLabelsLeftOut, {},
        [this] {
          return fmt::format("{} {} labels (first at byte {}), which --labels shows as functions",
                             counted(labelled_, "sample"), labelled_ == 1 ? "has" : "have",
                             *first_label_);
        },
        "`quern tree --labels` shows the costs of each label");
  }
  if (is_done && contexts_ == 0) {
    findings_->add(kNoData, {}, "the file has no sample with a cost");
  }
  return is_done;
}

/// The default one, else the last one, comes first: it is what answers show unasked.
bool Reader::define_events() {
  const std::vector<ValueType>& types = tables_.sample_types;
  events_.resize(types.size());
  columns_.resize(types.size());
  const std::optional<std::string_view> wanted = text(tables_.default_type);
  if (!wanted || types.empty()) {
    return wanted.has_value();
  }
  // A text that stands twice may be long and named by all types: only its number is asked then.
  constexpr size_t kLongestCompared = 256;
  const bool is_cheap = wanted->size() <= kLongestCompared;
  size_t chosen = types.size() - 1;
  for (size_t at = types.size(); at-- != 0;) {
    const std::optional<std::string_view> name = text(types[at].type);
    if (!name) {
      return false;
    }
    const bool is_wanted =
        types[at].type.number == tables_.default_type.number || (is_cheap && *name == *wanted);
    chosen = is_wanted && !wanted->empty() ? at : chosen;
  }
  std::unordered_set<std::string> names;
  uint64_t said = 0;
  // The chosen type first, then the others in their order; `columns_` says where a value of the
  // file goes.
  for (size_t step = 0; step < types.size(); ++step) {
    const size_t at = step == 0 ? chosen : step <= chosen ? step - 1 : step;
    const std::string_view name = text(types[at].type).value_or("");
    const std::optional<std::string_view> unit = text(types[at].unit);
    if (!unit) {
      return false;
    }
    std::string event(name.empty() ? std::string_view("samples") : name);
    if (names.contains(event)) {
      event += fmt::format(" ({})", *unit);
    }
    said += event.size();
    if (!names.insert(event).second || said > most_said()) {
      return fail(kDuplicateId, types[at].type.at,
                  fmt::format("a second value type has the name `{}`",
                              printable(std::string_view(event).substr(0, 40))));
    }
    const NamedUnit known = unit_from_name(*unit);
    columns_[at] = step;
    events_[at] = sink_->event({event, Combine::kSum, false, {}, known.name, known.scale});
  }
  return true;
}

/// What the file says of the run; what quern wrote there itself is recognized.
/// Texts may be named by many comments, so what all descriptions say together is bounded.
bool Reader::describe(PartHeader& header) {
  uint64_t said = 0;
  const auto say = [&](std::string_view what, const auto& value) {
    header.descriptions.push_back(fmt::format("{}: {}", what, value));
    said += header.descriptions.back().size();
  };
  if (tables_.period_type) {
    const auto type = text(tables_.period_type->type);
    const auto unit = text(tables_.period_type->unit);
    if (!type || !unit) {
      return false;
    }
    say("period", fmt::format("{} {} {}", tables_.period, *type, *unit));
  }
  if (tables_.time != 0) {
    say("time", tables_.time);
  }
  if (tables_.duration != 0) {
    say("duration", tables_.duration);
  }
  for (const auto& [what, number] : {std::pair{"drop frames", tables_.drop_frames},
                                     std::pair{"keep frames", tables_.keep_frames}}) {
    const auto found = text(number);
    if (!found) {
      return false;
    }
    if (!found->empty()) {
      say(what, *found);
    }
  }
  for (const TextNumber& number : tables_.comments) {
    const auto comment = text(number);
    if (!comment) {
      return false;
    }
    if (comment->starts_with(kWrittenBy)) {
      reading_->info.creator = comment->substr(kWrittenBy.size());
    } else if (comment->starts_with(kCommand) && !reading_->info.command) {
      reading_->info.command = comment->substr(kCommand.size());
    } else if (comment->starts_with(kIncompleteStart)) {
      header.descriptions.emplace_back(*comment);
      said += comment->size();
    } else {
      say("comment", *comment);
    }
    if (*comment == kEstimatedComment) {
      findings_->add(kEstimatedStacks, {}, kEstimatedWarning);
    }
    if (said > most_said()) {
      return fail(kTooManyRecords, number.at, "one text is a comment too many times");
    }
  }
  return true;
}

std::optional<std::string_view> Reader::text(const TextNumber& number) {
  const std::optional<std::string_view> found = tables_.text(number);
  if (!found) {
    fail_as(*tables_.fault());
  }
  return found;
}

bool Reader::fail_as(const WireFault& fault) {
  return fail(*fault.code, fault.at, fault.message);
}

bool Reader::fail(const CodeInfo& code, const char* at, std::string message, std::string hint) {
  if (hint.empty()) {
    hint = &code == &kCutMessage
               ? "the file may have been cut, or copied before it was complete; copy it again"
               : "the file may be damaged; `protoc --decode_raw` shows its content";
  }
  if (reading_->options.keep_going) {
    findings_->add(
        code, {}, [&] { return fmt::format("{} (byte {} of the file)", message, offset(at)); },
        std::move(hint));
    return false;
  }
  Diagnostic& diagnostic =
      error_.emplace(reading_error(*reading_, code, std::move(message), std::move(hint)));
  diagnostic.offset = offset(at);
  return false;
}

}  // namespace quern::pprof
