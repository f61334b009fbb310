// SPDX-License-Identifier: MIT
//
// quern_read_file(): a StreamingSink that passes each record to the callbacks of a quern_sink. Each
// name is reported before the record that uses its id.
#include <algorithm>
#include <cstring>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "quern/base/stopped.h"
#include "quern/base/text.h"
#include "quern/c/errors.h"
#include "quern/c/quern.h"
#include "quern/c/told_names.h"
#include "quern/load/read_input.h"

namespace {

using quern::ContextId;
using quern::EventId;
using quern::FunctionId;
using quern::int128;
using quern::NameId;
using quern::c::Terminated;

quern_number number_of(int128 value) {
  return {static_cast<int64_t>(value >> 64), static_cast<uint64_t>(value)};
}

/// Numbers as callbacks take them. The memory is reused: each result is good until the next.
class Numbers {
 public:
  const quern_number* of(std::span<const int128> values) {
    numbers_.clear();
    for (const int128 value : values) {
      numbers_.push_back(number_of(value));
    }
    return numbers_.data();
  }

 private:
  std::vector<quern_number> numbers_;
};

std::vector<uint32_t> ids_of(std::span<const EventId> events) {
  std::vector<uint32_t> ids;
  for (const EventId event : events) {
    ids.push_back(event.value);
  }
  return ids;
}

class CallbackSink final : public quern::StreamingSink {
 public:
  CallbackSink(const quern_sink& sink, void* user)
      : sink_(sink), user_(user), names_(*this, sink_, user) {}

  /// By reference: read_into() looks at it while it reads.
  [[nodiscard]] const bool& is_stopped() const { return is_stopped_; }
  /// Reports what is known only at the end of the input.
  void end(const quern::InputInfo& info);

 private:
  template <class What>
  void give(int (*callback)(void*, const What*), const What& what) {
    if (!is_stopped_ && callback != nullptr) {
      go_on(callback(user_, &what) == 0);
    }
  }
  void go_on(bool may) { is_stopped_ = is_stopped_ || !may; }
  void function(FunctionId id) { go_on(is_stopped_ || names_.function(id)); }
  void file(NameId id) { go_on(is_stopped_ || names_.file(id)); }
  /// Reports the events that were added since the last call.
  void new_events();
  void finding(const quern::Finding& found, uint64_t count);

  void on_begin_part(const quern::PositionKinds& positions,
                     std::span<const EventId> events) override;
  void on_self_cost(const quern::WideSelf& record) override;
  void on_call(const quern::CallRecord& record) override;
  void on_jump(const quern::JumpRecord& record) override;
  void on_context(const quern::StreamedContext& context) override;
  void on_leak(const quern::Leak& leak) override;
  void on_end_part(const quern::PartHeader& header, std::optional<ContextId> first) override;

  [[nodiscard]] uint64_t known_line(const quern::Position& at) const;

  quern_sink sink_;
  void* user_;
  quern::c::ToldNames names_;
  bool is_stopped_ = false;
  size_t told_events_ = 0;  ///< how many events the callback has got
  size_t part_ = 0;         ///< the open one
  bool has_records_ = false;
  quern::PositionKinds positions_;
  Numbers numbers_;
};

void CallbackSink::new_events() {
  for (; told_events_ < events().size(); ++told_events_) {
    const quern::Event& event = events()[told_events_];
    const Terminated name(event.name);
    const Terminated long_name(event.long_name);
    const Terminated unit(event.unit);
    give(sink_.event, quern_event{static_cast<uint32_t>(told_events_), name.get(), long_name.get(),
                                  unit.get(), event.scale, event.combine == quern::Combine::kMax});
  }
}

void CallbackSink::on_begin_part(const quern::PositionKinds& positions,
                                 std::span<const EventId> events) {
  new_events();
  positions_ = positions;
  has_records_ = !events.empty();
  const std::vector<uint32_t> ids = ids_of(events);
  give(sink_.begin_part,
       quern_part_begin{part_, positions.line, positions.instr, ids.data(), ids.size()});
}

void CallbackSink::on_self_cost(const quern::WideSelf& record) {
  function(record.function);
  file(record.file);
  give(sink_.self, quern_self{record.function.value, record.file.value,
                              positions_.knows(record.at.line), known_line(record.at),
                              record.at.address, numbers_.of(record.costs), record.costs.size()});
}

void CallbackSink::on_call(const quern::CallRecord& record) {
  function(record.caller);
  function(record.callee);
  file(record.file);
  quern_call call{};
  call.caller = record.caller.value;
  call.callee = record.callee.value;
  call.file = record.file.value;
  call.has_line = positions_.knows(record.at.line);
  call.line = known_line(record.at);
  call.address = record.at.address;
  call.has_target = record.has_target;
  call.target_line = record.has_target ? known_line(record.target) : 0;
  call.target_address = record.has_target ? record.target.address : 0;
  call.count = record.count;
  call.inclusive = numbers_.of(record.wide_inclusive);
  call.inclusive_count = record.wide_inclusive.size();
  give(sink_.call, call);
}

uint64_t CallbackSink::known_line(const quern::Position& at) const {
  return positions_.knows(at.line) ? at.line : 0;
}

void CallbackSink::on_jump(const quern::JumpRecord& record) {
  function(record.from);
  function(record.to);
  file(record.from_file);
  file(record.to_file);
  give(sink_.jump, quern_jump{record.is_conditional, record.from.value, record.from_file.value,
                              known_line(record.at), record.at.address, record.to.value,
                              record.to_file.value, known_line(record.target),
                              record.target.address, record.executed, record.followed});
}

void CallbackSink::on_context(const quern::StreamedContext& context) {
  new_events();
  function(context.frame.function);
  file(context.frame.file);
  std::vector<quern_event_cost> costs;
  for (const quern::EventCost& each : context.costs) {
    costs.push_back({each.event.value, number_of(each.cost)});
  }
  quern_context told{};
  told.id = context.id.value;
  told.parent = context.parent.value;
  told.function = context.frame.function.value;
  told.calls = context.frame.is_symbol ? 0 : context.calls;
  told.file = context.frame.file.value;
  const bool is_line = !context.frame.is_symbol || context.frame.is_line;
  told.has_line = is_line && context.position;
  told.line = told.has_line ? *context.position : 0;
  told.has_offset = !is_line && context.position;
  told.offset = told.has_offset ? *context.position : 0;
  told.start = context.frame.start;
  told.is_beside = context.is_beside;
  told.is_late = context.late_part.has_value();
  told.late_part = context.late_part.value_or(0);
  told.costs = costs.data();
  told.cost_count = costs.size();
  give(sink_.context, told);
}

void CallbackSink::on_leak(const quern::Leak& leak) {
  give(sink_.leak, quern_leak{leak.context.value, leak.event.value, leak.address, leak.size});
}

void CallbackSink::on_end_part(const quern::PartHeader& header, std::optional<ContextId> first) {
  new_events();
  const Terminated command(header.command.value_or(""));
  const Terminated trigger(header.trigger.value_or(""));
  std::deque<Terminated> kept;
  std::vector<quern_text> descriptions;
  for (const std::string& description : header.descriptions) {
    descriptions.push_back(kept.emplace_back(description).get());
  }
  const std::vector<uint32_t> events = ids_of(header.events);
  Numbers declared;
  quern_part_end told{};
  told.number = part_++;
  told.has_part = header.number.has_value();
  told.has_pid = header.pid.has_value();
  told.has_thread = header.thread.has_value();
  told.part = header.number.value_or(0);
  told.pid = header.pid.value_or(0);
  told.thread = header.thread.value_or(0);
  told.command = command.get();
  told.trigger = trigger.get();
  told.descriptions = descriptions.data();
  told.description_count = descriptions.size();
  told.events = events.data();
  told.event_count = events.size();
  told.totals = has_records_ ? numbers_.of(part_totals()) : nullptr;
  told.declared = header.declared_totals ? declared.of(*header.declared_totals) : nullptr;
  told.first_context_of_next = first ? first->value : QUERN_NO_CONTEXT;
  give(sink_.end_part, told);
}

void CallbackSink::finding(const quern::Finding& found, uint64_t count) {
  const Terminated code(found.code->name);
  const Terminated message(found.message);
  const Terminated hint(found.hint);
  const quern_severity severity = found.code->severity == quern::Severity::kError ? QUERN_ERROR
                                  : found.code->severity == quern::Severity::kWarning
                                      ? QUERN_WARNING
                                      : QUERN_NOTE;
  give(sink_.finding, quern_finding{severity, code.get(), message.get(), hint.get(),
                                    found.place.line, found.place.column, count});
}

void CallbackSink::end(const quern::InputInfo& info) {
  new_events();
  go_on(is_stopped_ || names_.rest());
  for (const quern::EventDefinition& each : info.definitions) {
    const Terminated name(each.name);
    const Terminated long_name(each.long_name.value_or(""));
    const Terminated formula(each.formula.value_or(""));
    give(sink_.definition, quern_definition{name.get(), long_name.get(), formula.get()});
  }
  for (const quern::Finding& found : info.findings.sorted()) {
    finding(found, info.findings.count(*found.code));
  }
  const Terminated format(info.format);
  const Terminated dialect(info.dialect);
  const Terminated creator(info.creator.value_or(""));
  const Terminated command(info.command.value_or(""));
  give(sink_.input, quern_input{format.get(), dialect.get(), creator.get(), command.get()});
}

/// The sink as this library knows it. A program compiled with an older, shorter quern_sink has no
/// callbacks at its end: they stay null.
quern_sink sink_of(const quern_sink& given) {
  quern_sink sink{};
  std::memcpy(&sink, &given, std::min(given.size, sizeof sink));
  return sink;
}

quern_status stopped(quern_error* error) {
  quern::Diagnostic told;
  told.code = quern::kStopped;
  told.message = "a callback stopped the reading";
  (void)quern::c::tell(error, told);
  if (error != nullptr) {
    error->status = QUERN_STOPPED;
  }
  return QUERN_STOPPED;
}

quern_status read_file(const char* path, const quern_read_options* options, const quern_sink& sink,
                       void* user, quern_error* error) {
  quern::OpenOptions how;
  if (options != nullptr) {
    how.keep_going = options->keep_going;
    how.recover = options->recover;
    if (options->dialect != nullptr) {
      how.dialect = options->dialect;
    }
    if (options->base_rule != nullptr) {
      how.base_rule = options->base_rule;
      if (*how.base_rule != "self" && *how.base_rule != "cost") {
        return quern::c::tell(error, quern::c::wrong_use("the base rule must be `self` or `cost`"));
      }
    }
  }
  CallbackSink caller(sink_of(sink), user);
  const quern::Result<quern::InputInfo> info =
      quern::read_into(path, caller, how, &caller.is_stopped());
  if (info) {
    caller.end(*info);
  }
  if (caller.is_stopped()) {
    return stopped(error);
  }
  return info ? quern::c::status_of(error, {}) : quern::c::tell(error, info.error());
}

}  // namespace

quern_status quern_read_file(const char* path, const quern_read_options* options,
                             const quern_sink* sink, void* user, quern_error* error) {
  return quern::c::guarded(error, [&] {
    if (path == nullptr || sink == nullptr || sink->size == 0) {
      return quern::c::tell(
          error, quern::c::wrong_use("the path is NULL, or the sink does not state its size"));
    }
    return read_file(path, options, *sink, user, error);
  });
}

bool quern_number_to_int64(quern_number number, int64_t* value) {
  const bool fits = number.high == (static_cast<int64_t>(number.low) < 0 ? -1 : 0);
  if (fits && value != nullptr) {
    *value = static_cast<int64_t>(number.low);
  }
  return fits;
}

size_t quern_number_to_text(quern_number number, char text[QUERN_NUMBER_TEXT]) {
  const auto bits =
      static_cast<quern::uint128>(static_cast<uint64_t>(number.high)) << 64 | number.low;
  const std::string digits = quern::to_decimal(static_cast<int128>(bits));
  std::memcpy(text, digits.c_str(), digits.size() + 1);
  return digits.size();
}

const char* quern_version() {
  return QUERN_VERSION;
}
