// SPDX-License-Identifier: MIT
//
// Raw profiles of Parrot (docs/formats/parrot.md): a log of opcodes and of changes of context.
// Calls are nowhere written. They follow from the contexts: one that is not on the stack was called
// by the top, one that is further down is returned to. An address of a context identifies it only
// while it is on the stack, since Parrot uses them again. The tree of a run loop is kept until the
// loop ends, because the costs of a node are complete only then.
#include "quern/formats/parrot/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/parrot/codes.h"
#include "quern/formats/parrot/row.h"

namespace quern::parrot {

namespace {

constexpr size_t kBatch = 256;
constexpr PositionKinds kLines{.instr = false, .bb = false, .line = true, .may_lack_lines = true};

uint64_t line_or_none(std::optional<int64_t> line) {
  return line ? static_cast<uint64_t>(*line) : kNoLine;
}

}  // namespace

Reader::Reader(Reading& reading) : RowReader(reading), symbols_(&reading.sink.symbols()) {
  events_[0] = sink_->event({"Time", Combine::kSum, false, "Elapsed Time", "ns"});
  events_[1] = sink_->event({"Ops", Combine::kSum, false, "Executed Opcodes"});
}

/// Where reading ends, whether by the end or an error, the open contexts return: what was read is
/// then consistent.
Result<void> Reader::read() {
  reading_->info.format = "parrot";
  reading_->info.dialect = "parrot-raw";
  const Result<bool> read = each_row([this](std::string_view text) { return row(text); });
  if (!read && !reading_->options.keep_going) {
    return failure(read.error());
  }
  findings_->set_row(0, {});
  end_run_loop();
  begin_part();
  PartHeader header;
  header.command = reading_->info.command;
  sink_->end_part(std::move(header));
  if (!has_ops_ && findings_->errors() == 0) {
    findings_->add(kNoData, {1, 1}, "the profile has no `OP:` row");
  }
  if (!read) {
    return failure(read.error());
  }
  check_end(*read);
  return {};
}

/// A log that ends inside a run loop was cut: each loop ends with a row `END_OF_RUNLOOP:`. Only one
/// more operation follows the last of them, an artificial `noop` without a file.
void Reader::check_end(bool has_last_line_feed) {
  if (is_running_) {
    findings_->add(kEndMissing, {row_number_, 1},
                   "the profile ends inside a run loop: `END_OF_RUNLOOP:` is missing");
  } else if (!has_last_line_feed) {
    findings_->add(kNoLineFeed, {row_number_, 1},
                   "the last row has no line feed: rows may be missing");
  }
}

/// False: an error.
bool Reader::row(std::string_view text) {
  set_row(text);
  std::string_view value;
  switch (kind_of(text, value)) {
    case RowKind::kBlank:
      return true;
    case RowKind::kCommand:
      if (!reading_->info.command) {
        reading_->info.command = trim(value);
      }
      return true;
    case RowKind::kVersion:
      return version_row(value);
    case RowKind::kContext:
      return context_row(value);
    case RowKind::kOp:
      return op_row(value);
    case RowKind::kAnnotation:
      return annotation_row(value);
    case RowKind::kEnd:
      end_run_loop();
      is_running_ = false;
      return true;
    case RowKind::kOther:
      break;
  }
  return fail(kUnknownRow, text.data(),
              fmt::format("{} is not a row of a raw Parrot profile", quoted_start(text)),
              "its rows begin with CLI:, VERSION:, CS:, OP:, AN:, END_OF_RUNLOOP: or #");
}

bool Reader::version_row(std::string_view value) {
  if (trim(value) != "2") {
    return fail(kBadRawVersion, value.data(),
                fmt::format("unknown version {} of raw Parrot profiles", quoted_start(trim(value))),
                "quern reads version 2 of the format");
  }
  has_version_ = true;
  return true;
}

bool Reader::check_version() {
  return has_version_ ||
         fail(kNoVersion, row_.data(), "a record before the `VERSION:` row",
              "`VERSION:2` must come first; check whether the start of the file is missing");
}

bool Reader::fields(std::string_view value, std::span<const std::string_view> keys,
                    std::span<std::string_view> values) {
  const std::optional<FieldFault> fault = read_fields(value, keys, values);
  if (!fault) {
    return true;
  }
  return fail(kBadField, fault->at,
              fault->what == FieldFault::What::kMissing
                  ? fmt::format("the field `{}` is missing", fault->key)
                  : std::string("expected a field {x{KEY:VALUE}x}"),
              "the program may have been killed, or the disk full, while the profile was written");
}

bool Reader::context_row(std::string_view value) {
  static constexpr std::array<std::string_view, 4> kKeys = {"ns", "file", "sub", "ctx"};
  std::array<std::string_view, 4> values;
  if (!check_version() || !fields(value, kKeys, values)) {
    return false;
  }
  if (!part_is_open_ && values[2] == "0x3" && values[3] == "0x3") {
    is_canonical_ = true;
    findings_->add(kCanonicalOutput, place(row_.data()),
                   "this profile has no addresses: functions and lines are known, calls are not");
  }
  begin_part();
  is_running_ = is_running_ || values[1] != "no_file";
  enter({values[0], values[1], addresses_.intern(values[2]), addresses_.intern(values[3])});
  return true;
}

/// One opcode. Its time is what Parrot measured in nanoseconds with 32 bits: above 2.1 s it is
/// negative, and kept so, as nobody can know how often the counter wrapped around.
bool Reader::op_row(std::string_view value) {
  static constexpr std::array<std::string_view, 3> kKeys = {"line", "time", "op"};
  std::array<std::string_view, 3> values;
  if (!check_version() || !fields(value, kKeys, values)) {
    return false;
  }
  const std::optional<int128> line = read_integer(values[0]);
  const std::optional<int128> time = read_integer(values[1]);
  if (!line || *line > int128{INT64_MAX} || !time) {
    const std::string_view bad = line && *line <= int128{INT64_MAX} ? values[1] : values[0];
    return fail(kBadField, bad.data(),
                fmt::format("the {} {} is not a decimal number, or out of range",
                            bad.data() == values[0].data() ? "line" : "time", quoted_start(bad)));
  }
  if (stack_.empty()) {
    return fail(
        kOpWithoutContext, row_.data(), "an `OP:` outside any context",
        "a `CS:` row must set the context; check whether the start of the run loop is missing");
  }
  if (*time < 0) {
    findings_->add(kNegativeCost, place(values[1].data()),
                   "a time below zero: Parrot's 32-bit counter overflowed");
  }
  has_ops_ = true;
  is_running_ = is_running_ || values[2] != "noop";
  const Costs costs{*time, 1};
  const auto at = *line < 0 ? std::nullopt : std::optional(static_cast<int64_t>(*line));
  if (reading_->options.opcodes) {
    opcode(values[2], costs, at);
  } else {
    self(costs, at);
  }
  return true;
}

/// Annotations say which row of a high-level language an op belongs to; nothing asks that yet.
bool Reader::annotation_row(std::string_view value) {
  static constexpr std::array<std::string_view, 2> kKeys = {"name", "value"};
  std::array<std::string_view, 2> values;
  return check_version() && fields(value, kKeys, values);
}

void Reader::begin_part() {
  if (part_is_open_) {
    return;
  }
  part_is_open_ = true;
  sink_->begin_part(kLines, events_);
  if (!is_canonical_) {
    sink_->expect_contexts(ContextUse::kBeside);
  }
}

/// Control is now in this context.
/// Without addresses (`canonical-output`) contexts cannot be distinguished: there is one
/// level then, and no calls.
void Reader::enter(const Entered& entered) {
  const size_t context = entered.context.index();
  if (context >= depth_of_.size()) {
    depth_of_.resize(context + 1 + depth_of_.size() / 2);
  }
  const size_t depth = is_canonical_ ? stack_.size() : depth_of_[context];
  if (depth == 0) {
    open(entered);
  } else if (depth < stack_.size()) {
    return_to(depth);  // whose name stays as it was
  } else if (stack_.back().sub != entered.sub || is_canonical_) {
    rename(entered);
  }
}

void Reader::open(const Entered& entered) {
  OpenContext opened;
  opened.context = entered.context;
  if (!stack_.empty()) {
    const OpenContext& caller = stack_.back();
    opened.called_at = caller.last_op.value_or(Site{caller.file, std::nullopt});
  }
  stack_.push_back(opened);
  if (!is_canonical_) {
    depth_of_[entered.context.index()] = static_cast<uint32_t>(stack_.size());
  }
  rename(entered);
}

/// The context on top gets a name: its first, or that of a method of a subclass which took it over;
/// what follows is then a sibling of what was.
void Reader::rename(const Entered& entered) {
  OpenContext& top = stack_.back();
  top.sub = entered.sub;
  top.file = symbols_->names.intern(entered.file);
  top.function =
      symbols_->functions.intern({symbols_->names.intern(entered.ns), top.file, kUnknownName});
  if (!is_canonical_) {
    const uint32_t parent = stack_.size() > 1 ? stack_[stack_.size() - 2].node : kRoot;
    top.node = add_node(parent, top.function, top.called_at);
  }
}

/// A context of `function`, called at the site by what `parent` is of.
uint32_t Reader::add_node(uint32_t parent, FunctionId function, const Site& site) {
  Node node;
  node.parent = parent;
  node.frame = sink_->frame({function, site.file, 0, false});
  node.has_line = site.line.has_value();
  node.line = site.line.value_or(0);
  nodes_.push_back(node);
  return static_cast<uint32_t>(nodes_.size() - 1);
}

/// One call by the context on top, which has returned.
void Reader::call(FunctionId callee, const Site& site, const Costs& inclusive) {
  // The sink takes this at once: the array need not outlive the call.
  const std::array costs{inclusive.time, inclusive.ops};
  CallRecord call;
  call.caller = stack_.back().function;
  call.callee = callee;
  call.file = site.file;
  call.at = {0, line_or_none(site.line)};
  call.count = 1;
  call.wide_inclusive = costs;
  sink_->call(call);
}

/// The contexts above `depth` return, the newest first.
void Reader::return_to(size_t depth) {
  flush();
  while (stack_.size() > depth) {
    const OpenContext done = stack_.back();
    stack_.pop_back();
    if (is_canonical_) {
      continue;
    }
    depth_of_[done.context.index()] = 0;
    if (stack_.empty()) {
      continue;
    }
    stack_.back().inclusive.add(done.inclusive);
    call(done.function, done.called_at, done.inclusive);
  }
}

/// All contexts return, and the run loop's tree is complete.
void Reader::end_run_loop() {
  return_to(0);
  std::vector<ContextId> ids;
  ids.reserve(nodes_.size());
  for (const Node& node : nodes_) {
    std::array<EventCost, 2> costs;
    size_t count = 0;
    if (node.self.time != 0) {
      costs[count++] = {events_[0], node.self.time};
    }
    if (node.self.ops != 0) {
      costs[count++] = {events_[1], node.self.ops};
    }
    std::span<EventCost> own(costs.data(), count);
    std::ranges::sort(own, {}, [](const EventCost& each) { return each.event.value; });
    ids.push_back(sink_->context({node.parent == kRoot ? kNoContext : ids[node.parent], node.frame,
                                  node.has_line ? std::optional(node.line) : std::nullopt, own}));
  }
  nodes_.clear();
}

/// One op of the context on top.
void Reader::self(const Costs& costs, std::optional<int64_t> line) {
  OpenContext& top = stack_.back();
  top.last_op = Site{top.file, line};
  top.inclusive.add(costs);
  if (!is_canonical_) {
    nodes_[top.node].self.add(costs);
  }
  book(top.function, *top.last_op, costs);
}

/// Adds costs as a call of the opcode.
void Reader::opcode(std::string_view name, const Costs& costs, std::optional<int64_t> line) {
  flush();
  OpenContext& top = stack_.back();
  top.last_op = Site{top.file, line};
  top.inclusive.add(costs);
  const NameId called = symbols_->names.intern(fmt::format("op:{}", name));
  const FunctionId function = symbols_->functions.intern({called, kUnknownName, kUnknownName});
  if (!is_canonical_) {
    nodes_[add_node(top.node, function, *top.last_op)].self = costs;
  }
  book(function, *top.last_op, costs);
  call(function, *top.last_op, costs);
}

/// A self cost for the sink.
void Reader::book(FunctionId function, const Site& site, const Costs& costs) {
  if (batch_at_.empty() || batch_function_ != function || batch_file_ != site.file ||
      batch_at_.size() == kBatch) {
    flush();
    batch_function_ = function;
    batch_file_ = site.file;
  }
  const Position at{0, line_or_none(site.line)};
  if (!fits_int64(costs.time)) {
    flush();
    const std::array wide{costs.time, costs.ops};
    sink_->self_cost({function, site.file, at, wide});
    return;
  }
  batch_at_.push_back(at);
  batch_costs_.push_back(static_cast<int64_t>(costs.time));
  batch_costs_.push_back(static_cast<int64_t>(costs.ops));
}

/// Hands the collected self costs to the sink.
void Reader::flush() {
  if (!batch_at_.empty()) {
    sink_->self_costs({batch_function_, batch_file_, batch_at_, batch_costs_.data()});
    batch_at_.clear();
    batch_costs_.clear();
  }
}

}  // namespace quern::parrot
