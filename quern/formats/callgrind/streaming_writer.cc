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
#include "quern/formats/callgrind/dialects.h"
#include "quern/formats/callgrind/digits.h"
#include "quern/formats/callgrind/header.h"
#include "quern/formats/shared/written_event.h"

namespace quern::callgrind {

namespace {

constexpr size_t kDrainAt = size_t{1} << 16;

constexpr int128 kZero[1] = {0};
/// What a record without costs has: no row is without any.
constexpr std::span<const int128> kFree = kZero;

constexpr size_t kLongestRow = 128;  ///< without costs: a key and four numbers
constexpr size_t kLongestCost = size_t{kLongestNumber} + 2;

std::unexpected<Diagnostic> wrong_use(std::string message) {
  return failure(usage_error(kWrongUse, std::move(message)));
}

std::unexpected<Diagnostic> cannot_say(std::string message, std::string hint) {
  return failure(usage_error(kCannotHold.name, std::move(message), std::move(hint)));
}

/// Text that stands in a row as it is, up to the row's end.
Result<void> check_text(std::string_view what, std::string_view text) {
  if (is_one_row(text)) [[likely]] {
    return {};
  }
  return cannot_say(fmt::format("{} {} has a blank in front, an end of line or a NUL in it", what,
                                quoted_start(text)),
                    "replace them, so that readers see what you mean");
}

/// A word of a list, or what stands before a `:` or `=`.
Result<void> check_event_name(std::string_view name, std::string_view separators) {
  if (!name.empty() && name.find_first_of(separators) == std::string_view::npos) {
    return {};
  }
  return cannot_say(
      fmt::format("an event cannot be called {} here", quoted_start(name)),
      "names of events have no blanks, those with a long name or a formula no `:` and `=` either");
}

constexpr std::string_view kEndsWord{" \t\n\r\0", 5};
constexpr std::string_view kEndsDefined{" \t\n\r\0:=", 7};

/// What stands behind `event: `.
std::string definition_row(const EventDefinition& event) {
  std::string row = event.name;
  if (event.formula) {
    row.append(" = ").append(*event.formula);
  }
  if (event.long_name) {
    row.append(" : ").append(*event.long_name);
  }
  return row;
}

Result<void> check_definition(const EventDefinition& event) {
  if (Result<void> name = check_event_name(event.name, kEndsDefined); !name) {
    return name;
  }
  if (Result<void> formula = check_text("the formula", event.formula.value_or("")); !formula) {
    return formula;
  }
  if (Result<void> name = check_text("the long name", event.long_name.value_or("")); !name) {
    return name;
  }
  const std::string row = definition_row(event);
  EventDefinition read;
  if (parse_event_row(row.data(), row.data() + row.size(), read)) {
    return cannot_say(fmt::format("the definition {} is none that readers take", quoted_start(row)),
                      "a formula is a sum of terms such as `Ir`, `10 Bm` or `10*Bm`");
  }
  return {};
}

/// Whether readers would take the file for another program's, and read it by other rules.
bool claims_other_rules(const std::string& creator) {
  HeaderSigns signs;
  signs.creator = creator;
  signs.has_creator = true;
  const Dialect& dialect = dialect_of(signs);
  return dialect.base_rule != BaseRule::kCost || dialect.family != Family::kOther;
}

bool has_equal(std::vector<std::string> names) {
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

Result<void> check_head(const PartHead& head) {
  if (Result<void> command = check_text("the command", head.command.value_or("")); !command) {
    return command;
  }
  for (const std::string& description : head.descriptions) {
    if (Result<void> text = check_text("the description", description); !text) {
      return text;
    }
  }
  for (const std::string& event : head.events) {
    if (Result<void> name = check_event_name(event, kEndsWord); !name) {
      return name;
    }
  }
  return {};
}

}  // namespace

StreamingWriter::StreamingWriter(ByteSink& out, const StreamOptions& options)
    : out_(&out),
      options_(options),
      own_(std::make_unique<Symbols>()),
      symbols_(own_.get()),
      names_(*symbols_, options.plain_names) {}

StreamingWriter::StreamingWriter(ByteSink& out, const StreamOptions& options,
                                 const Symbols& symbols)
    : out_(&out), options_(options), symbols_(&symbols), names_(symbols, options.plain_names) {}

Result<NameId> StreamingWriter::name(std::string_view text) {
  if (!own_) {
    return wrong_use("the writer's names are those of a profile: they cannot be added to");
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

Result<void> StreamingWriter::begin(const FileHead& head) {
  if (state_ != State::kNew) {
    return wrong_use("the file was begun before");
  }
  if (Result<void> fits = check_text("the creator", head.creator); !fits) {
    return fits;
  }
  if (trim(head.creator).empty() || claims_other_rules(head.creator)) {
    return cannot_say(fmt::format("the creator {} says nothing, or that another program wrote this",
                                  quoted_start(head.creator)),
                      "name your program and its version: sampler-1.0");
  }
  for (const EventDefinition& event : head.definitions) {
    if (Result<void> fits = check_definition(event); !fits) {
      return fits;
    }
  }
  creator_ = head.creator;
  definitions_ = head.definitions;
  text_ += "# callgrind format\nversion: 1\n";
  state_ = State::kBetweenParts;
  return {};
}

Result<void> StreamingWriter::begin_part(const PartHead& head) {
  if (state_ != State::kBetweenParts) {
    return wrong_use(state_ == State::kInPart ? "a part is open: end it first"
                                              : "a part begins in a file that was begun");
  }
  if (Result<void> fits = check_head(head); !fits) {
    return fits;
  }
  if (own_ && has_equal(head.events)) {
    return wrong_use("two events of one name: readers add them up");
  }
  if (!is_first_part_ && !function_) {
    text_ += "fl=???\n";  // without a body, the part before would go on with this one's header
  }
  header("creator", creator_);
  number_header("pid", head.pid);
  if (head.command) {
    header("cmd", *head.command);
  }
  number_header("part", head.number);
  number_header("thread", head.thread);
  text_ += '\n';
  for (const std::string& description : head.descriptions) {
    header("desc", description);
  }
  text_ += head.descriptions.empty() ? "" : "\n";
  positions_ = head.positions;
  has_address_ = positions_.instr;
  has_line_ = positions_.line || !has_address_;
  header("positions", !has_address_ ? "line" : has_line_ ? "instr line" : "instr");
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
  names_.begin_part();
  function_.reset();
  object_ = file_ = kUnknownName;
  base_holds_ = is_first_part_ = false;
  state_ = State::kInPart;
  return {};
}

void StreamingWriter::definitions(const std::vector<EventDefinition>& definitions) {
  for (const EventDefinition& event : definitions) {
    text_.append("event: ").append(definition_row(event)) += '\n';
  }
}

Result<void> StreamingWriter::end_part(std::span<const int128> summary) {
  if (state_ != State::kInPart) {
    return wrong_use("no part is open that could end");
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
  leave_foreign_file();
  if (!totals_.empty()) {
    text_ += '\n';
    if (!summary.empty()) {
      costs_header("summary", summary, totals_.size());
    }
    costs_header("totals", totals_, totals_.size());
  }
  text_ += '\n';
  state_ = State::kBetweenParts;
  drain();
  return {};
}

Result<void> StreamingWriter::finish() {
  if (state_ != State::kBetweenParts || is_first_part_) {
    return wrong_use(state_ == State::kInPart     ? "a part is open: end it first"
                     : state_ == State::kFinished ? "the file is finished already"
                                                  : "a file without a part is none");
  }
  if (!has_events_) {
    return cannot_say("no part has events, which no file of the format can be without",
                      "say what is counted when a part begins");
  }
  flush();
  state_ = State::kFinished;
  return {};
}

void StreamingWriter::drain() {
  if (text_.size() >= kDrainAt) {
    flush();
  }
}

void StreamingWriter::flush() {
  out_->write(text_);
  text_.clear();
  has_failed_ = out_->failed();
}

void StreamingWriter::header(std::string_view key, std::string_view value) {
  text_.append(key).append(": ").append(value) += '\n';
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
    text_.append(key == "totals" ? "totals: (null)\n" : "");
    return;
  }
  text_.append(key) += ':';
  for (size_t at = 0; at < width; ++at) {
    text_ += ' ';
    append_decimal(text_, at < costs.size() ? costs[at] : 0);
  }
  text_ += '\n';
}

// -- records

/// What every record needs, before anything of it is written.
Result<void> StreamingWriter::check_record(NameId file, std::span<const int128> costs) const {
  if (state_ != State::kInPart || !function_) {
    return wrong_use(state_ != State::kInPart ? "a record outside of every part"
                                              : "a record before any function was entered");
  }
  if (!knows(file)) {
    return wrong_use("a file that name() did not give");
  }
  if (totals_.empty()) {
    return cannot_say("a record in a part without events: readers refuse it",
                      "say what is counted when the part begins");
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
      return cannot_say(fmt::format("a cost of {}, which not all readers take", to_decimal(cost)),
                        "say that costs may be below 0 when the writer is made");
    }
  }
  return {};
}

Result<void> StreamingWriter::enter(FunctionId function) {
  if (state_ != State::kInPart) {
    return wrong_use("a function is entered in a part");
  }
  if (!knows(function)) {
    return wrong_use("a function that function() did not give");
  }
  if (function_ != function) {
    begin_block(function);
    drain();
  }
  return {};
}

void StreamingWriter::begin_block(FunctionId function) {
  leave_foreign_file();
  text_ += '\n';
  const FunctionKey& key = symbols_->functions[function];
  const NameId object = canonical(key.object);
  const bool is_first = !function_;
  if (object != object_ || (is_first && has_objects_)) {
    names_.object(text_, "ob", object);
    object_ = object;
    has_objects_ = true;
  }
  own_file_ = canonical(key.file);
  if (is_first || own_file_ != file_) {
    names_.file(text_, "fl", own_file_);
  }
  file_ = self_file_ = own_file_;
  names_.function(text_, "fn", function);
  function_ = function;
  after_association_ = false;
  base_holds_ = false;  // a block can be read without the one before
}

void StreamingWriter::leave_foreign_file() {
  if (function_ && file_ != own_file_) {
    names_.file(text_, "fe", own_file_);
    file_ = own_file_;
  }
}

void StreamingWriter::enter_file(NameId file, bool must_say) {
  if (file != file_ || (must_say && file != own_file_)) {
    names_.file(text_, file == own_file_ ? "fe" : "fi", file);
    file_ = file;
  }
}

Result<void> StreamingWriter::self_cost(NameId file, const Position& at,
                                        std::span<const int128> row) {
  if (Result<void> fits = check_record(file, row); !fits) {
    return fits;
  }
  enter_file(canonical(file), after_association_);
  after_association_ = false;
  self_file_ = file_;
  const Position place_written = written(at);
  place_and_costs(place_written, base_holds_, row.empty() ? kFree : row);
  base_ = place_written;
  base_holds_ = !options_.plain_positions;
  for (size_t column = 0; column < row.size(); ++column) {
    totals_[column] += row[column];
  }
  drain();
  return {};
}

/// Where a call or jump stands: where the last self cost did, or at an absolute place, so that it
/// does not matter whether the line moves a reader's base.
void StreamingWriter::source(const Position& recorded, std::span<const int128> row) {
  const Position at = written(recorded);
  const bool is_same = base_holds_ && at == base_;
  place_and_costs(at, is_same, row);
  base_holds_ = is_same;
  after_association_ = true;
}

Result<void> StreamingWriter::call(const WrittenCall& call, std::span<const int128> inclusive) {
  if (Result<void> fits = check_record(call.file, inclusive); !fits) {
    return fits;
  }
  if (!knows(call.callee)) {
    return wrong_use("a callee that function() did not give");
  }
  if (own_ && call.count == 0) {
    return wrong_use("a call that was made no times: readers take its cost for self cost");
  }
  enter_file(canonical(call.file), after_association_);
  const FunctionKey& key = symbols_->functions[call.callee];
  const NameId object = canonical(key.object);
  if (object != object_) {
    names_.object(text_, "cob", object);
    has_objects_ = true;
  }
  target_file("cfi", canonical(key.file));
  names_.function(text_, "cfn", call.callee);
  constexpr std::string_view kCalls = "calls=";
  append_row(text_, kLongestRow, [&](char* end) {
    end = put_number(std::ranges::copy(kCalls, end).out, call.count);
    if (call.target) {
      *end++ = ' ';
      end = put_place(end, written(*call.target), false);
    }
    *end++ = '\n';
    return end;
  });
  source(call.at, inclusive.empty() ? kFree : inclusive);
  drain();
  return {};
}

/// Readers differ in what a target without a file is in, once files were entered.
void StreamingWriter::target_file(std::string_view key, NameId file) {
  if (file != file_ || file != self_file_ || after_association_) {
    names_.file(text_, key, file);
  }
}

Result<void> StreamingWriter::jump(const WrittenJump& jump) {
  if (Result<void> fits = check_record(jump.file, {}); !fits) {
    return fits;
  }
  if (!knows(jump.target) || !knows(jump.target_file)) {
    return wrong_use("the target of a jump that function() or name() did not give");
  }
  // What a profile says is told as it was read; who makes one up has made a mistake.
  if (jump.is_conditional && jump.followed > jump.executed && own_) {
    return wrong_use(fmt::format("a jump that was followed {} and met only {}",
                                 counted(jump.followed, "time"), counted(jump.executed, "time")));
  }
  enter_file(canonical(jump.file), after_association_);
  target_file("jfi", canonical(jump.target_file));
  if (jump.target != function_) {
    names_.function(text_, "jfn", jump.target);
  }
  const std::string_view key = jump.is_conditional ? "jcnd=" : "jump=";
  append_row(text_, kLongestRow, [&](char* end) {
    end = std::ranges::copy(key, end).out;
    if (jump.is_conditional) {
      end = put_number(end, jump.followed);
      *end++ = '/';
    }
    end = put_number(end, jump.executed);
    *end++ = ' ';
    end = put_place(end, written(jump.to), false);
    *end++ = '\n';
    return end;
  });
  source(jump.at, {});
  drain();
  return {};
}

// -- rows

/// The format has no word for a line that is not known.
Position StreamingWriter::written(const Position& at) const {
  return {at.address, positions_.knows(at.line) ? at.line : 0};
}

char* StreamingWriter::put_place(char* out, const Position& at, bool may_be_relative) const {
  if (has_address_) {
    if (char* const end =
            may_be_relative ? put_distance(out, base_.address, at.address) : nullptr) {
      out = end;
    } else {
      *out++ = '0';
      *out++ = 'x';
      out = put_hex(out, at.address);
    }
    if (has_line_) {
      *out++ = ' ';
    }
  }
  if (has_line_) {
    char* const end = may_be_relative ? put_distance(out, base_.line, at.line) : nullptr;
    out = end != nullptr ? end : put_number(out, at.line);
  }
  return out;
}

/// A row of its own: all costs but the zeros at the end; the first one stays. Jumps have none.
void StreamingWriter::place_and_costs(const Position& at, bool may_be_relative,
                                      std::span<const int128> costs) {
  size_t used = costs.size();
  while (used > 1 && costs[used - 1] == 0) {
    --used;
  }
  append_row(text_, kLongestRow + used * kLongestCost, [&](char* end) {
    end = put_place(end, at, may_be_relative);
    for (const int128 cost : costs.first(used)) {
      *end++ = ' ';
      if (cost < 0) [[unlikely]] {
        *end++ = '-';
      }
      end = put_number(end, static_cast<uint64_t>(cost < 0 ? -cost : cost));
    }
    *end++ = '\n';
    return end;
  });
}

}  // namespace quern::callgrind
