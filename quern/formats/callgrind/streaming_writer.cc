// SPDX-License-Identifier: MIT
//
// A part is written as
//
//   creator: sampler-1.0        opens the part, whatever else its header has
//   events: Ir
//   fn=(1) main                 a block: `fl=` and `ob=` before it where they change
//   16 400
//   cfn=(2) f                   `cob=`, `cfi=` before it where the callee's differ
//   calls=1 50
//   16 400
#include "quern/formats/callgrind/streaming_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/formats/callgrind/stream_checks.h"
#include "quern/formats/shared/written_event.h"

namespace quern::callgrind {

namespace {

constexpr size_t kDrainAt = size_t{1} << 16;

bool has_equal(std::vector<std::string> names) {
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

}  // namespace

StreamingWriter::StreamingWriter(ByteSink& out, const StreamOptions& options)
    : out_(&out),
      options_(options),
      own_(std::make_unique<Symbols>()),
      symbols_(own_.get()),
      rows_(*symbols_, options) {}

StreamingWriter::StreamingWriter(ByteSink& out, const StreamOptions& options,
                                 const Symbols& symbols)
    : out_(&out), options_(options), symbols_(&symbols), rows_(symbols, options) {}

Result<NameId> StreamingWriter::name(std::string_view text) {
  if (!own_) {
    return wrong_use("this writer uses the names of a profile: no names can be added");
  }
  if (Result<void> fits = check_text("the name", text); !fits) {
    return failure(std::move(fits.error()));
  }
  return own_->names.intern(text);
}

Result<FunctionId> StreamingWriter::function(std::string_view name_text, std::string_view file,
                                             std::string_view object) {
  const Result<NameId> name_id = name(name_text);
  const Result<NameId> file_id = name_id ? name(file) : name_id;
  const Result<NameId> object_id = file_id ? name(object) : file_id;
  if (!object_id) {
    return failure(object_id.error());
  }
  return own_->functions.intern({*name_id, *file_id, *object_id});
}

// -- the head and the end of files and parts

/// The creator is written with each part: it selects the base rule for what follows.
Result<void> StreamingWriter::begin(const FileHead& head) {
  if (state_ != State::kNew) {
    return wrong_use("the file was already begun");
  }
  if (Result<void> fits = check_text("the creator", head.creator); !fits) {
    return fits;
  }
  if (trim(head.creator).empty() || claims_other_rules(head.creator)) {
    return cannot_say(fmt::format("the creator {} is empty, or the name of another program",
                                  quoted_start(head.creator)),
                      "use the name and version of your program: sampler-1.0");
  }
  for (const EventDefinition& event : head.definitions) {
    if (Result<void> fits = check_definition(event); !fits) {
      return fits;
    }
  }
  creator_ = head.creator;
  definitions_ = head.definitions;
  rows_.text() += "# callgrind format\nversion: 1\n";
  state_ = State::kBetweenParts;
  return {};
}

/// Header keys in the order that all readers accept: callgrind_annotate ends its header at
/// `events:`, and KCachegrind opens a new part at a key behind it.
Result<void> StreamingWriter::begin_part(const PartHead& head) {
  if (state_ != State::kBetweenParts) {
    return wrong_use(state_ == State::kInPart ? "a part is still open: end it first"
                                              : "begin the file before a part");
  }
  if (Result<void> fits = check_head(head); !fits) {
    return fits;
  }
  if (own_ && has_equal(head.events)) {
    return wrong_use("two events have the same name: readers would add them up");
  }
  if (!is_first_part_ && !rows_.function()) {
    rows_.text() +=
        "fl=???\n";  // without a body, the part before would go on with this one's header
  }
  header("creator", creator_);
  number_header("pid", head.pid);
  if (head.command) {
    header("cmd", *head.command);
  }
  number_header("part", head.number);
  number_header("thread", head.thread);
  rows_.text() += '\n';
  for (const std::string& description : head.descriptions) {
    header("desc", description);
  }
  rows_.text() += head.descriptions.empty() ? "" : "\n";
  header("positions", rows_.begin_part(head.positions));
  if (is_first_part_) {
    definitions(definitions_);
    definitions_ = {};
  }
  if (!head.events.empty()) {
    header("events", fmt::format("{}", fmt::join(head.events, " ")));
  }
  for (const std::vector<int128>& summary : head.summaries) {
    costs_header("summary", summary, head.events.size());
  }
  has_events_ = has_events_ || !head.events.empty();
  totals_.assign(head.events.size(), 0);
  is_first_part_ = false;
  state_ = State::kInPart;
  return {};
}

void StreamingWriter::definitions(const std::vector<EventDefinition>& definitions) {
  for (const EventDefinition& event : definitions) {
    rows_.text().append("event: ").append(definition_row(event)) += '\n';
  }
}

/// `totals:` is computed here and not passed, so it cannot be wrong. A `summary:` may be larger,
/// for costs that the caller did not attribute to any row.
Result<void> StreamingWriter::end_part(std::span<const int128> summary) {
  if (state_ != State::kInPart) {
    return wrong_use("no part is open");
  }
  if (!summary.empty() && summary.size() != totals_.size()) {
    return wrong_use(fmt::format("a summary of {} for {}", counted(summary.size(), "cost"),
                                 counted(totals_.size(), "event")));
  }
  for (size_t at = 0; at < summary.size(); ++at) {
    if (summary[at] < totals_[at]) {
      return wrong_use(fmt::format("a summary of {}, below the sum of the self costs, {}",
                                   to_decimal(summary[at]), to_decimal(totals_[at])));
    }
  }
  rows_.end_block();
  if (!totals_.empty()) {
    rows_.text() += '\n';
    if (!summary.empty()) {
      costs_header("summary", summary, totals_.size());
    }
    costs_header("totals", totals_, totals_.size());
  }
  rows_.text() += '\n';
  state_ = State::kBetweenParts;
  drain();
  return {};
}

Result<void> StreamingWriter::finish() {
  if (state_ != State::kBetweenParts || is_first_part_) {
    return wrong_use(state_ == State::kInPart     ? "a part is still open: end it first"
                     : state_ == State::kFinished ? "the file is already finished"
                                                  : "a file needs at least one part");
  }
  if (!has_events_) {
    return cannot_say("no part has events, which the format needs",
                      "pass the events when you begin a part");
  }
  flush();
  state_ = State::kFinished;
  return {};
}

void StreamingWriter::drain() {
  if (rows_.text().size() >= kDrainAt) {
    flush();
  }
}

void StreamingWriter::flush() {
  out_->write(rows_.text());
  rows_.text().clear();
  has_failed_ = out_->failed();
}

void StreamingWriter::header(std::string_view key, std::string_view value) {
  rows_.text().append(key).append(": ").append(value) += '\n';
}

void StreamingWriter::number_header(std::string_view key, const std::optional<uint64_t>& value) {
  if (value) {
    header(key, to_decimal(*value));
  }
}

/// Readers refuse rows of numbers beyond 64 bits, and do without the row.
void StreamingWriter::costs_header(std::string_view key, std::span<const int128> costs,
                                   size_t width) {
  if (!std::ranges::all_of(costs,
                           [](int128 cost) { return check_cost(cost, kUint64Max).has_value(); })) {
    // Beyond what a row can hold; that the part ends here is said nevertheless.
    rows_.text().append(key == "totals" ? "totals: (null)\n" : "");
    return;
  }
  rows_.text().append(key) += ':';
  for (size_t at = 0; at < width; ++at) {
    rows_.text() += ' ';
    append_decimal(rows_.text(), at < costs.size() ? costs[at] : 0);
  }
  rows_.text() += '\n';
}

// -- records

/// What every record needs, before anything of it is written.
Result<void> StreamingWriter::check_record(NameId file, std::span<const int128> costs) const {
  if (state_ != State::kInPart || !rows_.function()) {
    return wrong_use(state_ != State::kInPart ? "a record outside of every part"
                                              : "a record before any function was entered");
  }
  if (!knows(file)) {
    return wrong_use("a file that name() did not give");
  }
  if (totals_.empty()) {
    return cannot_say("a record in a part without events: readers reject it",
                      "pass the events when you begin the part");
  }
  if (costs.size() > totals_.size()) {
    return wrong_use(
        fmt::format("{} for {}", counted(costs.size(), "cost"), counted(totals_.size(), "event")));
  }
  for (const int128 cost : costs) {
    if (0 <= cost && cost <= kUint64Max) [[likely]] {
      continue;
    }
    if (Result<void> fits = check_cost(cost, kUint64Max); !fits) [[unlikely]] {
      return fits;
    }
    if (cost < 0 && !options_.allows_negative) [[unlikely]] {
      return cannot_say(fmt::format("a cost of {}, which some readers reject", to_decimal(cost)),
                        "allow costs below 0 when you create the writer");
    }
  }
  return {};
}

/// Entering the same function again continues its block, so callers need not remember it.
Result<void> StreamingWriter::enter(FunctionId function) {
  if (state_ != State::kInPart) {
    return wrong_use("begin a part before you enter a function");
  }
  if (!knows(function)) {
    return wrong_use("a function that function() did not give");
  }
  if (rows_.function() != function) {
    rows_.enter(function);
    drain();
  }
  return {};
}

Result<void> StreamingWriter::self_cost(NameId file, const Position& at,
                                        std::span<const int128> row) {
  if (Result<void> fits = check_record(file, row); !fits) {
    return fits;
  }
  rows_.self_cost(file, at, row);
  for (size_t column = 0; column < row.size(); ++column) {
    totals_[column] += row[column];
  }
  drain();
  return {};
}

Result<void> StreamingWriter::call(const WrittenCall& call, std::span<const int128> inclusive) {
  if (Result<void> fits = check_record(call.file, inclusive); !fits) {
    return fits;
  }
  if (!knows(call.callee)) {
    return wrong_use("a callee that function() did not give");
  }
  if (own_ && call.count == 0) {
    return wrong_use("a call with count 0: readers would treat its cost as self cost");
  }
  rows_.call(call, inclusive);
  drain();
  return {};
}

Result<void> StreamingWriter::jump(const WrittenJump& jump) {
  if (Result<void> fits = check_record(jump.file, {}); !fits) {
    return fits;
  }
  if (!knows(jump.target) || !knows(jump.target_file)) {
    return wrong_use("the target of a jump that function() or name() did not give");
  }
  // A profile that was read is written as it was; in a new one this is a mistake of the caller.
  if (jump.is_conditional && jump.followed > jump.executed && own_) {
    return wrong_use(fmt::format("a jump that was followed {}, but executed only {}",
                                 counted(jump.followed, "time"), counted(jump.executed, "time")));
  }
  rows_.jump(jump);
  drain();
  return {};
}

}  // namespace quern::callgrind
